"""What a drill can ask for, in the imperative: a closed union, performed by the app."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from urllib.parse import quote, unquote

from drills.model import Note, Person, Scope, Session

_MARKS = str.maketrans({sign: quote(sign) for sign in "%|`⟦⟧"})  # what a value could break

# --- what is said ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """A command as data. Put into a text with an f-string; each platform spells it its own way.

    `options` are flags without dashes: (("domain", "kv-store"),) or (("next", ""),).
    """

    drill: str = "progressive"
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = (f"{k}={v.translate(_MARKS)}" for k, v in self.options)
        return "⟦" + "|".join([self.drill, *options]) + "⟧"


def spell(text: str, how: Callable[[Command], str]) -> str:
    """Replace every command in a text by the platform's own spelling of it."""

    def one(match: re.Match[str]) -> str:
        drill, *options = match[1].split("|")
        pairs = (option.partition("=") for option in options)
        return how(Command(drill, tuple((k, unquote(v)) for k, _, v in pairs)))

    return re.sub(r"⟦([^⟧]*)⟧", one, text)


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code, output or a diff, shown whole: where it is too long it becomes a file."""

    text: str
    language: str = "python"  # "python", "diff", "text"
    name: str = "code.py"  # as a file


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a heading each; every platform lays it out itself."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """Labelled lines: CORRECTNESS, DESIGN, ..."""

    rows: tuple[tuple[str, str], ...]


Block = str | Code | Table | Fields  # a str is Markdown


class Keep(StrEnum):
    """What a workspace does with a file. In chat each is an attachment."""

    APPEND = "append"  # PROBLEM.md, tests_visible.py: grow once, what is there stays; gone: back
    CREATE = "create"  # solution.py: only when there is none
    WRITE = "write"  # asked for by the person: `stub`


@dataclass(frozen=True, slots=True)
class File:
    name: str
    text: str
    keep: Keep


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a person can press. An answer settles its message; a control stays valid."""

    id: str
    label: str
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """One neutral message. The first line of `blocks[0]` alone says what happened.

    A later message of the same `name` in the session takes the place of the earlier one.
    """

    blocks: tuple[Block, ...]
    files: tuple[File, ...] = ()
    choices: tuple[Choice, ...] = ()
    ask: int = 0  # what the choices are shown for
    to: Person | None = None  # one person alone; None is the thread
    mention: bool = False
    name: str = ""
    progress: bool = False  # stands only until the message of the same name comes


# --- what is done ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunTests:
    """Grade a revision. `before` is the revision that passed the part before, if any."""

    name: str
    submission: str
    part: int
    scope: Scope
    before: str = ""


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Fire `TimerFired(name)` at `due`; a timer of the same name in the session is replaced."""

    name: str
    due: datetime


@dataclass(frozen=True, slots=True)
class StopTimer:
    name: str


@dataclass(frozen=True, slots=True)
class InsertStub:
    """Insert the signatures that the solution file lacks, if it parses and is as it was read."""

    submission: str
    signatures: str
    required: str


@dataclass(frozen=True, slots=True)
class KeepNote:
    note: Note


@dataclass(frozen=True, slots=True)
class Settle:
    """The question `ask` was answered with `choice`: drop its buttons and show what was chosen.

    `choice` is "" where the question fell away without an answer.
    """

    ask: int
    choice: str
    by: Person


@dataclass(frozen=True, slots=True)
class Leave:
    """The person leaves the conversation; in a terminal the program ends."""


Effect = Say | RunTests | StartTimer | StopTimer | InsertStub | KeepNote | Settle | Leave


@dataclass(frozen=True, slots=True)
class Step:
    """What one event leads to."""

    session: Session
    effects: tuple[Effect, ...] = field(default=())
