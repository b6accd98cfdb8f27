"""A runner in its sandbox, as the referee holds it: started, told what to do, timed, ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drills.model import TEST_SECONDS

from .distrust import LARGEST_MESSAGE, RefereePeer
from .inside.runner import LONGEST_NAME, MOST_NAMES
from .inside.wire import Expired, Stopped, Violation, Wire
from .sandbox import Child

GLANCE = 0.2  # seconds between two looks at the CPU time used


@dataclass(frozen=True, slots=True)
class Budget:
    """What one grade may use. Times are seconds."""

    cpu: float = TEST_SECONDS  # a test, of the runner's CPU time
    wall: float = 15.0  # a test
    output: int = 1 << 20  # a test, in characters
    timeouts: int = 3  # after so many the rest are not run
    cost: float = 0.4  # CPU time to measure one operation

    @property
    def idle(self) -> float:
        """A test that used less CPU than this when its wall time ran out is tried once more."""
        return self.cpu / 5


class LoadError(Exception):
    """Executing the submission raised: `name` is the exception's, `text` what Python prints."""

    def __init__(self, name: str, text: str, line: int | None) -> None:
        super().__init__(text)
        self.name = name
        self.text = text
        self.line = line


class RunnerProcess:
    """One runner for one submission and one purpose: nothing hidden reaches the visible one's."""

    def __init__(self, child: Child, budget: Budget) -> None:
        self._child = child
        self._budget = budget
        self._wire = Wire(child.recv_fd, child.send_fd, cap=LARGEST_MESSAGE, wait=self._wait)
        self._ends = 0.0  # of the wall time
        self._cpu_ends = 0.0
        self._next_look = 0.0

    def begin(self, source: str, tests: int, *, keep_output: bool) -> dict[str, Any]:
        """Hand over the submission; returns {} or {"syntax": what Python says, "line": n or None}.

        Raises Broken.
        """
        self.limit(self._budget.cpu, self._budget.wall)
        answer = self._control(
            do="begin",
            source=source,
            cpu=int(self._budget.cpu * tests) + 5,
            output=self._budget.output,
            keep=keep_output,
        )
        if not answer:
            return {}
        return {"syntax": _text(answer, "syntax"), "line": _line(answer)}

    def load(self) -> tuple[frozenset[str], str]:
        """Execute the submission in a new module; returns the names it defines, and what it said.

        The test's limits begin here. Raises LoadError, Broken.
        """
        self.limit(self._budget.cpu, self._budget.wall)
        answer = self._control(do="load")
        printed = _text(answer, "output")
        if "error" in answer:
            raise LoadError(_text(answer, "error"), _text(answer, "text"), _line(answer))
        names = answer.get("names")
        if type(names) is not list or len(names) > MOST_NAMES:
            raise Violation("names")
        if not all(type(name) is str and len(name) <= LONGEST_NAME for name in names):
            raise Violation("a name")
        return frozenset(names), printed

    def peer(
        self, module: str, allowed: frozenset[str], hear: Callable[[str], None]
    ) -> RefereePeer:
        """The referee's end of a test of the module loaded last."""
        return RefereePeer(self._wire, module, allowed, hear)

    def measure(self, costs: str, budget: float) -> object:
        """What the runner says of the costs; nothing in it is checked. Raises Broken."""
        self.limit(budget * 3 + self._budget.cpu, budget * 9 + self._budget.wall)
        return self._control(do="measure", costs=costs, budget=budget).get("costs")

    def limit(self, cpu: float, wall: float) -> None:
        """Start to count the CPU and wall time that what follows may take, in seconds."""
        now = time.monotonic()
        self._ends = now + wall
        self._cpu_ends = self._child.cpu_seconds() + cpu
        self._next_look = now + min(GLANCE, cpu / 2)

    def settle(self) -> str:
        """What was printed since a test's last message. Raises Broken.

        A message that nobody asked for, and a runner that died after its last answer, come out
        here rather than in the next test.
        """
        return _text(self._control(do="settle"), "output")

    def died_of(self) -> str:
        """As `Child.death`, of a runner whose end of the pipe is closed."""
        ends = time.monotonic() + 1
        while not (death := self._child.death()) and time.monotonic() < ends:
            time.sleep(0.001)  # the pipe closes a moment before the process is gone
        return death

    def close(self) -> None:
        self._child.kill()

    def _control(self, **message: Any) -> dict[str, Any]:
        self._wire.send(message)
        answer, _ = self._wire.receive()
        if type(answer) is not dict:
            raise Violation("an answer to another question")
        if "stopped" in answer:
            raise (
                Stopped(answer["stopped"]) if answer["stopped"] in Stopped.REASONS else Violation()
            )
        return answer

    def _wait(self) -> float:
        now = time.monotonic()
        if now >= self._next_look:
            left = self._cpu_ends - self._child.cpu_seconds()
            if left <= 0:
                raise Expired
            self._next_look = now + min(GLANCE, max(left, 0.001))
        if now >= self._ends:
            raise self.expired()
        return max(1.0, (min(self._next_look, self._ends) - now) * 1000)

    def expired(self, own: float = 0.0) -> Expired:
        """Says whether nobody computed, so that the machine may have been busy.

        `own` is the CPU time that the referee itself has spent, in seconds.
        """
        used = own + self._budget.cpu - (self._cpu_ends - self._child.cpu_seconds())
        return Expired(idle=used < self._budget.idle)


def _text(answer: dict[str, Any], key: str) -> str:
    found = answer.get(key)
    if type(found) is not str:
        raise Violation("a text")
    return found


def _line(answer: dict[str, Any]) -> int | None:
    found = answer.get("line")
    if found is None or (type(found) is int and 0 < found < 10_000_000):
        return found
    raise Violation("a line")
