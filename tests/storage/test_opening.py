"""A database of any release opens, and one that cannot be opened says why, and is left alone."""

from __future__ import annotations

import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from postgres import Server
from sqlalchemy import Connection, event, inspect, text
from sqlmodel import SQLModel
from stored import ANA, begin, go_on, session_of, submission_of, submit

import storage.migrations
from drills.effects import Say
from storage.database import connect, migrate, open_database
from storage.errors import StoreProblem
from storage.store import Store, open_store

MIGRATIONS = Path(storage.migrations.__file__).parent
RELEASED = Path(__file__).parent / "released"

Opened = Callable[[str], Store]


def said(url: str) -> str:
    """What opening a database says."""
    with pytest.raises(StoreProblem) as problem:
        open_store(url)
    return str(problem.value)


# --- migrating -------------------------------------------------------------------------------


def test_a_new_database_gets_its_tables(empty_url: str, opened: Opened) -> None:
    session = begin(opened(empty_url), session_of())
    assert opened(empty_url).session("s1") == session


def test_the_migrations_build_what_the_code_reads(empty_url: str) -> None:
    database = open_database(empty_url)
    with database.engine.connect() as connection:
        there = MigrationContext.configure(connection)
        assert compare_metadata(there, SQLModel.metadata) == []
    database.close()


def test_the_code_knows_the_last_migration() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    assert script.get_current_head() == storage.migrations.HEAD


@pytest.mark.parametrize("release", sorted(RELEASED.glob("*.sql")), ids=lambda path: path.stem)
def test_a_database_of_every_release_opens_with_what_was_in_it(
    empty_url: str, opened: Opened, release: Path
) -> None:
    rows = release.read_text()
    revision = re.match(r"-- revision (\d+)", rows)
    assert revision is not None
    database = connect(empty_url)
    migrate(database, revision[1])
    with database.engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
        for statement in rows.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement.replace("%", "%%"))
    database.close()
    store = opened(empty_url)
    session = store.session("s1")
    assert session.people == (ANA,)
    assert store.open_sessions(ANA) == [session]
    assert store.problem(session.draw).title == "Session cache"
    assert [sent.text for sent in store.submissions("s1")] == ["x = 1\n"]
    assert [note.text for note in store.notes(ANA)] == ["PART 1"]
    assert store.setting(ANA, "unsandboxed") == "yes"
    (claimed,) = store.claim_effects("me", ["script"], session.last_at)
    assert claimed.effect == Say(("Welcome",))
    (timer,) = store.claim_timers("me", ["script"], session.last_at)
    assert timer.name == "cap"
    go_on(store, session, f"timer:{timer.id}")


def test_several_processes_may_open_a_new_database_at_once(empty_url: str) -> None:
    barrier = Barrier(4)

    def open_one(number: int) -> None:
        barrier.wait()
        store = open_store(empty_url)
        begin(store, session_of(f"s{number}"))
        store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(open_one, range(4)))
    store = open_store(empty_url)
    assert len(store.open_sessions(ANA)) == 4
    store.close()


def test_connections_to_a_new_file_wait_for_one_another(tmp_path: Path) -> None:
    """SQLite's own timeout does not hold where the journal's mode is set by several at once."""
    barrier = Barrier(4)

    def look(file: Path) -> None:
        barrier.wait()
        database = connect(f"sqlite:///{file}")
        with database.reading() as db:
            assert db.connection().scalar(text("PRAGMA journal_mode")) == "wal"
        database.close()

    with ThreadPoolExecutor(4) as pool:
        for number in range(100):
            list(pool.map(look, [tmp_path / f"{number}.db"] * 4))


def test_a_migration_that_fails_leaves_the_database_as_it_was(empty_url: str) -> None:
    database = open_database(empty_url)
    with database.engine.begin() as connection:
        connection.execute(text("DROP TABLE timers"))
        connection.execute(text("DELETE FROM alembic_version"))
        before = _tables(connection)
    database.close()
    assert "already exists" in said(empty_url)  # revision 0001 would make its tables again
    database = connect(empty_url)
    with database.engine.connect() as connection:
        assert _tables(connection) == before
    database.close()


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def test_an_up_to_date_database_opens_without_alembic(url: str) -> None:
    open_store(url).close()
    program = (
        "import sys; from storage.store import open_store; open_store(sys.argv[1]).close(); "
        "sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, url], check=True, timeout=60)


def test_a_database_of_a_newer_version_is_left_as_it_is(empty_url: str, opened: Opened) -> None:
    begin(opened(empty_url), session_of())
    database = open_database(empty_url)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    sentence = said(empty_url)
    assert "newer Drillbot" in sentence
    assert "Update Drillbot" in sentence
    database = connect(empty_url)
    with database.engine.connect() as connection:
        assert connection.execute(text("SELECT id FROM sessions")).scalars().all() == ["s1"]
    database.close()


# --- faults ----------------------------------------------------------------------------------


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user of the machine can look into."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture
def nobody() -> Iterator[None]:
    """Root may write everywhere; permissions are tried as an ordinary user."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    yield
    os.seteuid(before)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "drillbot.db"
    file.write_bytes(b"my shopping list, not a database " * 100)
    before = file.read_bytes()
    sentence = said(f"sqlite:///{file}")
    assert sentence.startswith(f"The database {file} is damaged, or is no database.")
    assert f"mv '{file}' '{tmp_path / 'drillbot.damaged'}'" in sentence
    assert file.read_bytes() == before


def test_a_damaged_page_is_said_and_the_file_kept(tmp_path: Path) -> None:
    file = tmp_path / "drillbot.db"
    store = open_store(f"sqlite:///{file}")
    begin(store, session_of())
    store.close()
    page = 4096
    whole = file.read_bytes()
    file.write_bytes(whole[:page] + b"\xff" * (len(whole) - page))
    assert "is damaged" in said(f"sqlite:///{file}")
    assert file.stat().st_size == len(whole)


def test_a_database_in_use_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'drillbot.db'}"
    store = Store(open_database(url, wait=0))
    session = begin(store, session_of())
    other = sqlite3.connect(tmp_path / "drillbot.db")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreProblem, match=r"in use by another program .* Nothing was lost"):
        go_on(store, session, "event-1")
    assert store.session("s1") == session  # reading goes on
    other.close()
    go_on(store, session, "event-1")
    store.close()


def test_a_new_file_that_another_program_holds_is_said(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "drillbot.db")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreProblem, match="in use by another program"):
        open_database(f"sqlite:///{tmp_path / 'drillbot.db'}", wait=0)
    other.close()


def test_a_session_held_too_long_on_a_server_is_said(server: Server, opened: Opened) -> None:
    url = server.migrated()
    session = begin(opened(url), session_of())
    store, other = Store(open_database(url, wait=0.001)), connect(url)
    with other.engine.begin() as connection:
        connection.execute(text("SELECT id FROM sessions FOR UPDATE"))
        with pytest.raises(StoreProblem, match="held by another transaction"):
            go_on(store, session, "event-1")
    go_on(store, session, "event-1")
    store.close()
    other.close()


def test_a_folder_that_cannot_be_made_is_said(folder: Path, nobody: None) -> None:
    sentence = said(f"sqlite:///{folder / 'deep' / 'drillbot.db'}")
    assert sentence.startswith(
        f"The folder {folder / 'deep'} for Drillbot's database cannot be made"
    )
    assert "DATABASE_URL=sqlite:////" in sentence


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be made" in said(f"sqlite:///{tmp_path / 'file' / 'drillbot.db'}")


def test_a_folder_that_cannot_be_written_to_is_said(folder: Path, nobody: None) -> None:
    sentence = said(f"sqlite:///{folder / 'drillbot.db'}")
    assert "cannot be written to" in sentence
    assert "DATABASE_URL=sqlite:////" in sentence


def test_a_database_that_cannot_be_written_to_is_said(
    folder: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{folder / 'drillbot.db'}"
    open_store(url).close()
    os.chmod(folder / "drillbot.db", 0o444)
    request.getfixturevalue("nobody")
    assert "cannot be written to" in said(url)


def test_a_full_disk_loses_only_the_step_that_did_not_fit(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'drillbot.db'}")
    store = Store(database)
    session = begin(store, session_of())
    database.close()  # the limit is a connection's

    @event.listens_for(database.engine, "connect")
    def fill(connection: sqlite3.Connection, record: object) -> None:
        connection.execute("PRAGMA max_page_count=1")  # no more pages than there are

    with pytest.raises(StoreProblem, match=r"is full.* safe.* not saved. Free some space"):
        submit(store, session, "sent", submission_of("x = 1\n" * 10_000))
    assert store.session("s1") == session
    assert store.submissions("s1") == []
    event.remove(database.engine, "connect", fill)
    database.close()
    submit(store, session, "sent", submission_of("x = 1\n" * 10_000))
    store.close()


def test_a_quota_that_is_reached_loses_only_the_step_that_did_not_fit(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'drillbot.db'}"
    store = open_store(url)
    session = begin(store, session_of())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    used = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (used + 1000, hard))
    try:
        with pytest.raises(StoreProblem, match=r"The disk .* not saved"):
            submit(store, session, "sent", submission_of("x = 1\n" * 10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert store.session("s1") == session
    submit(store, session, "sent", submission_of("x = 1\n" * 10_000))
    store.close()


def test_a_server_that_is_not_there_is_said_without_its_password() -> None:
    sentence = said("postgresql://ana:secret@127.0.0.1:1/drills")
    assert sentence.startswith("The database drills on 127.0.0.1 cannot be reached")
    assert "DATABASE_URL is right" in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize("url", ["mysql://host/drills", "drillbot.db", "sqlite", "://"])
def test_another_kind_of_database_is_refused_by_name(url: str) -> None:
    assert said(url).startswith("DATABASE_URL is not one that Drillbot can open. Write it as ")


def test_the_old_name_of_the_postgresql_scheme_is_understood(server: Server) -> None:
    url = server.migrated().replace("postgresql://", "postgres://")
    store = open_store(url)
    begin(store, session_of())
    store.close()


def test_without_a_url_the_file_is_the_persons_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    for url in (None, ""):
        open_store(url).close()
    assert [file.name for file in tmp_path.rglob("*.db")] == ["drillbot.db"]


def test_a_commit_outlives_a_power_cut(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'drillbot.db'}")
    with database.engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    database.close()
    assert found == ["wal", 2, 1]  # 2 is FULL: the log is on the disk before a commit returns
