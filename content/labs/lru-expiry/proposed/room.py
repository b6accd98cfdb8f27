class LRUCache:
    def _make_room(self) -> None:
        """See that one more entry fits (rule 5)."""
        if len(self._entries) >= self.capacity:
            now = self._clock()
            stale = [sku for sku, entry in self._entries.items() if entry.expires <= now]
            for sku in stale or [next(iter(self._entries))]:
                del self._entries[sku]
