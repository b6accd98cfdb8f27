"""The nouns of a working session: the drawn work, and what a person's program does with it.

A trap is probed by running the program on clean books with that trap alone, and on twins of them
in which the same thing is said plainly, once for each way that it could be read. Its output
agrees with itself under the reading that it took.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath

DATA = "data.py"  # the file that holds the work's rows
ENTRY = "solution.py"  # the file that is run, where it is there


# --- what is drawn -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Splice:
    """Lines `start` to `stop` of a text, from 0 and without the last, give way to `lines`."""

    start: int
    stop: int
    lines: tuple[str, ...]


def spliced(text: str, splices: tuple[Splice, ...]) -> str:
    """A text with some of its lines replaced; the splices are in order and do not overlap."""
    lines, made, at = text.split("\n"), [], 0
    for splice in splices:
        made += lines[at : splice.start] + list(splice.lines)
        at = splice.stop
    return "\n".join(made + lines[at:])


class Worth(StrEnum):
    """What it is worth to have read a trap in one way."""

    HANDLED = "handled"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Twin:
    """One way to read a trap, as the books in which it is said plainly."""

    reading: str  # "once"
    worth: Worth
    splices: tuple[Splice, ...]  # of the clean books


@dataclass(frozen=True, slots=True)
class Trial:
    """One trap alone in clean books, and its twins."""

    trap: str  # Trap.id
    splices: tuple[Splice, ...]  # of the clean books: they plant the trap
    twins: tuple[Twin, ...]  # at least two, of both worths unless either may be defended
    touched: tuple[str, ...]  # the names of the rows that the trap's query finds
    spelt: tuple[str, ...]  # words in which the rows differ from their twins: no difference
    states: tuple[str, ...] = ()  # those of them that say what became of a row


@dataclass(frozen=True, slots=True)
class Books:
    """Clean rows as the text of `data.py`, and a trial for every trap of the draw."""

    clean: str
    trials: tuple[Trial, ...]


@dataclass(frozen=True, slots=True)
class Trap:
    """A difficulty that the data has and never names, and what is said of it in the end.

    `ask` presupposes nothing and is put to everybody. `proof` is a clause, "With the second row
    removed", that what the person's own output then does completes.
    """

    id: str
    ask: str
    notice: str  # what somebody with experience knows here
    tell: str  # what is there, with the names of the rows
    proof: str
    keywords: tuple[str, ...]  # patterns of the words in which a log speaks of it
    touched: tuple[str, ...]  # the names of the rows in the drawn data


def is_test(path: str) -> bool:
    """Whether a file of a repository holds tests."""
    return PurePosixPath(path).match("test_*.py")


@dataclass(frozen=True, slots=True)
class Repository:
    """A codebase with faults: what is handed over, and what each fault is told by.

    `checks` is the text of a module with a function a trap, of its name: it raises AssertionError,
    with a clause on what happened, as long as the fault is there. `tests` are the repository's own
    that pass as it is handed over, "tests.test_store.StoreTest.test_put".
    """

    files: Mapping[str, str]  # by path
    checks: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """What a working session adds to a problem of one part."""

    brief: str  # Markdown; `briefed` puts the time cap in
    data: str  # the text of data.py, with every trap of the draw; "" with a repository
    minutes: int  # the time cap where nobody asks for another
    traps: tuple[Trap, ...]  # in the data's order
    books: tuple[Books, ...]  # of the draw itself, then of another seed with the same traps
    repository: Repository | None = None

    @property
    def given(self) -> Mapping[str, str]:
        """The files of the repository that is worked on; none where one begins from nothing."""
        return self.repository.files if self.repository is not None else {}

    def whole(self, files: Mapping[str, str]) -> dict[str, str]:
        """The files that a person sent, over those of the repository."""
        return {**self.given, **files}

    def briefed(self, minutes: int) -> str:
        return self.brief.replace("{minutes}", str(minutes))


# --- what a program did ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """One run of a person's program, with a clock that stands still and `data` to import.

    `trouble` is one sentence on why it did not come to its end, "" where it did; `trace` the
    traceback through the person's own files, where there is one.
    """

    output: str = ""  # all that it printed, errors too
    files: Mapping[str, str] = field(default_factory=dict)  # name -> text of what it wrote
    trouble: str = ""
    trace: str = ""
    file: str = ""  # the innermost place of the person's own in the traceback
    line: int = 0
    code: int = 0  # that it ended with by itself
    seconds: float = 0.0  # of computing
    unconfined: bool = False  # not run since no sandbox works, whatever the program is

    @property
    def ended(self) -> bool:
        return not self.trouble


class Call(StrEnum):
    """What a program does with one trap, so far as its output tells."""

    HANDLED = "handled"
    APART = "set apart"  # shown to the reader as something to look at, and not settled
    MISSED = "missed"
    CRASHED = "crashed"  # the trap stops the program, and its plain sayings do not
    UNREACHED = "not reached"  # nothing that is shown depends on it: scope, and no miss
    UNTOLD = "not tellable"


@dataclass(frozen=True, slots=True)
class ProbeCall:
    """The call on one trap, and what it rests on: lines of the person's own output."""

    trap: str  # Trap.id
    call: Call
    reading: str = ""  # the nearest twin's, where one is
    remarks: tuple[str, ...] = ()  # lines of a kind that no twin has, naming a touched row
    before: tuple[str, ...] = ()  # lines that go when the trap is said plainly and rightly ...
    after: tuple[str, ...] = ()  # ... and lines that then come; both empty: nothing changes
    trouble: str = ""  # of a crash, or why nothing could be told: a sentence
    literal: bool = False  # it holds for these very rows alone: they are named in the code
