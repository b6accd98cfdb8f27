"""The gate of the labs: examine each task in a process of its own, then all of them together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.check.jobs import Died, Job, Tell, done
from bot.check.lab import candidates, files, rewrites, tells, truths
from bot.check.lab.subject import Fault, Subject
from bot.check.lab.table import computed
from content.draw.broken import BrokenContent
from content.lab import Lab
from drills.task import Suggestion

Examination = Callable[[Subject], Iterator[Fault]]
EXAMINATIONS: tuple[Examination, ...] = (
    truths.reference,
    truths.solid,
    truths.truths,
    truths.pieces,
    truths.order,
    rewrites.rewrites,
    files.clean,
    files.fresh,
    tells.words,
)
SLOW: tuple[Examination, ...] = (files.sandboxed, files.plain)


@dataclass(slots=True)
class Findings:
    """What one task showed. Without a table it could not be run at all."""

    id: str
    faults: list[Fault] = field(default_factory=list)
    suggestions: tuple[Suggestion, ...] = ()
    looks: list[tuple[Suggestion, tells.Looks]] = field(default_factory=list)
    combinations: int = 0
    distinct: int = 0
    tests: int = 0
    probes: int = 0
    seconds: Counter[str] = field(default_factory=Counter)  # CPU time by kind of work


def examine(folder: Path, slow: bool) -> Findings:
    """Everything that one task is asked, in this process. `slow`: in the sandbox too."""
    findings = Findings(folder.name)
    at = time.process_time()

    def lap(name: str) -> None:
        nonlocal at
        now = time.process_time()
        findings.seconds[name] += now - at  # type: ignore[assignment]  # seconds are fractions
        at = now

    try:
        subject = Subject(Lab(folder))
        findings.combinations = len(subject.computed.grades)
        findings.distinct = subject.computed.distinct
        findings.suggestions = subject.suggestions
        findings.looks = tells.looks(subject.task)
        findings.tests = len(subject.computed.row(next(iter(subject.computed.grades))))
        findings.probes = len(subject.lab.hidden)
    except Exception as error:  # authored code is executed, so anything may come
        findings.faults.append(Fault(1, f"cannot be run: {_named(error)}"))
        return findings
    lap("table")
    for examination in (*EXAMINATIONS, *(SLOW if slow else ())):
        try:
            findings.faults += examination(subject)
        except Exception as error:  # a broken task may break its examination; go on
            name = examination.__name__.replace("_", " ")
            findings.faults.append(Fault(1, f"{name}: cannot be examined: {_named(error)}"))
        lap(examination.__name__.replace("_", " "))
    findings.faults += candidates.judged(subject.suggestions)
    return findings


def _named(error: Exception) -> str:
    return str(error) if isinstance(error, BrokenContent) else f"{type(error).__name__}: {error}"


def examined(labs: Sequence[Lab], slow: bool, jobs: int, tell: Tell) -> Iterator[Findings]:
    """What each task showed, as it comes."""
    work = [Job(lab.id, examine, (lab.folder, slow)) for lab in labs]
    for job, found in done(work, jobs, tell):
        if isinstance(found, Died):
            found = Findings(job.name, [Fault(1, "not examined: a process died")])
        yield found


def together(found: Sequence[Findings]) -> list[Fault]:
    """What only all tasks together show."""
    tasks = [each.suggestions for each in found if each.suggestions]
    looks = [look for each in found for look in each.looks]
    return [*candidates.judged_together(tasks), *tells.foretold(looks)] if tasks else []


def tabled(folder: Path) -> tuple[int, str]:
    """Compute a task's table and keep it: how many combinations, and what went wrong."""
    try:
        lab = Lab(folder)
        made = computed(lab)
        lab.keep(made.table)
    except Exception as error:  # authored code is executed, so anything may come
        return 0, _named(error)
    return len(made.grades), ""
