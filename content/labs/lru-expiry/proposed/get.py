class LRUCache:
    def get(self, sku: str) -> int | None:
        """The price, where there is a live one (rule 4)."""
        entry = self._entries.get(sku)
        if entry is None:
            return None
        if entry.expires <= self._clock():
            del self._entries[sku]
            return None
        self.put(sku, entry.cents)
        return entry.cents
