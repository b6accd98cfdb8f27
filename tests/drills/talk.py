"""A conversation with the rules alone: a hand-made problem, hand-made grades, and a clock."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from drills import engine
from drills.effects import (
    Code,
    Effect,
    Fields,
    KeepNote,
    Option,
    RunTests,
    Say,
    StartTimer,
    StopTimer,
    Table,
    Token,
    spell,
)
from drills.events import (
    Commanded,
    Continued,
    Event,
    Graded,
    Pressed,
    Said,
    Started,
    Submitted,
    TimerFired,
)
from drills.model import (
    Ending,
    Grade,
    Outcome,
    Part,
    Person,
    Place,
    Problem,
    Review,
    Scope,
    Session,
    Submission,
    Test,
)

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ANA = Person("terminal", "laptop", "ana")
BEN = Person("terminal", "laptop", "ben")
HERE = Place("terminal", "laptop", "practice")
MINUTES = (8, 10, 14, 13)
WORDS = {1: "turnip", 2: "saffron", 3: "obelisk", 4: "lantern"}  # each part's own vocabulary


def part(number: int, minutes: int = 0, shares: bool = False, reworks: bool = False) -> Part:
    word = WORDS[number]
    methods = [WORDS[n] for n in range(1, number + 1)]
    signatures = "class Store:\n" + "\n".join(
        f"    def {name}(self, key: str) -> str:\n        raise NotImplementedError\n"
        for name in methods
    )
    return Part(
        number=number,
        title=f"The {word}",
        seconds=(minutes or MINUTES[number - 1]) * 60,
        spec=f"`{word}(key)` returns the {word} of the key.",
        signatures=signatures,
        added=(word,),
        visible=f"def test_example_{word}_is_there():\n    assert True\n",
        hidden=f"def test_{word}_edge():\n    assert 'SECRET-{number}'\n",
        tests=(
            Test(f"test_example_{word}", f"test_example_{word}_is_there"),
            Test(f"test_example_{word}_two", f"test_example_second_{word}"),
            Test(f"test_{word}_empty", f"test_SECRET_{word}_empty", f"{word}-empty"),
            Test(f"test_{word}_edge", f"test_SECRET_{word}_edge", f"{word}-edge"),
        ),
        reference=f"class Store:\n    model = 'MODEL-{number}'\n",
        costs="",
        hint=f"HINT-{number}: think of the {word} first.",
        design_idea=f"IDEA-{number}.",
        lesson=f"LESSON-{number}.",
        reworks=reworks,
        shares=shares,
        follow_ups=(f"Question {number}a?", f"Question {number}b?"),
    )


def problem(*parts: Part) -> Problem:
    parts = parts or (part(1), part(2, shares=True), part(3, reworks=True), part(4))
    return Problem(
        id="kv-store",
        version=1,
        seed=7,
        skin="cache",
        knobs={},
        title="Session cache",
        seniority="mid",
        required="Store",
        parts=parts,
        categories={
            f"{WORDS[p.number]}-{edge}": f"{'an empty' if edge == 'empty' else 'the last'}"
            f" {WORDS[p.number]}"
            for p in parts
            for edge in ("empty", "edge")
        },
        signals="",
        sentences={"same-check": "the same check stands in four methods."},
    )


def submission(text: str) -> Submission:
    return Submission(hashlib.sha256(text.encode()).hexdigest(), "solution.py", text)


def grade_of(
    run: RunTests,
    of: Problem,
    failing: Mapping[str, Ending] | None = None,
    **more: object,
) -> Grade:
    """A grade in which the named test ids end as given and all others pass."""
    failing = failing or {}
    outcomes = tuple(
        Outcome(
            p.number,
            test,
            failing.get(test.id, Ending.PASSED),
            "" if test.hidden or test.id not in failing else "assert 1 == 2",
            3 if test.id in failing and not test.hidden else None,
        )
        for p in of.parts[: run.part]
        for test in p.tests
        if run.scope is Scope.DONE or not test.hidden
    )
    fields = {"outcomes": outcomes, **more}
    return Grade(run.submission, run.part, run.scope, **fields)  # type: ignore[arg-type]


def text_of(say: Say) -> str:
    """Everything that a message says, as one text."""
    lines: list[str] = []
    for block in say.blocks:
        match block:
            case str():
                lines.append(block)
            case Code():
                lines.append(block.text)
            case Fields():
                lines += [f"{label}  {text}" for label, text in block.rows]
            case Table():
                lines += ["  ".join(row) for row in (block.columns, *block.rows)]
    return spell("\n".join(lines), _typed)


def _typed(token: Token) -> str:
    return f"`{token.typed}`" if isinstance(token, Option) else str(token)


class Talk:
    """Ana at a problem. Time passes only by `wait`, which fires what comes due as the app does."""

    def __init__(self, of: Problem | None = None, begin: bool = True) -> None:
        self.problem = of or problem()
        self.now = START
        self.session: Session | None = None
        self.said: list[Say] = []
        self.effects: list[Effect] = []  # of the last step
        self.timers: dict[str, datetime] = {}
        self.notes: dict[int, str] = {}
        self.runs: dict[str, RunTests] = {}
        if begin:
            self.happen(Started(self.now, ANA, HERE, "s1", "d1"))

    @property
    def s(self) -> Session:
        assert self.session is not None
        return self.session

    def happen(self, event: Event) -> list[str]:
        """One event; returns what was said to it."""
        step = engine.step(self.session, event, self.problem)
        self.session, self.effects = step.session, list(step.effects)
        said = []
        for effect in step.effects:
            match effect:
                case Say():
                    said.append(effect)
                case StartTimer(name, due):
                    self.timers[name] = due
                case StopTimer(name):
                    self.timers.pop(name, None)
                case KeepNote(note):
                    self.notes[note.part] = note.text
                case RunTests():
                    self.runs[effect.name] = effect
        self.said += said
        return [text_of(say) for say in said]

    def word(self, word: str, by: Person = ANA) -> str:
        return "\n".join(self.happen(Commanded(self.now, by, word)))

    def hint(self) -> str:
        """Ask for the hint, and agree to what it costs."""
        self.word("hint")
        return self.chat("yes")

    def chat(self, text: str, by: Person = ANA) -> str:
        return "\n".join(self.happen(Said(self.now, by, text)))

    def press(self, choice: str, ask: int | None = None, by: Person = ANA) -> str:
        ask = self.s.ask if ask is None else ask
        return "\n".join(self.happen(Pressed(self.now, by, ask, choice)))

    def send(self, text: str, then: Scope = Scope.RUN, took: str = "") -> str:
        return "\n".join(self.happen(Submitted(self.now, ANA, submission(text), took, then)))

    def back(self) -> str:
        return "\n".join(self.happen(Continued(self.now, ANA)))

    def graded(
        self, failing: Mapping[str, Ending] | None = None, name: str = "", **more: object
    ) -> str:
        name = name or self.s.grading
        grade = grade_of(self.runs[name], self.problem, failing, **more)
        return "\n".join(self.happen(Graded(self.now, name, grade)))

    def wait(self, seconds: float, down: bool = False) -> list[str]:
        """Time passes. `down`: the bot is away, so that timers fire late, when it is back."""
        until, said = self.now + timedelta(seconds=seconds), []
        while self.timers and min(self.timers.values()) <= until:
            name = min(self.timers, key=lambda name: self.timers[name])
            due = self.timers.pop(name)
            self.now = until if down else max(self.now, due)
            said += self.happen(TimerFired(self.now, name, due))
        self.now = until
        return said

    def done(
        self,
        text: str,
        failing: Mapping[str, Ending] | None = None,
        review: Review | None = None,
    ) -> str:
        """Send code, say done, and have it graded."""
        self.send(text, Scope.DONE)
        return self.graded(failing, review=review)

    def pass_parts(self, last: int) -> None:
        for number in range(self.s.stage.number, last + 1):
            self.done(f"code {number}")

    @property
    def last(self) -> Say:
        return self.said[-1]
