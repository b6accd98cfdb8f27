"""Brings a database up to the migrations of a release."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


class Refused(Exception):
    """The release cannot be applied; the message says why."""


@dataclass(frozen=True)
class Migration:
    """One SQL file of a release; on every machine its lines end in a line feed alone."""

    version: int
    file: str
    script: str

    @property
    def checksum(self) -> str:
        """What the log keeps of the script: SHA-256 over its UTF-8."""
        return hashlib.sha256(self.script.encode()).hexdigest()


@dataclass(frozen=True)
class Row:
    """One row of the log: a version, and its script's checksum when it was applied."""

    version: int
    checksum: str


@dataclass(frozen=True)
class Report:
    """What a run did: the versions that it applied, and those whose script differs (rule 6)."""

    applied: list[int]
    changed: list[int]


class Database(Protocol):
    """The production database and its log, which holds each version once."""

    def lock(self) -> AbstractContextManager[object]:
        """Be the only runner within the block (rule 4)."""

    def rows(self) -> list[Row]:
        """The log, in the order in which its rows were added."""

    def apply(self, migration: Migration) -> None:
        """Run a script and add its row, in one transaction (rule 5)."""

    def correct(self, row: Row) -> None:
        """Put a row in the place of the one with its version (rule 7)."""


def version_of(file: str) -> int:
    """The version that a file's name gives (rule 1)."""
    raise NotImplementedError("version_of")


def in_order(files: Mapping[str, str]) -> list[Migration]:
    """The migrations in the order to run them, from the scripts by file name (rule 2)."""
    raise NotImplementedError("in_order")


def pending(migrations: Sequence[Migration], rows: Sequence[Row]) -> list[Migration]:
    """Those of the migrations that have yet to run (rule 3)."""
    raise NotImplementedError("pending")


def run(database: Database, files: Mapping[str, str]) -> Report:
    """Apply what is pending (rules 4 to 8)."""
    raise NotImplementedError("run")
