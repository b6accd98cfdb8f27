"""Points 1, 2 and 4: traps are found where they are and nowhere else, and draws hold together."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from bot.check.session.subject import Fault, Subject
from content.rows import Tables
from content.working import Working
from drills.working import Books, Work, Worth, spliced

FEWEST = 8  # traps of a draw


def found(subject: Subject) -> Iterator[Fault]:
    """Every query finds its trap in what a person would get, and nothing in clean books."""
    working = subject.working
    for seed in subject.seeds:
        rows = working.clean(seed)
        tables = read(working.sheet(rows).text)
        for name in working.plantings:
            with_trap, planted = working.planted(rows, seed, [name])
            query = planted[name].query
            if there := query(tables):
                yield Fault(1, f"{name}: found in clean books: {', '.join(there)}", seed)
            sheet = working.sheet(rows)
            text = spliced(sheet.text, sheet.splices(with_trap))
            if not (there := query(read(text))):
                yield Fault(1, f"{name}: its query finds nothing where it was planted", seed)
            for touched in there:
                if touched not in text:
                    yield Fault(1, f"{name}: {touched!r} is nowhere in data.py", seed)


def read(text: str) -> Tables:
    """The tables of a data.py, which binds names to literals and does nothing else."""
    tables: dict[str, Any] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            tables[node.targets[0].id] = ast.literal_eval(node.value)
    return tables


def held_together(subject: Subject) -> Iterator[Fault]:
    """Twins are distinct; a trap touches the same rows alone and in the whole draw."""
    for seed in subject.seeds:
        work = subject.work(seed)
        if len(work.traps) < FEWEST:
            yield Fault(2, f"{len(work.traps)} traps are drawn; {FEWEST} are wanted", seed)
        yield from _apart(work.books[0], seed)
        yield from _same_rows(work, seed)
        if [trap.id for trap in work.traps] != sorted(
            (trap.id for trap in work.traps), key=lambda id: _first(work, id)
        ):
            yield Fault(2, "the traps are not in the order of the data", seed)


def _apart(books: Books, seed: int) -> Iterator[Fault]:
    for trial in books.trials:
        texts = {twin.reading: spliced(books.clean, twin.splices) for twin in trial.twins}
        if len(set(texts.values())) < len(texts):
            yield Fault(2, f"{trial.trap}: two readings are said alike", seed)
        if spliced(books.clean, trial.splices) in texts.values():
            yield Fault(2, f"{trial.trap}: one reading is the trap itself", seed)
        if all(twin.worth is Worth.MISSED for twin in trial.twins) or len(texts) < 2:
            yield Fault(2, f"{trial.trap}: two readings are wanted, one of them handled", seed)


def _same_rows(work: Work, seed: int) -> Iterator[Fault]:
    alone = {trial.trap: trial.touched for trial in work.books[0].trials}
    for trap in work.traps:
        if set(trap.touched) != set(alone[trap.id]):
            yield Fault(2, f"{trap.id}: touches other rows alone than among the others", seed)


def _first(work: Work, id: str) -> int:
    touched = next(trap.touched for trap in work.traps if trap.id == id)
    return min(map(work.data.index, touched))


def repeated(subject: Subject) -> Iterator[Fault]:
    """A seed gives one draw, whatever was drawn before; other seeds give others."""
    again = Working(subject.working.folder)
    seed = subject.seeds[0]
    if again.problem(seed) != subject.working.problem(seed):
        yield Fault(4, "drawn twice it is not the same", seed)
    texts = {subject.work(seed).data for seed in subject.seeds}
    if len(texts) < len(subject.seeds):
        yield Fault(4, "two seeds give the same rows")
    subsets = {frozenset(trap.id for trap in subject.work(s).traps) for s in subject.seeds}
    if len(subject.working.plantings) > len(subject.work(seed).traps) and len(subsets) < 2:
        yield Fault(4, "every seed draws the same traps")
