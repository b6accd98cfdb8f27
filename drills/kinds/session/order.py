"""Reads a trap off the order of an output's lines, where the lines themselves do not tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from drills.kinds.session.features import HIDDEN, Line, form, stated
from drills.working import ProgramRun, Splice, Trial

_LONGEST = 2000  # lines of an output that are held against one another place by place


def nearest(
    trial: Trial, messy: ProgramRun, again: ProgramRun, came: Mapping[str, ProgramRun]
) -> str:
    """The reading under which the same lines come in the same order, and under no reading of
    another worth; "" where the order does not tell.

    Numbers are left out of the lines, for a score says less than the place that it gives; but for
    them the lines must be the same ones everywhere. Nothing is read off where a row has another
    place in the data itself, or where the output shows words that are spelt otherwise in a twin:
    then the order may be the data's or the alphabet's.
    """
    mine = _order(messy, trial)
    if not _in_place(trial) or mine != _order(again, trial) or any(HIDDEN in f for f in mine):
        return ""
    worth = {twin.reading: twin.worth for twin in trial.twins}
    orders = {reading: _order(run, trial) for reading, run in came.items()}
    if any(sorted(each) != sorted(mine) for each in orders.values()):
        return ""
    same = [reading for reading, order in orders.items() if order == mine]
    if len({worth[reading] for reading in same}) != 1:
        return ""
    # Where no reading of another worth came through, nothing was held against anything.
    return same[0] if {worth[r] for r in came} != {worth[same[0]]} else ""


def moved(before: Sequence[Line], after: Sequence[Line]) -> tuple[list[str], list[str]]:
    """The lines that have another place in either, each with its place: "line 2: kq by Bram"."""
    if max(len(before), len(after)) > _LONGEST:
        return [], []
    places = SequenceMatcher(
        None, [line.plain for line in before], [line.plain for line in after], autojunk=False
    ).get_opcodes()
    changed = [spot for spot in places if spot[0] != "equal"]
    gone = [n for _, start, stop, _, _ in changed for n in range(start, stop)]
    come = [n for _, _, _, start, stop in changed for n in range(start, stop)]
    return _placed(before, gone), _placed(after, come)


def _placed(said: Sequence[Line], places: Sequence[int]) -> list[str]:
    return [f"line {n + 1}: {said[n].own}" for n in places]


def _order(run: ProgramRun, trial: Trial) -> list[str]:
    return [form(feature) for feature, _ in stated(run, trial.spelt)]


def _in_place(trial: Trial) -> bool:
    """Whether the rows that the trap and its twins share stand in one order in all of them."""
    mine = _added(trial.splices)
    every = (trial.splices, *(twin.splices for twin in trial.twins))
    if any(_added(splices) and _removes(splices) for splices in every):
        return False
    return all(mine <= _added(twin.splices) or _added(twin.splices) <= mine for twin in trial.twins)


def _added(splices: tuple[Splice, ...]) -> set[int]:
    """Where lines come that take no other's place."""
    return {each.start for each in splices if len(each.lines) > each.stop - each.start}


def _removes(splices: tuple[Splice, ...]) -> bool:
    return any(len(each.lines) < each.stop - each.start for each in splices)
