"""step(session, event, problem) -> Step: the one door to every drill's rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from drills import timing, wording
from drills.effects import Effect, StartTimer, Step, StopTimer
from drills.events import Commanded, Continued, Event, Opened, Started, TimerFired
from drills.kinds import progressive
from drills.kinds.lab import flow as lab
from drills.kinds.session import flow as working
from drills.model import End, Person, Phase, Problem, Session

_STILL = "still"  # the timer of a grade or a run that takes long
NOTICED = timedelta(seconds=60)  # a clock that went back by less is nobody's concern


def step(session: Session | None, event: Event, problem: Problem) -> Step:
    """What one event leads to. A session that comes back as it was, without effects: inert.

    No event counts as earlier than the one before it, so a clock set back never makes negative
    time. People who are not of the session change nothing, unless it is a team's. Raises
    ValueError where a session would begin with anything but `Started`, or for an unknown drill.
    """
    if session is None:
        if not isinstance(event, Started):
            raise ValueError(f"a session begins with Started, not {type(event).__name__}")
        drill = event.drill
    else:
        drill = session.drill
        if _outsider(session, event):
            return Step(session)
        if isinstance(event, Opened):
            return _opened(session, event)
        if isinstance(event, TimerFired) and event.name == _STILL:
            return _still(session)
    at = event.at if session is None else max(event.at, session.last_at)
    behind = at - event.at
    by: Person | None = getattr(event, "by", None)
    match drill:
        case "progressive":
            next = progressive.step(session, replace(event, at=at), problem)
        case "lab":
            next = lab.step(session, replace(event, at=at), problem)
        case "session":
            next = working.step(session, replace(event, at=at), problem)
        case _:
            raise ValueError(f"there is no drill {drill!r}")
    if session is not None and next.session == session and not next.effects:
        return Step(session)
    effects = next.effects
    if behind > NOTICED and (
        isinstance(event, Continued) or (isinstance(event, Commanded) and event.word == "time")
    ):
        effects += (wording.clock_went_back(behind.total_seconds()),)
    people = next.session.people
    if by is not None and by not in people:  # a team's: whoever acts joins
        people = (*people, by)
    effects += _waiting(session.grading if session else "", next.session, at)
    if next.session.open:
        effects += (StartTimer("idle", at + timing.IDLE),)
    turn = next.session.turn + 1
    return Step(replace(next.session, people=people, turn=turn, last_at=at), effects)


def _waiting(before: str, session: Session, at: datetime) -> tuple[Effect, ...]:
    """Where there is a progress line to change, one that stands long is to say so, once."""
    if session.grading == before or not session.room:
        return ()
    due = at + timing.still(session.id)
    return (StartTimer(_STILL, due) if session.grading else StopTimer(_STILL),)


def _still(session: Session) -> Step:
    if not (session.open and session.grading):
        return Step(session)
    return Step(replace(session, turn=session.turn + 1), (wording.still_at_it(session),))


def _opened(session: Session, event: Opened) -> Step:
    """The thread is there; or it could not be opened, and nobody can ever play in it."""
    session = replace(session, turn=session.turn + 1)
    if not session.open or event.place != session.place:
        return Step(replace(session, place=event.place))
    return Step(
        replace(
            session,
            phase=Phase.ENDED,
            clock=session.clock.paused(event.at),
            ended_at=event.at,
            end=End.ABANDONED,
        )
    )


def _outsider(session: Session, event: Event) -> bool:
    by = getattr(event, "by", None)
    return by is not None and by not in session.people and not session.team
