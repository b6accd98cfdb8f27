"""What is said of a grade: every visible outcome of a run; the lines of a graded part.

The rules that keep a grade from helping too much: a hidden failure says its kind and category;
FIX on a failure is lint and visible failures; a finding about sharing waits for a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from drills.effects import Block, Code, Fields, Say
from drills.model import (
    Cost,
    Done,
    Ending,
    Finding,
    Grade,
    Growth,
    Outcome,
    Part,
    Problem,
    Review,
    Scope,
    Session,
    Test,
)
from drills.timing import of_budget
from drills.wording import CONTROLS

SENTENCES = {
    Ending.PASSED: "It passed.",
    Ending.FAILED: "What it asserts did not hold.",
    Ending.ERROR: "Your code raised an exception that the test did not expect.",
    Ending.TIMEOUT: "Your code was stopped at the time limit; it may loop without end.",
    Ending.MEMORY: "Your code was stopped at the memory limit.",
    Ending.CRASHED: "The process ended in the middle of the test: your code exited or crashed.",
    Ending.OUTPUT: "Your code was stopped because it printed too much.",
    Ending.NOT_RUN: "It was not run, because of what happened in the tests before it.",
}
_KINDS = {
    Ending.ERROR: "raised an exception",
    Ending.TIMEOUT: "stopped at the time limit",
    Ending.MEMORY: "stopped at the memory limit",
    Ending.CRASHED: "ended the process",
    Ending.OUTPUT: "printed too much",
    Ending.NOT_RUN: "not run",
}
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
    return tuple(dict.fromkeys(o.test.category or "visible" for o in some if not o.passed))


def regressed_parts(some: Iterable[Outcome], part: int) -> tuple[int, ...]:
    return tuple(sorted({o.part for o in some if o.part < part and not o.passed}))


def spoken(problem: Problem, category: str) -> str:
    """A category as a failing grade says it."""
    if category == "visible":
        return "a visible test"
    return f'"{problem.categories.get(category, category)}"'


def failed_on(done: Done, problem: Problem) -> str:
    """failed on "an empty key"; part 1 no longer held."""
    named = ", ".join(spoken(problem, category) for category in done.failed)
    broken = "".join(f"; part {number} no longer held" for number in done.regressed)
    return f"failed on {named}{broken}"


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


def design(costs: Iterable[Cost]) -> str:
    """The measured growth of each operation against the expected; "" with nothing sure to say."""
    sure = [cost for cost in costs if cost.measured is not None]
    worse = [worse_cost(cost) for cost in sure if cost.worse]
    fine = [cost for cost in sure if not cost.worse]
    if not sure:
        return ""
    reach = f"{min(cost.reach for cost in sure):,}"
    if worse:
        rest = "the other" if len(fine) == 1 else f"the other {len(fine)}"
        return "; ".join([*worse, *([f"{rest} as expected"] if fine else [])])
    if all(cost.measured is Growth.FLAT for cost in sure):
        what = {cost.n for cost in sure}
        unit = f" ({what.pop()})" if len(what) == 1 else ""
        return f"{_operations(sure)}, all flat up to {reach}{unit}, as expected"
    return f"{_operations(sure)} grow as expected, tried up to {reach}"


def worse_cost(cost: Cost) -> str:
    how = {Growth.FLAT: "flat", Growth.LINEAR: "linearly", Growth.QUADRATIC: "quadratically"}
    measured = how[cost.measured] if cost.measured else "?"
    return (
        f"`{cost.operation}` grows {measured} with {cost.n}: {cost.evidence};"
        f" expected {cost.expected}"
    )


def growth_risk(review: Review, problem: Problem) -> str:
    """What the code is, in the words of at most two of its signals."""
    said = [problem.sentences[name] for name in review.signals if name in problem.sentences]
    return "; ".join(sentence.rstrip(".") for sentence in said[:2])


# --- the messages --------------------------------------------------------------------------------


def ran(session: Session, problem: Problem, grade: Grade, name: str) -> Say:
    """The result of `run`: every visible outcome, the assertions that failed, what was printed."""
    some = [outcome for outcome in outcomes(grade, problem) if not outcome.test.hidden]
    good = sum(outcome.passed for outcome in some)
    counts = f"{len(some)} visible tests: {good} ✓" + (
        f"  {len(some) - good} ✗" if good < len(some) else ""
    )
    blocks: list[Block] = [f"{session.took} {counts}".strip()]
    blocks += _listed(some, session.stage.number)
    blocks += _printed(grade)
    return Say(tuple(blocks), choices=CONTROLS, ask=session.ask, name=name)


def refused(session: Session, grade: Grade, name: str, done: bool) -> Say:
    """Nothing could be run at all, so nothing was judged and nothing counts."""
    what = "Not graded" if done else "Not run"
    counted = ", and this `done` does not count" if done else ""
    return Say(
        (f"{what}: {grade.refused}\nYour code is kept{counted}.",),
        choices=CONTROLS,
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
    review = grade.review or Review()
    parts_passed = stage.number if done.passed else stage.number - 1
    for label, text in (
        ("DESIGN", design(review.costs)),
        ("GROWTH RISK", growth_risk(review, problem)),
        ("FIX", fix(review, some, problem, parts_passed, stage.number)),
    ):
        if text:
            rows.append((label, text))
    blocks: list[Block] = [
        f"Part {stage.number} {result} · {of_budget(done.elapsed, part.seconds)}",
        Fields(tuple(rows)),
    ]
    blocks += _listed([o for o in some if not o.test.hidden and not o.passed], stage.number)
    hidden = dict.fromkeys(o.ending for o in some if o.test.hidden and not o.passed)
    told = [SENTENCES[ending] for ending in hidden if ending in _KINDS]
    if told:
        blocks.append("In the hidden tests: " + " ".join(told))
    blocks += _printed(grade)
    if tail:
        blocks.append(tail)
    return Say(
        tuple(blocks),
        choices=() if done.passed else CONTROLS,
        ask=session.ask,
        name=name,
    )


def correctness(some: Sequence[Outcome], problem: Problem, part: Part) -> str:
    """visible 4 of 4 · hidden 3 of 4: "an empty key" · part 1 no longer holds: "overwriting"."""
    own = [outcome for outcome in some if outcome.part == part.number]
    said = []
    for label, hidden in (("visible", False), ("hidden", True)):
        tests = [outcome for outcome in own if outcome.test.hidden is hidden]
        if tests:
            count = f"{label} {sum(outcome.passed for outcome in tests)} of {len(tests)}"
            said.append(count + (_where(tests, problem) if hidden else ""))
    for number in regressed_parts(some, part.number):
        broken = [outcome for outcome in some if outcome.part == number]
        said.append(f"part {number} no longer holds" + _where(broken, problem))
    return " · ".join(said)


def fix(
    review: Review, some: Sequence[Outcome], problem: Problem, parts_passed: int, part: int
) -> str:
    """At most two concrete things, from the code and the visible tests alone."""
    said = [
        f'the visible test "{test_title(outcome.test)}"'
        + (f" (line {outcome.line})" if outcome.line else "")
        for outcome in some
        if not outcome.test.hidden and not outcome.passed
    ]
    said += [
        f"line {finding.line}: {finding.text.rstrip('.')}"
        for finding in sayable(review.findings, problem, parts_passed, part)
    ]
    return "; ".join(said[:2])


def _where(some: Iterable[Outcome], problem: Problem) -> str:
    """: "an empty key" (raised an exception), "overwriting": the failures among some outcomes."""
    kinds: dict[str, list[str]] = {}
    for outcome in some:
        if not outcome.passed:
            if outcome.test.hidden:
                what = spoken(problem, outcome.test.category or "")
            else:
                what = f'the visible test "{test_title(outcome.test)}"'
            kinds.setdefault(what, []).append(_KINDS.get(outcome.ending, ""))
    said = []
    for what, endings in kinds.items():
        named = ", ".join(dict.fromkeys(kind for kind in endings if kind))
        said.append(f"{what} ({named})" if named else what)
    return f": {', '.join(said)}" if said else ""


def _listed(some: Sequence[Outcome], current: int) -> list[Block]:
    """A line an outcome, and under a failed one its assertion with the values."""
    blocks: list[Block] = []
    lines: list[str] = []
    for outcome in some:
        part = f"part {outcome.part}: " if outcome.part != current else ""
        lines.append(f"- {'✓' if outcome.passed else '✗'} {part}{test_title(outcome.test)}")
        if outcome.passed:
            continue
        if outcome.ending is not Ending.FAILED:
            lines[-1] += f". {SENTENCES[outcome.ending]}"
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


def _printed(grade: Grade) -> list[Block]:
    if not grade.output.strip():
        return []
    return ["Your code printed in the visible tests:", Code(grade.output, "text", "output.txt")]


def _operations(costs: Sequence[Cost]) -> str:
    return f"{len(costs)} operation{'' if len(costs) == 1 else 's'}"
