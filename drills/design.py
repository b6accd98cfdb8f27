"""The DESIGN line: how each operation's measured cost grows, against what is expected of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from drills.model import Cost, Growth, Part, Problem

FEW = 12  # operations that are all named; of more, the rest are counted
_GROWS = {  # by how much more, the evidence shows: 64 times the n need not take 64 times as long
    Growth.FLAT: "stays flat",
    Growth.LINEAR: "grows with",
    Growth.QUADRATIC: "grows faster than",
}
_REACHES = {
    Growth.FLAT: "flat to",
    Growth.LINEAR: "grows with n to",
    Growth.QUADRATIC: "grows faster than n to",
}


def operations(problem: Problem, part: Part) -> tuple[str, ...]:
    """The public operations of a problem up to a part, in the order of their signatures."""
    return tuple(
        method.name
        for kind in ast.parse(part.signatures).body
        if isinstance(kind, ast.ClassDef) and kind.name == problem.required
        for method in kind.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
    )


def line(costs: Iterable[Cost], all: Iterable[str] = ()) -> str:
    """What is surely known of some operations; which were measured and left it open; and for
    which of `all` no growth is expected, so that none is measured.

    "" where nothing is known of any.
    """
    costs = list(costs)
    sure = [cost for cost in costs if cost.measured is not None]
    if not sure:
        return ""
    unsure = [cost.operation for cost in costs if cost.measured is None]
    unmeasured = [name for name in all if name not in {cost.operation for cost in costs}]
    fine = [cost for cost in sure if not cost.worse]
    said = [_beyond(sure)] if len(fine) < len(sure) else [_fine(fine)]
    said += [f"not clear this time, and not counted: {_named(unsure)}"] if unsure else []
    said += [f"not measured: {_named(unmeasured)}"] if unmeasured else []
    return "; ".join(said)


def worse(cost: Cost) -> str:
    """An operation that grows more than expected, with the evidence."""
    how = _GROWS[cost.measured] if cost.measured else "?"
    return f"`{cost.operation}` {how} {cost.n}: {cost.evidence}; expected {cost.expected}"


def _beyond(sure: Sequence[Cost]) -> str:
    """Those that grow more than expected, and what is said of the others."""
    fine = [cost for cost in sure if not cost.worse]
    usual = [cost.operation for cost in fine if not _better(cost)]
    said = [worse(cost) for cost in sure if cost.worse]
    said += [f"{_named(usual)} as expected"] if usual else []
    return "; ".join([*said, *_bettered(fine)])


def _fine(fine: Sequence[Cost]) -> str:
    """How operations grow, of which none grows more than expected; each is named once."""
    groups: dict[tuple[Growth | None, str, Growth | None], list[Cost]] = {}
    for cost in fine:
        expected = cost.expected if _better(cost) else None
        groups.setdefault((cost.measured, cost.n, expected), []).append(cost)
    usual = [_alike(some) for (*_, expected), some in groups.items() if expected is None]
    said = [f"{'; '.join(usual)}, {'all ' if len(usual) > 1 else ''}as expected"] if usual else []
    said += [
        f"{_alike(some)}, better than the {expected} growth expected"
        for (*_, expected), some in groups.items()
        if expected is not None
    ]
    return "; ".join(said)


def _alike(some: Sequence[Cost]) -> str:
    """Operations whose cost grows alike with the same n, and how far that was tried."""
    reach = min(cost.reach for cost in some)
    how = _REACHES[some[0].measured or Growth.FLAT]
    return f"{_named([cost.operation for cost in some])}: {how} {reach:,} ({some[0].n})"


def _better(cost: Cost) -> bool:
    return cost.measured is not None and cost.measured.rank < cost.expected.rank


def _bettered(some: Iterable[Cost]) -> list[str]:
    """`top`, `size`: better than the linear growth expected, a text for each expected class."""
    named: dict[Growth, list[str]] = {}
    for cost in some:
        if _better(cost):
            named.setdefault(cost.expected, []).append(cost.operation)
    return [
        f"{_named(names)}: better than the {each} growth expected" for each, names in named.items()
    ]


def _named(names: Sequence[str]) -> str:
    more = [f"{len(names) - FEW} more"] if len(names) > FEW else []
    return ", ".join([*(f"`{name}`" for name in names[:FEW]), *more])
