"""What the pool and its workers say to each other: pickles, each after eight bytes of length.

Both ends are ours; nothing that a submission made is ever unpickled.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drills.model import Grade, Problem, Scope, Submission
from drills.working import ProbeCall, ProgramRun, Trial

from .sandbox import Rung

HEAD = 8


@dataclass(frozen=True, slots=True)
class Job:
    """Grade one submission on one rung."""

    rung: Rung
    problem: Problem
    part: int
    scope: Scope
    submission: Submission
    before: Submission | None


@dataclass(frozen=True, slots=True)
class Warm:
    """Be ready for a grade of this part."""

    rung: Rung
    problem: Problem
    part: int


@dataclass(frozen=True, slots=True)
class ProgramJob:
    """Run a person's program once. `now` is what its clock shows, in seconds since 1970."""

    rung: Rung
    files: Mapping[str, str]  # name -> text
    data: str | None  # the text of data.py, where there is one
    now: float
    entry: str = ""  # the file to run, where it is not the person's to say


@dataclass(frozen=True, slots=True)
class ProbeJob:
    """Tell what a person's program does with one trap."""

    rung: Rung
    files: Mapping[str, str]
    clean: str  # the text of data.py without any trap
    plain: ProgramRun  # what the program did on that text: many a twin is the same
    trial: Trial
    now: float


@dataclass(frozen=True, slots=True)
class Reply:
    """`trouble` is a traceback of our own code; then there is nothing else."""

    grade: Grade | None = None
    run: ProgramRun | None = None
    call: ProbeCall | None = None
    trouble: str = ""


def packed(message: object) -> bytes:
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body


def unpacked(body: bytes) -> Any:
    return pickle.loads(body)


def read(fd: int) -> Any:
    """The next message of a blocking pipe. Raises EOFError at its end."""
    return unpacked(_take(fd, int.from_bytes(_take(fd, HEAD), "big")))


def write(fd: int, message: object) -> None:
    rest = memoryview(packed(message))
    while rest:
        rest = rest[os.write(fd, rest) :]


def _take(fd: int, size: int) -> bytes:
    taken = bytearray()
    while len(taken) < size:
        piece = os.read(fd, size - len(taken))
        if not piece:
            raise EOFError
        taken += piece
    return bytes(taken)
