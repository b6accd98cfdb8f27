"""Point 3: does a word, a place, a neighbour or a question give a trap away?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import mean
from typing import Any

from bot.check.session.drawing import read
from bot.check.session.subject import Fault, Subject
from drills.working import Work

HINTS = re.compile(
    r"\b(traps?|tricky|bugs?|fixme|todo|hacks?|duplicates?|dupes?|malformed|dirty|broken|wrong"
    r"|careful|beware|edge cases?|corner cases?|gotchas?|note that|watch out|mismatch\w*|invalid"
    r"|suspicious|bad)\b",
    re.IGNORECASE,
)
SECTIONS = ("Context", "Your task", "How this is evaluated", "Contract")
NEIGHBOURS = 1.5  # times as many rows of different traps side by side as by chance
MIDDLE = (0.1, 0.9)  # where the rows of a trap stand on the average, as a share of their table


def said(subject: Subject) -> Iterator[Fault]:
    """The brief has its sections and no others; nothing that is seen before the end hints."""
    work = subject.work(subject.seeds[0])
    data = "\n".join(subject.work(seed).data for seed in subject.seeds)
    told = [*brief(work.brief), *hints("the brief", work.brief), *hints("data.py", data)]
    if re.search(r"(?m)^\s*#|\},\s*#", data):
        told.append("data.py has a comment")
    for text in (*told, *questions(subject.working.walk)):
        yield Fault(3, text)


def brief(text: str) -> Iterator[str]:
    """What is wrong with how a brief is laid out."""
    headings = tuple(re.findall(r"(?m)^## (.+)$", text))
    if headings != SECTIONS:
        yield f"the brief's sections are {', '.join(headings)}"
    if not re.match(r"# Working Session: .+\n\nTime cap: \{minutes\} min\. ", text):
        yield "the brief does not begin with its title and the time cap"


def hints(what: str, text: str) -> Iterator[str]:
    for word in sorted({match[0].lower() for match in HINTS.finditer(text)}):
        yield f"{what} has the word {word!r}"


def questions(walk: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Which questions lead."""
    for name, table in walk.items():
        for pattern in table["keywords"]:
            if re.search(rf"\b(?:{pattern})", table["ask"], re.IGNORECASE):
                yield f"{name}: its question has a word of the answer: {pattern}"
        if HINTS.search(table["ask"]):
            yield f"{name}: its question hints"


def placed(subject: Subject) -> Iterator[Fault]:
    """Rows of different traps seldom stand together, and no trap has a place of its own."""
    together, chance = 0, 0.0
    places: defaultdict[str, list[float]] = defaultdict(list)
    for seed in subject.seeds:
        for table in _tables(subject.work(seed)):
            for (line, trap), (later, other) in pairwise(table.spots):
                together += later - line == 1 and trap != other
            pairs = sum(a != b for (_, a), (_, b) in combinations(table.spots, 2))
            chance += pairs * 2 / table.rows
            for line, trap in table.spots:
                places[trap].append((line + 0.5) / table.rows)
    if together > NEIGHBOURS * chance:
        said = f"rows of different traps stand side by side {together} times"
        yield Fault(3, f"{said}, and by chance {chance:.0f} times")
    excused: set[str] = set(getattr(subject.working.module("traps"), "PLACED", ()))
    for trap, shares in places.items():
        if not MIDDLE[0] < mean(shares) < MIDDLE[1] and trap not in excused:
            yield Fault(3, f"{trap}: its rows stand at {mean(shares):.0%} of their table")


@dataclass(frozen=True, slots=True)
class _Table:
    """How many rows a table has, and which of them belong to a trap."""

    rows: int
    spots: list[tuple[int, str]]


def _tables(work: Work) -> Iterator[_Table]:
    owners = {name: trap.id for trap in work.traps for name in trap.touched}
    for rows in read(work.data).values():
        named = [_name(row) for row in rows]
        yield _Table(len(rows), [(n, owners[it]) for n, it in enumerate(named) if it in owners])


def _name(row: Mapping[str, object]) -> str:
    """What a query calls a row by: the first of its fields that names it."""
    return str(next((row[field] for field in ("id", "number", "text") if field in row), ""))
