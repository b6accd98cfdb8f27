"""The gate: examine a problem on many draws, a process for each core, and collect what is wrong."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot.check import (
    amount,
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
from bot.check.jobs import Died, Job, Tell, done
from bot.check.subject import Fault, Subject
from bot.check.survivors import Tally
from content.draw.authored import Authored
from content.draw.broken import BrokenContent

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
    texts.clashes,
    files.grows,
    files.clean,
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
    undrawn: bool = False  # something could not be drawn, so not all was examined

    def add(self, other: Findings) -> None:
        self.faults += other.faults
        self.tally.add(other.tally)
        self.seconds += other.seconds
        self.flips |= other.flips
        self.undrawn |= other.undrawn


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
    except Exception as error:  # authored code is executed, so anything may come
        findings.add(_undrawn(f"--seed {order.seed}", error))
    return findings


def refereed_draw(folder: Path, seed: int) -> Findings:
    """One draw through the referee."""
    return _found(f"--seed {seed}", lambda: refereed.refereed(Subject(_authored(folder), seed)))


def tested_draw(folder: Path, seed: int) -> Findings:
    """One draw's files under plain pytest."""
    return _found(f"--seed {seed}", lambda: files.green(Subject(_authored(folder), seed)))


def records(folder: Path) -> Findings:
    """What is published, against what the folder holds."""
    return _found(published.FILE, lambda: published.changes_of(_authored(folder)))


def _found(where: str, look: Callable[[], Iterator[Fault]]) -> Findings:
    try:
        return Findings(list(look()))
    except Exception as error:  # authored code is executed, so anything may come
        return _undrawn(where, error)


def _undrawn(where: str, error: Exception) -> Findings:
    kind = "" if isinstance(error, BrokenContent) else f"{type(error).__name__}: "
    return Findings([Fault(1, where, f"cannot be drawn: {kind}{error}")], undrawn=True)


def jobs(authored: Authored, work: Sequence[Order], plan: Plan) -> list[Job[Findings]]:
    """All that is done for a problem, the longest first."""
    folder, seeds = authored.folder, [order.seed for order in work]
    return [
        *(
            Job(f"draw {k} through the referee", refereed_draw, (folder, seed))
            for k, seed in enumerate(seeds[: plan.referee], 1)
        ),
        *(Job(f"draw {k}", examine, (order,)) for k, order in enumerate(work, 1)),
        Job("plain pytest", tested_draw, (folder, seeds[0])),
        Job("records", records, (folder,)),
    ]


def examined(
    authored: Authored, work: Sequence[Order], plan: Plan, tell: Tell
) -> Iterator[Findings]:
    """What each job found, as it comes, and at last what all of them together show."""
    before, whole = _digests(authored.folder), Findings()
    for job, found in done(jobs(authored, work, plan), plan.jobs, tell):
        if isinstance(found, Died):
            text = "not examined: a process died, on this or beside it"
            found = Findings([Fault(1, job.name, text)], undrawn=True)
        whole.add(found)
        yield found
    last = _found("the folder", lambda: amount.amount(authored))
    if plan.mutated and not whole.undrawn:
        seeds = [order.seed for order in work[: plan.mutated]]
        complete = not sample.unseen_pairs(authored, seeds)
        last.faults += survivors.judged(whole.tally, authored.excuses, complete)
    for name in sorted({name for name, _ in before.items() ^ _digests(authored.folder).items()}):
        text = "it changed while it was checked; what is said here may be of either: check again"
        last.faults.append(Fault(1, name, text))
    yield last


def skipped(plan: Plan, found: Findings) -> dict[int, str]:
    """The points that were not examined, with why."""
    if found.undrawn:
        return dict.fromkeys((5, 6, 7, 9), "since not all is drawn")
    left: dict[int, str] = {}
    if not plan.mutated:
        left[5] = "as asked (--mutants 0)"
    if not plan.referee:
        left |= dict.fromkeys((6, 7), "as asked (--referee 0)")
    return left


def _digests(folder: Path) -> dict[str, str]:
    """Of every file that an author writes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.suffix in (".toml", ".md", ".py")
    }
