"""Runs tests of one kind, visible or hidden, against one submission, in runners of their own."""

from __future__ import annotations

import time
import types
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from drills.model import Ending, Outcome, Part, Test

from . import explain
from .deadline import deadline
from .distrust import RefereePeer
from .inside.codec import ROOT
from .inside.wire import Broken, Expired, Gone, Stopped
from .process import Budget, LoadError, RunnerProcess
from .sandbox import Child
from .suite import Suite, suite

MOST_OUTPUT = 1 << 20  # characters of a sitting's output
_SIGNALS = {"signal 11": "its stack overflowed", "exit 0": "it ended its own process"}
_STOPPED = {
    "size": "it hands over more than 8 MB at once: too much for a test",
    "depth": "it hands over values nested too deeply for a test",
}


class SolutionModule(types.ModuleType):
    """What the tests import as `solution`."""

    def __init__(self, peer: RefereePeer) -> None:
        super().__init__("solution")
        vars(self)["_peer_"] = peer

    def __getattr__(self, name: str) -> Any:
        if name in ("__path__", "__file__"):
            raise AttributeError(name)
        peer = vars(self)["_peer_"]
        if name == "__all__":  # of `from solution import *`, which asks for nothing else
            return [each for each in peer.request("dir", ROOT) if _public(self, each)]
        return peer.request("get", ROOT, name)

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self)["_peer_"].request("set", ROOT, name, value)

    def __delattr__(self, name: str) -> None:
        vars(self)["_peer_"].request("delete", ROOT, name)


def _public(solution: SolutionModule, name: Any) -> bool:
    """Whether a star imports it. A module would hide the test's own, and hear what is for that."""
    if type(name) is not str or name.startswith("_"):
        return False
    return type(getattr(solution, name, None)).__name__ != "module"


@dataclass(frozen=True, slots=True)
class Result:
    """How one run of one test ended."""

    ending: Ending
    detail: str = ""
    line: int | None = None
    idle: bool = False  # a time-out that a busy machine may have caused
    fresh: bool = False  # the runner is not to be used again


class Sitting:
    """`shown`: details, lines and output are kept. Nothing else of a hidden sitting ever leaves."""

    def __init__(
        self,
        spawn: Callable[[], Child],
        budget: Budget,
        source: str,
        tests: int,
        allowed: frozenset[str],
        *,
        shown: bool,
    ) -> None:
        self._spawn = spawn
        self._budget = budget
        self._source = source
        self._tests = tests
        self._allowed = allowed
        self._shown = shown
        self._runner: RunnerProcess | None = None
        self._loaded = False
        self._output: list[str] = []
        self._printed = 0  # characters in all; no more than MOST_OUTPUT are kept

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: object) -> None:
        self._discard()

    @property
    def output(self) -> str:
        """What the submission printed, loading it once and in all the tests; "" where hidden."""
        left = self._printed - MOST_OUTPUT
        more = f"\n({left:,} more characters were printed)" if left > 0 else ""
        return explain.printable("".join(self._output)) + more

    def begin(self) -> dict[str, Any]:
        """Start a runner with the submission, as `RunnerProcess.begin`. Raises Broken."""
        self._runner = RunnerProcess(self._spawn(), self._budget)
        return self._runner.begin(self._source, self._tests, keep_output=self._shown)

    def load(self) -> frozenset[str]:
        """The names that the submission defines. Raises LoadError, Broken.

        The first test takes the module that this has loaded.
        """
        assert self._runner is not None
        names, printed = self._runner.load()
        self._hear(printed)
        self._loaded = True
        return names

    def measure(self, costs: str, budget: float) -> object:
        """Raises Broken."""
        assert self._runner is not None
        return self._runner.measure(costs, budget)

    def outcome(self, part: Part, test: Test) -> Outcome:
        result = self._run(part, test)
        if result.idle:
            result = self._run(part, test)
        if not self._shown:
            return Outcome(part.number, test, result.ending)
        return Outcome(part.number, test, result.ending, result.detail, result.line)

    def death(self) -> str:
        """Why the runner is gone, as `Child.death`."""
        return self._runner.died_of() if self._runner else ""

    def _run(self, part: Part, test: Test) -> Result:
        kept, printed = len(self._output), self._printed
        try:
            if self._runner is None:
                self.begin()
            assert self._runner is not None
            if not self._loaded:
                self._runner.load()
            self._loaded = False
            result = self._tried(self._runner, part, test)
        except LoadError as error:
            said = explain.bounded(f"it raised when it was loaded: {error.text}")
            result = Result(Ending.ERROR, said, error.line)
        except Broken as reason:
            result = self._broken(reason)
        if result.idle:
            del self._output[kept:]
            self._printed = printed
        if result.fresh:
            self._discard()
        return result

    def _tried(self, runner: RunnerProcess, part: Part, test: Test) -> Result:
        tests = tests_of(part, self._shown)
        peer = runner.peer(tests.name, self._allowed, self._hear)
        case, began = "", time.process_time()

        def ring() -> None:
            peer.breaks(runner.expired(time.process_time() - began))

        with deadline(self._budget.wall + 1, ring):
            try:
                for each in tests.cases(test.name, SolutionModule(peer)):
                    case = each.words
                    each.call()
                result = Result(Ending.PASSED)
            except BaseException as error:  # saying what it holds may take long too
                result = self._caught(error, peer, tests.statement(error), case)
            finally:
                tests.leave()
        if peer.broken is not None:  # also where the test swallowed it
            return self._broken(peer.broken)
        if result.fresh:
            return result
        try:
            self._hear(runner.settle())
        except Broken as reason:  # it said more than it was asked, or died after its last answer
            after = self._broken(reason)
            return after if result.ending is Ending.PASSED else replace(result, fresh=True)
        return result

    def _caught(self, error: BaseException, peer: RefereePeer, statement: str, case: str) -> Result:
        if isinstance(error, Broken):
            return self._broken(error)
        there = peer.raised_there(error)
        if there and isinstance(error, MemoryError):
            return Result(Ending.MEMORY, "it needed more memory than there is", fresh=True)
        failed = not there and isinstance(error, (AssertionError, pytest.fail.Exception))
        ending = Ending.FAILED if failed else Ending.ERROR
        if not self._shown:
            return Result(ending)
        say = explain.assertion if failed else explain.raised
        return Result(ending, say(error, statement, case), peer.line(error))

    def _broken(self, reason: Broken) -> Result:
        cpu, wall = self._budget.cpu, self._budget.wall
        match reason:
            case Expired(idle=True):
                detail = f"stopped after {wall:g} s in which it hardly computed: does it wait?"
                return Result(Ending.TIMEOUT, detail, idle=True, fresh=True)
            case Expired():
                return Result(Ending.TIMEOUT, _late(cpu), fresh=True)
            case Stopped(reason="output"):
                said = f"it printed more than {self._budget.output:,} characters"
                return Result(Ending.OUTPUT, said, fresh=True)
            case Stopped(reason="memory"):
                return Result(Ending.MEMORY, "it needed more memory than there is", fresh=True)
            case Stopped():
                return Result(Ending.ERROR, _STOPPED[reason.reason], fresh=True)
            case Gone():
                death = self.death()
                if death == "memory":
                    return Result(Ending.MEMORY, "it needed more memory than there is", fresh=True)
                if death == "cpu":
                    return Result(Ending.TIMEOUT, _late(cpu), fresh=True)
                why = _SIGNALS.get(death, death)
                return Result(Ending.CRASHED, f"its process ended in the middle: {why}", fresh=True)
        return Result(
            Ending.ERROR, f"it broke off the exchange with its test: {reason}", fresh=True
        )

    def _hear(self, printed: str) -> None:
        if self._shown:
            self._output.append(printed[: max(0, MOST_OUTPUT - self._printed)])
            self._printed += len(printed)

    def _discard(self) -> None:
        if self._runner is not None:
            self._runner.close()
            self._runner = None
            self._loaded = False


def tests_of(part: Part, shown: bool) -> Suite:
    """A part's visible or hidden tests."""
    if shown:
        return suite(part.visible, "tests_visible", True)
    return suite(part.hidden, "tests_hidden", False)


def _late(seconds: float) -> str:
    return f"stopped after {seconds:g} s of computing: it may loop without end"
