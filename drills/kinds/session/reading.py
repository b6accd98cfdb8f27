"""Tells which way a program read a trap: its output is held against those on the twins.

A call is made only where the output tells; where it does not, that is said. The bounds below were
found on programs that were labelled by reading them, and matter less than the order of the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from drills.kinds.session.features import (
    HIDDEN,
    Features,
    Line,
    documents,
    features,
    form,
    kind,
    kinds,
    lines,
    stated,
)
from drills.kinds.session.order import moved, nearest
from drills.working import Call, ProbeCall, ProgramRun, Trial, Worth

_CLEARLY = 0.75  # as far as the nearest reading may be, of the next one of another worth
_MANY = 12  # features that twins differ in, past which one change seems to move many lines ...
_SHARE = 0.15  # ... or this share of the whole output, whichever is more
_ELSEWHERE = 3  # times as far as the readings are from one another: near to none of them
MOST_LINES = 8  # of a proof, each way


@dataclass(frozen=True, slots=True)
class _Seen:
    """The output, and those on the twins that the program came through."""

    mine: Features
    shown: Mapping[str, Features]
    worth: Mapping[str, Worth]
    noise: frozenset[str]  # kinds that vary where nothing changed; they are left out

    def new(self) -> list[str]:
        """What is of a kind that no twin has."""
        known = {kind(f) for each in self.shown.values() for f in each}
        return [f for f in self.mine if kind(f) not in known]

    def telling(self, counted: Mapping[str, Features]) -> set[str]:
        """What not all of them state equally often."""
        stated = set().union(*counted.values())
        return {f for f in stated if len({each[f] for each in counted.values()}) > 1}

    def undecided(self, far: Mapping[str, int]) -> bool:
        """Nearest to readings of different worth, or not clearly nearer to one worth."""
        near = min(far.values())
        best = {self.worth[reading] for reading in far if far[reading] == near}
        rest = [far[reading] for reading in far if self.worth[reading] not in best]
        return len(best) > 1 or bool(rest and near > _CLEARLY * min(rest))


def judge(
    trial: Trial, messy: ProgramRun, again: ProgramRun, twins: Mapping[str, ProgramRun]
) -> ProbeCall:
    """The call on one trap. `messy` and `again` are two runs on the books that have it, under
    different hash seeds; `twins` has a run for each reading."""
    if messy.trouble:
        stops = not all(run.trouble for run in twins.values())
        return ProbeCall(trial.trap, Call.CRASHED if stops else Call.UNTOLD, trouble=messy.trouble)
    came = {reading: run for reading, run in twins.items() if run.ended}
    worth = {twin.reading: twin.worth for twin in trial.twins if twin.reading in came}
    if not came:
        return ProbeCall(trial.trap, Call.UNTOLD)
    seen = _seen(messy, again, came, worth, trial.spelt)
    call, reading, remarks = _read(seen, frozenset(trial.touched))
    open_yet = call in (Call.UNREACHED, Call.UNTOLD) and not remarks
    if open_yet and (ordered := nearest(trial, messy, again, came)):
        call, reading = Call(worth[ordered]), ordered
    hidden = trial.spelt
    if call is Call.MISSED and trial.states:  # as it would be in any other state: does it say so?
        hidden = tuple(set(trial.spelt) - set(trial.states))
        plainly = _seen(messy, again, came, worth, hidden)
        remarks = _remarks(plainly, frozenset(trial.touched))
        call = Call.APART if remarks else call
    own = dict.fromkeys(line for f, line in stated(messy, hidden) if f in remarks)
    found = ProbeCall(trial.trap, call, reading, tuple(own)[:MOST_LINES])
    return _proven(found, messy, came, worth, seen.noise)


def _seen(
    messy: ProgramRun,
    again: ProgramRun,
    came: Mapping[str, ProgramRun],
    worth: Mapping[str, Worth],
    hidden: Sequence[str],
) -> _Seen:
    mine, repeat = features(messy, hidden), features(again, hidden)
    noise = frozenset(kind(f) for f in (mine - repeat) + (repeat - mine))
    shown = {reading: _without(features(run, hidden), noise) for reading, run in came.items()}
    return _Seen(_without(mine, noise), shown, worth, noise)


def _remarks(seen: _Seen, touched: frozenset[str]) -> frozenset[str]:
    """What is of a kind that no twin has, and names a touched row."""
    return frozenset(f for f in seen.new() if _names(f, touched))


def _read(seen: _Seen, touched: frozenset[str]) -> tuple[Call, str, frozenset[str]]:
    """The call, the nearest reading, and the features that are remarks."""
    mine, shown = seen.mine, seen.shown
    plainly = set().union(*shown.values())
    # A row that is printed whatever it means tells nothing.
    echoed = set.intersection(*({kind(f) for f in each if HIDDEN in f} for each in shown.values()))
    telling = {f for f in seen.telling(shown) if kind(f) not in echoed}
    known = {kind(f) for f in plainly}
    remarks = _remarks(seen, touched)
    far = _far(mine, shown, telling)
    unsure = Call.APART if remarks else Call.UNTOLD
    if not telling:
        alike = all(_told(mine, echoed) == _told(each, echoed) for each in shown.values())
        return (Call.UNREACHED if alike and not remarks else unsure), "", remarks
    spread = max(_apart(a, b, telling) for a in shown.values() for b in shown.values())
    fits = all(f in plainly or kind(f) not in known for f in mine)
    if not (min(far.values()) == 0 and fits) and spread > max(_MANY, sum(mine.values()) * _SHARE):
        return unsure, "", remarks  # a running balance: one change moves every later line
    if min(_apart(mine, each, plainly | set(mine)) for each in shown.values()) > _ELSEWHERE * (
        spread + 2
    ):
        return unsure, "", remarks  # it did something that none of the readings does
    if seen.undecided(far) or (min(far.values()) and not fits):
        # The numbers fit no reading. Do the kinds of line?
        by_kind = {reading: kinds(each) for reading, each in shown.items()}
        telling = seen.telling(by_kind)
        far = _far(kinds(mine), by_kind, telling)
        if seen.undecided(far):
            return unsure, "", remarks
    best = min(far, key=lambda reading: far[reading])
    strange = bool(seen.new()) and not remarks
    if far[best] and (strange or not _shares(mine, shown[best], telling)):
        return unsure, "", remarks  # it says something else, and fits no reading
    said = {reading: _said_of(each, touched) for reading, each in shown.items()}
    mine_said = _said_of(mine, touched)
    if not fits or remarks:  # then what is said of the very rows, whatever its numbers, decides
        same = {seen.worth[reading] for reading in said if said[reading] == mine_said}
        if same and seen.worth[best] not in same:
            return Call.UNTOLD, "", remarks
    if not fits and all(each - mine_said for each in said.values()):
        return unsure, "", remarks  # it leaves out what it says of the rows in every reading
    if seen.worth[best] is Worth.HANDLED:
        return Call.HANDLED, best, remarks
    return (Call.APART if remarks else Call.MISSED), best, remarks


def _names(feature: str, touched: frozenset[str]) -> bool:
    return HIDDEN in feature or any(name in feature for name in touched)


def _said_of(counted: Features, touched: frozenset[str]) -> Features:
    """How often lines of each form name a touched row."""
    found: Features = Features()
    for feature, count in counted.items():
        if _names(feature, touched):
            found[form(feature)] += count
    return found


def _apart(a: Features, b: Features, telling: Collection[str]) -> int:
    return sum(abs(a[f] - b[f]) for f in telling)


def _far(mine: Features, shown: Mapping[str, Features], telling: Collection[str]) -> dict[str, int]:
    return {reading: _apart(mine, each, telling) for reading, each in shown.items()}


def _shares(mine: Features, nearest: Features, telling: Collection[str]) -> bool:
    """Whether anything telling stands in both, by itself or by its kind."""
    by_kind, nearest_by_kind = kinds(mine), kinds(nearest)
    return any(min(mine[f], nearest[f]) or min(by_kind[f], nearest_by_kind[f]) for f in telling)


def _without(counted: Features, noise: Collection[str]) -> Features:
    return Features({f: n for f, n in counted.items() if kind(f) not in noise})


def _told(counted: Features, echoed: Collection[str]) -> Features:
    return Features({k: n for k, n in kinds(counted).items() if k not in echoed})


# --- the proof -------------------------------------------------------------------------------


def _proven(
    found: ProbeCall,
    messy: ProgramRun,
    came: Mapping[str, ProgramRun],
    worth: Mapping[str, Worth],
    noise: Collection[str],
) -> ProbeCall:
    """With the lines that go and come when the trap is said plainly, as it is rightly read."""
    right = [reading for reading in came if worth[reading] is Worth.HANDLED]
    if not right:
        return found
    said = found.reading if found.reading in right else right[0]
    varies = {feature.partition("| ")[2] for feature in noise}
    before, after = _said(messy, varies), _said(came[said], varies)
    goes, comes = _beyond(before, after), _beyond(after, before)
    if not goes and not comes and len(messy.files) == len(came[said].files) == 0:
        goes, comes = moved(before, after)
    return replace(found, before=tuple(goes[:MOST_LINES]), after=tuple(comes[:MOST_LINES]))


def _said(run: ProgramRun, varies: Collection[str]) -> list[Line]:
    return [
        line for _, text in documents(run) for line in lines(text) if kind(line.plain) not in varies
    ]


def _beyond(said: Sequence[Line], other: Sequence[Line]) -> list[str]:
    """The lines of one output that the other has not, or less often."""
    there = Features(line.plain for line in other)
    beyond = []
    for line in said:
        if there[line.plain]:
            there[line.plain] -= 1
        else:
            beyond.append(line.own)
    return beyond


# --- two draws -------------------------------------------------------------------------------

_DEALT = (Call.HANDLED, Call.APART)


def agreed(own: ProbeCall, other: ProbeCall, literal: bool) -> ProbeCall:
    """The call on the person's own draw, once another draw was asked the same.

    `literal`: the program names the touched rows of its own draw. Such rows it knows whatever is
    said of them, so what it does on the other draw is what it does with the trap.
    """
    fails = other.call in (Call.MISSED, Call.CRASHED)
    if literal and fails and own.call not in (Call.MISSED, Call.CRASHED):
        return replace(own, call=Call.MISSED, literal=True)
    if own.call in _DEALT and fails:
        return replace(own, call=Call.UNTOLD)
    if own.call is Call.HANDLED and other.call is Call.APART:
        return replace(own, call=Call.APART)
    if own.call in (Call.MISSED, Call.UNREACHED) and other.call in _DEALT:
        return replace(own, call=Call.UNTOLD)
    return own
