"""`drill check` for working sessions: what was found, as its author reads it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.check.session import gate
from bot.check.session.gate import DRAWS, Findings
from bot.check.session.subject import Fault
from content.catalog import Catalog
from content.draw.broken import BrokenContent

SHOWN = 12  # faults of one point


def check(
    console: Console, catalog: Catalog, ids: Sequence[str], seed: int, draws: int, jobs: int
) -> tuple[bool, str]:
    """Examine these domains; programs are probed on `draws` draws. Whether there is no fault, and
    the report as Markdown."""
    good, written = True, ["## Working sessions", ""]
    for id in ids:
        began = time.monotonic()
        try:
            found = _examined(console, catalog, id, seed, draws, jobs)
        except BrokenContent as error:
            found = Findings(id, [Fault(1, str(error))])
        _report(console, found, time.monotonic() - began)
        good &= not found.faults
        written.append(
            f"- **{id}**: {found.traps} traps, {found.programs} programs, {_calls(found)};"
            f" {len(found.faults)} faults"
        )
        written += [f"  - {fault.point}: {fault.text}" for fault in found.faults]
    return good, "\n".join([*written, ""])


def _examined(
    console: Console, catalog: Catalog, id: str, seed: int, draws: int, jobs: int
) -> Findings:
    columns = (
        SpinnerColumn(),
        TextColumn(id),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    if not console.is_terminal:
        console.print(f"{id}: {DRAWS} draws …")
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("")
        return gate.examined(
            catalog.session(id),
            seed,
            draws,
            jobs,
            lambda running: bar.update(task, description=", ".join(running)),
        )


def _report(console: Console, found: Findings, seconds: float) -> None:
    console.print(
        f"[bold]{found.id}[/] · {found.traps} traps, {DRAWS} draws ·"
        f" {found.programs} programs · {seconds:.0f} s",
        soft_wrap=True,
    )
    for point, name in found.points.items():
        faults = [fault for fault in found.faults if fault.point == point]
        if point in found.skipped:
            console.print(f"  [yellow]–[/] {point} {name}: not examined, as asked (--referee 0)")
        elif faults:
            console.print(f"  [red]✗[/] {point} {name}: {len(faults)}")
            for fault in faults[:SHOWN]:
                where = "" if fault.seed is None else f"  (--seed {fault.seed})"
                console.print(f"      {fault.text}{where}", soft_wrap=True, markup=False)
            if len(faults) > SHOWN:
                console.print(f"      {len(faults) - SHOWN} more")
        else:
            console.print(f"  [green]✓[/] {point} {name}")
    if found.calls:
        console.print(f"  calls: {_calls(found)}", soft_wrap=True)


def _calls(found: Findings) -> str:
    return ", ".join(f"{count} {name}" for name, count in found.calls.most_common())
