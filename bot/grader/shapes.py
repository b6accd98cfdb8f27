"""A lab's predicates on the shape of the code, which no test can see: trusted code on a tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache

from drills.kinds.lab.units import parsed
from drills.model import Ending, Outcome, Problem, Test

Predicate = Callable[[ast.Module, ast.Module], bool]


@lru_cache(maxsize=64)
def predicates(source: str) -> Mapping[str, Predicate]:
    """The functions `flaw_x(before, after)` of a `shapes.py`."""
    scope: dict[str, Predicate] = {}
    exec(compile(source, "shapes.py", "exec", dont_inherit=True), scope)
    return {name: each for name, each in scope.items() if name.startswith("flaw_")}


def outcomes(problem: Problem, file: str) -> tuple[Outcome, ...]:
    """As a test would tell it: FAILED where the flaw shows. A file that does not parse has none."""
    if problem.lab is None or not problem.lab.shapes:
        return ()
    try:
        before, after = parsed(problem.lab.start), parsed(file)
    except SyntaxError:
        return ()
    return tuple(
        Outcome(1, Test(name, name, name.removeprefix("flaw_")), _ending(shows(before, after)))
        for name, shows in predicates(problem.lab.shapes).items()
    )


def _ending(shows: bool) -> Ending:
    return Ending.FAILED if shows else Ending.PASSED
