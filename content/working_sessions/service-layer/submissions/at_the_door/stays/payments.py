"""What Payfast says of each booking."""

from datetime import UTC, datetime

STATES = ("pending", "paid", "refunded")


class UnknownState(Exception):
    """A state that was not agreed on."""


class Payments:
    def __init__(self):
        self._seen = {}

    def hear(self, booking, state, at):
        """Take in an event; returns the state that counts now. Raises UnknownState."""
        if not state:
            raise UnknownState(state)
        when = datetime.fromtimestamp(at / 1000, UTC)
        _, latest = self._seen.get(booking, (None, None))
        if latest is None or when > latest:
            self._seen[booking] = (state, when)
        return self.state(booking)

    def state(self, booking):
        """The state, or None where nothing was heard."""
        return self._seen.get(booking, (None, None))[0]

    def since(self, booking):
        """When the state that counts came about, or None."""
        return self._seen.get(booking, (None, None))[1]


def moment(at):
    """A time of Payfast's as a moment."""
    return datetime.fromtimestamp(at / 1000 if at > 1e12 else at, UTC)
