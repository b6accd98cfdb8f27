"""Bounds what a hostile value can make the referee itself do, in Python and in C."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

GRACE = 5.0  # seconds of CPU time beyond the deadline, spent where no Python code runs
AGAIN = 1.0  # seconds until the next ring, where the first was swallowed
STUCK = signal.SIGPROF  # what such a process ends with


@contextlib.contextmanager
def deadline(seconds: float, ring: Callable[[], object]) -> Iterator[None]:
    """Call `ring`, which raises, when the body takes longer than that.

    A signal is heard only between two steps of Python: comparing values that share their parts a
    billion times is one step. So a process that goes on computing is ended by the kernel; the
    pool notices. Off the main thread, where there are no signals, the pool's own limit must do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: ring())
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, before)
