"""The DESIGN line: how each operation's measured cost grows, against what is expected of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drills.model import Cost, Growth

FEW = 5  # operations that are named; more are counted
_GROWS = {
    Growth.FLAT: "stays flat",
    Growth.LINEAR: "grows linearly",
    Growth.QUADRATIC: "grows quadratically",
}


def line(costs: Iterable[Cost]) -> str:
    """What is surely known of some operations; "" where that is nothing."""
    sure = [cost for cost in costs if cost.measured is not None]
    fine = [cost for cost in sure if not cost.worse]
    if len(fine) < len(sure):
        rest = _named(fine) if len(fine) <= FEW else f"the other {len(fine)}"
        said = [worse(cost) for cost in sure if cost.worse]
        return "; ".join([*said, *([f"{rest} as expected"] if fine else [])])
    if not fine:
        return ""
    groups: dict[tuple[Growth | None, str], list[Cost]] = {}
    for cost in fine:
        alike = (cost.measured, cost.n if len(fine) <= FEW else "")
        groups.setdefault(alike, []).append(cost)
    everything = "all " if len(groups) > 1 else ""
    better = " or better" if any(cost.measured is not cost.expected for cost in fine) else ""
    return f"{'; '.join(map(_alike, groups.values()))}, {everything}as expected{better}"


def worse(cost: Cost) -> str:
    """An operation that grows more than expected, with the evidence."""
    how = _GROWS[cost.measured] if cost.measured else "?"
    return f"`{cost.operation}` {how} with {cost.n}: {cost.evidence}; expected {cost.expected}"


def _alike(some: Sequence[Cost]) -> str:
    """Operations whose cost grows alike, and how far that was tried."""
    count = len(some)
    which = _named(some) if count <= FEW else f"{count} operations"
    units = {cost.n for cost in some}
    unit = f" ({units.pop()})" if len(units) == 1 else ""
    reach = min(cost.reach for cost in some)
    how = _GROWS[some[0].measured or Growth.FLAT]
    return f"{which}: cost {how} up to {reach:,}{unit}"


def _named(some: Iterable[Cost]) -> str:
    return ", ".join(f"`{cost.operation}`" for cost in some)
