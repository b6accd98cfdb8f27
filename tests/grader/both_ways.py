"""Runs tests in this very process, and through the referee with a real runner; compares the two.

`python tests/grader/both_ways.py SEED` shows the random program of that seed and what it sees
otherwise; with a second number so many programs are run, from SEED on.
"""

from __future__ import annotations

import sys
import types
import warnings
from dataclasses import replace

import observing
import pytest
from _pytest.assertion import util
from families import problem
from programs import BATCH, TEST, Program, program

from bot.grader import explain
from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from bot.grader.suite import suite
from drills.model import Ending, Scope, Submission

Said = tuple[Ending, str]  # how a test ended, and what is said of it


def in_one_process(tests: str, solution: str, test: str) -> Said:
    """One test, beside the solution imported as any module."""
    compiled = suite(tests, "tests_visible", True)
    module = types.ModuleType("solution")
    case = ""
    sys.modules["solution"] = module
    try:
        exec(compile(solution, "solution.py", "exec"), module.__dict__)
        for each in compiled.cases(test, module):
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
            return Ending.FAILED, explain.assertion(error, compiled.statement(error), case)
        return Ending.ERROR, explain.raised(error, compiled.statement(error), case)
    finally:
        compiled.leave()
    return Ending.PASSED, ""


def through_referee(tests: str, solution: str) -> dict[str, Said]:
    """Every test of the module."""
    referee = Referee(lambda: spawn(Rung.NONE, Limits()))
    submission = Submission("id", "solution.py", solution)
    grade = referee.grade(problem(tests), 1, Scope.RUN, submission, None)
    assert grade.refused == ""
    return {outcome.test.name: (outcome.ending, outcome.detail) for outcome in grade.outcomes}


def differences(programs: list[Program]) -> dict[Program, str]:
    """Of programs with the same solution, those that see something else, and what they see first.

    Raises AssertionError where one does not run to its end.
    """
    tests = TEST + "".join(each.test for each in programs)
    here = _seen(programs, {each.name: in_one_process(tests, each.solution, each.name)
                            for each in programs})  # fmt: skip
    there = _seen(programs, through_referee(tests, programs[0].solution))
    found = {}
    for each in programs:
        one, other = here[each], there[each]
        assert one[-1] == str((Ending.PASSED, "")), f"{each.name} ends in one process: {one[-1]}"
        if one != other:
            at = next(at for at in range(len(one)) if one[at : at + 1] != other[at : at + 1])
            step = [line for line in one[: at + 1] if line.startswith("step")][-1:]
            found[each] = "\n".join(
                [
                    *step,
                    f"  in one process:      {one[at]}",
                    f"  through the referee: {(*other, 'nothing')[at]}",
                ]
            )
    return found


def _seen(programs: list[Program], endings: dict[str, Said]) -> dict[Program, list[str]]:
    """What each program saw just now, and how it ended."""
    found = {
        each: [*observing.seen.get(each.name, ()), str(endings[each.name])] for each in programs
    }
    observing.seen.clear()
    return found


def shrunk(found: Program) -> Program:
    """With as few of its steps as still see something else."""
    size = len(found.steps) // 2
    while size:
        at = 0
        while at < len(found.steps):
            fewer = replace(found, steps=found.steps[:at] + found.steps[at + size :])
            if differences([fewer]):
                found = fewer
            else:
                at += size
        size //= 2
    return found


def shown(found: Program) -> str:
    """A program that sees something else, as short as it can be made, and how to run it again."""
    short = shrunk(found)
    return (
        f"{short.solution}\n{TEST}{short.test}\n{differences([short])[short]}\n"
        f"python tests/grader/both_ways.py {short.seed}"
    )


def batch(number: int) -> list[Program]:
    return [program(seed) for seed in range(number * BATCH, (number + 1) * BATCH)]


def main(first: int, count: int = 1) -> int:
    warnings.simplefilter("ignore")  # programs forget to await, close and the like
    util._reprcompare = None  # as in a worker
    if count == 1:
        only = program(first)
        found = {only: ""} if differences([only]) else {}
    else:
        found = {}
        for number in range(first // BATCH, (first + count - 1) // BATCH + 1):
            found |= differences(batch(number))
    for each in found:
        print(shown(each))  # noqa: T201
    print(f"{len(found)} of {count} see something else")  # noqa: T201
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
