"""Probes what a person's program does with one trap: runs it on the trap and on each twin."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NoReturn

from drills.kinds.session.reading import judge
from drills.working import Call, ProbeCall, ProgramRun, Splice, Trial, spliced

from . import program
from .deadline import deadline
from .jobs import ProbeJob
from .program import Allowance
from .sandbox import Child, Rung

ALLOWANCE = Allowance(cpu=5, wall=15)  # of one run of many
LONGEST_READING = 5.0  # seconds to hold the outputs against one another; it takes a hundredth


class TooLong(BaseException):
    """Reading an output did not end."""


def _too_long() -> NoReturn:
    raise TooLong


def probe(job: ProbeJob, start: Callable[[Rung, str, str], Child]) -> ProbeCall:
    """The call on one trap. `start` gives a sandbox, by its rung, its program and a hash seed."""

    def run(splices: tuple[Splice, ...], hash_seed: str = "0") -> ProgramRun:
        if not splices:
            return job.plain
        child = start(job.rung, "program", hash_seed)
        return program.run(child, job.files, spliced(job.clean, splices), job.now, ALLOWANCE)

    trial = job.trial
    messy, again = run(trial.splices), run(trial.splices, "1")
    twins = {twin.reading: run(twin.splices) for twin in trial.twins}
    try:
        with deadline(LONGEST_READING, _too_long):
            return judge(trial, messy, again, twins)
    except (TooLong, RecursionError, MemoryError):
        return ProbeCall(trial.trap, Call.UNTOLD, trouble="Its output took too long to read.")


def names_rows(files: Mapping[str, str], trial: Trial) -> bool:
    """Whether a program names one of the rows that a trial's query finds."""
    return any(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        for name in trial.touched
        for text in files.values()
    )
