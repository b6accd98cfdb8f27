"""The time pass: what one call costs on objects of growing size, by the clock.

The clock and the collector's switches are taken at import, before any submission is there, so
that a submission which patches `time` or `gc` gains nothing.
"""

from __future__ import annotations

from gc import collect, disable, enable, isenabled
from random import Random
from time import perf_counter_ns, process_time_ns
from typing import TYPE_CHECKING

if TYPE_CHECKING or __package__:
    from .growth import Point
    from .operation import Operation
else:  # in the sandbox, where this folder alone is on the path
    from growth import Point
    from operation import Operation

SIZES = (16, 64, 256, 1_024, 4_096, 16_384, 65_536)
ROUNDS = 12
LEAST_ROUNDS = 3
PROBES = 8
WALL = 3  # times the budget
SHARE = 0.4  # of what is left that the next size may take


class Spent(Exception):
    """The budget ended in the middle of a fill."""


class Budget:
    """CPU seconds of this process, and for a busy machine `wall` times as many of wall time."""

    def __init__(self, seconds: float, wall: float = WALL) -> None:
        self._wall = wall
        self._cpu_end = process_time_ns() + int(seconds * 1e9)
        self._wall_end = perf_counter_ns() + int(wall * seconds * 1e9)

    def left(self) -> float:
        """Seconds; negative when it is spent."""
        cpu = self._cpu_end - process_time_ns()
        wall = (self._wall_end - perf_counter_ns()) / self._wall
        return min(cpu, wall) / 1e9


class Sized:
    """One object of n elements, with the fixed calls that are timed on it."""

    def __init__(self, operation: Operation, n: int, budget: Budget) -> None:
        began = process_time_ns()
        self.n = n
        self.operation = operation
        self.subject = grown(operation, n, str, budget)
        self.filled = (process_time_ns() - began) / 1e9
        self.probe = min(self._time(n // 2) for _ in range(3)) / 1e9
        probes = 2 if self.probe > 2e-3 else 4 if self.probe > 0.3e-3 else PROBES
        self.positions = positions(n, probes)
        self.least = [self._time(i) for i in self.positions]

    def round(self) -> None:
        for which, i in enumerate(self.positions):
            self.least[which] = min(self.least[which], self._time(i))

    def point(self) -> Point:
        """The mean over the probes of the least that each took: one lucky probe changes little."""
        return Point(self.n, max(sum(self.least) / len(self.least), 1) / 1e9)

    def _time(self, i: int) -> int:
        operation, subject = self.operation, self.subject
        args = operation.args(i, str)
        call = operation.call
        began = perf_counter_ns()
        answer = call(subject, *args)
        ended = perf_counter_ns()
        del answer
        operation.undo(subject, *args)
        return ended - began


def grown(operation: Operation, n: int, key: type[str], budget: Budget) -> object:
    """An object filled with n elements. Raises Spent, and whatever the submission raises."""
    subject = operation.make()
    fill = operation.fill
    for i in range(n):
        fill(subject, i, key)
        if not i & 63 and budget.left() < 0:
            raise Spent
    return subject


def positions(n: int, count: int) -> list[int]:
    """Element numbers at the same relative places for every n. Random ones would let the minimum
    keep a lucky key, and fresh ones measure the caches."""
    return [(2 * k + 1) * n // (2 * count) for k in range(count)]


def times(operation: Operation, seconds: float) -> tuple[Point, ...]:
    """The cost of a call at each size that the budget (seconds of CPU time) reaches.

    An error of the submission ends the growing; the sizes before it count.
    """
    collecting = isenabled()
    collect()  # not at the operation's cost: the process may hold much else
    disable()
    budget = Budget(seconds)
    try:
        sized = _grow(operation, budget)
        return _rounds(sized, budget)
    finally:
        if collecting:
            enable()


def _grow(operation: Operation, budget: Budget) -> list[Sized]:
    sized: list[Sized] = []
    for n in SIZES:
        if sized and _next(sized) > SHARE * budget.left():
            break
        try:
            sized.append(Sized(operation, n, budget))
        except BaseException:
            # Out of memory, too deep, out of time, an exit: this size is not reached. What else
            # is wrong with the code, the tests say.
            break
    return sized


def _next(sized: list[Sized]) -> float:
    """Seconds that one more size would take, if it goes on growing as it did (4 times at least)."""
    now = sized[-1]
    before = sized[-2] if len(sized) > 1 else now
    fill = now.filled * max(4.0, min(64.0, now.filled / max(before.filled, 1e-6)))
    call = now.probe * max(4.0, min(64.0, now.probe / max(before.probe, 1e-9)))
    probes = 2 if call > 2e-3 else 4 if call > 0.3e-3 else PROBES
    return fill + call * (3 + probes * LEAST_ROUNDS)


def _rounds(sized: list[Sized], budget: Budget) -> tuple[Point, ...]:
    order = Random(0)
    shuffled = list(sized)
    try:
        for done in range(1, ROUNDS):
            order.shuffle(shuffled)
            for each in shuffled:
                each.round()
            if done >= LEAST_ROUNDS and budget.left() < 0:
                break
    except BaseException:
        return ()  # a call that worked before and does not now: its times mean nothing
    return tuple(each.point() for each in sized)
