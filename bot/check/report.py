"""Print what the gate found, a problem at a time, so that its author can act on it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bot.check.gate import Findings, Order
from bot.check.sample import unseen
from bot.check.subject import POINTS, Fault
from content.draw.authored import Authored

SHOWN = 12  # different faults of one point


def report(
    console: Console,
    authored: Authored,
    work: Sequence[Order],
    found: Findings,
    skipped: dict[int, str],
    wall: float,
) -> None:
    """The points, the mutants, the faults. `skipped`: point -> why it was not examined."""
    cpu = sum(found.seconds.values())
    console.print(
        f"[bold]{authored.id}[/] version {authored.version} · {len(work)} draws · {wall:.0f} s "
        f"({cpu / max(1, len(work)):.1f} s CPU a draw)"
    )
    seeds = [order.seed for order in work]
    console.print("seeds " + " ".join(map(str, seeds)), soft_wrap=True)
    if missing := unseen(authored, seeds):
        console.print("not shown by any of them: " + ", ".join(missing), soft_wrap=True)
    for point, name in POINTS.items():
        faults = [fault for fault in found.faults if fault.point == point]
        if faults:
            console.print(f"  [red]✗[/] {point:>2} {name}: {len(faults)} faults", soft_wrap=True)
        elif point in skipped:
            console.print(
                f"  [yellow]–[/] {point:>2} {name}: not examined, {skipped[point]}", soft_wrap=True
            )
        else:
            console.print(f"  [green]✓[/] {point:>2} {name}")
    _mutants(console, found)
    laps = (f"{name} {seconds:.1f}" for name, seconds in found.seconds.most_common(6))
    console.print("CPU seconds: " + ", ".join(laps), soft_wrap=True)
    for point in POINTS:
        if faults := [fault for fault in found.faults if fault.point == point]:
            _faults(console, point, faults)


def _mutants(console: Console, found: Findings) -> None:
    tally = found.tally
    if not tally.made:
        return
    alive = len(tally.survivors)
    console.print(
        f"mutants: {tally.caught.total()} of {tally.made.total()} caught ({tally.score:.2%} "
        f"before excuses), {alive} survive"
    )
    table = Table("operator", "made", "caught", box=None, padding=(0, 2))
    for operator, made in sorted(tally.made.items()):
        table.add_row(operator, str(made), str(tally.caught[operator]))
    console.print(table)


def _faults(console: Console, point: int, faults: list[Fault]) -> None:
    """Equal faults of several draws are told once, with the first of the draws."""
    console.print(f"\n[bold]{point} {POINTS[point]}[/]")
    draws: dict[str, list[str]] = {}
    for fault in faults:
        draws.setdefault(fault.text, []).append(fault.where)
    for text, where in list(draws.items())[:SHOWN]:
        times = f" (and in {len(where) - 1} more draws)" if len(where) > 1 else ""
        console.print(f"  [red]✗[/] {escape(text)}", soft_wrap=True, highlight=False)
        console.print(f"    [dim]{escape(where[0])}{times}[/]", soft_wrap=True, highlight=False)
    if len(draws) > SHOWN:
        console.print(f"    and {len(draws) - SHOWN} other faults")
