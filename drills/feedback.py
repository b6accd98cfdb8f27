"""What is said of a grade: every visible outcome of a run; the lines of a graded part.

The rules that keep a grade from helping too much: a hidden failure says its kind and category;
FIX on a failure is lint and visible failures; a finding about sharing waits for a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from drills import design
from drills.effects import Block, Code, Fields, Say
from drills.model import (
    Done,
    Ending,
    Finding,
    Grade,
    Outcome,
    Part,
    Problem,
    Review,
    Scope,
    Session,
    Test,
)
from drills.timing import of_budget
from drills.wording import controls

SENTENCES = {  # of hidden tests; a visible one shows its own detail
    Ending.ERROR: "Your code raised an exception where the test expects none, or another one.",
    Ending.TIMEOUT: "Your code was stopped at the time limit; it may loop without end.",
    Ending.MEMORY: "Your code was stopped at the memory limit.",
    Ending.CRASHED: "The process ended in the middle of the test: your code exited or crashed.",
    Ending.OUTPUT: "Your code was stopped because it printed too much.",
}
_KINDS = {
    Ending.ERROR: "raised an exception",
    Ending.TIMEOUT: "stopped at the time limit",
    Ending.MEMORY: "stopped at the memory limit",
    Ending.CRASHED: "ended the process",
    Ending.OUTPUT: "printed too much",
}
NAMED = 3  # failing visible tests that FIX names; past them it counts
_FIRST = ("api", "sharing", "lint", "repeat", "size", "name")  # what FIX names before the rest


# --- which outcomes count ------------------------------------------------------------------------


def outcomes(grade: Grade, problem: Problem) -> tuple[Outcome, ...]:
    """One outcome for every test that the grade is about: silence is a failure, never a pass."""
    found = {(outcome.part, outcome.test.id): outcome for outcome in grade.outcomes}
    return tuple(
        found.get((part.number, test.id), Outcome(part.number, test, Ending.NOT_RUN))
        for part in problem.parts[: grade.part]
        for test in part.tests
        if grade.scope is Scope.DONE or not test.hidden
    )


def passed(all: Sequence[Outcome], grade: Grade) -> bool:
    return bool(all) and not grade.refused and all_passed(all)


def all_passed(some: Iterable[Outcome]) -> bool:
    return all(outcome.passed for outcome in some)


def failed_categories(some: Iterable[Outcome]) -> tuple[str, ...]:
    """The categories that failed, each once, in order; "visible" for the visible tests."""
    return tuple(dict.fromkeys(o.test.category or "visible" for o in some if o.failed))


def regressed_parts(some: Iterable[Outcome], part: int) -> tuple[int, ...]:
    return tuple(sorted({o.part for o in some if o.part < part and o.failed}))


def spoken(problem: Problem, category: str) -> str:
    """A category as a failing grade says it."""
    if category == "visible":
        return "a visible test"
    return f'"{problem.categories.get(category, category)}"'


def failed_on(done: Done, problem: Problem) -> str:
    """failed on "an empty key"; part 1 no longer held; 3 tests were not run."""
    named = ", ".join(spoken(problem, category) for category in done.failed)
    said = [f"failed on {named}"] if named else []
    said += [f"part {number} no longer held" for number in done.regressed]
    said += [f"{done.not_run} {_tests(done.not_run)} not run"] if done.not_run else []
    return "; ".join(said)


def test_title(test: Test) -> str:
    """test_example_an_erased_key_is_gone reads: an erased key is gone."""
    return re.sub(r"^test_(example_)?", "", test.name).replace("_", " ").strip() or test.name


# --- what may be said of the code ----------------------------------------------------------------


def sharing_may_be_said(problem: Problem, parts_passed: int) -> bool:
    """Whether no hidden test of sharing is given away: one such part passed, or there is none."""
    shares = [part.number for part in problem.parts if part.shares]
    return not shares or min(shares) <= parts_passed


def sayable(
    findings: Iterable[Finding], problem: Problem, parts_passed: int, part: int
) -> list[Finding]:
    """The findings that may be told of code for `part`: on a part not yet passed, lint alone."""
    kinds = {"lint"} if part > parts_passed else set(_FIRST)
    if not sharing_may_be_said(problem, parts_passed):
        kinds.discard("sharing")
    known = [finding for finding in findings if finding.kind in kinds]
    return sorted(known, key=lambda finding: (_FIRST.index(finding.kind), finding.line))


def sure(review: Review | None, some: Iterable[Outcome]) -> Review | None:
    """A review without what says nothing: the costs of code that fails a visible test."""
    if review is None or all_passed(o for o in some if not o.test.hidden):
        return review
    return replace(review, costs=())


def growth_risk(review: Review, problem: Problem) -> str:
    """What the code is, in the words of at most two of its signals."""
    said = [problem.sentences[name] for name in review.signals if name in problem.sentences]
    return _two([sentence.rstrip(".") for sentence in said])


# --- the messages --------------------------------------------------------------------------------


def ran(session: Session, problem: Problem, grade: Grade, name: str) -> Say:
    """The result of `run`: the counts, every failure with its assertion, what was printed."""
    some = [outcome for outcome in outcomes(grade, problem) if not outcome.test.hidden]
    number = session.stage.number
    first = f"{session.took} {len(some)} visible tests: {_counts(some)}".strip()
    if number > 1:
        earlier = "part 1" if number == 2 else f"parts 1–{number - 1}"
        before = _counts([outcome for outcome in some if outcome.part < number])
        own = _counts([outcome for outcome in some if outcome.part == number])
        first += f"\n{earlier}: {before} · part {number}: {own}"
    blocks: list[Block] = [first]
    blocks += _failures(some, number)
    blocks += _not_run(some)
    blocks += _printed(grade)
    return Say(tuple(blocks), choices=controls(session), ask=session.ask, name=name)


def refused(session: Session, grade: Grade, name: str, done: bool) -> Say:
    """Nothing could be run at all, so nothing was judged and nothing counts."""
    what = "Not graded" if done else "Not run"
    counted = ", and this `done` does not count" if done else ""
    return Say(
        (f"{what}: {grade.refused}\nYour code is kept{counted}.",),
        choices=controls(session),
        ask=session.ask,
        name=name,
    )


def graded(session: Session, problem: Problem, grade: Grade, name: str, tail: str) -> Say:
    """The result of `done`, told of the session after it: its stage already holds the grade."""
    stage = session.stage
    part = problem.parts[stage.number - 1]
    done = stage.dones[-1]
    some = outcomes(grade, problem)
    result = "passed ✓" if done.passed else "failed ✗"
    rows = [("CORRECTNESS", correctness(some, problem, part))]
    review = done.review or Review()
    parts_passed = stage.number if done.passed else stage.number - 1
    for label, text in (
        ("DESIGN", design.line(review.costs, design.operations(problem, part))),
        ("GROWTH RISK", growth_risk(review, problem)),
        ("FIX", fix(review, some, problem, parts_passed, stage.number)),
    ):
        if text:
            rows.append((label, text))
    blocks: list[Block] = [
        f"Part {stage.number} {result} · {of_budget(done.elapsed, part.seconds)}",
        Fields(tuple(rows)),
    ]
    blocks += _failures([o for o in some if not o.test.hidden], stage.number)
    hidden = dict.fromkeys(o.ending for o in some if o.test.hidden)
    told = [SENTENCES[ending] for ending in hidden if ending in SENTENCES]
    if told:
        blocks.append("In the hidden tests: " + " ".join(told))
    blocks += _not_run(some)
    blocks += _printed(grade)
    if tail:
        blocks.append(tail)
    return Say(
        tuple(blocks),
        choices=() if done.passed else controls(session),
        ask=session.ask,
        name=name,
    )


def correctness(some: Sequence[Outcome], problem: Problem, part: Part) -> str:
    """visible 4 of 4 · hidden 3 of 4: "an empty key" · part 1 no longer holds: "overwriting"."""
    own = [outcome for outcome in some if outcome.part == part.number]
    said = []
    for label, hidden in (("visible", False), ("hidden", True)):
        tests = [outcome for outcome in own if outcome.test.hidden is hidden]
        if all(outcome.ending is Ending.NOT_RUN for outcome in tests):
            said += [f"{label} not run"] if tests else []
        else:
            count = f"{label} {sum(outcome.passed for outcome in tests)} of {len(tests)}"
            said.append(count + (_where(tests, problem) if hidden else ""))
    regressed = regressed_parts(some, part.number)
    earlier = [outcome for outcome in some if outcome.part < part.number]
    if earlier and all_passed(earlier):
        those = (
            "part 1 still holds" if part.number == 2 else f"parts 1–{part.number - 1} still hold"
        )
        said.append(those)
    for number in regressed:
        broken = [outcome for outcome in some if outcome.part == number]
        said.append(f"part {number} no longer holds" + _where(broken, problem))
    return " · ".join(said)


def fix(
    review: Review, some: Sequence[Outcome], problem: Problem, parts_passed: int, part: int
) -> str:
    """At most two concrete things, from the code and the visible tests alone; more are counted."""
    failures = [
        f'"{test_title(outcome.test)}"' + (f" (line {outcome.line})" if outcome.line else "")
        for outcome in some
        if not outcome.test.hidden and outcome.failed
    ]
    if len(failures) > NAMED:
        failures = [*failures[: NAMED - 1], f"{len(failures) - NAMED + 1} more"]
    tests = "test" if len(failures) == 1 else "tests"
    said = [f"the visible {tests} {_and(failures)}"] if failures else []
    said += [
        f"line {finding.line}: {finding.text.rstrip('.')}"
        for finding in sayable(review.findings, problem, parts_passed, part)
    ]
    return _two(said)


def _two(said: Sequence[str]) -> str:
    """The first two, and how many more there are."""
    more = [f"and {len(said) - 2} more"] if len(said) > 2 else []
    return "; ".join([*said[:2], *more])


def _where(some: Sequence[Outcome], problem: Problem) -> str:
    """: 2 visible tests, "overwriting", "an empty key" (raised an exception): what failed.

    Visible failures are listed below in full; hidden ones that ended alike share their kind.
    """
    shown = [test_title(o.test) for o in some if o.failed and not o.test.hidden]
    said = [f"{len(shown)} visible tests"] if shown else []
    if len(shown) == 1:
        said = [f'the visible test "{shown[0]}"']
    kinds: dict[str, dict[str, None]] = {}  # category -> how its tests ended, in order
    for outcome in some:
        if outcome.failed and outcome.test.category:
            endings = kinds.setdefault(spoken(problem, outcome.test.category), {})
            endings |= {_KINDS[outcome.ending]: None} if outcome.ending in _KINDS else {}
    alike: dict[str, list[str]] = {}
    for category, endings in kinds.items():
        alike.setdefault(", ".join(endings), []).append(category)
    for kind, categories in alike.items():
        every = "each " if categories[1:] else ""
        said.append(", ".join(categories) + (f" ({every}{kind})" if kind else ""))
    return f": {', '.join(said)}" if said else ""


def _failures(some: Sequence[Outcome], current: int) -> list[Block]:
    """A line a failure, and under it its assertion with the values or what stopped it."""
    blocks: list[Block] = []
    lines: list[str] = []
    for outcome in some:
        if not outcome.failed:
            continue
        part = f"part {outcome.part}: " if outcome.part != current else ""
        kind = f" ({_KINDS[outcome.ending]})" if outcome.ending in _KINDS else ""
        lines.append(f"- ✗ {part}{test_title(outcome.test)}{kind}")
        detail = outcome.detail.strip("\n")
        if outcome.line is not None:
            detail = (
                f"{detail}\n(your line {outcome.line})" if detail else f"(your line {outcome.line})"
            )
        if detail:
            blocks += ["\n".join(lines), Code(detail, "text", f"{outcome.test.name}.txt")]
            lines = []
    if lines:
        blocks.append("\n".join(lines))
    return blocks


def _not_run(some: Sequence[Outcome]) -> list[Block]:
    """How many tests were not run, and why: of these nothing is known."""
    left = [outcome.test for outcome in some if outcome.ending is Ending.NOT_RUN]
    if not left:
        return []
    hidden = sum(test.hidden for test in left)
    counts = ((len(left) - hidden, "visible"), (hidden, "hidden"))
    kinds = _and([f"{count} {kind}" for count, kind in counts if count])
    late = sum(outcome.ending is Ending.TIMEOUT for outcome in some)
    why = f"{late} {_tests(late)} stopped at the time limit" if late else "the grade broke off"
    return [f"{kinds} {_tests(len(left))} not run, because {why}."]


def _tests(count: int) -> str:
    return "test was" if count == 1 else "tests were"


def _counts(some: Sequence[Outcome]) -> str:
    """3 ✓  1 ✗  2 not run: what there is of each."""
    good, bad = sum(o.passed for o in some), sum(o.failed for o in some)
    left = len(some) - good - bad
    return f"{good} ✓" + (f"  {bad} ✗" if bad else "") + (f"  {left} not run" if left else "")


def _and(some: Sequence[str]) -> str:
    return " and ".join([*([", ".join(some[:-1])] if some[1:] else []), *some[-1:]])


def _printed(grade: Grade) -> list[Block]:
    if not grade.output.strip():
        return []
    return ["Your code printed in the visible tests:", Code(grade.output, "text", "output.txt")]
