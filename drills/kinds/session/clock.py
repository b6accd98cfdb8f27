"""A working session's clock: what begins it, which of its timers are due when, and what it says."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from drills.effects import Effect, StartTimer, StopTimer
from drills.model import Session
from drills.timing import left_of, of_budget
from drills.working_state import WorkPhase, WorkState

READING = timedelta(minutes=10)  # from the brief until the clock begins by itself
WARNING = 600.0  # seconds before the end
TIMERS = ("begin", "warn", "cap")


def state_of(session: Session) -> WorkState:
    assert session.work is not None, "no working session"
    return session.work


def away(session: Session) -> bool:
    """Left with `quit`. A clock that stands is no sign of it: before the block and after it too."""
    return session.paused_at is not None


def dues(session: Session) -> dict[str, datetime]:
    """When each timer that was not told yet comes due."""
    work, clock = state_of(session), session.clock
    if away(session):
        return {}
    if work.phase is WorkPhase.BRIEF:
        return {"begin": work.briefed_at + READING}
    if work.phase is not WorkPhase.BLOCK or clock.since is None:
        return {}
    cap = clock.since + timedelta(seconds=work.cap - clock.spent)
    found = {"cap": cap}
    if work.cap > WARNING:
        found["warn"] = cap - timedelta(seconds=WARNING)
    return {name: due for name, due in found.items() if name not in session.told}


def arm(session: Session) -> tuple[Effect, ...]:
    """Start what is still to be told, and stop the rest."""
    due = dues(session)
    return tuple(StartTimer(name, due[name]) if name in due else StopTimer(name) for name in TIMERS)


def disarm() -> tuple[Effect, ...]:
    return tuple(StopTimer(name) for name in (*TIMERS, "idle"))


def back(session: Session, at: datetime) -> Session:
    """Returned after `quit`: how long that was is counted, and is nobody's time."""
    if session.paused_at is None:
        return session
    gone = session.stage.paused_seconds + (at - session.paused_at).total_seconds()
    stage = replace(session.stage, paused_seconds=gone)
    return replace(session, stages=(stage,), paused_at=None)


def spent(session: Session) -> str:
    """52:10 of 60:00, of the block alone."""
    work = state_of(session)
    return of_budget(session.clock.spent if work.frozen is None else work.frozen, work.cap)


def left(session: Session, at: datetime) -> str:
    """6:48 left of 60:00."""
    return left_of(state_of(session).cap, session.clock.elapsed(at))
