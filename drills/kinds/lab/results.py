"""What the visible tests gave: from the table at once, or from a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drills.kinds.lab.composing import compose, owned, states_of
from drills.kinds.lab.units import FUNCTION, parsed, units, where
from drills.model import Ending, Grade, Problem
from drills.task import OWN, REJECTED, LabState, Task, Tested


@dataclass(frozen=True, slots=True)
class Line:
    """One visible test; `passed` is None where its result is not known."""

    test: str
    passed: bool | None
    detail: str = ""


def scripted(task: Task, problem: Problem, states: str) -> tuple[Line, ...]:
    """A combination's results out of the table."""
    row = task.table.rows[states]
    return tuple(
        Line(name, said == 0, task.table.details[said - 1] if said else "")
        for name, said in zip(names(problem), row, strict=True)
    )


def ran(problem: Problem, grade: Grade) -> tuple[Line, ...]:
    """What a run gave; a test without an outcome is not known."""
    found = {outcome.test.id: outcome for outcome in grade.outcomes}
    lines = []
    for name in names(problem):
        outcome = found.get(name)
        if outcome is None or outcome.ending is Ending.NOT_RUN:
            lines.append(Line(name, None))
        else:
            lines.append(Line(name, outcome.passed, outcome.detail))
    return tuple(lines)


def unsandboxed(task: Task, problem: Problem, file: str) -> tuple[Line, ...]:
    """What the table alone can say of a file with hand edits: a test is skipped where it reaches
    a piece of the person's own, and all are where something outside the pieces changed."""
    states = states_of(task, file)
    if states is None:
        return tuple(Line(name, None) for name in names(problem))
    edited = {
        name for index, state in enumerate(states) if state == OWN for name in owned(task, index)
    }
    whole = {**units(task.start), **units(file)}
    if any(name in whole and whole[name].kind != FUNCTION for name in edited):
        return tuple(Line(name, None) for name in names(problem))  # what is read is not traced
    known = scripted(task, problem, states.replace(OWN, REJECTED))
    return tuple(Line(each.test, None) if _reached(task, each, edited) else each for each in known)


def _reached(task: Task, line: Line, edited: set[str]) -> bool:
    reached = task.table.reaches[line.test]
    return any(name == unit or name.startswith(f"{unit}.") for name in reached for unit in edited)


def counted(file: str, lines: Sequence[Line], why: str = "") -> Tested:
    passed = sum(line.passed is True for line in lines)
    failed = sum(line.passed is False for line in lines)
    return Tested(file, passed, failed, len(lines), why)


def known(task: Task, problem: Problem, lab: LabState) -> Tested | None:
    """What the visible tests give on the file as it is; None where they were not run on it."""
    every = names(problem)
    try:
        parsed(lab.file)
    except SyntaxError as error:
        why = f"`{task.file}` does not parse ({where(error)})."
        return Tested(lab.file, 0, len(every), len(every), why)
    if OWN not in lab.states and compose(task, lab.states) == lab.file:
        return counted(lab.file, scripted(task, problem, lab.states))
    return lab.tested if lab.tested is not None and lab.tested.file == lab.file else None


def loads(task: Task, grade: Grade) -> bool:
    """Whether a file could be loaded, or nothing ran for another reason than its own: what the
    grader says of the code begins with the file's name."""
    return not grade.refused.startswith(task.file)


def names(problem: Problem) -> list[str]:
    """The visible tests, in order."""
    return [test.name for test in problem.parts[0].tests if not test.hidden]
