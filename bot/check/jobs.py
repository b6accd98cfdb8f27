"""Run the jobs of a check on several processes, say which ones are running, end them at once."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Generic, TypeVar

from bot.grader.inside import lockdown

T = TypeVar("T")
Tell = Callable[[Sequence[str]], None]

CPU_SECONDS = 60  # a job, on the average; a draw takes about seven
MEMORY = 4 << 30  # bytes


class Died(Exception):
    """A process ended in the middle of a job, or of one beside it."""


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """A call that another process can make: a function of a module, and what it is given."""

    name: str  # as the progress line has it: "draw 3"
    call: Callable[..., T]
    given: tuple[Any, ...]


def done(jobs: Sequence[Job[T]], processes: int, tell: Tell) -> Iterator[tuple[Job[T], T | Died]]:
    """Each job with what it gave, as it comes; one process is this one.

    `tell` hears the names of the running jobs whenever they change. Raises what a job raises.
    Where the caller stops listening, or is interrupted, every process is ended.
    """
    if processes == 1:
        for job in jobs:
            tell([job.name])
            yield job, job.call(*job.given)
        return
    spawn = multiprocessing.get_context("spawn")  # a fork would share the bot's threads and locks
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, spawn, _alone, (len(jobs),))
    try:
        with _interrupts_held_back():
            waiting = {pool.submit(job.call, *job.given): job for job in jobs}
        tell([job.name for job in jobs[:processes]])
        for future in as_completed(list(waiting)):
            job = waiting.pop(future)
            tell([job.name for future, job in waiting.items() if future.running()][:processes])
            try:
                yield job, future.result()
            except BrokenProcessPool:
                yield job, Died()
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            _kill(child.pid)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that are started here never hear a Ctrl-C, not even before they are set up."""
    resource_tracker.ensure_running()  # started later it would let interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _alone(jobs: int) -> None:
    """Set a process up: one that loops where no signal is heard ends itself, not the machine.

    It leads a group of its own, so that what it started can be ended with it.
    """
    os.setpgid(0, 0)
    if sys.platform == "linux":
        lockdown.die_with(os.getppid(), signal.SIGKILL)
    for limit, most in ((resource.RLIMIT_CPU, CPU_SECONDS * jobs), (resource.RLIMIT_AS, MEMORY)):
        hard = resource.getrlimit(limit)[1]  # left as it is: a sandbox sets limits of its own
        resource.setrlimit(
            limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
        )


def _kill(pid: int | None) -> None:
    """A process and what it started. One that is not set up yet has started nothing."""
    if pid is None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
