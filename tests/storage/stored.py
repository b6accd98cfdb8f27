"""A small problem and sessions of it, for tests of what keeps them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from drills.effects import Effect, Step
from drills.events import Commanded, Graded, Started, Submitted
from drills.model import (
    Clock,
    Grade,
    Note,
    Part,
    Person,
    Phase,
    Place,
    Problem,
    Scope,
    Session,
    Stage,
    Submission,
    Test,
)
from storage.store import Store

ANA = Person("script", "team", "ana")
BEN = Person("script", "team", "ben")
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

PROBLEM = Problem(
    id="kv-store",
    version=3,
    seed=7,
    skin="session-cache",
    knobs={"missing": "raise", "ttl": "inclusive"},
    title="Session cache",
    seniority="mid",
    required="Store",
    parts=tuple(
        Part(
            number=number,
            title=f"Part {number}",
            seconds=600,
            spec="Keep what was put.",
            signatures="class Store: ...",
            added=("Store",),
            visible="def test_put(): ...",
            hidden="def test_gone(): ...",
            tests=(Test("put", "test_put"), Test("gone", "test_gone", "a removed key")),
            reference="class Store: ...",
            costs="",
            hint="A dict.",
            design_idea="One dict.",
            lesson="Later parts read it.",
        )
        for number in (1, 2)
    ),
    categories={"a removed key": "what a removed key leaves behind"},
    signals="",
    sentences={},
)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def thread(name: str) -> Place:
    return Place("script", "team", name)


def session_of(
    id: str = "s1", by: Person = ANA, place: Place | None = None, at: datetime = NOON
) -> Session:
    return Session(
        id=id,
        drill="progressive",
        problem=PROBLEM.id,
        draw=id,
        place=place or thread(f"thread of {id}"),
        people=(by,),
        phase=Phase.BUILDING,
        started_at=at,
        clock=Clock(at),
        stages=(Stage(1, Clock(at)),),
        last_at=at,
        turn=1,
    )


def begin(store: Store, session: Session, *effects: Effect) -> Session:
    """Record the start of a session."""
    event = Started(session.started_at, session.people[0], session.place, session.id, session.draw)
    store.record(f"start:{session.id}", event, None, Step(session, effects), PROBLEM)
    return session


def go_on(store: Store, before: Session, key: str, *effects: Effect, **changed: object) -> Session:
    """Record one more step, a minute after the last."""
    at = before.last_at + timedelta(minutes=1)
    after = replace(before, turn=before.turn + 1, last_at=at, **changed)  # type: ignore[arg-type]
    store.record(key, Commanded(at, before.people[0], "time"), before, Step(after, effects))
    return after


def submission_of(text: str, name: str = "solution.py") -> Submission:
    return Submission(hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(), name, text)


def submit(store: Store, before: Session, key: str, submission: Submission) -> Session:
    at = before.last_at + timedelta(minutes=1)
    after = replace(before, turn=before.turn + 1, last_at=at, submission=submission.id)
    store.record(key, Submitted(at, before.people[0], submission), before, Step(after))
    return after


def grade(store: Store, before: Session, key: str, turns: int = 1) -> Session:
    """Record a grade. With `turns` 0 it came too late and changes nothing."""
    at = before.last_at + timedelta(minutes=1)
    after = replace(before, turn=before.turn + turns, last_at=at if turns else before.last_at)
    event = Graded(at, "grade-1", Grade(before.submission, 1, Scope.RUN))
    store.record(key, event, before, Step(after))
    return after


def note_of(session: Session, part: int, text: str, at: datetime = NOON) -> Note:
    return Note(session.id, part, session.people[0], at, text)
