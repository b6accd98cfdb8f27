"""The state of each subscription, as the newest event has it."""

STATES = ("trial", "active", "overdue", "ended")
SERVED = ("trial", "active", "overdue")


class UnknownState(Exception):
    """A state that this service does not know."""


class Subscriptions:
    def __init__(self):
        self._states = {}

    def change(self, subscription, status, created):
        """Take over a state; returns whether it is a new one. Raises UnknownState."""
        if status not in STATES:
            raise UnknownState(f"{subscription} is {status!r}")
        before, since = self._states.get(subscription, (None, None))
        if since is not None and created < since:
            return False
        self._states[subscription] = (status, created)
        return status != before

    def state(self, subscription):
        """The state, or None where nothing was heard of it."""
        status, _ = self._states.get(subscription, (None, None))
        return status

    def served(self, subscription):
        """Whether its customer gets what they subscribed to."""
        return self.state(subscription) in SERVED
