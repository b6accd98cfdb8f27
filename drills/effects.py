"""What a drill can ask for, in the imperative: a closed union, performed by the app."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from urllib.parse import quote, unquote

from drills.model import Note, Person, Place, Scope, Session

_MARKS = str.maketrans({sign: quote(sign) for sign in "%|`⟦⟧"})  # what a value could break

# --- tokens: what each platform spells its own way -------------------------------------------
#
# They are put into a text with an f-string.


@dataclass(frozen=True, slots=True)
class Command:
    """A command as data.

    `options` are flags without dashes: (("domain", "kv-store"),) or (("next", ""),).
    """

    drill: str = "progressive"
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = (f"{k}={v.translate(_MARKS)}" for k, v in self.options)
        return "⟦" + "|".join([self.drill, *options]) + "⟧"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command by its name without dashes, with a value where it is to show one."""

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"⟦--{self.name.translate(_MARKS)}={self.value.translate(_MARKS)}⟧"

    @property
    def typed(self) -> str:
        """On a command line: `--domain NAME`; a lab's task is named by itself."""
        value = f'"{self.value}"' if " " in self.value else self.value
        return value if self.name == "task" and value else f"--{self.name} {value}".rstrip()


@dataclass(frozen=True, slots=True)
class Mention:
    """A person, by the platform's own id for them: in chat their name, and a call to them."""

    user: str

    def __str__(self) -> str:
        return f"⟦@{self.user.translate(_MARKS)}⟧"


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of day, in the reader's own zone; `at` is aware UTC."""

    at: datetime

    def __str__(self) -> str:
        return f"⟦:{self.at.timestamp():.0f}⟧"


@dataclass(frozen=True, slots=True)
class Thread:
    """Where a session lives, as a way to go there and go on."""

    place: Place

    def __str__(self) -> str:
        named = (self.place.platform, self.place.workspace, self.place.thread)
        return f"⟦#{'|'.join(part.translate(_MARKS) for part in named)}⟧"


@dataclass(frozen=True, slots=True)
class Sending:
    """How code is sent here: what the platform and its permissions allow, as one sentence."""

    def __str__(self) -> str:
        return "⟦>⟧"


Token = Command | Option | Mention | Moment | Thread | Sending


def spell(text: str, how: Callable[[Token], str]) -> str:
    """Replace every token in a text by the platform's own spelling of it."""
    return re.sub(r"⟦([^⟧]*)⟧", lambda match: how(_token(match[1])), text)


def _token(text: str) -> Token:
    match text[:1]:
        case "-":
            name, _, value = text[2:].partition("=")
            return Option(unquote(name), unquote(value))
        case "@":
            return Mention(unquote(text[1:]))
        case ":":
            return Moment(datetime.fromtimestamp(int(text[1:]), UTC))
        case "#":
            platform, workspace, thread = map(unquote, text[1:].split("|"))
            return Thread(Place(platform, workspace, thread))
        case ">":
            return Sending()
    drill, *options = text.split("|")
    pairs = (option.partition("=") for option in options)
    return Command(drill, tuple((k, unquote(v)) for k, _, v in pairs))


# --- what is said ----------------------------------------------------------------------------


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
    """Something a person can press. An answer settles its message; a control stays valid.

    One with a form opens it. Choices of one `row` stand in lines of their own, where there are
    lines.
    """

    id: str
    label: str
    answer: bool = False
    form: bool = False
    row: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """A window to write in, which a choice opens."""

    title: str  # at most 24 characters
    asks: str  # at most 45
    text: str = ""  # what stands in it to begin with
    code: bool = True  # files may go with it; else it is for words


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
    words: bool = False  # where choices are typed, by their words: a number means another thing


# --- what is done ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunTests:
    """Grade a revision. `before` is the revision that passed the part before, if any.

    A `text` is graded instead, that was put together and never sent in; `submission` is then "".
    """

    name: str
    submission: str
    part: int
    scope: Scope
    before: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RunProgram:
    """Run a person's program on the drawn data; `Ran` then tells how it went.

    `files` maps each file's name to the revision that holds its text.
    """

    name: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Probe:
    """Find out what a person's program does with each trap; `Probed` then tells."""

    name: str
    files: Mapping[str, str]  # as in RunProgram


@dataclass(frozen=True, slots=True)
class Announce:
    """The line in the channel under which a session's thread hangs, after the starter's name.

    The first one opens the thread, which `Opened` then tells; a later one takes its place.
    """

    text: str


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
    """Insert the signatures that the solution lacks, if it parses: in the terminal into the file,
    if that is as it was read; in chat a file comes back."""

    submission: str
    signatures: str
    required: str


@dataclass(frozen=True, slots=True)
class KeepNote:
    note: Note


@dataclass(frozen=True, slots=True)
class Settle:
    """The question `ask` was answered with `choice`: drop its buttons and show what was chosen.

    `choice` is "" where the question fell away without an answer. `said` is what came with it:
    "sure 4".
    """

    ask: int
    choice: str
    by: Person
    said: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """The person leaves the conversation; in a terminal the program ends."""


Effect = (
    Say
    | Announce
    | RunTests
    | RunProgram
    | Probe
    | StartTimer
    | StopTimer
    | InsertStub
    | KeepNote
    | Settle
    | Leave
)


@dataclass(frozen=True, slots=True)
class Step:
    """What one event leads to."""

    session: Session
    effects: tuple[Effect, ...] = field(default=())
