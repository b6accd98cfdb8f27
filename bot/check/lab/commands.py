"""`drill check` for labs, and `drill tables`, which computes the results of all combinations."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bot.check.jobs import Died, Job, done
from bot.check.lab import candidates, gate, tells
from bot.check.lab.gate import Findings
from bot.check.lab.subject import POINTS, Fault
from content.catalog import Catalog
from drills.task import Suggestion

TABLES = """\
Compute what the tests of each lab give for every combination of accepted, corrected and
rejected suggestions, and keep it in the task's table.json. Do so after every change of a
task's code or tests; `drill check` says where it was forgotten."""
SHOWN = 12  # faults of one point


def _progress(console: Console) -> Progress:
    columns = (
        TextColumn("labs"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def check(
    console: Console, catalog: Catalog, ids: Sequence[str], slow: bool, jobs: int
) -> tuple[bool, str]:
    """Examine these tasks, and all of them together where none was left out. Whether there is no
    fault, and the report as Markdown."""
    labs, found = [catalog.lab(id) for id in ids], []
    with _progress(console) as bar:
        task = bar.add_task("", total=len(labs))
        if not console.is_terminal:
            console.print(f"labs: {len(labs)} tasks …")
        for each in gate.examined(
            labs, slow, jobs, lambda running: bar.update(task, description=", ".join(running))
        ):
            found.append(each)
            bar.advance(task)
            _report(bar.console, each, slow)
    whole = len(ids) == len(catalog.lab_ids())
    faults = gate.together(found) if whole else []
    if whole:
        _together(console, found, faults)
    good = not faults and not any(each.faults for each in found)
    return good, _markdown(found, faults)


def _report(console: Console, found: Findings, slow: bool) -> None:
    spent = ", ".join(f"{name} {seconds:.1f}" for name, seconds in found.seconds.most_common(4))
    console.print(
        f"[bold]{found.id}[/] · {found.combinations} combinations, {found.distinct} files ·"
        f" {found.tests} tests, {found.probes} hidden",
        soft_wrap=True,
    )
    for point, name in POINTS.items():
        faults = [fault for fault in found.faults if fault.point == point]
        if point == 9 and not slow:
            console.print(f"  [yellow]–[/] {point} {name}: not examined, as asked (--referee 0)")
        elif faults:
            console.print(f"  [red]✗[/] {point} {name}: {len(faults)}")
            _faults(console, faults)
        else:
            console.print(f"  [green]✓[/] {point} {name}")
    if found.suggestions:
        told = candidates.profiles(found.suggestions)
        console.print("  " + ", ".join(f"{name} {points:.0f}" for name, points in told.items()))
    console.print(f"  CPU seconds: {spent}")


def _faults(console: Console, faults: Sequence[Fault]) -> None:
    for fault in faults[:SHOWN]:
        console.print(f"      {fault.text}", soft_wrap=True, markup=False)
    if len(faults) > SHOWN:
        console.print(f"      {len(faults) - SHOWN} more")


def _together(console: Console, found: Sequence[Findings], faults: Sequence[Fault]) -> None:
    looks = [look for each in found for look in each.looks]
    good = sum(s.good for s, _ in looks)
    console.print(
        f"[bold]all labs[/] · {len(looks)} suggestions, {good} good · how a look foretells the"
        f" truth (0.5: not at all): {_areas(looks)}",
        soft_wrap=True,
    )
    if len(looks) < tells.ENOUGH:
        console.print(f"  judged from {tells.ENOUGH} suggestions on")
    _faults(console, faults)


def _areas(looks: Sequence[tuple[Suggestion, tells.Looks]]) -> str:
    return ", ".join(f"{name} {area:.2f}" for name, area in tells.areas(looks).items())


def _markdown(found: Sequence[Findings], faults: Sequence[Fault]) -> str:
    lines = ["## Labs", ""]
    for each in found:
        lines.append(
            f"- **{each.id}**: {each.combinations} combinations, {len(each.faults)} faults"
        )
        lines += [f"  - {fault.point}: {fault.text}" for fault in each.faults]
    lines += [f"- all together: {fault.text}" for fault in faults]
    looks = [look for each in found for look in each.looks]
    return "\n".join([*lines, "", f"Looks: {_areas(looks)}", ""])


def tables(argv: Sequence[str]) -> int:
    """`drill tables [TASK …]`: 0 well, 1 a task cannot be run, 2 not understood."""
    parser = argparse.ArgumentParser("drill tables", description=TABLES)
    parser.add_argument("tasks", nargs="*", metavar="task", help="all, if none is named")
    asked = parser.parse_args(argv)
    console, catalog = Console(highlight=False), Catalog()
    known = catalog.lab_ids()
    if unknown := [name for name in asked.tasks if name not in known]:
        console.print(f"No lab {unknown[0]!r}. There is: {', '.join(known)}.")
        return 2
    work = [Job(id, gate.tabled, (catalog.lab(id).folder,)) for id in asked.tasks or known]
    began, total, good = time.monotonic(), 0, True
    with _progress(console) as bar:
        task = bar.add_task("", total=len(work))
        for job, made in done(
            work,
            min(len(work), len(os.sched_getaffinity(0))) or 1,
            lambda running: bar.update(task, description=", ".join(running)),
        ):
            count, trouble = (0, "its process died") if isinstance(made, Died) else made
            bar.advance(task)
            total += count
            if trouble:
                good = False
                bar.console.print(f"[red]✗[/] {job.name}: {trouble}", soft_wrap=True)
    seconds = time.monotonic() - began
    console.print(f"{total} combinations of {len(work)} labs in {seconds:.1f} s")
    return 0 if good else 1
