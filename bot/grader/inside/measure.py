"""Measures, beside a submission in the sandbox, how the cost of its operations grows.

Two passes, one by the clock and one by counting steps, and silence where they disagree. The
clock, the tracer and the collector's switches are taken when this module is imported, which must
be before the submission is executed; so patching `time.perf_counter` gains nothing.

It is still the submission's own process. Code that looks for these modules in `sys.modules` and
changes them, or walks the frames above it, can make itself look as fast as it likes. What it
forges is one line about its own design, in a process that never saw a hidden test; whoever
receives the result takes the names and the expected classes from the problem, not from here.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from . import growth
    from .counting import WALL, counts
    from .operation import Operation, declared
    from .timing import Budget, times
else:  # in the sandbox, where this folder alone is on the path
    import growth
    from counting import WALL, counts
    from operation import Operation, declared
    from timing import Budget, times

TIMED = 0.62  # the share of an operation's budget that the time pass gets; 0.4 s is a good budget


def measure(solution: ModuleType, costs: str, budget: float) -> list[dict[str, Any]]:
    """Measure the operations that a rendered `costs.py` declares.

    `budget` is seconds of CPU time for all of them together, about 0.4 s each: with less, smaller
    sizes are reached and more is left unsaid. It may be passed by a few slow calls.

    Returns a dict an operation: operation, n, expected, measured ("flat", "linear", "quadratic"
    or None), reach (the largest n tried), evidence. An operation that raises has no class.
    Raises what executing `costs` raises.
    """
    operations = declared(costs, solution)
    whole = Budget(budget, WALL)
    found = []
    for done, operation in enumerate(operations):
        share = max(whole.left(), 0.0) / (len(operations) - done)
        found.append(measured(operation, share))
    return found


def measured(operation: Operation, seconds: float) -> dict[str, Any]:
    """One operation's class, reach and evidence, within about `seconds` of CPU time."""
    counted = counts(operation, seconds * (1 - TIMED))
    timed = times(operation, seconds * TIMED)
    kind = growth.together(timed, counted)
    return {
        "operation": operation.name,
        "n": operation.n,
        "expected": operation.expected,
        "measured": kind,
        "reach": growth.reach(timed, counted),
        "evidence": growth.evidence(kind, timed, counted),
    }
