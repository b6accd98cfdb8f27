"""How many grades get through at 1 and at 4 at once, beside what their CPU time would allow.

    python -m bench.grades [ROUNDS]

The CPU time is that of the workers, of every runner and of what is made ready for the next grade.
If a grade takes c CPU seconds, n cores can do at most n/c grades a second: that is the bound.
Both are taken in turn in each round. Other programs take cores away, so beside the medians stands
the round in which they took least, and how much that was.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.grade import SOLUTION, problem
from bench.processes import tree
from bot.grader.inside import lockdown
from bot.grader.pool import GraderPool
from drills.model import Scope, Submission

PR_SET_CHILD_SUBREAPER = 36  # prctl(2)
TICK = os.sysconf("SC_CLK_TCK")
GRADES = 24  # a round: a second or so
CORES = len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class Run:
    """So many grades, and what they took in seconds."""

    grades: int
    wall: float
    cpu: float
    others: float  # CPU of every other program of the machine

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.grades

    @property
    def share(self) -> float:
        """Of the grades that all cores allow in this time."""
        return self.cpu / (CORES * self.wall)

    @property
    def taken_away(self) -> float:
        """The share of all cores that other programs had."""
        return self.others / (CORES * self.wall)


def cpu_of_tree() -> float:
    """CPU seconds of this process, its descendants, and those of them that have ended."""
    ticks = 0
    for pid in tree(os.getpid()):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended, and counts with its parent
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICK


def cpu_of_machine() -> float:
    user, nice, system, _, _, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / TICK


async def run(pool: GraderPool, grades: int, at_once: int) -> Run:
    turns = asyncio.Semaphore(at_once)

    async def one() -> None:
        async with turns:
            submission = Submission("bench", "solution.py", SOLUTION)
            grade = await pool.grade(problem(), 1, Scope.RUN, submission, None, True)
        if not grade.passed:
            raise SystemExit(f"the grade did not pass: {grade}")

    ours, all_of_it, begun = cpu_of_tree(), cpu_of_machine(), time.perf_counter()
    await asyncio.gather(*(one() for _ in range(grades)))
    wall = time.perf_counter() - begun
    cpu = cpu_of_tree() - ours
    return Run(grades, wall, cpu, max(0.0, cpu_of_machine() - all_of_it - cpu))


def line(at_once: int, runs: Sequence[Run]) -> str:
    cpu = statistics.median(taken.cpu_each for taken in runs)
    rate = statistics.median(taken.grades / taken.wall for taken in runs)
    share = statistics.median(taken.share for taken in runs)
    away = statistics.median(taken.taken_away for taken in runs)
    calm = min(runs, key=lambda taken: taken.taken_away)
    return (
        f"  {at_once} at once: {rate:5.1f} a second, {cpu * 1000:.0f} CPU ms each, {share:.0%} of"
        f" the bound of {CORES / cpu:.1f} a second while others took {away:.0%} of the cores;"
        f"\n    in the calmest round {calm.share:.0%} while they took {calm.taken_away:.0%}"
    )


async def main(rounds: int) -> None:
    # What loses its parent becomes this process's child: its CPU time is not lost from sight.
    if sys.platform == "linux":
        lockdown.prctl(PR_SET_CHILD_SUBREAPER, 1)
    with tempfile.TemporaryDirectory() as folder:
        pool = GraderPool(Path(folder) / "selftest.json")
        await run(pool, 2 * CORES, CORES)  # starts the workers
        rung = (await pool.selftest()).rung
        runs: dict[int, list[Run]] = {1: [], 4: []}
        for _ in range(rounds):
            for at_once, taken in runs.items():
                taken.append(await run(pool, GRADES, at_once))
        await pool.close()
    lines = [f"{GRADES} grades of ten tests, {rounds} rounds, on rung {rung} and {CORES} cores:"]
    lines += [line(at_once, taken) for at_once, taken in runs.items()]
    lines.append("  (wanted: at least 80% of the bound with 4 at once)")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 11))
