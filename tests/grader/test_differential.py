"""The same outcome through the referee as in one process, for every solution of the corpus."""

from __future__ import annotations

import sys
import types

import pytest
from families import Family, families, problem

from bot.grader import explain
from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from bot.grader.suite import suite
from drills.model import Ending, Scope, Submission

FAMILIES = families()

# Among the wrong solutions are some that forget to await.
pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine .* was never awaited",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)


def in_one_process(family: Family, solution: str, test: str) -> tuple[str, str]:
    """How the test ends, and what would be said, with the solution in this very process."""
    tests = suite(family.tests, "tests_visible", True)
    module = types.ModuleType("solution")
    case = ""
    sys.modules["solution"] = module
    try:
        exec(compile(solution, "solution.py", "exec"), module.__dict__)
        for each in tests.cases(test, module):
            case = each.words
            each.call()
    except BaseException as error:
        step = error.__traceback__
        while step is not None and step.tb_next is not None:
            step = step.tb_next
        assert step is not None
        there = step.tb_frame.f_code.co_filename == "solution.py"
        failed = isinstance(error, AssertionError | pytest.fail.Exception) and not there
        if failed:
            return Ending.FAILED, explain.assertion(error, tests.statement(error), case)
        return Ending.ERROR, explain.raised(error, tests.statement(error), case)
    finally:
        tests.leave()
    return Ending.PASSED, ""


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_outcomes_are_equal(family: Family) -> None:
    referee = Referee(lambda: spawn(Rung.NONE, Limits()))
    endings = set()
    for name, source in family.solutions.items():
        submission = Submission("id", "solution.py", source)
        grade = referee.grade(problem(family.tests), 1, Scope.RUN, submission, None)
        assert grade.refused == ""
        through_referee = {o.test.name: (o.ending, o.detail) for o in grade.outcomes}
        here = {test: in_one_process(family, source, test) for test in family.names}
        assert through_referee == here, name
        endings |= {ending for ending, _ in here.values()}
    assert Ending.PASSED in endings
    assert len(endings) > 1, "a corpus in which nothing fails shows nothing"


def test_the_corpus_is_not_small() -> None:
    assert sum(len(family.solutions) for family in FAMILIES) >= 60
