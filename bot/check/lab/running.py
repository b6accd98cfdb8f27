"""Runs a lab's tests, probes and predicates on one file in this process: trusted code, quickly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType, ModuleType

import pytest
from _pytest.assertion import util

from bot.check.running import Late, limited, load
from bot.grader import explain, shapes
from bot.grader.suite import suite
from drills.model import Ending, Grade, Outcome, Problem, Scope, Test

SECONDS = 0.25  # of CPU time that a test may use; one uses about a thousandth
LATE = "stopped: it may loop without end"


def run(
    problem: Problem, file: str, tests: Sequence[Test], reaches: dict[str, set[str]] | None = None
) -> Grade:
    """The outcome of each test, as a grade. Into `reaches` go the names of what each test calls.

    A file that does not parse, or that raises when it is loaded, is refused.
    """
    assert problem.lab is not None
    try:
        code = compile(file, problem.lab.file, "exec", dont_inherit=True)
        with _undisturbed(), limited(SECONDS):
            load(code)
    except (Exception, Late) as error:
        return Grade("", 1, Scope.DONE, refused=f"{type(error).__name__}: {error}")
    found = []
    for test in tests:
        called = None if reaches is None else reaches.setdefault(test.id, set())
        with _undisturbed():
            found.append(_outcome(problem, code, test, called))
    return Grade("", 1, Scope.DONE, (*found, *shapes.outcomes(problem, file)))


def _outcome(problem: Problem, code: CodeType, test: Test, called: set[str] | None) -> Outcome:
    part = problem.parts[0]
    tests = (
        suite(part.hidden, "tests_hidden", False)
        if test.hidden
        else suite(part.visible, "tests_visible", True)
    )
    case = ""

    def outcome(
        error: BaseException, ending: Ending, say: Callable[[BaseException, str, str], str]
    ) -> Outcome:
        detail = "" if test.hidden else say(error, tests.statement(error), case)
        return Outcome(1, test, ending, detail)

    try:
        with limited(SECONDS):
            solution: ModuleType = load(code)
            with _watched(code.co_filename, called):
                for each in tests.cases(test.name, solution):
                    case = each.words
                    each.call()
    except Late:
        return Outcome(1, test, Ending.TIMEOUT, "" if test.hidden else LATE)
    except KeyboardInterrupt:
        raise
    except (AssertionError, pytest.fail.Exception) as error:
        return outcome(error, Ending.FAILED, explain.assertion)
    except BaseException as error:
        return outcome(error, Ending.ERROR, explain.raised)
    return Outcome(1, test, Ending.PASSED)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Leave `sys.modules` as it was. An assertion says no more than in the grader's process, also
    where pytest itself is running."""
    explains, util._reprcompare = util._reprcompare, None
    before = {name: sys.modules.get(name) for name in ("solution", "tests_hidden", "tests_visible")}
    try:
        yield
    finally:
        util._reprcompare = explains
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module


@contextmanager
def _watched(filename: str, called: set[str] | None) -> Iterator[None]:
    """Note the functions of one file that are called."""
    if called is None:
        yield
        return

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename == filename:
            called.add(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
