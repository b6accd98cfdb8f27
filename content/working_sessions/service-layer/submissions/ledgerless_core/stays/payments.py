"""All events are kept; the state is worked out from them."""

from datetime import UTC, datetime, timedelta

STATES = ("pending", "paid", "refunded")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnknownState(Exception):
    pass


class Payments:
    def __init__(self):
        self.events = []

    def hear(self, booking, state, at):
        if state in STATES:
            self.events.append((booking, moment(at), state))
            return self.state(booking)
        raise UnknownState(state)

    def _of(self, booking):
        return sorted(event[1:] for event in self.events if event[0] == booking)

    def state(self, booking):
        events = self._of(booking)
        return events[-1][1] if events else None

    def since(self, booking):
        events = self._of(booking)
        return events[-1][0] if events else None


def moment(at):
    return EPOCH + timedelta(milliseconds=at)
