"""Grades in processes of their own: many at once, and whatever happens to the processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from families import problem

from bot.grader import pool as pools
from bot.grader.deadline import STUCK
from bot.grader.pool import GraderPool
from bot.grader.sandbox import ROOT, Rung
from bot.grader.selftest import SelfTest
from bot.grader.worker import NICE, SPARES
from drills.model import Ending, Grade, Problem, Scope, Submission

VISIBLE = "import solution\ndef test_it():\n    assert solution.f() == 1\n"
GOOD = "def f(): return 1"
SLOW = "import time\ndef f():\n    time.sleep(0.3)\n    return 1\n"


async def graded(pool: GraderPool, source: str = GOOD, trusted: bool = True) -> Grade:
    drawn = problem(VISIBLE)
    submission = Submission("id", "solution.py", source)
    return await pool.grade(drawn, 1, Scope.RUN, submission, None, trusted)


def made(tmp_path: Path, rung: Rung, allow: bool = True, size: int = 1) -> GraderPool:
    return GraderPool(
        tmp_path / "selftest.json",
        size=size,
        allow_unsandboxed=allow,
        choose=lambda _: SelfTest(rung, ()),
    )


@pytest.fixture
async def pool(tmp_path: Path) -> AsyncIterator[GraderPool]:
    made_pool = made(tmp_path, Rung.NONE)
    yield made_pool
    await made_pool.close()


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def descendants(pid: int) -> list[int]:
    return [found for child in children(pid) for found in (child, *descendants(child))]


def looping(pid: int) -> bool:
    """Whether a process has used more CPU time than any start takes."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            used = stat.read().rpartition(")")[2].split()[11]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return int(used) > 1.5 * os.sysconf("SC_CLK_TCK")


def most_memory(pid: int) -> int:
    """Bytes that a process had in memory at its height."""
    status = Path(f"/proc/{pid}/status").read_text()
    (peak,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
    return peak << 10


async def eventually(holds: object) -> None:
    """Wait for something that another process brings about."""
    assert callable(holds)
    for _ in range(3000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


async def test_nothing_is_started_before_the_first_grade(pool: GraderPool) -> None:
    assert pool.pids == ()
    found = await graded(pool)
    assert found.passed
    assert len(pool.pids) == 1


async def test_a_worker_serves_one_grade_after_another(pool: GraderPool) -> None:
    await pool.start()
    before = pool.pids
    for _ in range(3):
        assert (await graded(pool)).passed
    assert pool.pids == before


async def test_who_came_first_is_served_first(pool: GraderPool) -> None:
    served: list[int] = []

    async def one(number: int) -> None:
        await graded(pool)
        served.append(number)

    await asyncio.gather(*(one(number) for number in range(6)))
    assert served == [0, 1, 2, 3, 4, 5]
    assert len(pool.pids) == 1


async def test_as_many_workers_as_the_size_share_the_grades(tmp_path: Path) -> None:
    pool = made(tmp_path, Rung.NONE, size=2)
    try:
        found = await asyncio.gather(*(graded(pool) for _ in range(6)))
        assert all(each.passed for each in found)
        assert len(pool.pids) == 2
    finally:
        await pool.close()


async def test_warming_changes_no_grade(pool: GraderPool) -> None:
    await pool.warm(problem(VISIBLE), 1)
    assert len(pool.pids) == 1
    assert (await graded(pool)).passed


async def test_a_value_that_grows_in_the_test_takes_no_more_than_a_bounded_memory(
    pool: GraderPool,
) -> None:
    drawn = problem("import solution\ndef test_it():\n    assert list(solution.f()) == [1]\n")
    submission = Submission("id", "solution.py", "def f(): return range(10**8)")
    found = await pool.grade(drawn, 1, Scope.RUN, submission, None, trusted=True)
    assert [outcome.ending for outcome in found.outcomes] == [Ending.ERROR]
    (worker,) = pool.pids
    assert most_memory(worker) <= 1 << 30
    assert (await graded(pool)).passed


async def test_a_grade_whose_worker_was_ended_as_stuck_is_not_tried_again(
    pool: GraderPool,
) -> None:
    running = asyncio.ensure_future(graded(pool, SLOW))
    await eventually(lambda: pool.pids)
    (first,) = pool.pids
    os.kill(first, STUCK)
    assert (await running).refused == pools.TOO_LONG
    assert (await graded(pool)).passed
    assert first not in pool.pids


async def test_a_grade_whose_worker_is_killed_is_tried_once_more(pool: GraderPool) -> None:
    running = asyncio.ensure_future(graded(pool, SLOW))
    await eventually(lambda: pool.pids)
    (first,) = pool.pids
    os.kill(first, signal.SIGKILL)
    assert (await running).passed
    assert first not in pool.pids


async def test_a_grade_whose_worker_is_killed_twice_is_refused(pool: GraderPool) -> None:
    running = asyncio.ensure_future(graded(pool, SLOW))
    for _ in range(2):
        await eventually(lambda: pool.pids)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        await eventually(lambda pid=pid: pid not in pool.pids)
    assert (await running).refused == pools.LOST
    assert (await graded(pool)).passed


async def test_a_cancelled_grade_leaves_the_pool_usable(pool: GraderPool) -> None:
    running = asyncio.ensure_future(graded(pool, SLOW))
    await eventually(lambda: pool.pids)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert pool.pids == ()
    assert (await graded(pool)).passed


async def test_closing_ends_workers_and_runners(tmp_path: Path, rung: Rung) -> None:
    pool = made(tmp_path, rung)
    await graded(pool)
    (worker,) = pool.pids
    await eventually(lambda: len(children(worker)) == 2)  # the next grade's runners
    runners = children(worker)
    await pool.close()
    assert not alive(worker)
    await eventually(lambda: not any(map(alive, runners)))


async def test_closing_refuses_what_still_waits(tmp_path: Path) -> None:
    pool = made(tmp_path, Rung.NONE)
    waiting = [asyncio.ensure_future(graded(pool, SLOW)) for _ in range(3)]
    await eventually(lambda: pool.pids)
    await pool.close()
    assert [(await each).refused for each in waiting] == [pools.LOST] * 3
    assert pool.pids == ()


async def test_workers_end_with_a_killed_bot(tmp_path: Path) -> None:
    bot = textwrap.dedent("""
        import asyncio, sys
        from pathlib import Path
        from bot.grader.pool import GraderPool
        from bot.grader.sandbox import Rung
        from bot.grader.selftest import SelfTest

        async def main():
            pool = GraderPool(Path("none"), choose=lambda _: SelfTest(Rung.NONE, ()))
            await pool.start()
            print(*pool.pids, flush=True)
            await asyncio.sleep(600)

        asyncio.run(main())
        """)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", bot),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    worker = int(await process.stdout.readline())
    assert alive(worker)
    process.kill()
    await process.wait()
    await eventually(lambda: not alive(worker))


async def test_a_loop_ends_with_a_killed_bot(rung: Rung) -> None:
    bot = textwrap.dedent("""
        import asyncio, sys
        from pathlib import Path
        from bot.grader.pool import GraderPool
        from bot.grader.sandbox import Rung
        from bot.grader.selftest import SelfTest
        from drills.model import Scope, Submission
        from families import problem

        LOOP = "def f():\\n    while True: pass"

        async def main():
            chosen = SelfTest(Rung(sys.argv[1]), ())
            pool = GraderPool(Path("none"), choose=lambda _: chosen, allow_unsandboxed=True)
            await pool.start()
            print(*pool.pids, flush=True)
            drawn = problem(sys.argv[2])
            await pool.grade(drawn, 1, Scope.RUN, Submission("id", "s.py", LOOP), None, True)

        asyncio.run(main())
        """)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", bot, rung, VISIBLE),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
    )
    assert process.stdout is not None
    worker = int(await process.stdout.readline())
    await eventually(lambda: any(looping(pid) for pid in descendants(worker)))
    runners = descendants(worker)
    process.kill()
    await process.wait()
    await eventually(lambda: not any(map(alive, [worker, *runners])))


async def test_without_a_sandbox_code_from_others_is_refused(tmp_path: Path) -> None:
    pool = made(tmp_path, Rung.NONE)
    assert (await graded(pool, trusted=False)).refused == pools.NO_SANDBOX
    assert pool.pids == ()
    await pool.close()


async def test_without_a_sandbox_ones_own_code_runs_only_if_one_agreed(tmp_path: Path) -> None:
    pool = made(tmp_path, Rung.NONE, allow=False)
    try:
        assert (await graded(pool)).refused == pools.NO_SANDBOX
        pool.allow_unsandboxed = True
        assert (await graded(pool)).passed
    finally:
        await pool.close()


async def test_a_fault_of_our_own_is_said_and_logged(
    pool: GraderPool, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = problem(VISIBLE)
    broken: Problem = replace(drawn, parts=(replace(drawn.parts[0], visible="def test_it(:"),))
    submission = Submission("id", "solution.py", GOOD)
    found = await pool.grade(broken, 1, Scope.RUN, submission, None, True)
    assert found.refused == pools.FAILED
    assert "SyntaxError" in caplog.text
    assert (await graded(pool)).passed


async def test_a_test_that_prints_does_not_disturb_the_pool(pool: GraderPool) -> None:
    drawn = problem("import os\ndef test_it():\n    print('x')\n    os.write(1, b'y' * 99)\n")
    submission = Submission("id", "solution.py", GOOD)
    found = await pool.grade(drawn, 1, Scope.RUN, submission, None, True)
    assert [o.ending for o in found.outcomes] == [Ending.PASSED]


def session_nices(worker: int) -> list[int]:
    """Of a worker's session and those of its runners, once the next ones are started."""
    nices: list[int] = []
    for _ in range(600):
        children = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
        texts = [Path(f"/proc/{pid}/autogroup").read_text() for pid in (worker, *children)]
        nices = [int(text.split()[-1]) for text in texts]
        if nices == [NICE] * (1 + SPARES):
            break
        time.sleep(0.05)
    return nices


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="needs autogroups")
@pytest.mark.parametrize("rung", [Rung.BUBBLEWRAP, Rung.LOCKDOWN])
async def test_grades_give_way_to_the_bot(tmp_path: Path, rung: Rung) -> None:
    if rung is Rung.BUBBLEWRAP and shutil.which("bwrap") is None:
        pytest.skip("needs bubblewrap")
    pool = made(tmp_path, rung)
    await graded(pool)  # another runner is ready now
    [worker] = pool.pids
    lower = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)  # the tests may be run under `nice`
    assert os.getpriority(os.PRIO_PROCESS, worker) == lower
    assert await asyncio.to_thread(session_nices, worker) == [NICE] * (1 + SPARES)
    await pool.close()


async def test_the_event_loop_turns_while_a_grade_runs(pool: GraderPool) -> None:
    running = asyncio.ensure_future(graded(pool, SLOW))
    turns = 0
    while not running.done():
        await asyncio.sleep(0)
        turns += 1
    assert running.result().passed
    assert turns > 100
