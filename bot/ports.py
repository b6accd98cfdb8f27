"""What the main flow needs from the outside, as Protocols: Store, Platform, Grader, Clock ..."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from drills.effects import Announce, InsertStub, Say, Settle, Step
from drills.events import Event
from drills.model import (
    Attempt,
    Channel,
    Entry,
    Grade,
    Note,
    Person,
    Place,
    Problem,
    Room,
    Scope,
    Session,
    Submission,
)
from drills.task import LabEntry
from drills.working import ProbeCall, ProgramRun
from storage.claims import Claimed, DueTimer
from storage.errors import Conflict, Duplicate, PlaceTaken, StoreProblem

__all__ = [
    "CannotServe",
    "Catalog",
    "Claimed",
    "Clock",
    "Conflict",
    "DueTimer",
    "Duplicate",
    "Grader",
    "NotSent",
    "PlaceTaken",
    "Platform",
    "Store",
    "StoreProblem",
]


class CannotServe(Exception):
    """A platform cannot be served until somebody mends something first. The text says what."""


class NotSent(Exception):
    """A platform could not say or do something now; it may be tried again after a while."""

    def __init__(self, sentence: str, retry_after: float) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after  # seconds


class Store(Protocol):
    """Every method is one transaction. Times are aware UTC."""

    def session(self, id: str) -> Session: ...

    def session_at(self, place: Place, over: bool = False) -> Session | None:
        """The open session of a place; with `over`, the last one that was there, open or not."""

    def open_sessions(self, person: Person) -> list[Session]:
        """The person's open sessions, last touched first."""

    def problem(self, draw: str) -> Problem:
        """The rendered problem that a session pinned."""

    def submission(self, id: str) -> Submission: ...

    def submissions(self, session: str) -> list[Submission]:
        """Every revision sent in for a session, oldest first."""

    def attempts(self, person: Person) -> list[Attempt]:
        """All the person's sessions, oldest first."""

    def notes(self, person: Person) -> list[Note]:
        """Oldest first."""

    def setting(self, person: Person, name: str) -> str | None: ...

    def set_setting(self, person: Person, name: str, value: str) -> None: ...

    def channel(self, room: Room) -> Channel:
        """How a channel was set up; the defaults where it never was."""

    def set_channel(self, room: Room, channel: Channel) -> None: ...

    def installation(self, platform: str, workspace: str) -> str | None:
        """What the platform kept of a workspace that its app is installed in."""

    def keep_installation(self, platform: str, workspace: str, body: str) -> None: ...

    def drop_installation(self, platform: str, workspace: str) -> None: ...

    def give_pass(self, code: str, until: datetime) -> None:
        """Remember a code that may come back once, until then."""

    def take_pass(self, code: str, at: datetime) -> bool:
        """Whether a code was given out and is good; it never is again."""

    def record(
        self,
        key: str,
        event: Event,
        before: Session | None,
        step: Step,
        problem: Problem | None = None,
    ) -> None:
        """Save the event under its unique key, the session after it, its effects and timers.

        `before` is None and `problem` given when the event starts the session. Notes and timers
        among the effects are written at once; the others become outbox rows.

        Raises Duplicate, Conflict, PlaceTaken.
        """

    def claim_effects(
        self, owner: str, platforms: Sequence[str], at: datetime, session: str | None = None
    ) -> list[Claimed]:
        """Claim what waits, in order: what a session says never overtakes what it said before.

        What runs a person's code (`RunTests`, `RunProgram`, `Probe`) holds nothing up and waits
        for nothing. Only unclaimed rows, rows whose lease
        has ended and rows of `owner` itself that `forget_claims` gave back are taken.
        """

    def forget_claims(self, owner: str) -> None:
        """Give back what an earlier process of the same owner had claimed: it is gone."""

    def renew(self, owner: str, at: datetime) -> None:
        """Extend every lease of `owner`; called every 20 s, a lease lasts 60 s."""

    def keep_receipt(self, id: int, receipt: str) -> None: ...

    def tries(self, id: int) -> int:
        """How often an effect was claimed, this time included: past the first, an earlier try may
        have got through."""

    def receipt(
        self, session: str, *, name: str = "", ask: int = 0, announced: bool = False
    ) -> str:
        """What a platform kept of a message that it sent, "" where there is none: of the last one
        with that name, of the last that put the question `ask`, or of the line that was announced.
        """

    def performed(self, id: int, owner: str, receipt: str | None = None) -> None:
        """Done; the receipt of it, if there is one, is kept in the same transaction."""

    def release(self, id: int, owner: str, retry_at: datetime) -> None:
        """Give a claim back: it failed and may be tried again from `retry_at`."""

    def next_due(self, platforms: Sequence[str], session: str | None = None) -> datetime | None:
        """When the earliest timer that is not yet fired comes due."""

    def claim_timers(
        self,
        owner: str,
        platforms: Sequence[str],
        at: datetime,
        session: str | None = None,
        name: str | None = None,
    ) -> list[DueTimer]:
        """Claim the timers that are due, earliest first. A claim that its owner never finishes
        can be taken again once its lease has ended. Recording the event `timer:<id>` (or the end
        of the session) finishes it, in that same transaction."""

    def close(self) -> None: ...


class Catalog(Protocol):
    """The authored problems, loaded lazily."""

    def entries(self) -> Sequence[Entry]:
        """What the menu shows, in its order; draws nothing."""

    def prepare(self) -> None:
        """Load what a first draw needs; may be called from another thread."""

    def draw(self, problem: str, seed: int) -> Problem:
        """Render one draw. Raises KeyError for an unknown problem."""

    def labs(self) -> Sequence[LabEntry]:
        """What the labs' menu shows, by level."""

    def task(self, id: str) -> Problem:
        """A lab's problem. Raises KeyError for an unknown one."""

    def working(self) -> Sequence[Entry]:
        """What the working sessions' menu shows, in its order; draws nothing."""

    def work(self, id: str, seed: int) -> Problem:
        """One draw of a working session. Raises KeyError for an unknown one."""

    def fresh_seed(self, problem: str, earlier: Sequence[tuple[str, Mapping[str, str]]]) -> int:
        """A seed whose (skin, knobs) differ from all the earlier ones, an unseen skin first."""


class Grader(Protocol):
    """Runs tests in processes of its own, so that a grade never blocks the event loop."""

    async def grade(
        self,
        problem: Problem,
        part: int,
        scope: Scope,
        submission: Submission,
        before: Submission | None,
        trusted: bool,
    ) -> Grade:
        """Grade one submission. `trusted`: the person's own code on their own terminal.

        Never raises for anything that a submission does. With no working sandbox rung, code is
        run only where it is trusted and its person agreed; else the Grade is `refused`.
        """

    async def run(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> ProgramRun:
        """Run a working session's program on the drawn data; `files` are texts by name, and its
        clock stands still at `at`. Never raises for anything that the program does."""

    async def probe(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[ProbeCall, ...]:
        """What such a program does with each trap, in their order. Never raises either."""

    async def broken(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[str, ...]:
        """The tests of a repository that passed as it was handed over, and do not pass with these
        files in it; none where a session begins from nothing. Never raises either."""

    async def warm(self, problem: Problem, part: int) -> None:
        """Make the next grade of this part quick. May do nothing."""


class Platform(Protocol):
    """One way of talking to people."""

    name: str

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        """Send or update a message and return a receipt. `key` is unique to this effect: where
        the platform can drop a repeat, it is used for that."""

    async def settle(self, session: Session, settle: Settle) -> None: ...

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        """Open the session's thread in its room, or change the line that it hangs under. Returns
        where the thread is, and the receipt. `key` and `receipt` as in `say`."""

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        """Insert the missing signatures; returns what was done."""

    async def leave(self, session: Session) -> None: ...


class Clock(Protocol):
    def now(self) -> datetime:
        """The time now, aware, in UTC."""
