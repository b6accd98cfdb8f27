"""One draw under examination, and what examinations find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.check.inputs import SmallInputs
from bot.check.running import Case, cases
from content.draw.authored import Authored, Wrong
from content.draw.drawing import Draw
from drills.model import Part, Problem

POINTS: Mapping[int, str] = {
    1: "model solutions pass their parts and no further",
    2: "the stub fails every test",
    3: "every category has a wrong solution that fails it alone",
    4: "a later part cannot break part 1; a plain part 1 passes",
    5: "mutants of the model solution are caught",
    6: "cheats fail",
    7: "a grade is always the same, through the referee and in one process",
    8: "examples hold, nothing leaks, feedback and costs are complete and true",
    9: "what was published keeps its meaning",
    10: "knobs and skins show where they should, in clean files",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to mend. `where` names the draw (or file) so that its author can see it too."""

    point: int
    where: str
    text: str


class Subject:
    """A draw with its problem and its compiled tests."""

    def __init__(self, authored: Authored, seed: int) -> None:
        self.authored = authored
        self.seed = seed
        self.knobs, self.skin = authored.choose(seed)
        self.draw = Draw(authored, self.knobs, self.skin, seed)
        self._inputs: dict[int, SmallInputs] = {}

    @cached_property
    def problem(self) -> Problem:
        return self.draw.problem()

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.problem.parts

    @cached_property
    def _cases(self) -> list[Case]:
        return cases(self.parts)

    def cases(self, last: int, first: int = 1) -> list[Case]:
        """The tests of these parts."""
        return [case for case in self._cases if first <= case.part <= last]

    def inputs(self, part: int) -> SmallInputs:
        """Every small input, with what the reference of this part gives."""
        if part not in self._inputs:
            self._inputs[part] = SmallInputs(self.problem, part, self.draw.reference(part))
        return self._inputs[part]

    def with_knob(self, knob: str, option: str) -> Draw:
        """The same draw, one knob turned."""
        return Draw(self.authored, {**self.knobs, knob: option}, self.skin, self.seed)

    def wrongs(self) -> list[Wrong]:
        """The wrong solutions that apply to this draw."""
        return [wrong for wrong in self.authored.wrongs if wrong.applies(self.knobs)]

    def __str__(self) -> str:
        knobs = " ".join(f"{name}={option}" for name, option in self.knobs.items())
        return f"--seed {self.seed} ({self.skin}: {knobs})"
