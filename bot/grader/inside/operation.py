"""One operation whose cost is measured, as an author declares it in `costs.py`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, ModuleType
from typing import Any


def nothing(subject: object, *args: object) -> None:
    """The `undo` of an operation that leaves nothing to undo."""


@dataclass(frozen=True)
class Operation:
    """What n is, the class that is expected, and how to grow, call and restore a subject."""

    name: str
    n: str
    expected: str
    make: Callable[[], Any]
    fill: Callable[[Any, int, type[str]], object]  # grow by element i
    args: Callable[[int, type[str]], tuple[Any, ...]]  # for a call at element i; not timed
    call: Callable[..., Any]
    undo: Callable[..., object]  # not timed


def declared(costs: str | CodeType, solution: ModuleType) -> list[Operation]:
    """The operations that a rendered `costs.py` declares for this solution, in its order.

    The source sees `cost` without importing it, and its `from solution import ...` gets the given
    module. Raises whatever executing it raises, as where the solution lacks the imported name.
    """
    found: list[Operation] = []

    def cost(n: str, expected: str) -> Callable[[type], type]:
        def declare(kind: type) -> type:
            parts = vars(kind)
            found.append(
                Operation(
                    name=kind.__name__,
                    n=n,
                    expected=expected,
                    make=parts["make"],
                    fill=parts["fill"],
                    args=parts["args"],
                    call=parts["call"],
                    undo=parts.get("undo", nothing),
                )
            )
            return kind

        return declare

    before = sys.modules.get("solution")
    sys.modules["solution"] = solution
    try:
        exec(
            compile(costs, "costs.py", "exec") if isinstance(costs, str) else costs,
            {"__name__": "costs", "cost": cost},
        )
    finally:
        if before is None:
            del sys.modules["solution"]
        else:
            sys.modules["solution"] = before
    return found
