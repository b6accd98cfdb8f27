"""Decides which features are on for a user."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal


class StoreDown(Exception):
    """The flag store failed, before or while it sent the flags."""


@dataclass(frozen=True)
class Step:
    """A step of a ramp: from this Unix second on, this percentage of the users."""

    since: int
    percent: Decimal


@dataclass(frozen=True)
class Flag:
    """A flag as product has set it."""

    name: str
    ramp: Sequence[Step] = ()
    overrides: Mapping[str, bool] = field(default_factory=dict)
    killed: bool = False


def place(name: str, user: str) -> Decimal:
    """Where a user stands in a flag, from 0 to below 100 (rules 1 and 2)."""
    raise NotImplementedError("place")


def admits(ramp: Sequence[Step], stands: Decimal, now: int) -> bool:
    """Whether a ramp takes in who stands at a place (rules 3 and 4)."""
    raise NotImplementedError("admits")


def decide(flag: Flag, user: str, now: int) -> bool:
    """Whether a flag is on for a user (rule 5)."""
    raise NotImplementedError("decide")


class Flags:
    """The flags of one process."""

    def __init__(self, fetch: Callable[[], Iterable[Flag]]) -> None:
        self.fetch = fetch
        self.flags: Mapping[str, Flag] = {}

    def refresh(self) -> bool:
        """Take over the flags that the store has; whether it sent them all (rule 6)."""
        self.flags = {flag.name: flag for flag in self.fetch()}
        return True

    def is_on(self, name: str, user: str, now: int) -> bool:
        """Whether the flag of that name is on for a user (rule 5)."""
        flag = self.flags.get(name)
        return flag is not None and decide(flag, user, now)
