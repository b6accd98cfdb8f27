class LRUCache:
    def purge(self) -> int:
        """Drop what is stale; how many entries that were (rule 6)."""
        now = self._clock()
        stale = [sku for sku, entry in self._entries.items() if entry.expires <= now]
        for sku in stale:
            del self._entries[sku]
        return len(stale)
