"""The gate of the working sessions: examine a domain's draws, and probe its programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from bot.check.jobs import Died, Job, Tell, done
from bot.check.session import drawing, faults, leaks, programs
from bot.check.session.subject import POINTS, Fault, Subject
from bot.grader.sandbox import Rung
from bot.grader.selftest import choose
from content.codebase import Codebase
from content.draw.broken import BrokenContent
from content.working import Working

DRAWS = 200
EXAMINATIONS: tuple[Callable[[Subject], Iterator[Fault]], ...] = (
    drawing.found,
    drawing.held_together,
    drawing.repeated,
    leaks.said,
    leaks.placed,
)


@dataclass(slots=True)
class Findings:
    """What a domain showed. `calls` counts the probe's, by how they stand to the truth."""

    id: str
    faults: list[Fault] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    traps: int = 0
    programs: int = 0
    points: Mapping[int, str] = field(default_factory=lambda: POINTS)
    skipped: Sequence[int] = ()  # points that were not examined, as asked


def examine(folder: Path, seed: int) -> list[Fault]:
    """Everything but the programs, in this process, on DRAWS seeds from `seed` on."""
    subject = Subject(Working(folder), range(seed, seed + DRAWS))
    faults: list[Fault] = []
    for examination in EXAMINATIONS:
        try:
            faults += examination(subject)
        except Exception as error:  # authored code is executed, so anything may come
            name = examination.__name__.replace("_", " ")
            faults.append(Fault(1, f"{name}: cannot be examined: {_named(error)}"))
    return faults


def examined(
    working: Working | Codebase, seed: int, draws: int, processes: int, tell: Tell
) -> Findings:
    """All that is asked of a domain or a codebase kind; a domain's programs are probed on `draws`
    draws from `seed` on."""
    if isinstance(working, Codebase):
        return _repaired(working, seed, draws > 0, tell)
    return _probed(working, seed, draws, processes, tell)


def _repaired(kind: Codebase, seed: int, runs: bool, tell: Tell) -> Findings:
    found = Findings(kind.id, traps=len(kind.faults), points=faults.POINTS)
    found.skipped = () if runs else (1, 2, 3, 5)
    found.programs = len(kind.submissions) + len(faults.derived(kind))
    given = (kind.folder, range(seed, seed + DRAWS), _rung() if runs else Rung.NONE, runs)
    for job, made in done([Job("repository", faults.examined, given)], 1, tell):
        if isinstance(made, Died):
            found.faults.append(Fault(5, f"{job.name}: its process died"))
        else:
            found.faults, found.calls = made
    return found


def _probed(working: Working, seed: int, draws: int, processes: int, tell: Tell) -> Findings:
    found = Findings(working.id, traps=len(working.plantings))
    found.skipped = () if draws else (5,)
    work: list[Job[Any]] = [Job("draws", examine, (working.folder, seed))]
    try:
        truth = programs.written(working) if draws else {}
    except BrokenContent as error:
        found.faults.append(Fault(5, _named(error)))
        truth = {}
    found.programs = len(truth)
    if draws and len(truth) < programs.FEWEST:
        found.faults.append(Fault(5, f"{programs.FEWEST} programs are wanted"))
    rung = _rung() if truth else Rung.NONE
    for program in truth:
        for each in range(seed, seed + draws):
            given = (working.folder, program, each, rung)
            work.append(Job(f"{program} {each}", programs.calls, given))
    for job, made in done(work, processes, tell):
        if isinstance(made, Died):
            found.faults.append(Fault(5, f"{job.name}: its process died"))
        elif job.call is examine:
            found.faults += made
        else:
            _, program, each, _ = job.given
            faults, counted = programs.judged(truth[program], made, program, each)
            found.faults += faults
            found.calls += counted
    return found


def _rung() -> Rung:
    cache = platformdirs.user_cache_path("drillbot", appauthor=False) / "sandbox.json"
    return choose(cache).rung


def _named(error: Exception) -> str:
    return str(error) if isinstance(error, BrokenContent) else f"{type(error).__name__}: {error}"
