"""How far a working session is: what was sent, what it did, and what was said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from drills.working import Call, ProbeCall, ProgramRun

LOG = "decisions.md"  # the file of a person's decisions
DIMENSIONS = ("scope", "modelling", "ambiguity", "verification", "communication")


class WorkPhase(StrEnum):
    BRIEF = "the brief"  # it is read; no clock runs yet
    BLOCK = "the block"  # the person works and the bot is quiet
    READING = "reading"  # what was frozen is run once on the whole data
    WALK = "the walkthrough"


class Begun(StrEnum):
    """What began the clock."""

    GO = "go"
    SENT = "sent"  # the first submission
    CHANGED = "changed"  # the first change of the solution file, in a terminal
    WAITED = "waited"  # the time for reading the brief was over


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision that a person dictated to their log."""

    at: float  # seconds on the session's clock
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said to one question; "" where they skipped it.

    A question is "scope", "trap:exported_twice", "does:exported_twice", "mark:scope" or
    "differs:scope".
    """

    question: str
    words: str


@dataclass(frozen=True, slots=True)
class PeerMark:
    """What somebody else in a team's thread gave, before the person gave their own."""

    by: str  # Person.user
    dimension: str
    mark: int


@dataclass(frozen=True, slots=True)
class WorkResult:
    """How it went, in numbers; None on a session that was left before the end."""

    calls: Mapping[str, int]  # Call -> how many traps
    marks: Mapping[str, int]  # dimension -> the person's own mark, where they gave one

    def count(self, call: Call) -> int:
        return self.calls.get(call, 0)


@dataclass(frozen=True, slots=True)
class WorkState:
    """What a working session has beside what every session has."""

    minutes: int  # the time cap
    briefed_at: datetime  # since when the brief is being read
    ai: bool = False  # tools were allowed
    codebase: bool = False  # it began with a repository
    phase: WorkPhase = WorkPhase.BRIEF
    coded: bool = False  # there is code, so that the clock's beginning stands
    files: Mapping[str, str] = field(default_factory=dict)  # name -> text, as received last
    decided: tuple[Decided, ...] = ()
    runs: int = 0
    frozen: float | None = None  # seconds on the clock when `done` was said
    run: ProgramRun | None = None  # of what was frozen, on the whole data; the output's beginning
    printed: int = 0  # how many lines that output has
    probing: str = ""  # the name of the probe, from when it was asked for
    calls: tuple[ProbeCall, ...] | None = None
    broken: tuple[str, ...] = ()  # tests of the repository that passed and do not pass now
    waits: str = ""  # the question that waits for its answer
    answers: tuple[Answer, ...] = ()
    peers: tuple[PeerMark, ...] = ()
    result: WorkResult | None = None

    def answer(self, question: str) -> str:
        """What was said to a question, "" where nothing was."""
        return next((a.words for a in self.answers if a.question == question), "")

    def peers_on(self, dimension: str) -> tuple[int, ...]:
        """The peers' marks in the order in which they came."""
        return tuple(each.mark for each in self.peers if each.dimension == dimension)

    def call(self, trap: str) -> ProbeCall | None:
        return next((call for call in self.calls or () if call.trap == trap), None)

    @property
    def cap(self) -> int:
        """Seconds."""
        return 60 * self.minutes

    @property
    def log(self) -> str:
        """The decisions log, dictated lines at its end."""
        said = [decision.text for decision in self.decided]
        return "\n".join([self.files.get(LOG, ""), *said]).strip()
