"""The count pass: how many steps of Python one call takes on objects of growing size.

Keys and values are strings whose comparisons and hash are written in Python, so that a tracer
sees the work that `in`, `min`, `sorted` or `heapq` do with them. Counts are exact and deaf to a
busy machine, and a lower bound: `insert(0, …)`, `pop(0)`, a regular expression leave no trace.
"""

from __future__ import annotations

from gc import collect
from sys import settrace
from tracemalloc import get_traced_memory
from tracemalloc import reset_peak as _reset_peak
from tracemalloc import start as _trace_memory
from tracemalloc import stop as _leave_memory
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .growth import Counts, Point
    from .operation import Operation
    from .timing import Budget, Spent, grown, positions
else:  # in the sandbox, where this folder alone is on the path
    from growth import Counts, Point
    from operation import Operation
    from timing import Budget, Spent, grown, positions

SIZES = tuple(2**power for power in range(4, 13))  # 16 … 4,096
CALLS = ((1_500, 32), (10_000, 9))  # up to so many steps a call: so many calls at each size
FEWEST = 3
COMPARED = 32  # the size at which the answers are compared with those to plain strings
WALL = 8  # times the budget: counts do not suffer from a busy machine, they only wait for it
SHARE = 0.6  # of what is left that the next size may take
STEP = 0.2e-6  # seconds that a traced step takes, its share of the warm-up included
HEAVY = 10_000  # steps of a call: where there are so many, memory adds nothing


class Counted(str):
    """A string whose comparisons and hash a tracer can see."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return str.__ne__(self, other)

    def __lt__(self, other: str) -> bool:
        return str.__lt__(self, other)

    def __le__(self, other: str) -> bool:
        return str.__le__(self, other)

    def __gt__(self, other: str) -> bool:
        return str.__gt__(self, other)

    def __ge__(self, other: str) -> bool:
        return str.__ge__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)


class Tracer:
    """Counts the events of the tracer: a call, a line, a turn of a loop, a return."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> Tracer:
        self.count += 1
        return self


def counts(operation: Operation, seconds: float) -> Counts | None:
    """Steps and peaks of memory at each size that the budget (seconds of CPU time) reaches.

    None where counting changes what the code does: it raises, or answers otherwise than it does
    to plain strings.
    """
    collect()  # not at the operation's cost: the process may hold much else
    budget = Budget(seconds, WALL)
    steps: list[Point] = []
    peaks: list[Point] = []
    fill = 0.0
    for n in SIZES:
        foreseen = _foreseen(steps)
        calls = next((c for most, c in CALLS if foreseen <= most), FEWEST)
        if 2 * fill + foreseen * calls * STEP > SHARE * budget.left():
            break
        try:
            began = budget.left()
            subject = grown(operation, n, Counted, budget)
            fill = began - budget.left()
            if n == COMPARED and not _answers_alike(operation, subject, budget):
                return None
            steps.append(Point(n, usual(_steps(operation, subject, n, calls))))
            if steps[-1].cost < HEAVY:
                peaks.append(Point(n, min(_peaks(operation, subject, n))))
        except (MemoryError, RecursionError, Spent):
            break
        except BaseException:  # of the submission's, a SystemExit included
            return None
    return Counts(tuple(steps), tuple(peaks))


def _foreseen(steps: list[Point]) -> float:
    """Steps of a call at the next size, if it goes on growing as it did (twice at least)."""
    if len(steps) < 2:
        return 0.0
    return steps[-1].cost * max(2.0, min(8.0, steps[-1].cost / max(steps[-2].cost, 1.0)))


def _steps(operation: Operation, subject: object, n: int, calls: int) -> list[int]:
    """Steps of calls in a row, at places spread over the elements, each made once before."""
    for i in positions(n, calls):
        args = operation.args(i, Counted)
        operation.call(subject, *args)
        operation.undo(subject, *args)
    seen: list[int] = []
    for i in positions(n, calls):
        args = operation.args(i, Counted)
        seen.append(traced(operation.call, subject, args))
        operation.undo(subject, *args)
    return seen


def traced(call: Any, subject: object, args: tuple[Any, ...]) -> int:
    """The steps of one call."""
    tracer = Tracer()
    settrace(tracer)
    try:
        call(subject, *args)
    finally:
        settrace(None)
    return tracer.count


def usual(steps: list[int]) -> float:
    """What a call takes, spread over the calls, without work that comes so rarely as to pay off.

    A heavy call takes four times the middle one. Where at most one call in eight is heavy it is
    a clean-up now and then (compaction, a table that doubles), and is left out.
    """
    ordered = sorted(steps)
    middle = ordered[len(ordered) // 2]
    heavy = [one for one in ordered if one > 4 * middle]
    kept = ordered[: len(ordered) - len(heavy)] if len(heavy) * 8 <= len(ordered) else ordered
    return sum(kept) / len(kept)


def _peaks(operation: Operation, subject: object, n: int) -> list[int]:
    """The bytes that calls held at their height; the least of them is what every call takes."""
    seen: list[int] = []
    for i in positions(n, 3):
        args = operation.args(i, Counted)
        _trace_memory()
        try:
            _reset_peak()
            answer = operation.call(subject, *args)
            seen.append(get_traced_memory()[1])
            del answer
        finally:
            _leave_memory()
        operation.undo(subject, *args)
    return seen


def _answers_alike(operation: Operation, subject: object, budget: Budget) -> bool:
    """Whether calls on a counted subject answer as those on a plain one."""
    plain = grown(operation, COMPARED, str, budget)
    for i in positions(COMPARED, FEWEST):
        answers = []
        for each, key in ((subject, Counted), (plain, str)):
            args = operation.args(i, key)
            answers.append(_known(operation.call(each, *args)))
            operation.undo(each, *args)
        if answers[0] != answers[1]:
            return False
    return True


def _known(answer: object, depth: int = 0) -> object:
    """An answer as far as it can be compared without asking the submission's own `__eq__`."""
    if answer is None or type(answer) in (bool, int, float, bytes):
        return answer
    if isinstance(answer, str):
        return str.__str__(answer)
    if depth < 4 and isinstance(answer, (list, tuple)):
        return [_known(each, depth + 1) for each in answer]
    if depth < 4 and isinstance(answer, dict):
        return [(_known(k, depth + 1), _known(v, depth + 1)) for k, v in answer.items()]
    return type(answer).__name__
