"""Grades one submission: loads it in the sandbox, runs the tests here, and says how each ended."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import NoReturn

from drills.model import Ending, Grade, Outcome, Part, Problem, Review, Scope, Submission, Test

from . import explain, shapes
from .deadline import deadline
from .inside.runner import NO_INPUT
from .inside.standins import OPERATORS
from .inside.wire import Broken, Expired, Gone, Stopped
from .process import Budget, LoadError
from .sandbox import Child
from .sitting import Sitting, tests_of

LONGEST_REVIEW = 20.0  # seconds to look at the text; it takes one


class TooLong(BaseException):
    """A review did not end. No Exception: what guards the looks of a review must not hide it."""


def _too_long() -> NoReturn:
    raise TooLong


class Referee:
    """`spawn` gives a locked-down runner that has seen nothing yet.

    `reviews`: a `done` grade has a review. Its measurements take 0.4 s an operation, which a gate
    that grades a thousand solutions can do without.
    """

    def __init__(
        self, spawn: Callable[[], Child], budget: Budget | None = None, *, reviews: bool = True
    ) -> None:
        self._spawn = spawn
        self._budget = budget or Budget()
        self._reviews = reviews

    def prepare(self, problem: Problem, part: int) -> None:
        """Compile the tests that a grade of this part will run."""
        for each in problem.parts[:part]:
            for shown in (True, False):
                tests_of(each, shown)
        import_module("bot.grader.review")

    def grade(
        self,
        problem: Problem,
        part: int,
        scope: Scope,
        submission: Submission,
        before: Submission | None,
    ) -> Grade:
        """Run the tests of parts 1 to `part`. Raises for nothing that the submission does."""
        parts = problem.parts[:part]
        visible = [(p, test) for p in parts for test in p.tests if not test.hidden]
        hidden = [(p, test) for p in parts for test in p.tests if test.hidden]
        allowed = _operators(parts)
        found: dict[tuple[int, str], Outcome] = {}
        with self._sitting(submission, len(visible), allowed, shown=True) as sitting:
            refused = self._refuses(sitting, submission.name, problem.required)
            if not refused:
                self._run(sitting, visible, found)
            output = sitting.output
        grade = Grade(submission.id, part, scope, refused=refused, output=output)
        if refused:
            return grade
        if scope is Scope.DONE:
            with self._sitting(submission, len(hidden), allowed, shown=False) as sitting:
                self._run(sitting, hidden, found)
        outcomes = tuple(found[p.number, test.id] for p in parts for test in p.tests
                         if (p.number, test.id) in found)  # fmt: skip
        grade = replace(grade, outcomes=outcomes)
        if scope is Scope.DONE and problem.lab is not None:
            return replace(grade, outcomes=(*outcomes, *shapes.outcomes(problem, submission.text)))
        if scope is Scope.DONE and self._reviews:
            grade = replace(grade, review=self._review(problem, part, submission, before))
        return grade

    def _sitting(
        self, submission: Submission, tests: int, allowed: frozenset[str], *, shown: bool
    ) -> Sitting:
        return Sitting(self._spawn, self._budget, submission.text, tests, allowed, shown=shown)

    def _run(
        self,
        sitting: Sitting,
        tests: list[tuple[Part, Test]],
        found: dict[tuple[int, str], Outcome],
    ) -> None:
        for part, test in tests:
            late = sum(outcome.ending is Ending.TIMEOUT for outcome in found.values())
            if late >= self._budget.timeouts:
                outcome = Outcome(part.number, test, Ending.NOT_RUN)
            else:
                outcome = sitting.outcome(part, test)
            found[part.number, test.id] = outcome

    def _review(
        self, problem: Problem, part: int, submission: Submission, before: Submission | None
    ) -> Review:
        """What the code itself shows, and what its operations cost in a runner of their own."""
        from . import review  # 0.2 s, and a run has no need of it

        text = submission.text
        try:
            with deadline(LONGEST_REVIEW, _too_long):
                found = review.review(text, problem, part, before.text if before else None)
        except TooLong:
            found = Review()
        costs = problem.parts[part - 1].costs
        operations = len(review.declared(costs))
        if not operations:
            return found
        try:
            with self._sitting(submission, 1, frozenset(), shown=False) as sitting:
                sitting.begin()
                sitting.load()
                raw = sitting.measure(costs, self._budget.cost * operations)
        except (LoadError, Broken):
            return found
        return replace(found, costs=review.costs_of(raw, costs))

    def _refuses(self, sitting: Sitting, name: str, required: str) -> str:
        """Load the submission; why it cannot be run at all, in one sentence, or ""."""
        try:
            syntax = sitting.begin()
            if syntax:
                return _unparsed(name, **syntax)
            return _lacks(name, required, sitting.load())
        except LoadError as error:
            return _raises(name, error)
        except Broken as reason:
            death = sitting.death() if isinstance(reason, Gone) else ""
            return f"{name} could not be loaded: {_loading(reason, death, self._budget)}."


def _operators(parts: tuple[Part, ...]) -> frozenset[str]:
    """The operators that the parts' signatures define: their tests ask the submission for them."""
    return frozenset(
        node.name
        for part in parts
        for node in ast.walk(ast.parse(part.signatures))
        if isinstance(node, ast.FunctionDef) and node.name in OPERATORS
    )


def _unparsed(name: str, syntax: str, line: int | None) -> str:
    if syntax == "too deep":
        return f"{name} is nested too deeply for Python to parse it."
    where = f", line {line}" if line else ""
    return f"{name} does not parse{where}: {explain.bounded(syntax, 300)}."


def _lacks(name: str, required: str, names: frozenset[str]) -> str:
    if not required or required in names:
        return ""
    own = sorted(other for other in names if not other.startswith("__"))[:500]
    folded = {other.lower(): other for other in own}
    near = difflib.get_close_matches(required.lower(), folded, 1)
    hint = f" It has {explain.bounded(folded[near[0]])}: is that meant?" if near else ""
    return f"{name} defines no {required}, which the tests need.{hint}"


def _raises(name: str, error: LoadError) -> str:
    where = f" at line {error.line}" if error.line else ""
    if NO_INPUT in error.text:
        return f"{name} asks for input{where}, and nobody is there to type: let the tests call it."
    if error.name == "MemoryError":
        return f"{name} raises{where} when it is loaded: it needed more memory than there is."
    text = explain.bounded(error.text.splitlines()[-1] if error.text else error.name, 300)
    return f"{name} raises{where} when it is loaded: {explain.explained(text)}."


def _loading(reason: Broken, death: str, budget: Budget) -> str:
    if isinstance(reason, Expired):
        if reason.idle:
            return f"it waited for {budget.wall:g} s"
        return f"it computed for {budget.cpu:g} s and did not end"
    if (isinstance(reason, Stopped) and reason.reason == "memory") or death == "memory":
        return "it needed more memory than there is"
    if isinstance(reason, Stopped) and reason.reason == "output":
        return f"it printed more than {budget.output:,} characters"
    if death == "cpu":
        return f"it computed for {budget.cpu:g} s and did not end"
    return f"its process ended ({death})" if death else "its process broke off"
