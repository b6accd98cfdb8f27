"""Points 6 and 7: one draw through the real referee, in fresh processes of several hash seeds.

Every solution must end the same way there as in one process, whatever the hash seed and the
order of the tests; and no cheat may pass. Run as a program it grades one draw and prints JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import platformdirs

from bot.check.cheats import cheats
from bot.check.mutation import mutants
from bot.check.running import failures
from bot.check.subject import Fault, Subject
from bot.grader.inside import lockdown
from bot.grader.referee import Referee
from bot.grader.sandbox import ROOT, Child, Limits, Rung, spawn
from bot.grader.selftest import choose
from content.draw.authored import Authored
from drills.model import Grade, Problem, Scope, Submission

HASH_SEEDS = ("0", "1", "4242")  # all solutions under the first one, some under the others
SOME, MUTANTS = 6, 8
SECONDS = 600


@dataclass(frozen=True, slots=True)
class Told:
    """What one process found. Endings: solution -> test -> ending, for tests that do not pass."""

    draw: str  # the draw's digest
    here: dict[str, dict[str, str]]
    there: dict[str, dict[str, str]]
    passed: dict[str, list[int]]  # cheat -> the parts that it passes


def refereed(subject: Subject) -> Iterator[Fault]:
    """Grade the draw in one process a hash seed, and compare."""
    rung = choose(
        Path(platformdirs.user_cache_dir("drillbot", appauthor=False)) / "sandbox.json"
    ).rung
    first: Told | None = None
    for shuffle, hash_seed in enumerate(HASH_SEEDS):
        where = f"{subject}, PYTHONHASHSEED={hash_seed}, sandbox {rung}"
        try:
            told = _elsewhere(subject, hash_seed, shuffle, rung)
        except (subprocess.SubprocessError, ValueError) as error:
            yield Fault(7, where, f"could not be graded: {error}")
            continue
        for cheat, parts in told.passed.items():
            for part in parts:
                yield Fault(6, where, f"a submission that {cheat} passes part {part}")
        for name, there in told.there.items():
            if there != told.here[name]:
                text = _compared(told.here[name], there)
                yield Fault(7, where, f"{name}, in one process and through the referee: {text}")
        first = first or told
        if told.draw != first.draw:
            yield Fault(7, where, f"the draw itself is not as under PYTHONHASHSEED={HASH_SEEDS[0]}")
        for kind in ("here", "there"):
            for name, ends in getattr(told, kind).items():
                if ends != getattr(first, kind)[name]:
                    text = _compared(getattr(first, kind)[name], ends)
                    yield Fault(
                        7, where, f"{name}, in another order and under another seed: {text}"
                    )


def _compared(one: dict[str, str], other: dict[str, str]) -> str:
    both = sorted(one.keys() | other.keys())
    pairs = [(test, one.get(test, "passed"), other.get(test, "passed")) for test in both]
    return "; ".join(f"{test}: {a}, {b}" for test, a, b in pairs if a != b)


def _elsewhere(subject: Subject, hash_seed: str, shuffle: int, rung: Rung) -> Told:
    """Raises SubprocessError, ValueError."""
    asked = [
        str(subject.authored.folder.resolve()),
        str(subject.seed),
        hash_seed,
        str(shuffle),
        rung,
    ]
    with tempfile.TemporaryDirectory() as apart:  # where nothing works, cheats run unsandboxed
        done = subprocess.run(
            [sys.executable, "-m", "bot.check.refereed", *asked],
            cwd=apart,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    if done.returncode:
        raise ValueError((done.stderr.strip().splitlines() or ["it said nothing"])[-1])
    return Told(**json.loads(done.stdout))


# --- in the process of one hash seed ----------------------------------------------------------


def solutions(subject: Subject) -> dict[str, tuple[int, str]]:
    """Name -> (part, text): both model solutions, every wrong one, and a sample of mutants."""
    found = {}
    for part in subject.parts:
        found[f"reference.py of part {part.number}"] = (part.number, part.reference)
        second = subject.draw.second(part.number)
        found[f"second.py of part {part.number}"] = (part.number, second)
    for wrong in subject.wrongs():
        found[f"wrong.py {wrong.name}"] = (wrong.part, subject.draw.wrong(wrong))
    last = subject.parts[-1]
    made = list(mutants(last.reference))
    for mutant in made[:: max(1, len(made) // MUTANTS)]:
        found[f"the mutant {mutant.where} {mutant.diff!r}"] = (last.number, mutant.text)
    return found


class _Ahead:
    """Starts each runner while the one before it works: half of a grade is waiting for a start."""

    def __init__(self, rung: Rung, hash_seed: str) -> None:
        self._start = partial(spawn, rung, Limits(cpu_seconds=3600), hash_seed)
        self._next = self._start()

    def take(self) -> Child:
        taken, self._next = self._next, self._start()
        return taken

    def close(self) -> None:
        self._next.kill()


def outcomes(subject: Subject, hash_seed: str, shuffle: int, rung: Rung) -> Told:
    """Grade the draw's solutions in this process and through the referee."""
    chance = random.Random(shuffle)
    cases = subject.cases(len(subject.parts))
    chance.shuffle(cases)
    problem = _shuffled(subject.problem, chance)
    runners = _Ahead(rung, hash_seed)
    referee = Referee(runners.take, reviews=False)

    def graded(name: str, part: int, text: str) -> Grade:
        sent = Submission(hashlib.sha256(text.encode()).hexdigest(), "solution.py", text)
        return referee.grade(problem, part, Scope.DONE, sent, None)

    every = solutions(subject)
    some = every if not shuffle else dict(list(every.items())[:: max(1, len(every) // SOME)])
    here, there = {}, {}
    for name, (part, text) in some.items():
        failed = failures(text, [case for case in cases if case.part <= part])
        here[name] = {str(case): _ending(error) for case, error in failed.items()}
        there[name] = _endings(graded(name, part, text))
    passed = {}
    if not shuffle:
        for name, text in cheats(subject.problem):
            grade = graded(name, len(problem.parts), text)
            passed[name] = _passed(grade, len(problem.parts))
    runners.close()
    digest = hashlib.sha256(repr(subject.problem).encode()).hexdigest()
    return Told(digest, here, there, passed)


def _shuffled(problem: Problem, chance: random.Random) -> Problem:
    """The tests of each part in another order."""
    parts = [
        replace(part, tests=tuple(chance.sample(part.tests, len(part.tests))))
        for part in problem.parts
    ]
    return replace(problem, parts=tuple(parts))


def _endings(grade: Grade) -> dict[str, str]:
    if grade.refused:
        return {"the whole": grade.refused}
    return {
        f"part {outcome.part} {outcome.test.id}": str(outcome.ending)
        for outcome in grade.outcomes
        if not outcome.passed
    }


def _ending(error: str) -> str:
    """How the referee calls what went wrong in one process."""
    kind = error.partition(":")[0]
    return {"AssertionError": "failed", "Failed": "failed", "Late": "timeout"}.get(kind, "error")


def _passed(grade: Grade, parts: int) -> list[int]:
    if grade.refused or not grade.outcomes:
        return []
    failed = {outcome.part for outcome in grade.outcomes if not outcome.passed}
    return [part for part in range(1, parts + 1) if part not in failed]


if __name__ == "__main__":
    folder, seed, hash_seed, shuffle, rung = sys.argv[1:]
    if sys.platform == "linux":  # nobody would read what it prints
        lockdown.die_with(os.getppid())
    asked = Subject(Authored(Path(folder)), int(seed))
    json.dump(asdict(outcomes(asked, hash_seed, int(shuffle), Rung(rung))), sys.stdout)
