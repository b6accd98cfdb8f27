"""Runs tests in this very process and through the referee with a real runner, to compare the two."""

from __future__ import annotations

import sys
import types
from dataclasses import replace

import observing
import pytest
from families import problem
from programs import TEST, Program

from bot.grader import explain
from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from bot.grader.suite import suite
from drills.model import Ending, Scope, Submission

Said = tuple[Ending, str]  # how a test ended, and what is said of it


def in_one_process(tests: str, solution: str, test: str) -> Said:
    """With the solution imported as any module."""
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
    """Each test of the module."""
    referee = Referee(lambda: spawn(Rung.NONE, Limits()))
    submission = Submission("id", "solution.py", solution)
    grade = referee.grade(problem(tests), 1, Scope.RUN, submission, None)
    assert grade.refused == ""
    return {outcome.test.name: (outcome.ending, outcome.detail) for outcome in grade.outcomes}


def differences(programs: list[Program]) -> dict[Program, str]:
    """Of programs that share one solution, those that see something else; what they see first."""
    text = TEST + "".join(program.function for program in programs)
    solution = programs[0].solution
    here = {each.name: in_one_process(text, solution, each.name) for each in programs}
    seen_here = dict(observing.all_seen)
    observing.all_seen.clear()
    there = through_referee(text, solution)
    found = {}
    for program in programs:
        name = program.name
        one = [*seen_here.get(name, ()), f"ends {here[name]}"]
        other = [*observing.all_seen.get(name, ()), f"ends {there[name]}"]
        if one != other:
            at = next(i for i in range(len(one)) if one[: i + 1] != other[: i + 1])
            steps = [line for line in one[: at + 1] if line.startswith("step")]
            found[program] = (
                f"after {steps[-1:]}\n  in one process: {one[at]}"
                f"\n  through the referee: {other[at] if at < len(other) else None}"
            )
    observing.all_seen.clear()
    return found


def shrunk(program: Program) -> Program:
    """With as few of its steps as still see something else."""
    size = max(1, len(program.steps) // 2)
    while size:
        at = 0
        while at < len(program.steps):
            fewer = replace(program, steps=program.steps[:at] + program.steps[at + size :])
            if differences([fewer]):
                program = fewer
            else:
                at += size
        size //= 2
    return program
