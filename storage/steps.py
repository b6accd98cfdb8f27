"""One step, saved in the transaction of its caller: who may not save it, and every row of it."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Delete, delete, func, update
from sqlmodel import Session as Transaction
from sqlmodel import col, select

from drills.effects import Effect, KeepNote, StartTimer, Step, StopTimer
from drills.events import Event, Graded, Offered, Probed, Submitted
from drills.model import Person, Place, Problem, Session, Submission
from storage.codec import dump, load
from storage.errors import Conflict, Duplicate, PlaceTaken
from storage.tables import (
    DrawRow,
    EffectRow,
    EventRow,
    NoteRow,
    PersonRow,
    RevisionRow,
    SessionRow,
    TimerRow,
)

PLAIN = {"synchronize_session": False}  # no row that is changed so was read before it


def save(
    db: Transaction,
    key: str,
    event: Event,
    before: Session | None,
    step: Step,
    problem: Problem | None,
) -> None:
    """See `Store.record`. The session's row comes first: its lock keeps all else in order."""
    refuse_repeat(db, key)
    if before is None:
        if problem is None:
            raise ValueError("a session starts with its problem")
        refuse_taken(db, step.session)
        _start(db, step.session, problem)
    else:
        _go_on(db, key, before, step.session, isinstance(event, Graded | Probed))
    _finish_timer(db, key, step.session.id)
    _keep_event(db, key, event, step.session.id)
    for effect in step.effects:
        _keep_effect(db, effect, step.session.id)
    if not step.session.open:
        db.exec(_timers_of(step.session.id))


def refuse_repeat(db: Transaction, key: str) -> None:
    if db.exec(select(EventRow.id).where(EventRow.key == key)).first() is not None:
        raise Duplicate(key)


def refuse_taken(db: Transaction, session: Session) -> None:
    there = session_at(db, session.place)
    if there is not None:
        raise PlaceTaken(there)


def _start(db: Transaction, session: Session, problem: Problem) -> None:
    if db.get(DrawRow, session.draw) is None:
        body = dump(problem)
        db.add(
            DrawRow(
                id=session.draw,
                problem=problem.id,
                version=problem.version,
                digest=hashlib.sha256(body.encode()).hexdigest(),
                seed=str(problem.seed),
                skin=problem.skin,
                knobs=dump(problem.knobs),
                parts=len(problem.parts),
                seconds=problem.seconds,
                body=body,
            )
        )
        db.flush()
    place = session.place
    db.add(
        SessionRow(
            id=session.id,
            draw=session.draw,
            platform=place.platform,
            workspace=place.workspace,
            thread=place.thread,
            open=session.open,
            graded=False,
            turn=session.turn,
            started_at=session.started_at,
            last_at=session.last_at,
            body=dump(session),
        )
    )
    db.flush()
    _join(db, session, ())


def _go_on(db: Transaction, key: str, before: Session, after: Session, graded: bool) -> None:
    changed: dict[str, Any] = {
        "turn": after.turn,
        "open": after.open,
        "last_at": after.last_at,
        "thread": after.place.thread,  # of a session that began in a channel, once it is opened
        "body": dump(after),
    }
    if graded and after != before:  # a grade that came too late counts for nothing
        changed["graded"] = True
    unchanged = (col(SessionRow.id) == before.id, col(SessionRow.turn) == before.turn)
    written = update(SessionRow).where(*unchanged).values(changed).execution_options(**PLAIN)
    if not db.exec(written).rowcount:
        refuse_repeat(db, key)  # the same event may have been faster by another way
        raise Conflict(before.id)
    _join(db, after, before.people)


def _join(db: Transaction, session: Session, already: tuple[Person, ...]) -> None:
    for person in dict.fromkeys(session.people):
        if person not in already:
            db.add(
                PersonRow(
                    session=session.id,
                    platform=person.platform,
                    workspace=person.workspace,
                    user=person.user,
                )
            )


def _finish_timer(db: Transaction, key: str, session: str) -> None:
    kind, _, id = key.partition(":")
    if kind != "timer" or not id.isdecimal():
        return
    if not db.exec(_timers_of(session).where(col(TimerRow.id) == int(id))).rowcount:
        raise Duplicate(key)


def _keep_event(db: Transaction, key: str, event: Event, session: str) -> None:
    kind = type(event).__name__
    db.add(EventRow(key=key, session=session, kind=kind, at=event.at, body=dump(event)))
    match event:
        case Submitted(submission=first, more=others):
            for sent in (first, *others):
                _keep_revision(db, sent, event.at, session)
        case Offered(submissions=several):
            for sent in several:
                _keep_revision(db, sent, event.at, session)
        case _:
            pass


def _keep_revision(db: Transaction, sent: Submission, at: datetime, session: str) -> None:
    last = (
        select(RevisionRow.submission)
        .where(RevisionRow.session == session)
        .order_by(col(RevisionRow.id).desc())
        .limit(1)
    )
    if db.exec(last).first() != sent.id:  # the same text sent again is no new revision
        db.add(RevisionRow(submission=sent.id, session=session, at=at, body=dump(sent)))


def _keep_effect(db: Transaction, effect: Effect, session: str) -> None:
    match effect:
        case StartTimer(name, due):
            db.exec(_timers_of(session).where(col(TimerRow.name) == name))
            db.add(TimerRow(session=session, name=name, due=due, free_at=due))
        case StopTimer(name):
            db.flush()  # it may have been started in this same step
            db.exec(_timers_of(session).where(col(TimerRow.name) == name))
        case KeepNote(note):
            db.merge(
                NoteRow(
                    session=note.session,
                    part=note.part,
                    platform=note.person.platform,
                    workspace=note.person.workspace,
                    user=note.person.user,
                    at=note.at,
                    body=dump(note),
                )
            )
        case _:
            db.add(EffectRow(session=session, kind=type(effect).__name__, body=dump(effect)))
    db.flush()  # rows get their ids in the order of the effects


def session_at(db: Transaction, place: Place, over: bool = False) -> Session | None:
    """The open session of a place; with `over`, the last one that was there, open or not."""
    query = select(SessionRow.body).where(
        SessionRow.platform == place.platform,
        SessionRow.workspace == place.workspace,
        SessionRow.thread == place.thread,
    )
    query = query if over else query.where(col(SessionRow.open))
    newest = (col(SessionRow.started_at).desc(), first_event().desc())
    body = db.exec(query.order_by(*newest)).first()
    return None if body is None else load(Session, body)


def first_event() -> ColumnElement[int]:
    """The number of a session's first event: those that began in one moment are told apart by it,
    in the order in which they did. Their ids are random."""
    first = select(func.min(col(EventRow.id))).where(col(EventRow.session) == col(SessionRow.id))
    return first.correlate(SessionRow).scalar_subquery()


def _timers_of(session: str) -> Delete:
    return delete(TimerRow).where(col(TimerRow.session) == session).execution_options(**PLAIN)
