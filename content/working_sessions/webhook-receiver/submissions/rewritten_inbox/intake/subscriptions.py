"""States with a rank, so that a late event never wins."""

STATES = ("trial", "active", "overdue", "ended")
SERVED = STATES[:3]


class UnknownState(Exception):
    pass


class Subscriptions:
    def __init__(self):
        self.history = {}

    def change(self, subscription, status, created):
        if status not in STATES:
            raise UnknownState(status)
        old = self.state(subscription)
        self.history.setdefault(subscription, []).append((created, status))
        return self.state(subscription) != old

    def state(self, subscription):
        seen = self.history.get(subscription)
        return max(seen, key=lambda pair: pair[0])[1] if seen else None

    def served(self, subscription):
        return self.state(subscription) in SERVED
