"""What each piece of a file is worth by itself: told by its state, or by a run of its own."""

from __future__ import annotations

from drills.kinds.lab import results
from drills.kinds.lab.composing import alone, compose, states_of, untouched
from drills.model import Ending, Grade
from drills.task import CORRECTED, OWN, Task, Verdict


def known(task: Task, file: str) -> tuple[Verdict | None, ...]:
    """A verdict for each piece whose state is a scripted one; None for those that must be run.

    The gate has shown of each scripted version that it is what this says.
    """
    states = states_of(task, file)
    if states is None:
        return (None,) * len(task.suggestions)
    return tuple(_of(task, index, state) for index, state in enumerate(states))


def _of(task: Task, index: int, state: str) -> Verdict | None:
    match state:
        case "r":
            return Verdict.UNBUILT
        case "a" if not task.suggestions[index].good:
            return Verdict.FLAWED
        case "a" | "c":
            return Verdict.RIGHT
    return None


def to_run(task: Task, file: str, index: int) -> str | None:
    """The file that tells a piece's worth; None where it cannot be put together, so is broken."""
    try:
        return alone(task, file, index)
    except SyntaxError:
        return None


def verdict(task: Task, file: str, index: int, grade: Grade) -> Verdict:
    """What a run of `to_run` tells, with every test, probe and predicate of the piece."""
    if grade.refused and not grade.outcomes:
        return Verdict.UNKNOWN if results.loads(task, grade) else Verdict.BROKEN
    name = task.suggestions[index].name
    failed, flawed = False, False
    for outcome in grade.outcomes:
        test = outcome.test
        if test.id == f"flaw_{name}":
            flawed = outcome.ending is Ending.FAILED
        elif not test.hidden or (test.category == name and not test.id.startswith("flaw_")):
            failed |= outcome.failed
    if failed and untouched(task, file, index):
        return Verdict.UNBUILT
    if flawed:
        return Verdict.FLAWED
    return Verdict.BROKEN if failed else Verdict.RIGHT


def plain_states(task: Task, file: str, states: str) -> bool:
    """Whether a file is, to the letter, what the decisions made of the start."""
    return OWN not in states and CORRECTED not in states and compose(task, states) == file
