"""How long a grade of ten tests takes beside plain pytest, and beside one with no sandbox.

    python -m bench.grade [ROUNDS]

The three are taken in turn in each round, so that a busy machine is busy for all of them; what is
printed are medians and the ratios of the medians.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.grader.pool import GraderPool
from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from drills.model import Part, Problem, Scope, Submission, Test

SOLUTION = """
from dataclasses import dataclass


@dataclass
class Entry:
    value: int
    writes: int = 0


class Store:
    def __init__(self):
        self._entries = {}

    def put(self, key, value):
        if not key:
            raise ValueError("the key is empty")
        old = self._entries.get(key)
        self._entries[key] = Entry(value, old.writes + 1 if old else 1)
        return old is None

    def fetch(self, key):
        entry = self._entries.get(key)
        return entry.value if entry else None

    def top(self, n):
        ranked = sorted(self._entries.items(), key=lambda pair: (-pair[1].writes, pair[0]))
        return [(key, entry.writes) for key, entry in ranked[:n]]

    def size(self):
        return len(self._entries)
"""

TESTS = "import pytest\nfrom solution import Store\n" + "".join(
    f"""

def test_number_{n}():
    store = Store()
    for key in ("a", "b", "a", "c"):
        store.put(key, {n})
    assert store.fetch("a") == {n}
    assert store.fetch("zed") is None
    assert store.top(2) == [("a", 2), ("b", 1)]
    assert store.size() == 3
    with pytest.raises(ValueError):
        store.put("", {n})
"""
    for n in range(10)
)

NAMES = [f"test_number_{n}" for n in range(10)]


def problem() -> Problem:
    part = Part(
        number=1,
        title="A store",
        seconds=480,
        spec="",
        signatures="",
        added=(),
        visible=TESTS,
        hidden="",
        tests=tuple(Test(name, name) for name in NAMES),
        reference=SOLUTION,
        costs="",
        hint="",
        design_idea="",
        lesson="",
    )
    return Problem(
        id="bench",
        version=1,
        seed=0,
        skin="",
        knobs={},
        title="Bench",
        seniority="mid",
        required="Store",
        parts=(part,),
        categories={},
        signals="",
        sentences={},
    )


def by_pytest(folder: Path) -> float:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests_visible.py"]
    # Without the plugins of a development environment, which would flatter the grade.
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begun


async def by_grade(pool: GraderPool) -> float:
    await asyncio.sleep(0.05)  # the worker starts its next runners while nobody waits
    begun = time.perf_counter()
    submission = Submission("bench", "solution.py", SOLUTION)
    grade = await pool.grade(problem(), 1, Scope.RUN, submission, None, True)
    taken = time.perf_counter() - begun
    if not grade.passed:
        raise SystemExit(f"the grade did not pass: {grade}")
    return taken


async def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "solution.py").write_text(SOLUTION)
        (folder / "tests_visible.py").write_text(TESTS)
        sandboxed = GraderPool(folder / "selftest.json")
        bare = GraderPool(
            folder / "none",
            allow_unsandboxed=True,
            choose=lambda _: SelfTest(Rung.NONE, ()),
        )
        rung = (await sandboxed.selftest()).rung
        if rung is Rung.NONE:
            raise SystemExit("no sandbox works here, so there is nothing to compare")
        for pool in (sandboxed, bare):
            await pool.warm(problem(), 1)
        taken: dict[str, list[float]] = {"pytest": [], f"rung {rung}": [], "no sandbox": []}
        for _ in range(rounds):
            taken["pytest"].append(await asyncio.to_thread(by_pytest, folder))
            taken[f"rung {rung}"].append(await by_grade(sandboxed))
            taken["no sandbox"].append(await by_grade(bare))
        await sandboxed.close()
        await bare.close()
    say(taken, rung, rounds)


def say(taken: dict[str, list[float]], rung: Rung, rounds: int) -> None:
    medians = {name: statistics.median(times) for name, times in taken.items()}
    grade = medians[f"rung {rung}"]
    lines = [f"a grade of ten tests, medians of {rounds} rounds:"]
    lines += [f"  {name:<12} {seconds * 1000:7.1f} ms" for name, seconds in medians.items()]
    lines.append(f"  grade / pytest      {grade / medians['pytest']:.2f}  (wanted: at most 0.35)")
    lines.append(
        f"  grade / no sandbox  {grade / medians['no sandbox']:.2f}  (wanted: at most 1.3)"
    )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 15))
