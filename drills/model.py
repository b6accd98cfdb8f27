"""The nouns of a drill: frozen, comparable, and plain enough to be saved as JSON.

Times are aware datetimes in UTC; durations are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from drills.task import LabState, Task
from drills.working import Work
from drills.working_state import WorkResult, WorkState

# --- who and where ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, known by platform, workspace and user id; a display name identifies nobody."""

    platform: str
    workspace: str
    user: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session lives: a thread of a chat platform, or a practice folder of a terminal."""

    platform: str
    workspace: str
    thread: str


@dataclass(frozen=True, slots=True)
class Room:
    """A channel in which each session is opened as a thread of its own.

    A `direct` one has no threads (a direct message of Discord): a session takes the whole of it.
    """

    platform: str
    workspace: str
    channel: str
    private: bool = False  # for the person alone
    team: bool = False  # anyone in the thread may act
    direct: bool = False

    def thread(self, session: str) -> Place:
        """The place of a session: its thread, which is still to be opened, or the room itself."""
        thread = self.channel if self.direct else f"~{session}"
        return Place(self.platform, self.workspace, thread)


@dataclass(frozen=True, slots=True)
class Channel:
    """How a practice channel was set up."""

    zone: str = "UTC"  # IANA name: whose day it is in notes
    drill: str = "progressive"  # whose menu is shown where no drill is named


# --- problems --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Test:
    """One test of a part. `id` is its name in every skin; `name` is the drawn one."""

    __test__ = False  # pytest would collect it otherwise

    id: str
    name: str
    category: str | None = None  # None: it is shown to the person

    @property
    def hidden(self) -> bool:
        return self.category is not None


@dataclass(frozen=True, slots=True)
class Part:
    """A stage of a drawn progressive problem, with everything that is ever shown or run for it."""

    number: int
    title: str
    seconds: int  # the target time
    spec: str  # Markdown, worked examples filled in
    signatures: str  # Python: every public signature that stands after this part, bodies raise
    added: tuple[str, ...]  # the names in `signatures` that this part brings or changes
    visible: str  # Python: a test module of this part's visible tests, `import solution`'s name
    hidden: str  # Python: a test module of this part's hidden tests
    tests: tuple[Test, ...]
    reference: str  # Python: the model solution of parts 1 to this one
    costs: str  # Python: the operations to measure once this part is there
    hint: str
    design_idea: str
    lesson: str  # why this part's design matters later; said only when nothing later is hidden
    reworks: bool = False  # this part changes what earlier code must do
    shares: bool = False  # a hidden test of this part is about shared state
    follow_ups: tuple[str, ...] = ()  # to talk through at the end, once this part was reached


@dataclass(frozen=True, slots=True)
class Problem:
    """One draw of an authored problem: the seed has fixed its knobs and its skin."""

    id: str  # the folder's name: kv-store
    version: int
    seed: int
    skin: str
    knobs: Mapping[str, str]
    title: str  # of the skin: Session cache
    seniority: str
    required: str  # the name that a submission must define
    parts: tuple[Part, ...]
    categories: Mapping[str, str]  # name -> what a failing grade may say
    signals: str  # Python: predicates over the syntax tree of a submission
    sentences: Mapping[str, str]  # signal's name -> what GROWTH RISK says of it
    lab: Task | None = None  # of a lab, which has one part
    work: Work | None = None  # of a working session, which has one part

    @property
    def seconds(self) -> int:
        return sum(part.seconds for part in self.parts)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the menu knows of a problem without drawing it."""

    id: str
    title: str
    seniority: str
    minutes: tuple[int, ...]  # a part
    story_words: frozenset[str]  # of every skin's story and words; for `--custom`
    codebase: bool = False  # a working session that begins with a repository


# --- submissions and grades ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Submission:
    """Code sent in. Kept as a revision; `id` is the SHA-256 of its text, in hexadecimal."""

    id: str
    name: str  # the file's name
    text: str

    @property
    def lines(self) -> int:
        # As Python and editors count: a form feed or a U+2028 ends no line.
        return self.text.count("\n") + (not self.text.endswith("\n"))


class Why(StrEnum):
    """Why code is not simply taken, but asked about first."""

    SEVERAL = "several"  # more than one block or file defines the required name
    UNFENCED = "unfenced"  # it reads like code, and nothing says that it is meant so
    EDITED = "edited"  # a message that code was taken from was changed


@dataclass(frozen=True, slots=True)
class Offer:
    """Code that a person is asked about. `took` says in words what would be taken."""

    submission: str  # Submission.id
    label: str  # "your 2nd block, 64 lines"
    took: str


class Ending(StrEnum):
    """How one test ended."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    OUTPUT = "too much output"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One test's result. For a hidden test `detail` is always empty."""

    part: int
    test: Test
    ending: Ending
    detail: str = ""  # the assertion and its values, or the error and its line
    line: int | None = None  # of the submission, where it is known

    @property
    def passed(self) -> bool:
        return self.ending is Ending.PASSED

    @property
    def failed(self) -> bool:
        """It ran and did not pass. What did not run has neither passed nor failed."""
        return self.ending not in (Ending.PASSED, Ending.NOT_RUN)


class Growth(StrEnum):
    """How an operation's cost grows with n; constant and logarithmic are both flat."""

    FLAT = "flat"
    LINEAR = "linear"
    QUADRATIC = "quadratic"

    @property
    def rank(self) -> int:
        return list(Growth).index(self)


@dataclass(frozen=True, slots=True)
class Cost:
    """One operation's measured growth. `measured` is None where the two passes disagreed."""

    operation: str
    n: str  # what n is, in words
    expected: Growth
    measured: Growth | None
    reach: int  # the largest n that was tried
    evidence: str  # "3 µs at 1,000, 190 µs at 64,000"

    @property
    def worse(self) -> bool:
        return self.measured is not None and self.measured.rank > self.expected.rank


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about the submitted code, from the code alone."""

    kind: str  # "lint", "sharing", "api", "size", "repeat", "name"
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """What was seen in the code itself, beside its tests."""

    costs: tuple[Cost, ...] = ()
    findings: tuple[Finding, ...] = ()
    signals: tuple[str, ...] = ()  # names in Problem.sentences
    rewritten: float | None = None  # share of the earlier parts' lines changed since they passed
    lines_before: int = 0  # how many those lines are


TEST_SECONDS = 5  # of the processor, that a test may take before it is stopped


class Scope(StrEnum):
    """`run`: the visible tests of parts 1 to N. `done`: all tests of parts 1 to N."""

    RUN = "run"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Grade:
    """Every outcome for one submission. `refused` says why nothing could be run at all."""

    submission: str
    part: int
    scope: Scope
    outcomes: tuple[Outcome, ...] = ()
    refused: str = ""  # one clear sentence: does not parse, lacks the class, no sandbox, ...
    output: str = ""  # what the code printed in the visible tests; never in the hidden ones
    review: Review | None = None
    unconfined: bool = False  # refused since no sandbox works, whatever the code is

    @property
    def passed(self) -> bool:
        return bool(self.outcomes) and not self.refused and all(o.passed for o in self.outcomes)


# --- sessions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clock:
    """Time spent, not counting pauses. Running while `since` is set."""

    since: datetime | None
    spent: float = 0.0

    def elapsed(self, at: datetime) -> float:
        if self.since is None:
            return self.spent
        return self.spent + max(0.0, (at - self.since).total_seconds())

    def paused(self, at: datetime) -> Clock:
        return Clock(None, self.elapsed(at))

    def running(self, at: datetime) -> Clock:
        return self if self.since is not None else Clock(at, self.spent)


class Phase(StrEnum):
    """What a progressive session waits for."""

    BUILDING = "building"  # for code or a command
    CONFIRMING = "confirming"  # for a yes or no to `pending`
    PAUSED = "paused"
    ENDED = "ended"


class End(StrEnum):
    """Why a session is over."""

    COMPLETED = "completed"
    FINISHED = "finished"
    SKIPPED = "skipped"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Done:
    """One `done` on a part, as notes and scores remember it."""

    at: datetime
    elapsed: float  # of the part's clock
    passed: bool
    failed: tuple[str, ...]  # categories that failed; "visible" for a visible test
    regressed: tuple[int, ...]  # earlier parts that no longer held
    submission: str
    review: Review | None  # without costs where a visible test did not pass
    not_run: int = 0  # tests that neither passed nor failed
    by: Person | None = None  # who asked for it


@dataclass(frozen=True, slots=True)
class Stage:
    """What happened on one part so far."""

    number: int
    clock: Clock
    dones: tuple[Done, ...] = ()
    hinted: bool = False
    ask: int = 0  # the session's `ask` when the part opened: its controls are valid from there on
    pauses: int = 0  # begun on this part
    paused_seconds: float = 0.0  # of those that are over

    @property
    def passed(self) -> bool:
        return any(done.passed for done in self.dones)


@dataclass(frozen=True, slots=True)
class Session:
    """One run of a drill on a problem; the only thing that changes."""

    id: str
    drill: str  # "progressive"
    problem: str  # Problem.id
    draw: str  # the saved draw that it pins
    place: Place
    people: tuple[Person, ...]  # the first one started it; in a team, whoever acted joins
    phase: Phase
    started_at: datetime
    clock: Clock
    stages: tuple[Stage, ...]  # one for each part reached; the last is the open one
    last_at: datetime  # no event counts as earlier than this, also when a clock is set back
    turn: int = 0  # optimistic lock, nothing else
    ask: int = 0  # changes only when what is being asked changes
    asks: int = 0  # how many grades were asked for; names the message that becomes the result
    room: str = ""  # the channel whose thread this is; "" where the place is no thread
    zone: str = "UTC"  # IANA name: whose day it is in the notes
    private: bool = False
    team: bool = False  # anyone in the thread may act
    pending: str = ""  # "skip", "finish", "abandon", "hint", "take" while confirming
    asked: Person | None = None  # who may answer that; None: the starter
    offers: tuple[Offer, ...] = ()  # what "take" is about
    why: Why = Why.SEVERAL
    then: Scope = Scope.RUN  # what is to be done with it
    restated: bool = False  # what is asked was put once more
    submission: str = ""  # the revision received last
    took: str = ""  # what the running grade took, in words; "" when a command asked for it
    grading: str = ""  # the running grade's name, "" when none runs
    done_elapsed: float | None = None  # the part's seconds at the running `done`; None for a run
    done_by: Person | None = None  # who said it
    told: tuple[str, ...] = ()  # timers already told, each at most once a part (or session)
    paused_at: datetime | None = None
    ended_at: datetime | None = None
    end: End | None = None
    lab: LabState | None = None  # of a lab alone
    work: WorkState | None = None  # of a working session alone

    @property
    def stage(self) -> Stage:
        return self.stages[-1]

    @property
    def open(self) -> bool:
        return self.phase is not Phase.ENDED

    @property
    def unopened(self) -> bool:
        """Its thread is still to be opened."""
        return bool(self.room) and self.place.thread == f"~{self.id}"

    @property
    def starter(self) -> Person:
        return self.people[0]

    @property
    def paused(self) -> bool:
        """Left with `quit`. A question put before, or while paused, stays pending."""
        return self.open and self.clock.since is None

    @property
    def passed(self) -> int:
        """How many parts passed."""
        return sum(stage.passed for stage in self.stages)

    @property
    def pauses(self) -> int:
        return sum(stage.pauses for stage in self.stages)

    @property
    def paused_seconds(self) -> float:
        """Of the pauses that are over."""
        return sum(stage.paused_seconds for stage in self.stages)


@dataclass(frozen=True, slots=True)
class Note:
    """What is kept after a part, in Markdown; one a session and part, rewritten until it closes."""

    session: str
    part: int
    person: Person
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """One finished or running session, as the menu and statistics count it."""

    session: str
    problem: str
    seed: int
    skin: str
    knobs: Mapping[str, str]
    started_at: datetime
    parts_passed: int
    parts: int
    graded: bool  # it received at least one grade: only then is it an attempt
    seconds: float  # spent, without pauses
    budget: int
    open: bool
    part: int  # the part that is open, or was last
    place: Place
    title: str = ""  # of the drawn problem while the session is open; nothing asks for it later
    drill: str = "progressive"
    lab: LabState | None = None  # of a lab alone
    work: WorkResult | None = None  # of a working session that came to its verdict
