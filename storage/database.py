"""One database, SQLite or PostgreSQL: opened, migrated, and its faults said in a sentence."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlmodel import Session

from storage.errors import StoreProblem
from storage.migrations import HEAD

WAIT = 5.0  # seconds that a transaction waits for another one, or a connection for the server


class Database:
    """An engine whose transactions fail with a StoreProblem. Safe to use from several threads."""

    def __init__(self, engine: Engine, where: str, wait: float) -> None:
        self.engine = engine
        self.where = where  # for people: a file's path, or a name and its server; never a password
        self.wait = wait

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that sees one state of the database and waits for nobody."""
        with self._transaction(writes=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction. On SQLite it is the only one from its begin, on PostgreSQL from the
        first row that it locks. Committed at the end, or nothing of it is kept."""
        with self._transaction(writes=True) as session:
            yield session

    @contextmanager
    def _transaction(self, writes: bool) -> Iterator[Session]:
        with self.said(), self.engine.connect() as connection:
            connection = connection.execution_options(drillbot_writes=writes)
            with Session(connection, expire_on_commit=False) as session, session.begin():
                yield session

    @contextmanager
    def said(self) -> Iterator[None]:
        """Turn what the database refuses into a StoreProblem. A broken rule is no such thing."""
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise StoreProblem(_sentence(error, self.where, self.wait)) from error

    def close(self) -> None:
        self.engine.dispose()


def open_database(url: str | None, wait: float = WAIT) -> Database:
    """Connect, and migrate where that is needed. Raises StoreProblem.

    `wait` is how many seconds a transaction waits for another one before it gives up.
    """
    database = connect(url, wait)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def connect(url: str | None, wait: float = WAIT) -> Database:
    """A database as it is. None or "" is the person's own SQLite file. Raises StoreProblem."""
    parsed = _parse(url) if url else URL.create("sqlite", database=str(_own_file()))
    sqlite = parsed.get_backend_name() == "sqlite"
    return _sqlite(parsed, wait) if sqlite else _postgresql(parsed, wait)


def _own_file() -> Path:
    return Path(platformdirs.user_data_dir("drillbot", appauthor=False)) / "drillbot.db"


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except ArgumentError:
        backend = ""
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return parsed.set(drivername="sqlite")
    raise StoreProblem(
        "DATABASE_URL is not one that Drillbot can open. Write it as "
        "postgresql://user:password@host/name or sqlite:////folder/drillbot.db, or unset it: "
        "then a file of your own is used."
    )


def _sqlite(url: URL, wait: float) -> Database:
    path = Path(url.database or "")
    if url.database and url.database != ":memory:":
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # a person's own code
        except OSError as error:
            raise StoreProblem(
                f"The folder {path.parent} for Drillbot's database cannot be made "
                f"({error.strerror}). Make it, or name another place: "
                "DATABASE_URL=sqlite:////folder/drillbot.db"
            ) from error
    engine = create_engine(url, connect_args={"timeout": wait})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN is late and never IMMEDIATE
        _journal(connection, wait)
        connection.execute(
            "PRAGMA synchronous=FULL"
        )  # docs/decisions: a commit outlives a power cut
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("drillbot_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return Database(engine, str(path), wait)


def _journal(connection: sqlite3.Connection, wait: float) -> None:
    """Set the journal's mode. SQLite itself waits for nobody where several connections to a new
    file do that at once, whatever its timeout: https://www.sqlite.org/c3ref/busy_handler.html"""
    ends = time.monotonic() + wait
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= ends:
                raise
            time.sleep(0.01)


def _postgresql(url: URL, wait: float) -> Database:
    engine = create_engine(
        url,
        pool_pre_ping=True,  # a server that was restarted meanwhile is no fault
        connect_args={
            "connect_timeout": int(WAIT),
            "options": f"-c lock_timeout={max(1, int(wait * 1000))}ms",  # 0 would be for ever
        },
    )
    host = url.host or url.query.get("host") or "this machine"
    return Database(engine, f"{url.database} on {host}", wait)


# --- migrating -------------------------------------------------------------------------------


def _version(connection: Connection) -> str | None:
    """The revision of the database; None before its first one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(database: Database, revision: str = HEAD) -> None:
    """Bring the tables up to a revision, all or nothing. Raises StoreProblem."""
    with database.said():
        with database.engine.connect() as connection:
            if _version(connection) == HEAD:
                return  # and Alembic, which takes a third of a second, is never imported
        _migrate(database, revision)


def _migrate(database: Database, revision: str) -> None:
    if database.engine.dialect.name == "sqlite":
        with database.engine.connect() as connection:
            _migrate_sqlite(connection, database.where, revision)
    else:
        with database.engine.begin() as connection:
            # One process migrates; another one waits here and then finds nothing to do.
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0xD1D1B07})
            _upgrade(connection, database.where, revision)


def _migrate_sqlite(connection: Connection, where: str, revision: str) -> None:
    """All or nothing under the write lock; foreign keys are off since tables may be rebuilt."""
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        connection = connection.execution_options(drillbot_writes=True)
        with connection.begin():
            _upgrade(connection, where, revision)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise StoreProblem(
                    f"The database {where} could not be brought up to this version: a row of "
                    f"{broken[0]} points at nothing. It was left as it was. Please report this."
                )
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _upgrade(connection: Connection, where: str, revision: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    version = _version(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise StoreProblem(
            f"The database {where} was written by a newer Drillbot (its version is {version}; "
            f"this one knows up to {HEAD}). It was left as it is. Update Drillbot, or name another "
            "database by DATABASE_URL."
        )
    command.upgrade(config, revision)


# --- faults ----------------------------------------------------------------------------------


def _sentence(error: DBAPIError, where: str, wait: float) -> str:
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _sqlite_sentence(cause, where, wait)
    return _postgresql_sentence(cause, where, wait)


def _sqlite_sentence(cause: sqlite3.Error, where: str, wait: float) -> str:
    file = Path(where)
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:  # the rest is the extended code
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return (
                f"The database {where} has been in use by another program for more than {wait:g} "
                "seconds. Nothing was lost. Close what holds it (another drill, a backup, a "
                "database browser) and try again."
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return (
                f"The database {where} is damaged, or is no database. It was left as it is. Put a "
                f"copy back in its place, or move it aside to begin an empty one: "
                f"`mv '{file}' '{file.with_suffix('.damaged')}'`"
            )
        case sqlite3.SQLITE_FULL:
            return (
                f"The disk of the database {where} is full. What was saved before is safe, this "
                "last step was not saved. Free some space and do it again."
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return (
                f"The database {where} cannot be written to. Nothing was lost. Make the file and "
                f"its folder {file.parent} writable for you, or name another place: "
                "DATABASE_URL=sqlite:////folder/drillbot.db"
            )
        case sqlite3.SQLITE_IOERR:
            return (
                f"The disk did not take or give what the database {where} holds ({cause}). What "
                "was saved before is safe, this last step was not saved. See that the disk is "
                "there, has space and no quota is reached, and do it again."
            )
        case _:
            return f"The database {where} refused ({cause}). This last step was not saved."


def _postgresql_sentence(cause: BaseException | None, where: str, wait: float) -> str:
    state = getattr(cause, "sqlstate", None) or ""
    detail = " ".join(str(cause).split())
    if state in ("55P03", "40P01"):
        return (
            f"The database {where} has been held by another transaction for more than {wait:g} "
            "seconds. Nothing was lost. Try again."
        )
    if state == "53100":
        return (
            f"The disk of the database {where} is full. What was saved before is safe, this last "
            "step was not saved. Free some space and do it again."
        )
    if state in ("25006", "42501"):
        return (
            f"The database {where} cannot be written to with this user ({detail}). Nothing was "
            "lost. Grant it the right to write."
        )
    if not state or state.startswith(("08", "28", "3D", "57P", "53")):
        return (
            f"The database {where} cannot be reached ({detail}). Nothing was lost. See that the "
            "server runs and that DATABASE_URL is right, and try again."
        )
    return f"The database {where} refused ({detail}). This last step was not saved."
