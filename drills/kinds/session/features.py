"""What an output states, as features that can be counted and held against another output's."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from drills.working import ProgramRun

Features = Counter[str]

HIDDEN = "§"  # stands for a word that differs in its spelling alone
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*\.\d+|(?<![\w.])-?\d+(?![\w.])")
_LARGE = re.compile(r"-?\d+\.\d+|-?\d{2,}|-(?=\d)")  # small whole numbers are often words
_ANY = re.compile(r"-?\d+(?:\.\d+)?")
_DATED = re.compile(r"\d{4}|\.\d|\w\d{3}")
_LONGEST_HEADING = 5  # words
_LONGEST_LINE = 14  # words that are one statement; a longer line is a list


class Line(NamedTuple):
    """A line of an output, with its numbers written one way, and as it was put out."""

    plain: str
    own: str


def features(run: ProgramRun, spelt: Iterable[str]) -> Features:
    """The lines of all that a program put out, each under the heading above it.

    Numbers are written one way (1,280.00 is 1280), the words of `spelt` are hidden, and a line
    too long to be one statement is taken word by word.
    """
    return Features(feature for feature, _ in stated(run, spelt))


def stated(run: ProgramRun, spelt: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each feature with the line that it comes from, as it was put out."""
    hide = _hiding(spelt)
    for name, text in documents(run):
        before = f"{name} " if name else ""
        heading = ""
        for plain, own in lines(text):
            line = _bare(hide.sub(HIDDEN, plain)) if hide else plain
            words = line.split()
            if len(words) <= _LONGEST_HEADING and HIDDEN not in line and not _DATED.search(line):
                heading = re.sub(r"\d+", "#", line)
                yield f"{before}| {line}", own
            elif len(words) > _LONGEST_LINE:
                yield from ((f"{before}{words[0]} | {word}", own) for word in words[1:])
            else:
                yield f"{before}{heading} | {line}", own


def documents(run: ProgramRun) -> Iterator[tuple[str, str]]:
    """What was printed, under no name, and each file that was written."""
    yield "", run.output
    for name in sorted(run.files):
        yield name, run.files[name]


def lines(text: str) -> list[Line]:
    """The lines of a document that say something.

    JSON is taken as a line for each plain value, and for each object of plain values in a list,
    whose place in the list says nothing.
    """
    with contextlib.suppress(ValueError, RecursionError):
        text = "\n".join(_flat(json.loads(text)))
    found = (Line(" ".join(_NUMBER.sub(_plain, own).split()), own) for own in text.splitlines())
    return [Line(plain, own.strip()) for plain, own in found if plain]


def kind(feature: str) -> str:
    """A feature without its numbers: of what kind it is."""
    return _LARGE.sub("#", feature)


def form(feature: str) -> str:
    """A feature without any numbers, small ones too."""
    return _ANY.sub("#", feature)


def kinds(counted: Features) -> Features:
    found: Features = Counter()
    for feature, count in counted.items():
        found[kind(feature)] += count
    return found


def _hiding(spelt: Iterable[str]) -> re.Pattern[str] | None:
    words = sorted({" ".join(_NUMBER.sub(_plain, word).split()) for word in spelt} - {""})
    if not words:
        return None
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{longest_first})(?![A-Za-z0-9])", re.IGNORECASE)


def _bare(line: str) -> str:
    """Hidden words in a row are one, and what a spelling left beside one is no difference."""
    line = re.sub(rf"{HIDDEN}(?:[ ,]+{HIDDEN})+", HIDDEN, line)
    line = re.sub(rf"{HIDDEN}\s+(?=['\")\]}},;|])", HIDDEN, line)
    line = re.sub(rf"(?<=['\"(\[{{|])\s+{HIDDEN}", HIDDEN, line)
    return " ".join(line.split())


def _plain(match: re.Match[str]) -> str:
    text = match[0].replace(",", "")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _flat(value: object, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        inner = [v for v in value.values() if isinstance(v, dict | list)]
        if path.endswith("[]") and value and not inner:
            yield f"{path} " + " ".join(f"{k}={v}" for k, v in value.items())
        else:
            yield from chain.from_iterable(_flat(v, f"{path}.{k}") for k, v in value.items())
    elif isinstance(value, list):
        yield from chain.from_iterable(_flat(each, f"{path}[]") for each in value)
    else:
        yield f"{path} = {value}"
