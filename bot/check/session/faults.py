"""What is asked of a codebase kind: each fault fails its own check and nothing else is wrong."""

from __future__ import annotations

import ast
import asyncio
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from bot.check.session import leaks, programs
from bot.check.session.subject import Fault
from bot.grader import program, repository
from bot.grader.lint import lint
from bot.grader.sandbox import Limits, Rung, spawn
from content import codebase
from content.codebase import Codebase, Files
from content.draw.broken import BrokenContent
from drills.model import Finding
from drills.working import Call, ProbeCall, ProgramRun, Repository, Work

LEAST = 8  # faults of a draw
LATENT = 3  # faults that no test shows
POINTS: Mapping[int, str] = {
    1: "the sound repository passes its tests and every check",
    2: "each fault fails its own check alone, and the tests that it is said to",
    3: "a patch of the symptom fails the check",
    4: "neither words nor lint give a fault away, and a seed gives one draw",
    5: "no submission is wrongly said to have a fault or not to",
}


class Bench:
    """Runs repositories in the sandbox, a few at once."""

    def __init__(self, rung: Rung) -> None:
        self._rung = rung
        self._free = asyncio.Semaphore(os.cpu_count() or 2)

    async def run(self, files: Files, entry: str) -> ProgramRun:
        async with self._free:
            return await asyncio.to_thread(self._run, files, entry)

    def _run(self, files: Files, entry: str) -> ProgramRun:
        child = spawn(self._rung, Limits(), "0", main="program")
        return program.run(
            child, files, None, programs.NOW, program.Allowance(cpu=5, wall=20), entry
        )

    async def calls(self, work: Work, files: Files) -> tuple[ProbeCall, ...]:
        assert work.repository is not None
        return await repository.probed(self.run, work.repository, work.traps, files)

    async def called(self, work: Work, files: Files) -> dict[str, Call]:
        return {each.trap: each.call for each in await self.calls(work, files)}

    async def passed(self, files: Files) -> set[str]:
        whole, entry = repository.suite(files, report=True)
        ran = await self.run(whole, entry)
        return set(ran.files.get(repository.PASSED, "").split())


def whole(kind: Codebase, files: Files) -> Work:
    """A session of every fault that the kind has, with these files handed over."""
    work = kind.problem(0).work
    assert work is not None
    every = Repository(files, kind.text("checks.py"), tuple(codebase.own_tests(kind.sound)))
    return Work(work.brief, "", work.minutes, kind.traps(kind.faults), (), every)


async def run(kind: Codebase, bench: Bench) -> list[Fault]:
    """Points 1 to 3: what the sandbox shows."""
    found: list[Fault] = []
    sound = whole(kind, kind.sound)
    every = set(codebase.own_tests(kind.sound))
    for test in sorted(every - await bench.passed(kind.sound)):
        found.append(Fault(1, f"{test} does not pass in the sound repository"))
    for name, call in (await bench.called(sound, kind.sound)).items():
        if call is not Call.HANDLED:
            found.append(Fault(1, f"{name}: its check calls the sound repository {call}"))
    for part in await asyncio.gather(*(_one(kind, bench, sound, every, n) for n in kind.faults)):
        found += part
    files = kind.planted(kind.faults)
    for name, call in (await bench.called(sound, files)).items():
        if call is not Call.MISSED:
            found.append(Fault(2, f"{name}: among all the others its check says {call}"))
    return found


async def _one(
    kind: Codebase, bench: Bench, sound: Work, every: set[str], name: str
) -> list[Fault]:
    found = []
    files = kind.planted([name])
    for other, call in (await bench.called(sound, files)).items():
        if call is not (Call.MISSED if other == name else Call.HANDLED):
            found.append(Fault(2, f"{name}: the check of {other} says {call}"))
    failing = every - await bench.passed(files)
    shown = set(kind.faults[name].shows)
    for test in sorted(failing ^ shown):
        said = "fails, and is not said to" if test in failing else "is said to fail, and does not"
        found.append(Fault(2, f"{name}: {test} {said}"))
    patched = kind.patched(files, name)
    if (call := (await bench.called(sound, patched))[name]) is not Call.MISSED:
        found.append(Fault(3, f"{name}: with its symptom patched the check says {call}"))
    broken = every - shown - await bench.passed(patched)
    if broken:
        found.append(Fault(3, f"{name}: its patch fails {min(broken)}"))
    return found


# --- what the texts show -------------------------------------------------------------------------


def read(kind: Codebase, seeds: range) -> Iterator[Fault]:
    """Point 4."""
    if kind.head["draws"] < LEAST:
        yield Fault(4, f"{kind.head['draws']} faults are drawn; {LEAST} are wanted")
    latent = [name for name, fault in kind.faults.items() if not fault.shows]
    if len(latent) < LATENT:
        yield Fault(4, f"{len(latent)} faults are latent; {LATENT} are wanted")
    yield from _apart(kind)
    yield from _linted(kind)
    subsets = set()
    for seed in seeds:
        problem = kind.problem(seed)
        assert problem.work is not None
        subsets.add(problem.knobs["traps"])
        if seed == seeds[0]:
            yield from _said(kind, problem.work)
        yield from _words(problem.work, seed)
    if Codebase(kind.folder).problem(seeds[0]) != kind.problem(seeds[0]):
        yield Fault(4, "drawn twice it is not the same", seeds[0])
    if len(subsets) < 2 and len(kind.faults) > kind.head["draws"]:
        yield Fault(4, "every seed draws the same faults")


def _apart(kind: Codebase) -> Iterator[Fault]:
    """Two faults never share a passage."""
    spans: dict[str, list[tuple[int, int, str]]] = {}
    for name, fault in kind.faults.items():
        begin = kind.sound[fault.file].index(fault.sound)
        spans.setdefault(fault.file, []).append((begin, begin + len(fault.sound), name))
    for its in spans.values():
        its.sort()
        for (_, end, name), (begin, _, other) in pairwise(its):
            if begin < end:
                yield Fault(4, f"{name} and {other} share a passage")


def _linted(kind: Codebase) -> Iterator[Fault]:
    """A linter sees nothing that it does not see in the sound repository."""
    for name, fault in kind.faults.items():
        before, after = kind.sound[fault.file], kind.planted([name])[fault.file]
        seen = Counter(finding.text for finding in _lint(before))
        for finding in _lint(after):
            if not seen[finding.text]:
                yield Fault(4, f"{name}: a linter sees it: {finding.text}")


def _lint(source: str) -> list[Finding]:
    return lint(source, ast.parse(source), frozenset())


def _said(kind: Codebase, work: Work) -> Iterator[Fault]:
    for text in (*leaks.brief(work.brief), *leaks.questions(kind.walk)):
        yield Fault(4, text)


def _words(work: Work, seed: int) -> Iterator[Fault]:
    """Nothing that is handed over names a fault or hints at one."""
    for path, text in {"the brief": work.brief, **work.given}.items():
        code = path.endswith(".py")
        prose = "\n".join(re.findall(r"#.*|\"\"\"(?s:.*?)\"\"\"", text)) if code else text
        for said in leaks.hints(path, prose):
            yield Fault(4, said, seed)
        for trap in work.traps:
            if trap.id in text:
                yield Fault(4, f"{path} names {trap.id}", seed)


# --- submissions ---------------------------------------------------------------------------------


def derived(kind: Codebase) -> dict[str, tuple[Files, Collection[str]]]:
    """The submissions that follow from the faults alone: their files, and what they mended."""
    shown = [name for name, fault in kind.faults.items() if fault.shows]
    latent = [name for name in kind.faults if name not in shown]
    return {
        "repaired": (kind.sound, kind.faults),
        "made green": (kind.planted(latent), shown),
        "latent alone": (kind.planted(shown), latent),
    }


async def submitted(kind: Codebase, bench: Bench) -> tuple[list[Fault], Counter[str]]:
    """Point 5: whole submissions over the repository with every fault."""
    right = dict(programs.truth(kind, kind.submissions, kind.faults))
    files = kind.planted(kind.faults)
    sent: dict[str, Files] = {n: {**files, **its} for n, its in kind.submissions.items()}
    for name, (its, mended) in derived(kind).items():
        sent[name] = its
        right[name] = {
            fault: (Call.HANDLED if fault in mended else Call.MISSED,) for fault in kind.faults
        }
    found, counted = [], Counter[str]()
    if len(right) < programs.FEWEST:
        found.append(Fault(5, f"{programs.FEWEST} submissions are wanted"))
    work = whole(kind, files)
    for name, its in sent.items():
        wrong, called = programs.judged(right[name], await bench.calls(work, its), name)
        found += wrong
        counted += called
    return found, counted


def examined(
    folder: Path, seeds: range, rung: Rung, runs: bool
) -> tuple[list[Fault], Counter[str]]:
    """All points; what wants the sandbox only with `runs`."""
    kind = Codebase(folder)
    found = list(read(kind, seeds))
    if not runs:
        return found, Counter()
    bench = Bench(rung)

    async def all() -> tuple[list[Fault], Counter[str]]:
        ran = await run(kind, bench)
        try:
            of_submissions, counted = await submitted(kind, bench)
        except BrokenContent as error:
            return [*ran, Fault(5, str(error))], Counter()
        return [*ran, *of_submissions], counted

    more, counted = asyncio.run(all())
    return [*found, *more], counted
