"""What is shown outside a lab: the tasks by level, the progress, and which task is picked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from drills.command import LABS, Request, lab, nearest, picks
from drills.effects import Block, Choice, Say, Table
from drills.kinds.lab.wording import NEXT
from drills.menu import in_progress
from drills.model import Attempt
from drills.task import LEVELS, LabEntry
from drills.timing import mmss

ENOUGH = 20  # decisions that a figure of calibration wants


def menu(entries: Sequence[LabEntry], attempts: Sequence[Attempt]) -> Say:
    """Every task with what the person did there, what is in progress, and how to pick."""
    if not entries:
        return Say(("There are no labs here. Reinstall Drillbot: its content is missing.",))
    pick = f"Pick: {lab(entries[0].id)} · {NEXT}"
    return Say(
        (
            "**AI-ASSISTED LAB** · tasks by level",
            _table(entries, attempts),
            "\n".join([*in_progress(attempts, "lab"), pick]),
        ),
        choices=tuple(_choice(entry) for entry in entries),
    )


def status(entries: Sequence[LabEntry], attempts: Sequence[Attempt]) -> Say:
    """The progress alone, and over enough decisions how sure against how right."""
    whole = [a for a in _done(attempts) if _score(a) is not None]
    tried = [entry for entry in entries if any(a.problem == entry.id for a in whole)]
    blocks: list[Block] = [
        f"**Progress** · {len(whole)} lab{'' if len(whole) == 1 else 's'} done ·"
        f" {len(tried)} of {len(entries)} tasks"
    ]
    if tried:
        blocks.append(_table(tried, attempts))
    if told := _calibration(whole):
        blocks.append(told)
    blocks.append("\n".join([*in_progress(attempts, "lab"), f"Next: {NEXT} · all tasks: {LABS}"]))
    return Say(tuple(blocks))


def pick(
    request: Request, entries: Sequence[LabEntry], attempts: Sequence[Attempt], random_number: int
) -> str | Say:
    """The id of the task to start, or what to say instead. `random_number` is 0 or more."""
    ids = [entry.id for entry in entries]
    if request.task:
        return request.task if request.task in ids else _unknown(request.task, ids)
    if request.level:
        ids = [entry.id for entry in entries if entry.level == request.level]
        if not ids:
            return Say((f"There is no task at the level {request.level}. {LABS} lists them.",))
        return _least(ids, attempts)
    if request.next and ids:
        return _least(ids, attempts)
    if request.random and ids:
        return ids[random_number % len(ids)]
    return menu(entries, attempts)


def _least(ids: Sequence[str], attempts: Sequence[Attempt]) -> str:
    """What was done least; of several the first in the menu."""
    count = Counter(attempt.problem for attempt in _done(attempts))
    return min(ids, key=lambda id: (count[id], ids.index(id)))


def _choice(entry: LabEntry) -> Choice:
    """The tasks of a level stand in a row."""
    return Choice(picks(entry.id), entry.id, row=LEVELS.index(entry.level))


def _unknown(id: str, ids: Sequence[str]) -> Say:
    plain = re.sub(r"[^\w.-]+", " ", id).strip()[:60]
    near = nearest(id, ids)
    if near is None:
        return Say((f"There is no lab `{plain}`. {LABS} lists those there are.",))
    text = f"There is no lab `{plain}`. Did you mean {near}? {lab(near)}"
    return Say((text,), choices=(Choice(picks(near), near),))


def _table(entries: Sequence[LabEntry], attempts: Sequence[Attempt]) -> Table:
    return Table(
        ("Task", "Level", "Minutes", "Suggestions", "Tests", "Done", "Best", "Time"),
        tuple(_row(entry, [a for a in attempts if a.problem == entry.id]) for entry in entries),
    )


def _row(entry: LabEntry, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    whole = [(score, a) for a in _done(attempts) if (score := _score(a)) is not None]
    head = (entry.id, entry.level, *map(str, (entry.minutes, entry.suggestions, entry.tests)))
    if not whole:
        return (*head, "0", "—", "—")
    best = max(score for score, _ in whole)
    time = min(a.seconds for score, a in whole if score == best)
    return (*head, str(len(whole)), f"{best:.0f}", mmss(time))


def _done(attempts: Sequence[Attempt]) -> list[Attempt]:
    return [a for a in attempts if a.drill == "lab" and not a.open]


def _score(attempt: Attempt) -> float | None:
    result = attempt.lab.result if attempt.lab else None
    return result.total if result else None


def _calibration(whole: Sequence[Attempt]) -> str:
    """The Brier score of "how sure", where 1 says even odds and 5 says certain."""
    calls = [call for a in whole if a.lab and a.lab.result for call in a.lab.result.calls]
    if len(calls) < ENOUGH:
        return ""
    brier = sum((0.5 + (sure - 1) / 8 - right) ** 2 for sure, right in calls) / len(calls)
    right = sum(well for _, well in calls) / len(calls)
    return (
        f"How sure against how right, over {len(calls)} decisions: {right:.0%} were right; Brier"
        f" score {brier:.2f} (0 is perfect, 0.25 is what always saying 1 gives). It is not scored."
    )
