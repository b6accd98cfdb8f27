"""Submissions that never end, one way or another."""

import re
import resource
import signal
import threading
import time


def loop(target, tell):
    """Loops for ever.

    Proof: cpu.
    """
    while True:
        pass


def regular_expression(target, tell):
    """Backtracks exponentially inside one call of C.

    Proof: cpu.
    """
    re.match(r"(a+)+$", "a" * 64 + "b")


def big_integer(target, tell):
    """Computes a number of billions of digits inside one call of C.

    Proof: cpu.
    """
    number = 3
    while True:
        number = pow(number, 3, 1 << 4_000_000)


def endless_iteration(target, tell):
    """Sums an endless iterator inside one call of C.

    Proof: cpu.
    """
    import itertools

    sum(itertools.repeat(0))


def sleep(target, tell):
    """Sleeps for an hour and uses no CPU time.

    Proof: gone. Control: none, the parent's patience is the same on every rung.
    """
    time.sleep(3600)


def deaf_to_the_limit(target, tell):
    """Ignores the signal that the limit of CPU time sends first.

    Proof: cpu.
    """
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while True:
        pass


def raise_the_limit(target, tell):
    """Lifts its own limit of CPU time and loops.

    Proof: cpu.
    """
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (3600, 3600))
    except (OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
    while True:
        pass


def threads(target, tell):
    """Loops in eight threads.

    Proof: cpu.
    """

    def spin():
        while True:
            pass

    for _ in range(8):
        threading.Thread(target=spin, daemon=True).start()
    spin()
