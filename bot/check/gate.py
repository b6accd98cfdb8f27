"""The gate: examine a problem on many draws, a process for each core, and collect what is wrong."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot.check import (
    examples,
    feedback,
    files,
    published,
    refereed,
    sample,
    solutions,
    survivors,
    texts,
)
from bot.check.subject import Fault, Subject
from bot.check.survivors import Tally
from content.draw.authored import Authored
from content.draw.broken import BrokenContent

DRAW_SECONDS = 60  # of CPU time; a draw takes about three
MEMORY = 4 << 30  # bytes
FILES = 8  # draws whose files ruff reads; the first one also goes through plain pytest

EXAMINATIONS: tuple[Callable[[Subject], Iterator[Fault]], ...] = (
    solutions.model_solutions,
    solutions.stub,
    solutions.wrong_solutions,
    solutions.earlier_contracts,
    solutions.plain,
    solutions.reworks,
    solutions.sharing,
    examples.examples,
    feedback.sentences,
    feedback.signals,
    texts.leaks,
    texts.hints,
    texts.names,
    texts.leftovers,
)


@dataclass(frozen=True, slots=True)
class Order:
    """What to do with one draw, in a process of its own."""

    folder: Path
    seed: int
    mutate: bool
    flips: tuple[tuple[str, str], ...]  # (knob, option) to turn it to
    costs: int = 0  # the part whose costs are measured, 0 for none


@dataclass(slots=True)
class Findings:
    """What one draw, or a whole problem, showed."""

    faults: list[Fault] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    seconds: Counter[str] = field(default_factory=Counter)  # CPU time by kind of work
    flips: set[tuple[str, str]] = field(default_factory=set)
    undrawn: list[int] = field(default_factory=list)  # seeds that could not be drawn

    def add(self, other: Findings) -> None:
        self.faults += other.faults
        self.tally.add(other.tally)
        self.seconds += other.seconds
        self.flips |= other.flips
        self.undrawn += other.undrawn


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to look at."""

    draws: int
    seed: int
    mutated: int  # so many of the draws
    costs: int  # so many of the draws
    referee: int  # so many of the draws
    jobs: int


def orders(authored: Authored, plan: Plan) -> list[Order]:
    """The draws to examine. Every knob is turned to every option somewhere, in turn."""
    seeds = sample.sample(authored, plan.draws, plan.seed)
    flips = [(knob, option) for knob, options in authored.knobs.items() for option in options]
    share: dict[int, list[tuple[str, str]]] = {seed: [] for seed in seeds}
    for knob, option in flips:
        able = [seed for seed in seeds if authored.choose(seed)[0][knob] != option]
        if able:
            share[min(able, key=lambda seed: len(share[seed]))].append((knob, option))
    last = len(authored.parts)
    return [
        Order(
            authored.folder,
            seed,
            mutate=k < plan.mutated,
            flips=tuple(share[seed]),
            costs=last - k % last if k < plan.costs else 0,
        )
        for k, seed in enumerate(seeds)
    ]


@cache
def _authored(folder: Path) -> Authored:
    """Read once a process: what it parsed and renamed serves its next draw."""
    return Authored(folder)


def examine(order: Order) -> Findings:
    """Everything that one draw is asked, in this process."""
    findings = Findings()
    at = time.process_time()

    def lap(name: str) -> None:
        nonlocal at
        now = time.process_time()
        findings.seconds[name] += now - at  # type: ignore[assignment]  # seconds are fractions
        at = now

    try:
        subject = Subject(_authored(order.folder), order.seed)
        _ = subject.problem
        lap("draw")
        for examination in EXAMINATIONS:
            name = examination.__name__.replace("_", " ")
            try:
                findings.faults += examination(subject)
            except BrokenContent:
                raise
            except Exception as error:  # a broken problem may break its examination; go on
                text = f"{name}: cannot be examined: {type(error).__name__}: {error}"
                findings.faults.append(Fault(1, str(subject), text))
            lap(name)
        findings.faults += texts.turned(subject, order.flips)
        findings.flips |= set(order.flips)
        lap("knobs turned")
        if order.mutate:
            findings.tally.add(survivors.hunt(subject))
            lap("mutants")
        if order.costs:
            findings.faults += feedback.costs(subject, order.costs)
            lap("costs")
    except BrokenContent as error:
        findings.faults.append(Fault(1, f"--seed {order.seed}", f"cannot be drawn: {error}"))
        findings.undrawn.append(order.seed)
    return findings


def examined(work: Sequence[Order], jobs: int) -> Iterator[Findings]:
    """The findings of each order as they come, from `jobs` processes; 1 is this process."""
    if jobs == 1:
        yield from map(examine, work)
        return
    spawn = multiprocessing.get_context("spawn")  # a fork would share the bot's threads and locks
    with ProcessPoolExecutor(jobs, spawn, _bounded, (len(work),)) as pool:
        running = {pool.submit(examine, order): order for order in work}
        for future in as_completed(running):
            try:
                yield future.result()
            except BrokenProcessPool:
                order = running[future]
                text = "not examined: a process died, on this draw or beside it"
                yield Findings([Fault(1, f"--seed {order.seed}", text)], undrawn=[order.seed])


def _bounded(draws: int) -> None:
    """A mutant that loops or grows where no signal is heard ends its process, not the machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (DRAW_SECONDS * draws, DRAW_SECONDS * draws))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def whole(authored: Authored, plan: Plan, work: Sequence[Order], found: Findings) -> dict[int, str]:
    """Add what concerns the problem and not one draw. Returns the points left out, with why."""
    seeds = [order.seed for order in work]
    skipped: dict[int, str] = {}
    if not plan.referee:
        skipped |= dict.fromkeys((6, 7), "as asked (--referee 0)")
    if plan.mutated:
        complete = not sample.unseen_pairs(authored, seeds[: plan.mutated])
        found.faults += survivors.judged(found.tally, authored.excuses, complete)
    else:
        skipped[5] = "as asked (--mutants 0)"
    if found.undrawn:
        return skipped | dict.fromkeys((6, 7, 9), "since not all is drawn")
    try:
        now = published.present(authored)
        found.faults += published.changes(published.recorded(authored.folder), now)
        subjects = [Subject(authored, seed) for seed in seeds[: max(FILES, plan.referee)]]
        found.faults += files.clean(subjects)
        found.faults += files.green(subjects[0])
        for subject in subjects[: plan.referee]:
            found.faults += refereed.refereed(subject)
    except BrokenContent as error:
        found.faults.append(Fault(9, "the folder", f"cannot be drawn: {error}"))
    if Authored(authored.folder).digest != authored.digest:
        text = "it changed while it was checked; what is said here may be of either: check again"
        found.faults.insert(0, Fault(1, str(authored.folder), text))
    return skipped
