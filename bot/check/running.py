"""Run a solution against drawn tests in this process: for trusted code, quickly."""

from __future__ import annotations

import gc
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import CodeType, FrameType

from drills.model import Part, Test

SECONDS = 1.0  # of CPU time that one test may use; a real one uses about a thousandth


class Late(BaseException):
    """A test used up its time. No `except Exception` of a solution stops it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise Late after so many seconds of CPU time, which a busy machine does not shorten.

    Works in a main thread of a Unix system. It fires again each 10 ms, so that a solution that
    swallows everything ends nevertheless. Nothing is collected meanwhile: what else lies in this
    process would be paid for out of the test's time, and end in the middle of somebody's `__del__`.
    """

    def late(number: int, frame: FrameType | None) -> None:
        raise Late

    collecting = gc.isenabled()
    gc.disable()
    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.01)
    try:
        yield
    finally:
        while True:
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                signal.signal(signal.SIGVTALRM, before)
                break
            except Late:  # it fired on the way here
                continue
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Case:
    """One test of a part, with its compiled module."""

    part: int
    test: Test
    code: CodeType

    def __str__(self) -> str:
        return f"part {self.part} {self.test.id}"


@cache
def compiled(source: str, name: str) -> CodeType:
    return compile(source, name, "exec", dont_inherit=True)


def cases(parts: Sequence[Part]) -> list[Case]:
    """Every test of these parts, in their order."""
    return [
        Case(part.number, test, compiled(source, f"part{part.number}_{name}.py"))
        for part in parts
        for test in part.tests
        for name, source in [("hidden", part.hidden) if test.hidden else ("visible", part.visible)]
    ]


def load(code: CodeType | str) -> types.ModuleType:
    """Execute a solution afresh, as the module `solution`. Raises what it raises."""
    if isinstance(code, str):
        code = compile(code, "solution.py", "exec", dont_inherit=True)
    module = types.ModuleType("solution")
    sys.modules["solution"] = module  # dataclasses look their module up
    exec(code, module.__dict__)
    return module


def error_of(solution: CodeType | str, case: Case) -> str:
    """Run one test on a solution executed afresh. "" when it passes, else what went wrong."""
    before = sys.modules.get("solution")
    try:
        with limited():
            load(solution)
            scope: dict[str, object] = {"__name__": f"tests_part{case.part}"}
            exec(case.code, scope)
            test = scope.get(case.test.name)
            if not callable(test):
                return "the module has no such test"
            test()
    except Late:
        return f"Late: still running after {SECONDS:g} s of CPU time"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and pytest's own outcomes are failures too
        return f"{type(error).__name__}: {error}".split("\n", 1)[0]
    finally:
        if before is None:
            sys.modules.pop("solution", None)
        else:
            sys.modules["solution"] = before
    return ""


def failures(solution: str, all_cases: Sequence[Case]) -> dict[Case, str]:
    """The cases that fail, each with its error."""
    try:
        code = compile(solution, "solution.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        return dict.fromkeys(all_cases, f"SyntaxError: {error}")
    found = ((case, error_of(code, case)) for case in all_cases)
    return {case: error for case, error in found if error}


class Hunt:
    """Finds a test that kills a mutant; tests that killed often are tried first."""

    def __init__(self, all_cases: Sequence[Case]) -> None:
        self._cases = list(all_cases)
        self._kills = dict.fromkeys(self._cases, 0)

    def killer(self, mutant: CodeType) -> Case | None:
        """The first test that fails, or None: the mutant survives."""
        for case in self._cases:
            if error_of(mutant, case):
                self._kills[case] += 1
                self._cases.sort(key=lambda one: -self._kills[one])
                return case
        return None
