"""Repeats a share of the login's reads on the new datastore, and compares the answers."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Account = dict[str, Any]

NOT_COMPARED = frozenset({"synced_at"})
PUBLIC = frozenset({"locale", "plan"})


class Store(Protocol):
    """A datastore of accounts."""

    def get(self, account_id: str) -> Account | None:
        """The account, a new dict each time; None if there is none."""


class Pool(Protocol):
    """The threads that work in the background of a process."""

    def submit(self, job: Callable[..., None], *args: object) -> None:
        """Let a thread call the job later; raises when no more can be taken (rule 3)."""


class Counters(Protocol):
    """The counters of all processes."""

    def add(self, name: str) -> None:
        """Count one more."""


def mismatch_rate(counted: Mapping[str, int]) -> float | None:
    """What the cutover is decided on (rule 4); None before anything was sampled."""
    sampled, same = counted.get("sampled", 0), counted.get("same", 0)
    return (sampled - same) / sampled if sampled else None


def mismatch_line(
    account_id: str, fields: list[str], old: Account | None, new: Account | None
) -> str:
    """What the log says of two answers that differ (rule 6)."""
    return f"{account_id} differs: {', '.join(fields)}"


def differing(old: Account | None, new: Account | None) -> list[str]:
    """The names of the fields that differ (rule 5)."""
    return [] if old == new else ["id"]


class Shadow:
    """The reads of one process of the login service."""

    def __init__(
        self,
        old: Store,
        new: Store,
        pool: Pool,
        counters: Counters,
        log: Callable[[str], None],
        share: float,
        chance: Callable[[], float],
    ) -> None:
        self.old = old
        self.new = new
        self.pool = pool
        self.counters = counters
        self.log = log
        self.share = share
        self.chance = chance

    def read(self, account_id: str) -> Account | None:
        """Answer a login, and hand a sampled read to the pool (rules 1 and 2)."""
        account = self.old.get(account_id)
        return account

    def observe(self, account_id: str, old: Account | None) -> None:
        """Repeat one read on the new store, and count how it went (rule 4)."""
        raise NotImplementedError("observe")
