"""One working session under examination, and what examinations find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from content.working import Working
from drills.working import Work

POINTS: Mapping[int, str] = {
    1: "each trap is found where it was planted, and nothing in clean books",
    2: "its plain readings are distinct, and its rows are the same alone and among others",
    3: "neither words nor places give a trap away",
    4: "a seed gives one draw",
    5: "no program is wrongly said to handle a trap or to miss it",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to mend; `point` is a key of POINTS."""

    point: int
    text: str
    seed: int | None = None


@dataclass
class Subject:
    """A domain and the seeds that it is looked at on."""

    working: Working
    seeds: Sequence[int]
    _works: dict[int, Work] = field(default_factory=dict)

    def work(self, seed: int) -> Work:
        if seed not in self._works:
            work = self.working.problem(seed).work
            assert work is not None
            self._works[seed] = work
        return self._works[seed]
