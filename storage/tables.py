"""The tables. A `body` is JSON text as `codec` writes it; the other columns are what is searched.

`free_at` is the one word for claims: the moment from which a row may be claimed. A claim moves it
to the end of its lease, and a failed try to the moment of the next one.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, Index, Text, UniqueConstraint, text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


class Utc(TypeDecorator[datetime]):
    """An aware moment, kept in UTC. SQLite forgets the zone of what it stores."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class AnyText(TypeDecorator[str]):
    """Any string of Python. PostgreSQL refuses NUL, and a file name may hold lone surrogates."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value)[1:-1]

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else str(json.loads(f'"{value}"'))


class DrawRow(SQLModel, table=True):
    """A rendered problem that sessions pin: what the author changes later never reaches it."""

    __tablename__ = "draws"

    id: str = Field(primary_key=True)
    problem: str
    version: int  # of the content
    digest: str  # SHA-256 of `body`, in hexadecimal
    seed: str  # a number of any length
    skin: str = Field(sa_type=AnyText)
    knobs: str = Field(sa_type=Text)  # JSON
    parts: int
    seconds: int  # the target of the whole
    body: str = Field(sa_type=Text)  # Problem


class SessionRow(SQLModel, table=True):
    __tablename__ = "sessions"
    __table_args__ = (
        Index(
            "one_open_session_a_place",
            "platform",
            "workspace",
            "thread",
            unique=True,
            sqlite_where=text("open = 1"),
            postgresql_where=text("open"),
        ),
    )

    id: str = Field(primary_key=True)
    draw: str = Field(foreign_key="draws.id", index=True)
    platform: str
    workspace: str = Field(sa_type=AnyText)
    thread: str = Field(sa_type=AnyText)
    open: bool
    graded: bool  # it received at least one grade
    turn: int
    started_at: datetime = Field(sa_type=Utc)
    last_at: datetime = Field(sa_type=Utc)
    body: str = Field(sa_type=Text)  # Session


class PersonRow(SQLModel, table=True):
    """One of the people of a session."""

    __tablename__ = "people"
    __table_args__ = (Index("sessions_of_a_person", "platform", "workspace", "user"),)

    session: str = Field(foreign_key="sessions.id", primary_key=True)
    platform: str = Field(primary_key=True)
    workspace: str = Field(sa_type=AnyText, primary_key=True)
    user: str = Field(sa_type=AnyText, primary_key=True)


class EventRow(SQLModel, table=True):
    """What happened, once a key: a redelivery finds its key here."""

    __tablename__ = "events"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    session: str = Field(foreign_key="sessions.id", index=True)
    kind: str
    at: datetime = Field(sa_type=Utc)
    body: str = Field(sa_type=Text)  # Event


class RevisionRow(SQLModel, table=True):
    """Code as it was sent in; never overwritten."""

    __tablename__ = "revisions"

    id: int | None = Field(default=None, primary_key=True)
    submission: str = Field(index=True)  # Submission.id
    session: str = Field(foreign_key="sessions.id", index=True)
    at: datetime = Field(sa_type=Utc)
    body: str = Field(sa_type=Text)  # Submission


class EffectRow(SQLModel, table=True):
    """The outbox: what was decided, and whether it was done. `free_at` None is at once."""

    __tablename__ = "effects"
    __table_args__ = (
        Index(
            "effects_that_wait",
            "session",
            "id",
            sqlite_where=text("performed = 0"),
            postgresql_where=text("NOT performed"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    session: str = Field(foreign_key="sessions.id", index=True)
    kind: str
    body: str = Field(sa_type=Text)  # Effect
    owner: str | None = None
    free_at: datetime | None = Field(default=None, sa_type=Utc)
    tries: int = 0
    receipt: str = Field(default="", sa_type=AnyText)
    performed: bool = False


class TimerRow(SQLModel, table=True):
    """A timer that has not fired. Its id is never used again: `timer:<id>` is an event's key."""

    __tablename__ = "timers"
    __table_args__ = (
        UniqueConstraint("session", "name", name="one_timer_a_name"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    session: str = Field(foreign_key="sessions.id")
    name: str
    due: datetime = Field(sa_type=Utc)
    owner: str | None = None
    free_at: datetime = Field(sa_type=Utc, index=True)


class NoteRow(SQLModel, table=True):
    __tablename__ = "notes"
    __table_args__ = (Index("notes_of_a_person", "platform", "workspace", "user"),)

    session: str = Field(foreign_key="sessions.id", primary_key=True)
    part: int = Field(primary_key=True)
    platform: str
    workspace: str = Field(sa_type=AnyText)
    user: str = Field(sa_type=AnyText)
    at: datetime = Field(sa_type=Utc)
    body: str = Field(sa_type=Text)  # Note


class SettingRow(SQLModel, table=True):
    __tablename__ = "settings"

    platform: str = Field(primary_key=True)
    workspace: str = Field(sa_type=AnyText, primary_key=True)
    user: str = Field(sa_type=AnyText, primary_key=True)
    name: str = Field(primary_key=True)
    value: str = Field(sa_type=AnyText)


class ChannelRow(SQLModel, table=True):
    __tablename__ = "channels"

    platform: str = Field(primary_key=True)
    workspace: str = Field(sa_type=AnyText, primary_key=True)
    channel: str = Field(sa_type=AnyText, primary_key=True)
    body: str = Field(sa_type=Text)  # Channel


class InstallationRow(SQLModel, table=True):
    """A workspace that a chat app is installed in; its token is in the body."""

    __tablename__ = "installations"

    platform: str = Field(primary_key=True)
    workspace: str = Field(sa_type=AnyText, primary_key=True)
    body: str = Field(sa_type=AnyText)  # as the platform wrote it


class PassRow(SQLModel, table=True):
    """A code that was given out and is good once: who brings it back began here."""

    __tablename__ = "passes"

    code: str = Field(primary_key=True)
    until: datetime = Field(sa_type=Utc)
