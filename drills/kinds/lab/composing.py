"""The file under every combination of decisions, and a suggestion against the file as it stands."""

from __future__ import annotations

import builtins
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from drills.kinds.lab.splicing import Fragment, fragment, imported, splice, taken_out
from drills.kinds.lab.units import CLASS, frame, meanings, parsed, units, where
from drills.task import ACCEPTED, CORRECTED, OWN, REJECTED, SCRIPTED, Task


def part(task: Task, index: int, state: str) -> Fragment:
    """A suggestion's fragment, as proposed or as corrected."""
    suggestion = task.suggestions[index]
    source = suggestion.proposed if state == ACCEPTED else suggestion.corrected
    return fragment(source, task.module, task.start)


def owned(task: Task, index: int) -> frozenset[str]:
    """The units that a suggestion may put in or change; no two suggestions share one."""
    return frozenset(part(task, index, ACCEPTED).units) | part(task, index, CORRECTED).units.keys()


def compose(task: Task, states: str) -> str:
    """The file after these decisions. A rejected suggestion leaves the start's own units."""
    source = task.start
    for index, state in enumerate(states):
        if state != REJECTED:
            fragment = task.suggestions[index]
            chosen = fragment.proposed if state == ACCEPTED else fragment.corrected
            source = _spliced(source, chosen, task.module, task.start)
    return source


@lru_cache(maxsize=4096)
def _spliced(source: str, chosen: str, module: str, start: str) -> str:
    return splice(source, fragment(chosen, module, start))


def reference(task: Task) -> str:
    return compose(task, CORRECTED * len(task.suggestions))


def combinations(task: Task) -> Iterator[str]:
    """Every word over the three scripted states, a letter a suggestion."""
    return ("".join(states) for states in product(SCRIPTED, repeat=len(task.suggestions)))


def unified(before: str, after: str, name: str) -> str:
    """A unified diff with three lines around each change; "" where nothing changed."""
    pair = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(*pair, f"a/{name}", f"b/{name}"))


# --- a suggestion against the person's own file --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """What the decisions on a suggestion would make of the file, or what stands in their way."""

    diff: str = ""
    accepted: str | None = None  # None: it cannot be put in
    rejected: str = ""
    note: str = ""


def offer(task: Task, file: str, index: int) -> Offer:
    """Three-way by unit: as a unit has one owner, the base of each is what the start has.

    What the person wrote elsewhere stays as it is.
    """
    proposal = part(task, index, ACCEPTED)
    try:
        mine = meanings(file)
    except SyntaxError as error:
        note = f"`{task.file}` does not parse ({where(error)}). Fix it, and this can be put in."
        return Offer(rejected=file, note=note)
    if piece(task, file, index) == ACCEPTED:
        before = taken_out(file, proposal, task.start)
        plain = splice(
            before, proposal
        )  # what a person changed of its looks is not the assistant's
        return Offer(unified(before, plain, task.file), file, before)
    base = meanings(task.start)
    wanted = {n for name in proposal.units for n in (name, name.rpartition(".")[0]) if n in base}
    if gone := [name for name in base if name in wanted and name not in mine]:
        note = (
            f"This changes {_listed(gone)}, which your file has no more. Put the name back, or"
            " reject and keep yours."
        )
        return Offer(rejected=file, note=note)
    yours = [n for n in proposal.units if n in mine and mine[n] != base.get(n)]
    result = splice(file, proposal)
    note = ""
    if yours:
        note = (
            f"You have rewritten {_listed(yours)} since. Accept puts mine in its place; Reject"
            " keeps yours."
        )
    return Offer(unified(file, result, task.file), result, file, note)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def edited(task: Task, file: str, text: str) -> str:
    """The file with a person's own version of a piece. Raises SyntaxError for either of the two.

    A text with everything that the file has is the file; any other is a fragment for it. Of a file
    that does not parse nothing is known, so that what it began with must do.
    """
    whole = units(text).keys()
    try:
        there = units(file).keys()
    except SyntaxError:
        if not whole >= units(task.start).keys():
            raise
        return text
    return text if whole >= there else splice(file, fragment(text, task.module, task.start))


def touches(task: Task, text: str, index: int) -> bool:
    """Whether a text has a piece that a suggestion may put in or change. Raises SyntaxError."""
    return not owned(task, index).isdisjoint(fragment(text, task.module, task.start).units)


# --- which scripted version is it? ---------------------------------------------------------------


def piece(task: Task, file: str, index: int) -> str:
    """A suggestion's state in a file, whatever its layout and comments; OWN for no scripted one.

    Raises SyntaxError.
    """
    mine, start = meanings(file), meanings(task.start)
    proposed, corrected = task.suggestions[index].proposed, task.suggestions[index].corrected
    for state, known in (
        (REJECTED, start),
        (ACCEPTED, meanings(proposed)),
        (CORRECTED, meanings(corrected)),
    ):
        mentioned = part(task, index, state).units if state != REJECTED else {}
        wanted = {
            name: known[name] if name in mentioned else start.get(name)
            for name in owned(task, index)
        }
        if all(mine.get(name) == meaning for name, meaning in wanted.items()):
            return state
    return OWN


def states_of(task: Task, file: str) -> str | None:
    """The combination that a file is, with OWN for pieces of the person's; None where anything
    outside the pieces may bear on them: a constant, an import, another class."""
    try:
        states = "".join(piece(task, file, index) for index in range(len(task.suggestions)))
        wanted = compose(task, states.replace(OWN, REJECTED))
        mine, theirs = meanings(file), meanings(wanted)
        pieces = {name for index in range(len(states)) for name in owned(task, index)}
        new = {name for name in mine if name not in theirs and name not in pieces}
        if any(name in vars(builtins) or "." in name for name in new):
            return None
        heads = {name for name, unit in units(wanted).items() if unit.kind == CLASS}
        plain = theirs.keys() - pieces - heads
        if any(mine.get(name) != theirs[name] for name in plain) or not _reads(file, wanted):
            return None
        same = _beside(file, pieces | new) == _beside(wanted, pieces)
        return states if same else None
    except SyntaxError:
        return None


def _beside(source: str, pieces: set[str]) -> list[str]:
    """What a file says beside its units, but for the heads of classes that are pieces."""
    return sorted(each for each in frame(source) if each.partition(":")[0] not in pieces)


def _reads(file: str, wanted: str) -> bool:
    """Whether a file imports what another does, and binds no other name of it."""

    def pairs(source: str) -> set[tuple[str, str | None]]:
        return {pair for node in parsed(source).body for pair in imported(node)}

    mine, theirs = pairs(file), pairs(wanted)
    taken = {name or module for module, name in theirs} | {*units(wanted), *vars(builtins)}
    return mine >= theirs and not any((n or m) in taken for m, n in mine - theirs)


def alone(task: Task, file: str, index: int) -> str:
    """One piece of a file among the right versions of all others. Raises SyntaxError."""
    for other in range(len(task.suggestions)):
        if other != index:
            file = taken_out(file, part(task, other, ACCEPTED), task.start)
            file = splice(file, part(task, other, CORRECTED))
    return file


def untouched(task: Task, file: str, index: int) -> bool:
    """Whether a piece is still as the start has it."""
    return piece(task, file, index) == REJECTED
