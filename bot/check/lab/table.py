"""Computes a lab's table: the visible tests' results for every combination of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.check.lab.running import run
from content.lab import Lab
from drills.kinds.lab.composing import combinations, compose
from drills.model import Ending, Grade, Problem
from drills.task import Table


@dataclass(frozen=True, slots=True)
class Computed:
    """Every combination's grade, with the predicates on flaws, and the table made of them."""

    problem: Problem  # with the table
    grades: Mapping[str, Grade]
    distinct: int  # different files

    def failing(self, states: str) -> frozenset[str]:
        """The visible tests that do not pass."""
        return frozenset(
            o.test.id for o in self.grades[states].outcomes if not o.test.hidden and not o.passed
        )

    @property
    def table(self) -> Table:
        assert self.problem.lab is not None
        return self.problem.lab.table

    def row(self, states: str) -> tuple[int, ...]:
        return self.table.rows[states]

    def shows(self, states: str, name: str) -> bool:
        """Whether a suggestion's fault shows."""
        wanted = f"flaw_{name}"
        return any(
            o.test.id == wanted and o.ending is Ending.FAILED for o in self.grades[states].outcomes
        )


def computed(lab: Lab) -> Computed:
    """Run everything. Raises BrokenContent."""
    problem, task = lab.untabled, lab.bare
    wanted = [test for test in problem.parts[0].tests if _bears(test.id)]
    reaches: dict[str, set[str]] = {}
    by_file: dict[str, Grade] = {}
    grades = {}
    for states in combinations(task):
        file = compose(task, states)
        if file not in by_file:
            by_file[file] = run(problem, file, wanted, reaches)
        grades[states] = by_file[file]
    visible = [test.id for test in problem.parts[0].tests if not test.hidden]
    details: dict[str, int] = {}  # what is said of a failure -> its number
    rows = {}
    for states, grade in grades.items():
        said = {o.test.id: "" if o.passed else o.detail or o.ending.value for o in grade.outcomes}
        told = [said.get(name, grade.refused) for name in visible]
        rows[states] = tuple(details.setdefault(t, len(details) + 1) if t else 0 for t in told)
    touched = {name: tuple(sorted(reaches.get(name, ()))) for name in visible}
    table = Table(rows, tuple(details), touched)
    tabled = replace(problem, lab=replace(task, table=table))
    return Computed(tabled, grades, len(by_file))


def _bears(test: str) -> bool:
    return test.startswith(("test_", "flaw_"))
