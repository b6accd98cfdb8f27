from lru_cache import Entry


class LRUCache:
    def put(self, sku: str, cents: int, ttl: float | None = None) -> None:
        """Hold a price as the most recently used one (rules 2 and 3)."""
        self._entries.pop(sku, None)
        self._make_room()
        life = self.ttl if ttl is None else ttl
        self._entries[sku] = Entry(cents, self._clock() + life)
