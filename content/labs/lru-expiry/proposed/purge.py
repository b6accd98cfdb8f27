import threading
from collections.abc import Callable


class Sweeper(threading.Thread):
    """Calls a cache's purge at an interval."""

    def __init__(self, purge: Callable[[], int], seconds: float = 60) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.purge = purge
        self.seconds = seconds
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(self.seconds):
            self.purge()

    def stop(self) -> None:
        self._stopped.set()
        self.join()


class LRUCache:
    def purge(self) -> int:
        """Drop what is stale; how many entries that were (rule 6)."""
        now = self._clock()
        stale = [sku for sku, entry in self._entries.items() if entry.expires <= now]
        for sku in stale:
            del self._entries[sku]
        return len(stale)
