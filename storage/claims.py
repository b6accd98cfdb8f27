"""What a process may do alone: one effect to perform, one timer to fire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from drills.effects import Effect
from drills.model import Session


@dataclass(frozen=True, slots=True)
class Claimed:
    """One effect of the outbox that this process may perform until its lease ends.

    `receipt` is what an earlier, interrupted try left ("" at first): a platform may use it to
    find what it already sent.
    """

    id: int
    session: Session  # as it stands now
    effect: Effect
    receipt: str
    tries: int


@dataclass(frozen=True, slots=True)
class DueTimer:
    """A timer whose claim this process won."""

    id: int
    session: str
    name: str
    due: datetime
