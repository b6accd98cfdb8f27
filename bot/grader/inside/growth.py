"""Tells from times and counts at growing sizes how an operation's cost grows; pure arithmetic.

Only three classes are said: flat (constant or logarithmic), linear (n log n included) and
quadratic. Finer labels, and choosing a model by an information criterion, accuse falsely.
Every rule here leans towards silence: `None` is "not sure".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

FLAT, LINEAR, QUADRATIC = "flat", "linear", "quadratic"
RANKS = (FLAT, LINEAR, QUADRATIC)

EXPONENTS = tuple(step / 20 for step in range(2, 61))  # of n, tried one by one
FAR = 1_024  # short of it, what grows may still be bounded (a window, a page)
TOP = 5  # the sizes that a time fit looks at


@dataclass(frozen=True)
class Point:
    """The cost of one call at one size: seconds, counted steps or bytes."""

    n: int
    cost: float


@dataclass(frozen=True)
class Counts:
    """What the count pass saw: steps a call, and the least peak of memory that a call took."""

    steps: tuple[Point, ...]
    peaks: tuple[Point, ...] = ()


def slope(points: Sequence[Point], back: int) -> float:
    """The exponent of n between the last point and the one `back` before it."""
    first, last = points[-1 - back], points[-1]
    return math.log(max(last.cost, 1e-12) / max(first.cost, 1e-12)) / math.log(last.n / first.n)


def fit(points: Sequence[Point]) -> tuple[float, float, float]:
    """Fit `a + b·n^e`, a and b not negative, by least relative squares.

    Returns the best e and the least and greatest e whose error is within twice the best one plus
    3%: what the points do not tell apart.
    """
    errors = [(_error(points, exponent), exponent) for exponent in EXPONENTS]
    best, exponent = min(errors)
    close = [e for error, e in errors if error <= 2 * best + 0.03]
    return exponent, min(close), max(close)


def _error(points: Sequence[Point], exponent: float) -> float:
    # Weighted by 1/cost², the normal equations of  a·(1/y) + b·(n^e/y) = 1.
    rows = [(1 / p.cost, p.n**exponent / p.cost) for p in points]
    aa = sum(u * u for u, _ in rows)
    ab = sum(u * v for u, v in rows)
    bb = sum(v * v for _, v in rows)
    a1, b1 = sum(u for u, _ in rows), sum(v for _, v in rows)
    determinant = aa * bb - ab * ab
    a = (a1 * bb - b1 * ab) / determinant if determinant > 1e-12 * aa * bb else -1.0
    b = (b1 * aa - a1 * ab) / determinant if determinant > 1e-12 * aa * bb else -1.0
    if a < 0:
        a, b = 0.0, b1 / bb
    elif b < 0:
        a, b = a1 / aa, 0.0
    return math.sqrt(sum((a * u + b * v - 1) ** 2 for u, v in rows) / len(rows))


def of_times(points: Sequence[Point]) -> str | None:
    """The class that times (seconds) alone speak for. Below four sizes: none."""
    if len(points) < 4 or any(p.cost <= 0 for p in points):
        return None
    first, last = points[0], points[-1]
    grew = last.cost - min(p.cost for p in points)
    ratio = last.cost / min(p.cost for p in points)
    if (
        grew < 200e-9
        or (ratio < 2 and grew < 1e-6)
        or grew / (last.n - first.n) < 0.02e-9
        or slope(points, 1) < 0.3
    ):
        return FLAT
    exponent, low, _ = fit(points[-TOP:])
    if low >= 1.55 and slope(points, 1) >= 1.5:
        return QUADRATIC
    if exponent >= 0.7 and slope(points, 1) >= 0.4 and slope(points, 2) < 1.6:
        return LINEAR
    return None


def of_counts(counts: Counts | None) -> str | None:
    """The class that counts alone speak for: exact, but a lower bound, blind to work done in C.

    Sizes double, so two steps back is a factor of 4. The classes lie far apart on that stretch
    (0.2 for a logarithm, 1.3 for n log n) and what falls between them is nobody's.
    """
    if counts is None:
        return None
    steps = _exponent(counts.steps)
    if steps is None:
        return None
    if steps >= 1.6:
        return QUADRATIC
    if counts.steps[-1].n < FAR:
        return FLAT if steps < 0.3 else None
    if 0.6 <= steps < 1.45:
        return LINEAR
    # Memory that grows with n was also written: a copy, whatever the steps say. No more than that.
    peaks = _exponent(counts.peaks)
    if peaks is not None and 0.6 <= peaks < 1.45 and counts.peaks[-1].cost >= counts.peaks[-1].n:
        return LINEAR if steps < 0.6 else None
    return FLAT if steps < 0.3 else None


def _exponent(points: Sequence[Point]) -> float | None:
    if len(points) < 4 or points[-1].n < 128:
        return None
    return slope(points, 2)


def together(times: Sequence[Point], counts: Counts | None) -> str | None:
    """The class that both passes allow, or None where they disagree or are not sure."""
    timed, counted = of_times(times), of_counts(counts)
    if counted in (LINEAR, QUADRATIC):
        return counted if timed in (None, counted) else None
    if timed == LINEAR:
        ratio = times[-1].cost / times[0].cost
        far = times[-1].n
        strong = (ratio >= 12 and far >= 4_096) or (ratio >= 6 and far >= 16_384)
        return LINEAR if strong else None
    return FLAT if timed == FLAT else None


def evidence(measured: str | None, times: Sequence[Point], counts: Counts | None) -> str:
    """What was seen, with its reach: "3 µs at 1,024, 190 µs at 65,536", or "" for None."""
    if measured is None:
        return ""
    if measured == FLAT:
        return f"did not grow up to {reach(times, counts):,}"
    if len(times) >= 2 and times[-1].cost >= 3 * _earlier(times).cost:
        return f"{_seconds(_earlier(times))}, {_seconds(times[-1])}"
    steps = counts.steps if counts else ()
    if len(steps) >= 2 and steps[-1].cost >= 3 * _earlier(steps).cost:
        return f"{_steps(_earlier(steps))}, {_steps(steps[-1])}"
    return f"grew up to {reach(times, counts):,}"


def reach(times: Sequence[Point], counts: Counts | None) -> int:
    """The largest n that was tried."""
    return max((p.n for p in (*times, *(counts.steps if counts else ()))), default=0)


def _earlier(points: Sequence[Point]) -> Point:
    """The point to set beside the last: a factor of 64 before it, or the first there is."""
    return next(p for p in points if p.n * 64 >= points[-1].n)


def _seconds(point: Point) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if point.cost >= size:
            value = point.cost / size
            return f"{value:.{0 if value >= 10 else 1}f} {unit} at {point.n:,}"
    return f"{point.cost * 1e9:.0f} ns at {point.n:,}"


def _steps(point: Point) -> str:
    return f"{point.cost:,.0f} steps at {point.n:,}"
