"""`drill check`: prove authored problems over many draws, and say what is wrong where."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from bot.check import gate, markdown, published, sample
from bot.check.gate import Findings, Plan
from bot.check.lab import commands
from bot.check.report import report
from bot.check.session import commands as session_commands
from content.catalog import Catalog
from content.draw.authored import Authored
from content.draw.broken import BrokenContent

ABOUT = """\
Prove that problems are fit to be played, and say what is wrong where.

A problem is a folder of content/progressive. It is never played as its author
wrote it: a seed draws one variant, its knobs (what the code must do) and its
skin (story and names). So the check draws some variants and examines each: do
the author's two solutions pass, does the empty stub fail, is each deliberately
wrong solution caught by the hidden tests, do the texts say what they should?
The report has ten points; each fault names the draw to see it in.

A lab is a folder of content/labs, and is played as it is written: all combinations of
its suggestions are run, and its report has nine points. `labs` names all of them.

A working session is a folder of content/working_sessions: 200 of its draws are examined, and
programs that meet its traps are probed in the sandbox. Its report has five points."""

LABS = "labs"  # all of them

WORDS = """\
what the options mean:
  --draws      Variants to examine. They are chosen so that few of them show every
               option of every knob, and every skin.
  --seed       Where the search for draws begins. Without it, a number that changes
               daily, so that a check that is run each day sees other draws; the
               report says it, and the same seed gives the same draws.
  --mutants    A mutant is the author's solution with one small mistake, such as
               < for <=. The tests must notice it. A draw has 150 to 400; trying them
               takes a third of the time of a check.
  --costs      Measure how the time of each operation grows with what is stored, for
               the author's two solutions, against what costs.py expects.
  --referee    Grade every solution, and submissions that try to cheat, in the sandbox
               as a real grade does, under three hash seeds. About 15 s of CPU time each.
               Of a working session: on how many draws to probe its programs.
  --jobs       Processes that work at once.
  --record     Write what this version publishes to published.toml. From then on a
               changed test, category or knob wants a new version.
  --report     Write the report to a file too, as Markdown.

examples:
  drill check kv-store --draws 1 --mutants 0 --referee 0    while you write: seconds
  drill check kv-store                                      before you commit
  drill check kv-store --draws 1 --seed 17                  one draw again, where a
                                                            fault named --seed 17
  drill check total-cart --referee 0                        a lab, while you write
  drill check labs                                          all labs, and what they
                                                            give away together
  drill check billing-reconciler --referee 3                a working session, and its
                                                            programs on three draws
  drill check --draws 200 --report docs/full-report.md      everything, for hours

A draw takes 4 to 8 seconds of CPU time. Exit status: 0 no fault, 1 a fault, 2 not
understood, 130 stopped."""


def main(argv: Sequence[str], root: Path | None = None) -> int:
    """Check the named problems, or all. 0: nothing is wrong; 1: something is; 2: bad arguments.

    `root` is a folder of problems, of labs or of both, the product's own where it is None.
    """
    asked = _parser().parse_args(argv)
    console = Console(highlight=False)
    try:
        return _check_all(console, Catalog(root, labs=root, working=root), asked, argv)
    except KeyboardInterrupt:
        console.print("Stopped: the problem that was being checked has no report.")
        return 130


def _check_all(
    console: Console, catalog: Catalog, asked: argparse.Namespace, argv: Sequence[str]
) -> int:
    known, labs, sessions = catalog.ids(), catalog.lab_ids(), catalog.working_ids()
    there = [*known, *labs, *([LABS] if labs else []), *sessions]
    unknown = [name for name in asked.problems if name not in there]
    if unknown:
        console.print(f"No problem {unknown[0]!r}. There is: {', '.join(there)}.")
        return 2
    plan = Plan(
        draws=asked.draws,
        seed=sample.todays_seed() if asked.seed is None else asked.seed,
        mutated=asked.draws if asked.mutants is None else min(asked.mutants, asked.draws),
        costs=min(asked.costs, asked.draws),
        referee=min(asked.referee, asked.draws),
        jobs=asked.jobs,
    )
    written = [markdown.heading(argv, plan.seed)]
    good = True
    named = asked.problems or [*known, LABS, *sessions]
    for name in named:
        if name in labs or name == LABS or name in sessions:
            continue
        try:
            well, section = check(console, catalog.author(name), plan, asked.record)
        except BrokenContent as error:
            console.print(f"[red]✗[/] {name}: {error}", soft_wrap=True)
            well, section = False, f"## {name}\n\n{error.path.name}: {error.cause}\n"
        good &= well
        written.append(section)
        if asked.report is not None:  # after each problem: hours of work are not lost at the end
            asked.report.write_text("\n".join(written), encoding="utf-8")
    if wanted := [id for id in labs if id in named or LABS in named]:
        well, section = commands.check(console, catalog, wanted, bool(asked.referee), asked.jobs)
        good &= well
        if asked.report is not None:
            written.append(section)
            asked.report.write_text("\n".join(written), encoding="utf-8")
    if working := [id for id in sessions if id in named]:
        well, section = session_commands.check(
            console, catalog, working, plan.seed, plan.referee, asked.jobs
        )
        good &= well
        if asked.report is not None:
            asked.report.write_text("\n".join([*written, section]), encoding="utf-8")
    return 0 if good else 1


def check(console: Console, authored: Authored, plan: Plan, record: bool) -> tuple[bool, str]:
    """Examine and report one problem. Whether there is no fault, and the report as Markdown."""
    started = time.monotonic()
    if record:
        _record(console, authored)
    work = gate.orders(authored, plan)
    found = Findings()
    columns = (
        SpinnerColumn(),
        TextColumn(authored.id),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    if not console.is_terminal:
        print(f"{authored.id}: {len(work)} draws …", file=console.file, flush=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=len(gate.jobs(authored, work, plan)) + 1)  # the last: sum up

        def tell(running: Sequence[str]) -> None:
            said = f"{len(found.faults)} faults · " if found.faults else ""
            bar.update(task, description=said + ", ".join(running))

        for findings in gate.examined(authored, work, plan, tell):
            found.add(findings)
            bar.advance(task)
    facts = (authored, work, found, gate.skipped(plan, found), time.monotonic() - started)
    report(console, *facts)
    return not found.faults, markdown.section(*facts)


def _record(console: Console, authored: Authored) -> None:
    before, now = published.recorded(authored.folder), published.present(authored)
    if before and before.version == now.version and published.changed(before, now):
        return  # the check itself says what needs a new version
    published.record(authored.folder, now)
    console.print(f"{authored.id}: recorded version {now.version} in {published.FILE}")


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("drill check", None, ABOUT, WORDS, formatter_class=raw)
    natural, whole = _at_least(1), _at_least(0)
    cores = os.cpu_count() or 1
    parser.add_argument("problems", nargs="*", metavar="problem", help="all, if none is named")
    for name, kind, default, about in (
        ("draws", natural, 12, "how many draws to examine (12)"),
        ("seed", whole, None, "where the search for draws begins (changes daily)"),
        ("mutants", whole, None, "on how many draws to try mutants (all)"),
        ("costs", whole, 1, "on how many draws to measure costs (1)"),
        ("referee", whole, 1, "how many draws to grade in the sandbox (1)"),
        ("jobs", natural, cores, f"how many processes work at once ({cores})"),
    ):
        parser.add_argument(f"--{name}", type=kind, default=default, metavar="N", help=about)
    parser.add_argument("--record", action="store_true", help="write what is published")
    parser.add_argument("--report", type=_file, metavar="FILE", help="write the report here too")
    return parser


def _file(text: str) -> Path:
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    return path


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return value

    return number
