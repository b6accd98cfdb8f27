"""The nouns of a lab: a task with an assistant's suggestions, and how far a session is with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

REJECTED, CORRECTED, ACCEPTED, OWN = "r", "c", "a", "h"  # the state of one piece of the file
SCRIPTED = REJECTED + CORRECTED + ACCEPTED  # a table has a row for each word over these letters


# --- what an author writes ---------------------------------------------------------------------


class Truth(StrEnum):
    """What a suggestion is."""

    GOOD = "good"
    SUBTLE = "subtly wrong"
    INSECURE = "insecure"
    SCOPE = "wrong scope"
    HEAVY = "over-engineered"


class Kind(StrEnum):
    """What a person says that a suggestion is."""

    FINE = "fine"
    RULE = "breaks a rule"
    INSECURE = "insecure"
    SCOPE = "out of scope"
    MUCH = "too much"


KIND_OF = {
    Truth.GOOD: Kind.FINE,
    Truth.SUBTLE: Kind.RULE,
    Truth.INSECURE: Kind.INSECURE,
    Truth.SCOPE: Kind.SCOPE,
    Truth.HEAVY: Kind.MUCH,
}


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a good explanation names. `words` are patterns that words for it match.

    That none matches shows nothing: it only asks the person to read their words again.
    """

    says: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the assistant proposes for one piece of the file, and what is known of it.

    `proposed` and `corrected` are fragments: imports, and the units that they put in by name.
    """

    name: str
    says: str
    truth: Truth
    where: str  # a piece of the proposal's faulty line; "" for a good one
    fails: tuple[str, ...]  # the visible tests that see the fault
    reason: str
    consequence: str
    points: tuple[Point, ...]
    proposed: str
    corrected: str
    also: tuple[Kind, ...] = ()  # other kinds that a person may fairly name

    @property
    def good(self) -> bool:
        return self.truth is Truth.GOOD

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return (KIND_OF[self.truth], *self.also)


@dataclass(frozen=True, slots=True)
class Table:
    """The visible tests' results for every combination, computed ahead.

    `rows` maps a combination, a letter a suggestion, to a number for each test: 0 where it passes,
    else one more than the place of what it says in `details`. `reaches` names the units that each
    test runs in any combination.
    """

    rows: Mapping[str, tuple[int, ...]]
    details: tuple[str, ...]
    reaches: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Task:
    """What a lab adds to a problem of one part."""

    file: str  # "cart.py"
    start: str  # its text at the beginning
    tests_file: str  # "test_cart.py"
    tests: str  # the visible tests as a person runs them beside the file
    suggestions: tuple[Suggestion, ...]
    shapes: str  # Python: predicates `flaw_x(before, after)` on two syntax trees; may be ""
    table: Table

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py")


@dataclass(frozen=True, slots=True)
class LabEntry:
    """What the menu knows of a task."""

    id: str
    title: str
    level: str
    minutes: int
    suggestions: int
    tests: int


LEVELS = ("junior", "mid", "senior", "staff", "principal")


# --- how far a session is ----------------------------------------------------------------------


class LabPhase(StrEnum):
    PLAN = "plan"
    BUILD = "build"
    TEST = "test"  # make the tests pass
    EXPLAIN = "explain"
    MARK = "mark"  # the reasons are shown; the person ticks what their words named


class Press(StrEnum):
    """A decision on a suggestion."""

    ACCEPT = "accept"
    EDIT = "edit"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, kept also when another one follows it."""

    suggestion: int  # from 0
    press: Press
    at: float  # seconds on the session's clock
    sure: int = 0  # 1 to 5; 0 where it was not said
    ran: bool = False  # tests were run with it before
    late: bool = False  # after Build was over


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a person says of a suggestion. `ticks` are the points that they mark as named."""

    kind: Kind | None = None
    line: int = 0  # of the proposal, from 1; 0: none
    words: str = ""
    ticks: tuple[int, ...] = ()  # from 0
    peer: bool = False  # marked by another person than the one who wrote the words


class Verdict(StrEnum):
    """What one piece is worth, judged alone among right ones."""

    RIGHT = "right"
    FLAWED = "flawed"  # the suggestion's own fault shows
    UNBUILT = "unbuilt"
    BROKEN = "broken"
    UNKNOWN = "not judged"  # it could not be run


@dataclass(frozen=True, slots=True)
class Ran:
    """Where a run of tests was asked for: what it runs on, and what it is for."""

    name: str  # of the effect
    file: str
    trying: bool = False  # with the suggestion that is shown, which is not decided
    edited: int = 0  # the suggestion, from 1, whose edit it follows


@dataclass(frozen=True, slots=True)
class Tested:
    """What the visible tests gave on a file. Those skipped are in neither number."""

    file: str
    passed: int
    failed: int
    count: int
    why: str = ""  # why none could run: it does not load


@dataclass(frozen=True, slots=True)
class Result:
    """How it went, in numbers; None on a session that was left before the end."""

    total: float
    caught: int
    bad: int
    kept: int
    good: int
    calls: tuple[tuple[int, bool], ...] = ()  # how sure, and whether right, where both are known


@dataclass(frozen=True, slots=True)
class LabState:
    """What a lab's session has beside what every session has."""

    file: str
    states: str  # a letter a suggestion: REJECTED as yet undecided too, ACCEPTED, or OWN
    phase: LabPhase = LabPhase.PLAN
    plan: str = ""
    shown: int = 0  # the suggestion that is asked about
    sure: int = 0  # about that one
    ran: bool = False  # with that one
    decisions: tuple[Decision, ...] = ()
    built: str = ""  # the file when Build was over
    explanations: tuple[Explanation, ...] = ()
    asking: str = "kind"  # in Explain: "kind", "line" or "words"; in the end "verdicts"
    running: Ran | None = None
    judging: tuple[str, ...] = ()  # "judge:final:2": runs that are to tell a verdict
    verdicts: Mapping[str, Verdict] | None = None  # by the same names; None: not begun
    runs: int = 0  # how often tests were run
    tested: Tested | None = None  # the last run on the person's file
    result: Result | None = None

    def standing(self, index: int, late: bool = True) -> Decision | None:
        """The last decision on a suggestion; with `late` false, the one that closed Build."""
        made = [d for d in self.decisions if d.suggestion == index and (late or not d.late)]
        return made[-1] if made else None

    @property
    def undecided(self) -> tuple[int, ...]:
        decided = {decision.suggestion for decision in self.decisions}
        return tuple(i for i in range(len(self.states)) if i not in decided)
