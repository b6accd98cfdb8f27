"""Point 5: mutate the model solution of every part and see what its tests let through."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bot.check.mutation import Mutant, mutants
from bot.check.running import Hunt
from bot.check.subject import Fault, Subject
from content.draw.authored import Excuse
from content.draw.drawing import Draw

CAUGHT = 0.95  # of all mutants, before any is excused
EXCUSED = 0.05  # at most


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that every test passes, in canonical words.

    What may excuse it is proven when it is found: "inputs", all small inputs give the same; or
    "second", where they do not, the second solution does as the mutant does, so that the text
    leaves it open.
    """

    draw: str
    operator: str
    where: str
    diff: str
    witness: str  # "inputs", "second", or "" for neither


@dataclass(slots=True)
class Tally:
    """Mutants by operator, over parts and draws."""

    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    survivors: list[Survivor] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.made += other.made
        self.caught += other.caught
        self.survivors += other.survivors

    @property
    def score(self) -> float:
        return self.caught.total() / self.made.total() if self.made else 1.0


def hunt(subject: Subject) -> Tally:
    """Run the tests of parts 1 to N on every mutant of the reference of part N, for each N.

    A function that stays as it was in an earlier part is mutated there alone, where fewer tests
    can catch it.
    """
    tally = Tally()
    for part in subject.parts:
        tests = Hunt(subject.cases(part.number))
        for k, mutant in enumerate(mutants(part.reference, _before(subject.draw, part.number))):
            tally.made[mutant.operator] += 1
            if tests.killer(mutant.code) is not None:
                tally.caught[mutant.operator] += 1
            else:
                witness = _witness(subject, part.number, mutant)
                same = _canonical(subject, part.number, k)
                where = f"part {part.number} of {subject}"
                survivor = Survivor(where, same.operator, same.where, same.diff, witness)
                tally.survivors.append(survivor)
    return tally


def _before(draw: Draw, number: int) -> str:
    return draw.reference(number - 1) if number > 1 else ""


def _canonical(subject: Subject, number: int, k: int) -> Mutant:
    """The same mutant in canonical words, so that an excuse holds in every skin."""
    draw = Draw(subject.authored, subject.knobs, None)
    return next(islice(mutants(draw.reference(number), _before(draw, number)), k, None))


def _witness(subject: Subject, number: int, mutant: Mutant) -> str:
    inputs = subject.inputs(number)
    if not inputs.sequences:
        return ""
    found = inputs.difference(mutant.text)
    if found is None:
        return "inputs"
    second = subject.draw.second(number)
    return "second" if inputs.alike(mutant.text, second, found.calls) else ""


def judged(tally: Tally, excuses: Sequence[Excuse], complete: bool) -> Iterator[Fault]:
    """Too low a score, survivors without a good excuse, and excuses that excuse nothing.

    `complete`: the draws show every pair of options, so that an unused excuse is surely one.
    """
    if tally.score < CAUGHT:
        yield Fault(
            5,
            "tests",
            f"{tally.caught.total()} of {tally.made.total()} mutants are caught: "
            f"{tally.score:.1%}; at least {CAUGHT:.0%} must be, before excuses",
        )
    used: list[Excuse] = []
    for survivor in tally.survivors:
        excuse = excuse_of(survivor, excuses)
        if excuse is None:
            yield Fault(5, survivor.draw, _alive(survivor))
            continue
        used.append(excuse)
        if survivor.witness != excuse.witness:
            yield Fault(
                5,
                survivor.draw,
                f"the witness {excuse.witness!r} does not excuse this one: {_alive(survivor)}",
            )
    if len(used) > EXCUSED * tally.made.total():
        yield Fault(
            5,
            "problem.toml",
            f"{len(used)} of {tally.made.total()} mutants are excused; "
            f"at most {EXCUSED:.0%} may be",
        )
    for excuse in excuses:
        if complete and excuse not in used:
            yield Fault(5, "problem.toml", "unused excuse:\n" + "\n".join(excuse.diff))


def excuse_of(survivor: Survivor, excuses: Sequence[Excuse]) -> Excuse | None:
    """The excuse of exactly this change, whatever its witness."""
    lines = _lines(survivor.diff.splitlines())
    return next((each for each in excuses if _lines(each.diff) == lines), None)


def _lines(diff: Sequence[str]) -> list[tuple[str, str]]:
    """Sign and statement of each line, whatever spaces stand around them."""
    return [(line.strip()[:1], line.strip()[1:].strip()) for line in diff if line.strip()]


def _alive(survivor: Survivor) -> str:
    """The mutant in words, and its diff as an excuse would have it."""
    proof = {
        "inputs": "no small input tells it from the reference",
        "second": "the second solution does as it does",
        "": "a small input tells it from the reference",
    }[survivor.witness]
    diff = json.dumps(survivor.diff.splitlines(), ensure_ascii=False)
    said = f"{survivor.where}: {survivor.operator}, and no test fails"
    return f"{said}; {proof}:\n      diff = {diff}"


def operators(draw: Draw) -> Counter[str]:
    """How many mutants each operator makes of a draw's reference; nothing is run."""
    return Counter(
        mutant.operator
        for part in draw.authored.parts
        for mutant in mutants(draw.reference(part), _before(draw, part))
    )
