"""Who waits for a room."""

from datetime import UTC, datetime


class Waiting:
    def __init__(self):
        self._asked = {}

    def add(self, room, guest, asked):
        """Let a guest wait; returns their place, from 1. Who waits already keeps theirs."""
        waiting = self._asked.setdefault(room, {})
        waiting.setdefault(guest, moment(asked))
        return self.guests(room).index(guest) + 1

    def guests(self, room):
        """Those who wait for a room, who asked first before the others."""
        waiting = self._asked.get(room, {})
        return sorted(waiting, key=lambda guest: (waiting[guest], guest))


def moment(text):
    """A time with an offset. Raises ValueError without one."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no offset")
    return at.replace(tzinfo=UTC)
