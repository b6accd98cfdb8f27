"""The report of a check as Markdown, to keep: what was run, and what each problem showed."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bot.check.gate import Findings, Order
from bot.check.sample import unseen
from bot.check.subject import POINTS
from bot.check.survivors import excuse_of
from content.draw.authored import Authored


def heading(arguments: Sequence[str], seed: int) -> str:
    """What was run, where and when. `seed` is said, since by default it changes daily."""
    asked = " ".join(arguments)
    return "\n".join(
        [
            "# What the gate found",
            "",
            f"`drill check {asked}`, looking for draws from seed {seed} on; "
            f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()} on "
            f"{platform.system()} {platform.machine()}.",
            "",
        ]
    )


def section(
    authored: Authored,
    work: Sequence[Order],
    found: Findings,
    skipped: dict[int, str],
    wall: float,
) -> str:
    """One problem: the ten points, the mutants by operator, the excuses, the faults."""
    return "\n".join(_lines(authored, work, found, skipped, wall))


def _lines(
    authored: Authored,
    work: Sequence[Order],
    found: Findings,
    skipped: dict[int, str],
    wall: float,
) -> Iterator[str]:
    seeds = [order.seed for order in work]
    cpu = sum(found.seconds.values())
    yield f"## {authored.id}, version {authored.version}"
    yield ""
    yield f"{len(work)} draws, {wall:.0f} s, {cpu / len(work):.1f} s of CPU time a draw."
    if missing := unseen(authored, seeds):
        yield f"Not shown by any of them: {', '.join(missing)}."
    yield ""
    yield "| | point | |"
    yield "|---|---|---|"
    counts = Counter(fault.point for fault in found.faults)
    for point, name in POINTS.items():
        verdict = f"not examined, {skipped[point]}" if point in skipped else "passes"
        if counts[point]:
            verdict = f"**{counts[point]} faults**"
        yield f"| {point} | {name} | {verdict} |"
    yield ""
    yield from _mutants(authored, found)
    for fault in dict.fromkeys(found.faults):
        yield f"- Point {fault.point}, {fault.where}: {fault.text}"
    if found.faults:
        yield ""
    yield f"Seeds: {' '.join(map(str, seeds))}"
    yield ""


def _mutants(authored: Authored, found: Findings) -> Iterator[str]:
    tally = found.tally
    if not tally.made:
        return
    yield (
        f"Mutants: {tally.caught.total()} of {tally.made.total()} caught, **{tally.score:.2%}** "
        f"before excuses, by {len(tally.made)} operators."
    )
    yield ""
    yield "| operator | mutants | caught |"
    yield "|---|---:|---:|"
    for operator, made in sorted(tally.made.items()):
        yield f"| {operator} | {made} | {tally.caught[operator]} |"
    yield ""
    used = Counter(excuse_of(survivor, authored.excuses) for survivor in tally.survivors)
    if not authored.excuses:
        return
    yield "| excused | times | witness | why |"
    yield "|---|---:|---|---|"
    for excuse in authored.excuses:
        diff = "<br>".join(f"`{line}`".replace("|", "\\|") for line in excuse.diff)
        why = excuse.why.replace("|", "\\|")
        yield f"| {diff} | {used[excuse]} | {excuse.witness} | {why} |"
    yield ""
