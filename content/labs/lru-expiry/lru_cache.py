"""The prices that were looked up last."""

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A price, and the second from which it is stale."""

    cents: int
    expires: float = math.inf


class LRUCache:
    """Holds the prices that were used last; the least recently used one stands first."""

    def __init__(self, capacity: int, ttl: float, clock: Callable[[], float]) -> None:
        self.capacity = capacity
        self.ttl = ttl
        self._clock = clock
        self._entries: dict[str, Entry] = {}

    def __len__(self) -> int:
        """How many entries are held, stale ones included (rule 7)."""
        return len(self._entries)

    def peek(self, sku: str) -> Entry | None:
        """What is held for the sku, stale or not (rule 7)."""
        return self._entries.get(sku)

    def put(self, sku: str, cents: int, ttl: float | None = None) -> None:
        """Hold a price as the most recently used one (rules 2 and 3)."""
        self._entries.pop(sku, None)
        self._make_room()
        self._entries[sku] = Entry(cents)

    def _make_room(self) -> None:
        """See that one more entry fits (rule 5)."""
        if len(self._entries) >= self.capacity:
            del self._entries[next(iter(self._entries))]

    def get(self, sku: str) -> int | None:
        """The price, where there is a live one (rule 4)."""
        entry = self._entries.get(sku)
        if entry is None:
            return None
        self.put(sku, entry.cents)
        return entry.cents

    def purge(self) -> int:
        """Drop what is stale; how many entries that were (rule 6)."""
        raise NotImplementedError("purge")
