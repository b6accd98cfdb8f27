"""Grades small submissions for the tests of the grader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from families import problem

from bot.grader.process import Budget
from bot.grader.referee import Referee
from bot.grader.sandbox import Child, Limits, Rung, spawn
from drills.model import Grade, Outcome, Scope, Submission

PATIENT = Budget(cpu=5, wall=60)  # on a machine that runs much else


def unsandboxed() -> Child:
    """A runner of a submission that the test wrote itself, and that does no harm."""
    return spawn(Rung.NONE, Limits())


def grade(
    source: str,
    visible: str = "def test_nothing(): pass",
    hidden: str = "",
    *,
    scope: Scope = Scope.DONE,
    spawn: Callable[[], Child] = unsandboxed,
    budget: Budget = PATIENT,
    required: str = "__name__",
    signatures: str = "",
    costs: str = "",
) -> Grade:
    referee = Referee(spawn, budget)
    drawn = problem(visible, hidden, required, signatures)
    drawn = replace(drawn, parts=(replace(drawn.parts[0], costs=costs),))
    return referee.grade(drawn, 1, scope, Submission("id", "solution.py", source), None)


def outcome(source: str, visible: str, **options: object) -> Outcome:
    """The outcome of the one test of `visible`."""
    graded = grade(source, visible, scope=Scope.RUN, **options)  # type: ignore[arg-type]
    assert graded.refused == ""
    (only,) = graded.outcomes
    return only
