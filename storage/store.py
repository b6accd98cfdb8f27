"""The store: every method is one transaction, and what one of them decided is never half there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Update, delete, or_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import defer
from sqlalchemy.sql.base import ExecutableOption
from sqlmodel import SQLModel, col, select

from drills.effects import Announce, Effect, Probe, RunProgram, RunTests, Say, Step
from drills.events import Event
from drills.model import (
    Attempt,
    Channel,
    Note,
    Person,
    Place,
    Problem,
    Room,
    Session,
    Submission,
)
from storage.claims import Claimed, DueTimer
from storage.codec import dump, load, load_one_of
from storage.database import Database, open_database
from storage.steps import PLAIN, first_event, refuse_repeat, refuse_taken, save, session_at
from storage.tables import (
    ChannelRow,
    DrawRow,
    EffectRow,
    InstallationRow,
    NoteRow,
    PassRow,
    PersonRow,
    RevisionRow,
    SessionRow,
    SettingRow,
    TimerRow,
)

T = TypeVar("T")

LEASE = timedelta(seconds=60)


def open_store(url: str | None = None) -> Store:
    """The store at a database URL: sqlite:////folder/file.db or postgresql://user@host/name.

    Without one, the person's own SQLite file, made on the first day. Raises StoreProblem.
    """
    return Store(open_database(url))


class Store:
    """Sessions, events, the outbox, timers, notes and settings in one database.

    Safe to use from several threads and processes. Times are aware UTC. Every method may raise
    StoreProblem, and then changed nothing; a name that is not there raises KeyError.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def close(self) -> None:
        self._database.close()

    # --- what is there -----------------------------------------------------------------------

    def session(self, id: str) -> Session:
        with self._database.reading() as db:
            return load(Session, _found(db.get(SessionRow, id), id).body)

    def session_at(self, place: Place, over: bool = False) -> Session | None:
        with self._database.reading() as db:
            return session_at(db, place, over)

    def open_sessions(self, person: Person) -> list[Session]:
        query = (
            select(SessionRow.body)
            .join(PersonRow)
            .where(*_is(PersonRow, person), col(SessionRow.open))
            .order_by(col(SessionRow.last_at).desc(), first_event().desc())
        )
        with self._database.reading() as db:
            return [load(Session, body) for body in db.exec(query)]

    def problem(self, draw: str) -> Problem:
        with self._database.reading() as db:
            return load(Problem, _found(db.get(DrawRow, draw), draw).body)

    def submission(self, id: str) -> Submission:
        query = select(RevisionRow.body).where(RevisionRow.submission == id).limit(1)
        with self._database.reading() as db:
            return load(Submission, _found(db.exec(query).first(), id))

    def submissions(self, session: str) -> list[Submission]:
        query = (
            select(RevisionRow.body)
            .where(RevisionRow.session == session)
            .order_by(col(RevisionRow.id))
        )
        with self._database.reading() as db:
            return [load(Submission, body) for body in db.exec(query)]

    def attempts(self, person: Person) -> list[Attempt]:
        query = (
            select(SessionRow, DrawRow)
            .join(DrawRow)
            .join(PersonRow)
            .where(*_is(PersonRow, person))
            .order_by(col(SessionRow.started_at), first_event())
            .options(_without(DrawRow))  # it is large, and the menu waits for this
        )
        with self._database.reading() as db:
            return [_attempt(row, draw) for row, draw in db.exec(query)]

    def notes(self, person: Person) -> list[Note]:
        """Of every session that a person acted in, as `attempts` counts them: a team's too."""
        query = (
            select(NoteRow.body)
            .join(PersonRow, col(PersonRow.session) == col(NoteRow.session))
            .join(SessionRow, col(SessionRow.id) == col(NoteRow.session))
            .where(*_is(PersonRow, person))
            .order_by(col(NoteRow.at), first_event(), col(NoteRow.part))
        )
        with self._database.reading() as db:
            return [load(Note, body) for body in db.exec(query)]

    def setting(self, person: Person, name: str) -> str | None:
        query = select(SettingRow.value).where(*_is(SettingRow, person), SettingRow.name == name)
        with self._database.reading() as db:
            return db.exec(query).first()

    def set_setting(self, person: Person, name: str, value: str) -> None:
        self._keep(
            lambda: SettingRow(
                platform=person.platform,
                workspace=person.workspace,
                user=person.user,
                name=name,
                value=value,
            )
        )

    def channel(self, room: Room) -> Channel:
        with self._database.reading() as db:
            row = db.get(ChannelRow, (room.platform, room.workspace, room.channel))
            return Channel() if row is None else load(Channel, row.body)

    def set_channel(self, room: Room, channel: Channel) -> None:
        self._keep(
            lambda: ChannelRow(
                platform=room.platform,
                workspace=room.workspace,
                channel=room.channel,
                body=dump(channel),
            )
        )

    def _keep(self, row: Callable[[], SQLModel]) -> None:
        """Put a row in the place of the one with its key, if there is one."""
        try:
            with self._database.writing() as db:
                db.merge(row())
        except IntegrityError:  # on PostgreSQL two processes can both have found none
            with self._database.writing() as db:
                db.merge(row())

    # --- installations -----------------------------------------------------------------------

    def installation(self, platform: str, workspace: str) -> str | None:
        """What the platform kept of a workspace that its app is installed in."""
        with self._database.reading() as db:
            row = db.get(InstallationRow, (platform, workspace))
            return None if row is None else row.body

    def keep_installation(self, platform: str, workspace: str, body: str) -> None:
        """The last one of a workspace counts."""
        self._keep(lambda: InstallationRow(platform=platform, workspace=workspace, body=body))

    def drop_installation(self, platform: str, workspace: str) -> None:
        with self._database.writing() as db:
            there = (
                col(InstallationRow.platform) == platform,
                col(InstallationRow.workspace) == workspace,
            )
            db.exec(delete(InstallationRow).where(*there).execution_options(**PLAIN))

    def give_pass(self, code: str, until: datetime) -> None:
        """Remember a code that may come back once, until then."""
        with self._database.writing() as db:
            db.add(PassRow(code=code, until=until))

    def take_pass(self, code: str, at: datetime) -> bool:
        """Whether a code was given out and is good. It never is again; nor are those that ended."""
        with self._database.writing() as db:
            db.exec(delete(PassRow).where(col(PassRow.until) <= at).execution_options(**PLAIN))
            mine = delete(PassRow).where(col(PassRow.code) == code).execution_options(**PLAIN)
            return bool(db.exec(mine).rowcount)

    # --- a step ------------------------------------------------------------------------------

    def record(
        self,
        key: str,
        event: Event,
        before: Session | None,
        step: Step,
        problem: Problem | None = None,
    ) -> None:
        """Save an event under its unique key, the session after it, its effects and timers.

        `before` is None and `problem` given when the event starts the session. Notes and timers
        among the effects are written at once; the others become outbox rows. The key
        `timer:<id>` finishes that timer. The end of a session drops its timers.

        Raises Duplicate for a key that was recorded before, and for a timer that was stopped,
        replaced or fired since it was claimed; Conflict where `before` is no longer how the
        session stands; PlaceTaken where its place has another open session.
        """
        try:
            with self._database.writing() as db:
                save(db, key, event, before, step, problem)
        except IntegrityError:
            # On PostgreSQL two processes can both have found nothing in their way; one is late.
            with self._database.reading() as db:
                refuse_repeat(db, key)
                if before is None:
                    refuse_taken(db, step.session)
            raise

    # --- the outbox --------------------------------------------------------------------------

    def claim_effects(
        self, owner: str, platforms: Sequence[str], at: datetime, session: str | None = None
    ) -> list[Claimed]:
        """Claim what may be performed now: of each session the first effect that waits, and all
        that runs a person's code: that holds nothing up and waits for nothing.

        One at a time, so that what a session says never overtakes what it said before, also
        where the earlier one fails: perform what was claimed, then claim again.
        """
        waits = ~col(EffectRow.performed)
        free = or_(col(EffectRow.free_at).is_(None), col(EffectRow.free_at) <= at)
        sessions = (
            select(SessionRow)
            .where(*_served(platforms, session))
            .where(col(SessionRow.id).in_(select(EffectRow.session).where(waits, free)))
            .order_by(col(SessionRow.id))
        )
        with self._database.reading() as db:  # most often nothing waits, and nobody is held up
            if db.exec(sessions.limit(1)).first() is None:
                return []
        with self._database.writing() as db:
            # The claims of one session come one after another, else a row that another process
            # is just claiming would be passed over, and overtaken.
            owners = {row.id: row for row in db.exec(sessions.with_for_update(key_share=True))}
            rows = db.exec(
                select(EffectRow)
                .where(waits, col(EffectRow.session).in_(list(owners)))
                .order_by(col(EffectRow.id))
                .options(_without(EffectRow))
            ).all()
            claimed = [row for row in _in_order(rows) if row.free_at is None or row.free_at <= at]
            for row in claimed:
                row.owner, row.free_at, row.tries = owner, at + LEASE, row.tries + 1
            return [
                Claimed(
                    _known(row.id),
                    load(Session, owners[row.session].body),
                    load_one_of(Effect, row.body),
                    row.receipt,
                    row.tries,
                )
                for row in claimed
            ]

    def forget_claims(self, owner: str) -> None:
        """Give back what an earlier process of the same owner had claimed: it is gone."""
        with self._database.writing() as db:
            db.exec(_owned(EffectRow, owner).values(owner=None, free_at=None))
            db.exec(_owned(TimerRow, owner).values(owner=None, free_at=col(TimerRow.due)))

    def renew(self, owner: str, at: datetime) -> None:
        """Extend every lease of `owner` to 60 s from `at`."""
        with self._database.writing() as db:
            db.exec(_owned(EffectRow, owner).values(free_at=at + LEASE))
            db.exec(_owned(TimerRow, owner).values(free_at=at + LEASE))

    def keep_receipt(self, id: int, receipt: str) -> None:
        with self._database.writing() as db:
            db.exec(update(EffectRow).where(col(EffectRow.id) == id).values(receipt=receipt))

    def tries(self, id: int) -> int:
        """How often an effect was claimed, this time included."""
        with self._database.reading() as db:
            query = select(EffectRow.tries).where(EffectRow.id == id)
            return _found(db.exec(query).first(), str(id))

    def receipt(
        self, session: str, *, name: str = "", ask: int = 0, announced: bool = False
    ) -> str:
        """What a platform kept of a message that it sent, "" where there is none: of the last one
        with that name, of the last that put the question `ask`, or of the line that was announced.
        """
        query = (
            select(EffectRow)
            .where(EffectRow.session == session, col(EffectRow.performed))
            .where(EffectRow.kind == (Announce if announced else Say).__name__)
            .order_by(col(EffectRow.id) if announced else col(EffectRow.id).desc())
        )
        with self._database.reading() as db:
            for row in db.exec(query):
                if row.receipt and (announced or _says(row, name, ask)):
                    return row.receipt
        return ""

    def performed(self, id: int, owner: str, receipt: str | None = None) -> None:
        """Done, by the owner of the claim, with the receipt of it if there is one. One that lost
        the claim to another changes nothing."""
        kept = {} if receipt is None else {"receipt": receipt}
        with self._database.writing() as db:
            mine = _owned(EffectRow, owner).where(col(EffectRow.id) == id)
            db.exec(mine.values(performed=True, owner=None, free_at=None, **kept))

    def release(self, id: int, owner: str, retry_at: datetime) -> None:
        """Give a claim back: it failed and may be tried again from `retry_at`."""
        with self._database.writing() as db:
            mine = _owned(EffectRow, owner).where(col(EffectRow.id) == id)
            db.exec(mine.values(owner=None, free_at=retry_at))

    # --- timers ------------------------------------------------------------------------------

    def next_due(self, platforms: Sequence[str], session: str | None = None) -> datetime | None:
        """When a timer can be claimed next: it comes due, or another's claim on it lapses."""
        query = (
            select(TimerRow.free_at)
            .join(SessionRow)
            .where(*_served(platforms, session))
            .order_by(col(TimerRow.free_at))
            .limit(1)
        )
        with self._database.reading() as db:
            return db.exec(query).first()

    def claim_timers(
        self,
        owner: str,
        platforms: Sequence[str],
        at: datetime,
        session: str | None = None,
        name: str | None = None,
    ) -> list[DueTimer]:
        """Claim the timers that are due, earliest first. A claim that its owner never finishes
        can be taken again once its lease has ended. Recording the event `timer:<id>` (or the end
        of the session) finishes it, in that same transaction."""
        query = (
            select(TimerRow)
            .join(SessionRow)
            .where(*_served(platforms, session), TimerRow.due <= at, TimerRow.free_at <= at)
            .order_by(col(TimerRow.due), col(TimerRow.id))
            .with_for_update(of=TimerRow, skip_locked=True)  # who holds a row is claiming it
        )
        if name is not None:
            query = query.where(TimerRow.name == name)
        with self._database.writing() as db:
            rows = db.exec(query).all()
            for row in rows:
                row.owner, row.free_at = owner, at + LEASE
            return [DueTimer(_known(row.id), row.session, row.name, row.due) for row in rows]


# --- questions and small moves -----------------------------------------------------------------


def _says(row: EffectRow, name: str, ask: int) -> bool:
    """Whether a message has that name, or puts that question."""
    say = load(Say, row.body)
    if name:
        return say.name == name
    return say.ask == ask and any(choice.answer for choice in say.choices)


def _attempt(row: SessionRow, draw: DrawRow) -> Attempt:
    session = load(Session, row.body)
    return Attempt(
        session=session.id,
        problem=session.problem,
        seed=int(draw.seed),
        skin=draw.skin,
        knobs=json.loads(draw.knobs),
        started_at=session.started_at,
        parts_passed=session.passed,
        parts=draw.parts,
        graded=row.graded,
        seconds=session.clock.elapsed(session.last_at),
        budget=draw.seconds,
        open=session.open,
        part=session.stage.number,
        place=session.place,
        title=load(Problem, draw.body).title if session.open else "",
        drill=session.drill,
        lab=session.lab,
        work=session.work.result if session.work else None,
    )


def _is(
    table: type[PersonRow] | type[SettingRow], person: Person
) -> tuple[ColumnElement[bool], ...]:
    return (
        col(table.platform) == person.platform,
        col(table.workspace) == person.workspace,
        col(table.user) == person.user,
    )


def _served(platforms: Sequence[str], session: str | None) -> list[ColumnElement[bool]]:
    served: list[ColumnElement[bool]] = [col(SessionRow.platform).in_(platforms)]
    return served if session is None else [*served, col(SessionRow.id) == session]


def _without(table: type[DrawRow] | type[EffectRow]) -> ExecutableOption:
    """Leave the body of a row unread until it is asked for."""
    body: Any = table.body  # SQLModel tells the type checker of a str
    return defer(body)


def _owned(table: type[EffectRow] | type[TimerRow], owner: str) -> Update:
    """An update of what `owner` has claimed."""
    return update(table).where(col(table.owner) == owner).execution_options(**PLAIN)


_RUNS = (RunTests.__name__, RunProgram.__name__, Probe.__name__)


def _in_order(rows: Sequence[EffectRow]) -> Iterator[EffectRow]:
    """What may be performed next: the first of each session, and whatever runs a person's code."""
    begun = set()
    for row in rows:
        if row.kind in _RUNS:
            yield row
        elif row.session not in begun:
            begun.add(row.session)
            yield row


def _found(row: T | None, name: str) -> T:
    if row is None:
        raise KeyError(name)
    return row


def _known(id: int | None) -> int:
    """The id of a row that was saved."""
    assert id is not None
    return id
