"""Which rungs this machine has."""

import functools

from bot.grader.inside.probes import ORDINARY
from bot.grader.sandbox import Limits, Rung, spawn
from bot.grader.selftest import run

RUNGS = [Rung.BUBBLEWRAP, Rung.LOCKDOWN, Rung.SECCOMP]


@functools.cache
def trouble(rung: Rung) -> str:
    """Why ordinary code cannot run on a rung here; "" where it can."""
    try:
        child = spawn(rung, Limits(), main="probe")
    except OSError as problem:
        return str(problem)
    told, _ = run(child, ORDINARY)
    return "" if b"computed" in told else child.complaint() or "nothing came back"
