"""The long-lived process that grades: `python -m bot.grader.worker`, pytest imported already.

It reads jobs from standard input and ends with it.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import traceback
from collections import deque
from weakref import WeakSet

from . import jobs, probing, program
from .inside import lockdown
from .jobs import Job, ProbeJob, ProgramJob, Reply, Warm
from .program import Allowance
from .referee import Referee
from .sandbox import Child, Limits, Rung, give_way, spawn

NICE = 5
SPARES = 2  # one runner for the visible tests and one for the hidden
CPU = 1800  # seconds of this process itself for one job; more than the pool waits
MEMORY = 1 << 30  # bytes of address space: a test that meets a hostile value fails alone


class Spares:
    """Runners that are started, and locked down, before they are needed. Each is taken once."""

    def __init__(self) -> None:
        self._rung = Rung.NONE
        self._waiting: deque[Child] = deque()
        self._started: WeakSet[Child] = WeakSet()
        self._starting = self._ending = False

    def fill(self, rung: Rung) -> None:
        if rung is not self._rung:
            self.close()
            self._rung = rung
        while len(self._waiting) < SPARES:
            self._waiting.append(self.start(rung))

    def take(self, rung: Rung) -> Child:
        while self._waiting and rung is self._rung:
            child = self._waiting.popleft()
            if not child.death():
                return child
            child.kill()
        return self.start(rung)

    def start(self, rung: Rung, main: str = "runner", hash_seed: str = "0") -> Child:
        """Another process than a spare one."""
        # A bubblewrap that dies while it sets up leaves a process that waits for it for ever.
        self._starting = True
        # It lowers the limit itself, by its tests.
        limits = Limits(cpu_seconds=3600)
        child = spawn(rung, limits, hash_seed, main=main, nice=NICE)
        self._started.add(child)
        self._starting = False
        if self._ending:
            self.end()
        return child

    def close(self) -> None:
        while self._waiting:
            self._waiting.popleft().kill()

    def end(self, *_: object) -> None:
        """End the process at once, and first every runner: a loop in one would go on alone."""
        if self._starting:
            self._ending = True
            return
        for child in list(self._started):
            with contextlib.suppress(Exception):  # the signal may have come in the middle of a kill
                child.kill()
        os._exit(0)


def work(read_fd: int, write_fd: int, spares: Spares) -> None:
    """Do jobs until the pool closes its end."""
    try:
        while True:
            job: Job | Warm | ProgramJob | ProbeJob = jobs.read(read_fd)
            _bound_cpu()
            jobs.write(write_fd, done(job, spares))
            if isinstance(job, Job | Warm):
                spares.fill(job.rung)
    except (EOFError, BrokenPipeError):
        pass
    finally:
        spares.close()


def _bound_cpu() -> None:
    """Let the kernel end a job that this process hangs in, should nobody be there to do it."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + CPU, hard))


def done(job: Job | Warm | ProgramJob | ProbeJob, spares: Spares) -> Reply:
    referee = Referee(lambda: spares.take(job.rung))
    try:
        match job:
            case Warm():
                referee.prepare(job.problem, job.part)
                return Reply()
            case Job():
                return Reply(
                    referee.grade(job.problem, job.part, job.scope, job.submission, job.before)
                )
            case ProgramJob():
                child = spares.start(job.rung, "program")
                ran = program.run(child, job.files, job.data, job.now, Allowance(), job.entry)
                return Reply(run=ran)
            case ProbeJob():
                return Reply(call=probing.probe(job, spares.start))
    except Exception:
        return Reply(trouble=traceback.format_exc())


def main() -> None:
    spares = Spares()
    signal.signal(signal.SIGTERM, spares.end)
    if sys.platform == "linux":
        lockdown.die_with(os.getppid(), signal.SIGTERM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the pool
    with contextlib.suppress(OSError):
        os.nice(NICE)
    give_way(os.getpid(), NICE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    sys.setrecursionlimit(5_000)  # so that a deep value never ends in the middle of a message
    read_fd, write_fd = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # a test may print, and Python warn
        os.dup2(nowhere, stream)
    work(read_fd, write_fd, spares)


if __name__ == "__main__":
    main()
