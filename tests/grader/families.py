"""Reads the corpus: families of small solutions, good and bad, each with one module of tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from drills.model import Part, Problem, Test

FOLDER = Path(__file__).with_name("corpus")


@dataclass(frozen=True)
class Family:
    name: str
    tests: str
    solutions: dict[str, str]

    @property
    def names(self) -> list[str]:
        return re.findall(r"^def (test_\w+)", self.tests, re.MULTILINE)


def sections(path: Path) -> dict[str, str]:
    """A file of texts, each below a line `=== its name`."""
    _, *found = re.split(r"^=== (\w+)\n", path.read_text(), flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


def families() -> list[Family]:
    """Each file holds `tests` and then a section a solution."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        texts = sections(path)
        found.append(Family(path.stem, texts.pop("tests"), texts))
    return found


def problem(
    visible: str, hidden: str = "", required: str = "__name__", signatures: str = ""
) -> Problem:
    """A problem of one part whose tests are every `test_` function of the two modules."""
    tests = [Test(name, name) for name in _names(visible)]
    tests += [Test(f"hidden_{name}", name, "edges") for name in _names(hidden)]
    return problem_of([part(1, visible, hidden, tuple(tests), signatures)], required)


def part(
    number: int, visible: str, hidden: str, tests: tuple[Test, ...], signatures: str = ""
) -> Part:
    return Part(
        number=number,
        title="A part",
        seconds=60,
        spec="",
        signatures=signatures,
        added=(),
        visible=visible,
        hidden=hidden,
        tests=tests,
        reference="",
        costs="",
        hint="",
        design_idea="",
        lesson="",
    )


def problem_of(parts: list[Part], required: str) -> Problem:
    return Problem(
        id="corpus",
        version=1,
        seed=1,
        skin="plain",
        knobs={},
        title="Corpus",
        seniority="mid",
        required=required,
        parts=tuple(parts),
        categories={"edges": "edges"},
        signals="",
        sentences={},
    )


def _names(source: str) -> list[str]:
    return re.findall(r"^def (test_\w+)", source, re.MULTILINE)
