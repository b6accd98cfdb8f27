"""Point 5: programs of every care and shape are probed, and each call is held against its truth."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from bot.check.session.subject import Fault
from bot.grader import probing
from bot.grader.jobs import ProbeJob
from bot.grader.program import run
from bot.grader.sandbox import Child, Limits, Rung, spawn
from content.draw.broken import BrokenContent
from content.session_folder import SessionFolder
from content.working import OTHER, Working
from drills.kinds.session.reading import agreed
from drills.working import Books, Call, ProbeCall

FOLDER, TRUTH = "submissions", "truth.toml"
FEWEST = 6  # programs a domain
NOW = 1_750_000_000.0
Truth = Mapping[str, Mapping[str, tuple[Call, ...]]]  # program -> trap -> calls that are right


def truth(kind: SessionFolder, there: Collection[str], traps: Collection[str]) -> Truth:
    """What each program that is there does with each trap, written down by reading it.

    Raises BrokenContent where one of either is left out.
    """
    path = kind.folder / FOLDER / TRUTH
    try:
        said = tomllib.loads(kind.text(f"{FOLDER}/{TRUTH}"))
        told = {
            program: {trap: tuple(map(Call, calls)) for trap, calls in its.items()}
            for program, its in said.items()
        }
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise BrokenContent(path, str(error)) from error
    if wrong := told.keys() ^ set(there):
        raise BrokenContent(path, f"{min(wrong)}: not both a program and a table here")
    for program, its in told.items():
        if wrong := its.keys() ^ set(traps):
            raise BrokenContent(path, f"{program}: {min(wrong)}: not both here and in the folder")
    return told


def written(working: Working) -> Truth:
    """The truth of a domain's programs. Raises BrokenContent."""
    there = {file.stem for file in (working.folder / FOLDER).glob("*.py")}
    return truth(working, there, working.plantings)


def calls(folder: Path, program: str, seed: int, rung: Rung) -> list[ProbeCall]:
    """What the probe says of one program on every trap of one draw, as the bot would."""
    working = Working(folder)
    files = {"solution.py": working.text(f"{FOLDER}/{program}.py")}
    names = list(working.plantings)
    own, other = working.books(seed, names), working.books(seed + OTHER, names)

    def start(rung: Rung, main: str, hash_seed: str) -> Child:
        return spawn(rung, Limits(), hash_seed, main=main)

    def called(books: Books) -> list[ProbeCall]:
        child = start(rung, "program", "0")
        plain = run(child, files, books.clean, NOW, probing.ALLOWANCE)
        return [
            probing.probe(ProbeJob(rung, files, books.clean, plain, trial, NOW), start)
            for trial in books.trials
        ]

    return [
        agreed(first, second, probing.names_rows(files, trial))
        for first, second, trial in zip(called(own), called(other), own.trials, strict=True)
    ]


def judged(
    right: Mapping[str, tuple[Call, ...]],
    made: Iterable[ProbeCall],
    program: str,
    seed: int | None = None,
) -> tuple[list[Fault], Counter[str]]:
    """The calls that are false, and how many were right, cautious and false."""
    faults, counted = [], Counter[str]()
    for call in made:
        if call.call in right[call.trap]:
            counted["right"] += 1
        elif call.call in (Call.HANDLED, Call.MISSED):
            counted[f"false {call.call}"] += 1
            said = f"{program}: {call.trap} is called {call.call}"
            faults.append(Fault(5, f"{said}, and is {' or '.join(right[call.trap])}", seed))
        else:
            counted[f"{call.call} where it was {right[call.trap][0]}"] += 1
    return faults, counted
