from typing import Protocol

from retry import Policy


class Curve(Protocol):
    """How the waits of one call grow."""

    def seconds(self, policy: Policy, failures: int) -> float: ...


class Doubling:
    """Each wait is twice the one before."""

    def seconds(self, policy: Policy, failures: int) -> float:
        return min(policy.longest, policy.first * 2 ** (failures - 1))


class Steady:
    """Each wait is as long as the first."""

    def seconds(self, policy: Policy, failures: int) -> float:
        return min(policy.longest, policy.first)


CURVES: dict[str, Curve] = {"doubling": Doubling(), "steady": Steady()}


def wait_after(policy: Policy, failures: int) -> float:
    """The wait after so many failures (rule 3)."""
    return CURVES["doubling"].seconds(policy, failures)
