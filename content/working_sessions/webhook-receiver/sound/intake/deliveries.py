"""Which events were taken in, so that none is taken in twice."""

KEPT = 96 * 3600  # seconds


class Deliveries:
    """Remembers events by their id, for as long as they may come again."""

    def __init__(self, now):
        self._now = now
        self._taken = {}

    def has(self, event_id):
        self._forget()
        return event_id in self._taken

    def keep(self, event_id):
        self._taken[event_id] = self._now()

    def _forget(self):
        """Drop what is too old to come again."""
        oldest = self._now() - KEPT
        self._taken = {id: at for id, at in self._taken.items() if at >= oldest}

    def __len__(self):
        return len(self._taken)
