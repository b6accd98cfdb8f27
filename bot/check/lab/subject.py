"""One task under examination, and what examinations find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.check.lab.running import run
from bot.check.lab.table import Computed, computed
from content.lab import Lab
from drills.kinds.lab import judging
from drills.kinds.lab.composing import reference
from drills.model import Problem
from drills.task import CORRECTED, REJECTED, Suggestion, Task, Verdict

POINTS: Mapping[int, str] = {
    1: "the reference is right, and solid under mutants",
    2: "each suggestion is what its truth says, in every combination",
    3: "each piece has one owner and a light of its own, in any order",
    4: "pieces by other hands are judged for what they are",
    5: "files are clean in every combination",
    6: "the table is that of these files",
    7: "neither words nor looks give the truth away",
    8: "the score rewards judgement: simulated candidates",
    9: "the sandbox gives what the table says",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to mend; `point` is a key of POINTS."""

    point: int
    text: str


class Subject:
    """A task with all its combinations run."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    @cached_property
    def computed(self) -> Computed:
        return computed(self.lab)

    @property
    def problem(self) -> Problem:
        """Without a table: what needs one asks for what was computed."""
        return self.lab.untabled

    @property
    def task(self) -> Task:
        return self.lab.bare

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        return self.task.suggestions

    @cached_property
    def reference(self) -> str:
        return reference(self.task)

    def with_only(self, index: int, state: str) -> str:
        """The combination that has one state at one suggestion, and right versions elsewhere."""
        right = CORRECTED * len(self.suggestions)
        return right[:index] + state + right[index + 1 :]

    def up_to(self, index: int) -> str:
        """Right versions before a suggestion, nothing from there on."""
        return CORRECTED * index + REJECTED * (len(self.suggestions) - index)

    def verdict(self, file: str, index: int) -> Verdict:
        """What a piece of a file is worth, by really running it."""
        wanted = judging.to_run(self.task, file, index)
        if wanted is None:
            return Verdict.BROKEN
        grade = run(self.problem, wanted, self.problem.parts[0].tests)
        if grade.refused:
            return Verdict.BROKEN
        return judging.verdict(self.task, file, index, grade)
