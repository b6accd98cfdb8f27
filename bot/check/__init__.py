"""`drill check`: prove authored problems over many draws, and say what is wrong where."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bot.check import gate, published, sample
from bot.check.gate import Findings, Plan
from bot.check.report import report
from content.catalog import Catalog
from content.draw.authored import Authored
from content.draw.broken import BrokenContent


def main(argv: Sequence[str], root: Path | None = None) -> int:
    """Check the named problems, or all. 0: nothing is wrong; 1: something is; 2: bad arguments.

    `root` is a folder of problems, the product's own where it is None.
    """
    asked = _parser().parse_args(argv)
    console = Console(highlight=False)
    catalog = Catalog(root)
    known = catalog.ids()
    unknown = [name for name in asked.problems if name not in known]
    if unknown:
        console.print(f"No problem {unknown[0]!r}. There is: {', '.join(known)}.")
        return 2
    plan = Plan(
        draws=asked.draws,
        seed=sample.todays_seed() if asked.seed is None else asked.seed,
        mutated=asked.draws if asked.mutants is None else min(asked.mutants, asked.draws),
        costs=min(asked.costs, asked.draws),
        referee=min(asked.referee, asked.draws),
        jobs=asked.jobs,
    )
    good = True
    for name in asked.problems or known:
        try:
            good &= check(console, catalog.author(name), plan, asked.record)
        except BrokenContent as error:
            console.print(f"[red]✗[/] {name}: {error}", soft_wrap=True)
            good = False
    return 0 if good else 1


def check(console: Console, authored: Authored, plan: Plan, record: bool) -> bool:
    """Examine and report one problem. True: no fault."""
    started = time.monotonic()
    if record:
        _record(console, authored)
    _ = authored.digest  # of the files as they are now: they must not change meanwhile
    work = gate.orders(authored, plan)
    found = Findings()
    columns = (
        TextColumn(authored.id),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=len(work))
        for findings in gate.examined(work, plan.jobs):
            found.add(findings)
            bar.update(task, advance=1, description=f"{len(found.faults)} faults")
        bar.update(task, description="the referee, files and records")
        skipped = gate.whole(authored, plan, work, found)
    report(console, authored, work, found, skipped, time.monotonic() - started)
    return not found.faults


def _record(console: Console, authored: Authored) -> None:
    before, now = published.recorded(authored.folder), published.present(authored)
    if before and before.version == now.version and published.changed(before, now):
        return  # the check itself says what needs a new version
    published.record(authored.folder, now)
    console.print(f"{authored.id}: recorded version {now.version} in {published.FILE}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("drill check", description=__doc__)
    natural, seed = _at_least(1), _at_least(0)
    parser.add_argument("problems", nargs="*", metavar="problem", help="all, if none is named")
    parser.add_argument("--draws", type=natural, default=12, help="how many draws to examine (12)")
    parser.add_argument("--seed", type=seed, help="where to look for draws; changes daily")
    parser.add_argument("--mutants", type=seed, help="on how many of them to run mutants (all)")
    parser.add_argument("--costs", type=seed, default=1, help="measure costs on so many (1)")
    parser.add_argument("--referee", type=seed, default=1, help="grade so many for real (1)")
    parser.add_argument("--jobs", type=natural, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--record", action="store_true", help="write what this version publishes")
    return parser


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return value

    return number
