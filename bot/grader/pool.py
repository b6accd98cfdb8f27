"""Grades without blocking the event loop: worker processes, one a core, started when needed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from drills.kinds.session.reading import agreed
from drills.model import Grade, Problem, Scope, Submission
from drills.working import Books, Call, ProbeCall, ProgramRun, Trial

from . import jobs, probing, repository
from .deadline import STUCK
from .jobs import Job, ProbeJob, ProgramJob, Reply, Warm
from .sandbox import ROOT, Rung
from .selftest import SelfTest, choose

GRACE = 5.0  # seconds for a worker to end its runners
_LOG = logging.getLogger(__name__)

NO_SANDBOX = (
    "No sandbox works on this machine, so code is not run; `drill doctor` says what is missing."
)
LOST = "The grader stopped twice in the middle of this code, so it is not graded. Nothing is lost."
TOO_LONG = "Grading this code took too long and was stopped. Nothing is lost."
FAILED = "The grader itself failed, and has logged why. Nothing is lost; try again."
PROGRAM_LOST = "The sandbox stopped twice in the middle of this program. Nothing is lost."
PROGRAM_STUCK = "Running this program took too long and was stopped. Nothing is lost."
PROBING = 120.0  # seconds for all runs of a probe: one takes a twentieth of a second
TOO_SLOW = "It takes too long to be run as often as that needs."


def _cores() -> int:
    """Those that this process may use, where the system can say."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Lost(Exception):
    """A worker died in the middle of a job."""


class _Stuck(Exception):
    """A worker was ended in a computation that nothing interrupts; it would not end next time."""


class _Worker:
    """One process, which does one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> _Worker:
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(ROOT),
            "PYTHONHASHSEED": "0",  # as in the runners: sets come in the same order
        }
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "bot.grader.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment,
                start_new_session=True,
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, job: Job | Warm | ProgramJob | ProbeJob) -> Reply:
        """Raises _Lost, _Stuck."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(jobs.packed(job))
            await self._process.stdin.drain()
            size = int.from_bytes(await self._process.stdout.readexactly(jobs.HEAD), "big")
            reply: Reply = jobs.unpacked(await self._process.stdout.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise (_Stuck if await self._ending() == -STUCK else _Lost) from None
        return reply

    async def _ending(self) -> int | None:
        """The exit status of a process whose pipe is closed; None where it lives on after all."""
        # Not by a signal: asyncio loses the status of a process that it finds dead then.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                return await self._process.wait()
        return None

    async def end(self) -> None:
        """It ends its runners first; where it hangs, they see the end of their input."""
        if self._process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


class GraderPool:
    """Implements `bot.ports.Grader`.

    `cache` is the file that remembers which sandbox works here. Code that its own person sent on
    their own terminal runs without any where none works, if `allow_unsandboxed`: they agreed.
    Belongs to one event loop.
    """

    def __init__(
        self,
        cache: Path,
        *,
        size: int | None = None,
        allow_unsandboxed: bool = False,
        choose: Callable[[Path], SelfTest] = choose,
    ) -> None:
        self.allow_unsandboxed = allow_unsandboxed
        self._cache = cache
        self._choose = choose
        self._turns = asyncio.Semaphore(size or _cores())
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._closed = False
        self._chosen: asyncio.Future[SelfTest] | None = None

    async def start(self) -> None:
        """Find the sandbox and start a worker now; the first grade does it otherwise."""
        await self.selftest()
        async with self._turns:
            self._idle.append(await self._worker())

    async def close(self) -> None:
        """End every process. Whoever still waits for a grade gets a refusal."""
        self._closed = True
        self._idle.clear()
        await asyncio.gather(*(worker.end() for worker in self._workers))
        self._workers.clear()

    @property
    def pids(self) -> tuple[int, ...]:
        """The worker processes that are there now."""
        return tuple(worker.pid for worker in self._workers)

    async def selftest(self) -> SelfTest:
        """Which rung is used, and why; found once."""
        if self._chosen is None:
            self._chosen = asyncio.ensure_future(asyncio.to_thread(self._choose, self._cache))
        return await asyncio.shield(self._chosen)

    async def grade(
        self,
        problem: Problem,
        part: int,
        scope: Scope,
        submission: Submission,
        before: Submission | None,
        trusted: bool,
    ) -> Grade:
        """As `bot.ports.Grader`. A grade whose worker dies is tried once more."""
        rung = (await self.selftest()).rung
        refused = LOST
        if rung is Rung.NONE and not (trusted and self.allow_unsandboxed):
            return Grade(submission.id, part, scope, refused=NO_SANDBOX, unconfined=True)
        job = Job(rung, problem, part, scope, submission, before)
        tests = sum(len(p.tests) for p in problem.parts[:part])
        for _ in range(2):
            try:
                reply = await self._ask(job, 60 + 20 * tests)
            except _Lost:
                continue
            except (_Stuck, TimeoutError):
                refused = TOO_LONG
                break
            if reply.grade is not None:
                return reply.grade
            _LOG.error("a grade failed: %s", reply.trouble)
            refused = FAILED
            break
        return Grade(submission.id, part, scope, refused=refused)

    async def run(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> ProgramRun:
        """As `bot.ports.Grader`. A run whose worker dies is tried once more."""
        work = problem.work
        assert work is not None
        if work.repository is None:
            return await self._ran(files, work.data, at, trusted)
        whole, entry = repository.suite(work.whole(files))
        return await self._ran(whole, None, at, trusted, entry)

    async def _ran(
        self,
        files: Mapping[str, str],
        data: str | None,
        at: datetime,
        trusted: bool,
        entry: str = "",
    ) -> ProgramRun:
        rung = (await self.selftest()).rung
        if rung is Rung.NONE and not (trusted and self.allow_unsandboxed):
            return ProgramRun(trouble=NO_SANDBOX, unconfined=True)
        reply = await self._tried(ProgramJob(rung, files, data, at.timestamp(), entry), 90)
        return reply.run or ProgramRun(trouble=reply.trouble)

    async def broken(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[str, ...]:
        """As `bot.ports.Grader`."""
        work = problem.work
        assert work is not None
        if work.repository is None:
            return ()
        running = self._running(at, trusted)
        return await repository.broken(running, work.repository, work.whole(files))

    def _running(self, at: datetime, trusted: bool) -> repository.Run:
        return lambda files, entry: self._ran(files, None, at, trusted, entry)

    async def probe(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[ProbeCall, ...]:
        """As `bot.ports.Grader`."""
        work = problem.work
        assert work is not None
        if work.repository is not None:
            whole, running = work.whole(files), self._running(at, trusted)
            return await repository.probed(running, work.repository, work.traps, whole)
        traps = [trap.id for trap in work.traps]
        rung = (await self.selftest()).rung
        if rung is Rung.NONE and not (trusted and self.allow_unsandboxed):
            return tuple(ProbeCall(trap, Call.UNTOLD, trouble=NO_SANDBOX) for trap in traps)

        async def plainly(books: Books) -> ProgramRun:
            reply = await self._tried(ProgramJob(rung, files, books.clean, at.timestamp()), PROBING)
            return reply.run or ProgramRun(trouble=reply.trouble)

        async def call(place: int, books: Books, trial: Trial) -> ProbeCall:
            plain = await plain_runs[place]
            job = ProbeJob(rung, files, books.clean, plain, trial, at.timestamp())
            reply = await self._tried(job, PROBING)
            return reply.call or ProbeCall(trial.trap, Call.UNTOLD, trouble=reply.trouble)

        own, *others = work.books
        plain_runs = [asyncio.ensure_future(plainly(books)) for books in work.books]
        asked = {
            (place, trial.trap): asyncio.ensure_future(call(place, books, trial))
            for place, books in enumerate(work.books)
            for trial in books.trials
        }
        _, late = await asyncio.wait([*plain_runs, *asked.values()], timeout=PROBING)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

        def told(place: int, trap: str) -> ProbeCall:
            task = asked[place, trap]
            if task.cancelled():
                return ProbeCall(trap, Call.UNTOLD, trouble=TOO_SLOW)
            return task.result()

        calls = []
        for trial in own.trials:
            found, literal = told(0, trial.trap), probing.names_rows(files, trial)
            for place in range(1, len(others) + 1):
                found = agreed(found, told(place, trial.trap), literal)
            calls.append(found)
        return tuple(sorted(calls, key=lambda each: traps.index(each.trap)))

    async def _tried(self, job: ProgramJob | ProbeJob, seconds: float) -> Reply:
        """What a job about a program gave, or with `trouble` a sentence on why it gave nothing."""
        for _ in range(2):
            try:
                reply = await self._ask(job, seconds)
            except _Lost:
                continue
            except (_Stuck, TimeoutError):
                return Reply(trouble=PROGRAM_STUCK)
            if reply.trouble:
                _LOG.error("a program could not be run: %s", reply.trouble)
                return Reply(trouble=FAILED)
            return reply
        return Reply(trouble=PROGRAM_LOST)

    async def warm(self, problem: Problem, part: int) -> None:
        """As `bot.ports.Grader`; does nothing while every worker is busy."""
        rung = (await self.selftest()).rung
        if self._turns.locked() or (rung is Rung.NONE and not self.allow_unsandboxed):
            return
        with contextlib.suppress(_Lost, _Stuck):
            reply = await self._ask(Warm(rung, problem, part))
            if reply.trouble:
                _LOG.error("warming failed: %s", reply.trouble)

    async def _ask(
        self, job: Job | Warm | ProgramJob | ProbeJob, seconds: float | None = None
    ) -> Reply:
        """Raises _Lost, _Stuck, TimeoutError. Whoever came first is served first.

        `seconds` for the job itself: what others take before it is not its own time.
        """
        async with self._turns:
            if self._closed:
                raise _Lost
            worker = self._idle.pop() if self._idle else await self._worker()
            try:
                async with asyncio.timeout(seconds):
                    reply = await worker.ask(job)
            except BaseException:  # lost, or its job was given up: it is of no more use
                self._workers.discard(worker)
                await asyncio.shield(worker.end())
                raise
            self._idle.append(worker)
            return reply

    async def _worker(self) -> _Worker:
        worker = await _Worker.start()
        self._workers.add(worker)
        return worker
