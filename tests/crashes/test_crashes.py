"""The process is killed at random moments of a conversation, and the person cannot tell.

The seed of the moments is in the report; `CRASH_SEED=…` takes the same ones again. A moment is a
count of operations (commits, lines sent and about to be sent) or a delay.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path

import pytest
from sqlmodel import col, select

from drills.effects import RunTests, Say
from drills.events import Graded
from drills.model import Note
from storage.codec import dump, load
from storage.database import Database, open_database
from storage.tables import EffectRow, EventRow, NoteRow, SessionRow, TimerRow
from tests.crashes.conftest import KILLS
from tests.crashes.killing import Kills, play
from tests.crashes.script import SCRIPT
from tests.crashes.wire import SAID, TAKEN, Line, read

SEED = int(os.environ.get("CRASH_SEED") or secrets.randbelow(1_000_000))


@dataclass(frozen=True)
class Whole:
    """The conversation that nobody interrupted."""

    heard: list[tuple[str, str]]
    notes: list[tuple[int, str]]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("crashes")


@pytest.fixture(scope="session")
def whole(folder: Path) -> Whole:
    url = f"sqlite:///{folder / 'whole.db'}"
    play(url, folder, "whole", Kills("sqlite", 0, SEED))
    with opened(url) as database:
        return Whole(heard(read(folder / "whole.wire")), notes(database, "whole"))


@pytest.fixture
def url_of(folder: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The URL of a new database of a kind."""

    def url(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{folder / 'killed.db'}"
        return str(request.getfixturevalue("server").empty())

    return url


@pytest.mark.parametrize("wanted", [20, pytest.param(200, marks=pytest.mark.full)])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_process_that_is_killed_again_and_again_loses_nothing_and_repeats_nothing(
    kind: str,
    wanted: int,
    whole: Whole,
    folder: Path,
    url_of: Callable[[str], str],
    record_property: Callable[[str, object], None],
) -> None:
    url, kills, repeats = url_of(kind), Kills(kind, wanted, SEED), 0
    try:
        for number in count(1):
            thread = f"{kind}-{wanted}-{number}"
            play(url, folder, thread, kills)
            lines = read(folder / f"{thread}.wire")
            repeats += sent_again(lines)
            parts_passed_only_grow(lines)
            assert heard(lines) == whole.heard
            with opened(url) as database:
                everything_decided_was_done(database, thread, lines)
                each_line_and_each_grade_counted_once(database, thread)
                assert notes(database, thread) == whole.notes
            if not kills.left:
                break
    finally:
        record_property(KILLS, f"{kills}; {repeats} lines came twice")
        print("moments:", ", ".join(kills.came))  # noqa: T201


def test_the_uninterrupted_conversation_is_whole(whole: Whole) -> None:
    said = [load(Say, text).blocks[0] for kind, text in whole.heard if kind == SAID]
    assert str(said[0]).startswith("**BUILD: Key-value store**")
    assert str(said[-1]).startswith("Complete · 4 of 4 parts")
    assert [part for part, _ in whole.notes] == [1, 2, 3, 4]


# --- what the person saw ---------------------------------------------------------------------


def shown(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.kind != TAKEN]


def same(one: Line, other: Line) -> bool:
    """Is the second a repeat: of the same key, or, of what has none, with the same words?"""
    return (one.kind, one.key, one.text) == (other.kind, other.key, other.text)


def sent_again(lines: Sequence[Line]) -> int:
    """How often a line came twice: at most the last one of a process, as the first of the next."""
    repeats = [pair for pair in pairwise(shown(lines)) if same(*pair)]
    for earlier, later in repeats:
        assert later.life > earlier.life, f"one process sent this twice: {later}"
    kept = [line.key for line in dropped(lines) if line.kind == SAID]
    assert len(kept) == len(set(kept)), "a message came again after another one"
    return len(repeats)


def dropped(lines: Sequence[Line]) -> list[Line]:
    """What remains where the platform drops repeats."""
    sent = shown(lines)
    return [*sent[:1], *(later for earlier, later in pairwise(sent) if not same(earlier, later))]


def heard(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """The conversation, which must not depend on when a process died.

    One message may: the hasty `done` cuts off a run, unless that has just ended.
    """
    hasty = cut_off(lines)
    found = []
    for line in dropped(lines):
        text = line.text
        if line.kind == SAID:
            say = load(Say, text)
            if say.name == hasty and not say.progress:
                text = dump(Say(("the run's result, or that it was stopped",)))
        found.append((line.kind, text))
    return found


def cut_off(lines: Sequence[Line]) -> str:
    """The name of the run that was asked for just before the hasty `done`."""
    before = [line.key for line in lines if line.kind == TAKEN].index(str(SCRIPT.index(">> done")))
    asked = [n for n, line in enumerate(lines) if line.kind == TAKEN][before - 1]
    said = [load(Say, line.text) for line in lines[:asked] if line.kind == SAID]
    return [say.name for say in said if say.progress][-1]


def parts_passed_only_grow(lines: Sequence[Line]) -> None:
    passed = [line.passed for line in shown(lines)]
    assert passed == sorted(passed)
    assert passed[-1] == 4


# --- what the database kept ------------------------------------------------------------------


@contextmanager
def opened(url: str) -> Iterator[Database]:
    database = open_database(url)
    yield database
    database.close()


def session_in(database: Database, thread: str) -> str:
    with database.reading() as db:
        return db.exec(select(SessionRow.id).where(SessionRow.thread == thread)).one()


def everything_decided_was_done(database: Database, thread: str, lines: Sequence[Line]) -> None:
    """Each effect was performed, each message was heard in the order that it was decided in."""
    mine = EffectRow.session == session_in(database, thread)
    with database.reading() as db:
        effects = db.exec(select(EffectRow).where(mine).order_by(col(EffectRow.id))).all()
        timers = db.exec(select(TimerRow)).all()
    assert all(effect.performed for effect in effects)
    assert not any(effect.owner for effect in effects)
    assert not timers, "the session is over"
    spoken = [str(effect.id) for effect in effects if effect.kind in ("Say", "InsertStub")]
    assert [line.key for line in dropped(lines) if line.kind == SAID] == spoken


def each_line_and_each_grade_counted_once(database: Database, thread: str) -> None:
    session = session_in(database, thread)
    runs = select(EffectRow.id).where(
        EffectRow.session == session, EffectRow.kind == RunTests.__name__
    )
    events = select(EventRow).where(EventRow.session == session).order_by(col(EventRow.id))
    with database.reading() as db:
        asked, happened = db.exec(runs).all(), db.exec(events).all()
    graded = [event.key for event in happened if event.kind == Graded.__name__]
    assert sorted(graded) == sorted(f"grade:{id}" for id in asked)
    sent = [event.key for event in happened if event.key.startswith(f"{thread}:")]
    assert sent == [f"{thread}:{n}" for n, line in enumerate(SCRIPT) if line[0] != "~"]


def notes(database: Database, thread: str) -> list[tuple[int, str]]:
    mine = NoteRow.session == session_in(database, thread)
    with database.reading() as db:
        rows = db.exec(select(NoteRow).where(mine).order_by(col(NoteRow.part))).all()
    return [(row.part, load(Note, row.body).text) for row in rows]
