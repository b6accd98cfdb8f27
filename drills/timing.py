"""How the drill keeps time: durations as text, and which of a session's timers are due when."""

from __future__ import annotations

from datetime import datetime, timedelta
from zlib import crc32
from zoneinfo import ZoneInfo

from drills.effects import Effect, StartTimer, StopTimer
from drills.model import Clock, Problem, Session

FIVE_MINUTES = 300.0
TOGETHER = timedelta(seconds=10)  # timers this near to each other are told in one message
LATE = timedelta(seconds=60)  # from here on a timer says how late it is
IDLE = timedelta(days=14)
STILL = timedelta(seconds=20)  # of a grade or a run, after which it is said that it goes on
SPREAD = 40_000  # milliseconds over which it is said: many who sent at once are not told at once
TIMERS = ("part-5", "part-cap", "total-5", "total-cap")


def mmss(seconds: float) -> str:
    """12:40. Parts of a second are dropped; an hour is 60:00."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


def span(seconds: float) -> str:
    """A pause or a delay, which may be long: 12:40, 20 h 5 min, 3 days."""
    if seconds < 2 * 3600:
        return mmss(seconds)
    if seconds < 48 * 3600:
        return f"{int(seconds) // 3600} h {int(seconds) % 3600 // 60} min"
    return f"{int(seconds) // 86400} days"


def day(session: Session, at: datetime) -> str:
    """2026-11-30: the day that a moment is in, where the session is."""
    return f"{at.astimezone(ZoneInfo(session.zone)):%Y-%m-%d}"


def left(budget: float, elapsed: float) -> str:
    """What is left of a budget: "3:20 left" or "1:05 over"."""
    rest = int(budget) - int(elapsed)
    return f"{mmss(rest)} left" if rest >= 0 else f"{mmss(-rest)} over"


def left_of(budget: float, elapsed: float) -> str:
    """6:48 left of 10:00, or 3:20 over 10:00."""
    rest = left(budget, elapsed)
    return f"{rest}{' of' if rest.endswith('left') else ''} {mmss(budget)}"


def of_budget(elapsed: float, budget: float) -> str:
    """9:12 of 10:00, and by how much it is over where it is."""
    over = int(elapsed) - int(budget)
    tail = f" ({mmss(over)} over)" if over > 0 else ""
    return f"{mmss(elapsed)} of {mmss(budget)}{tail}"


def forgive(clock: Clock, at: datetime, seconds: float) -> Clock:
    """The same clock without some seconds: waiting for a grade is nobody's time."""
    spent = max(0.0, clock.elapsed(at) - seconds)
    return Clock(None if clock.since is None else at, spent)


def still(session: str) -> timedelta:
    """How long a grade of a session goes on before that is said."""
    return STILL + timedelta(milliseconds=crc32(session.encode()) % SPREAD)


def dues(session: Session, problem: Problem) -> dict[str, datetime]:
    """When each timer that was not told yet comes due; nothing while the clock is paused."""
    found: dict[str, datetime] = {}
    part = problem.parts[session.stage.number - 1]
    for kind, clock, budget in (
        ("part", session.stage.clock, part.seconds),
        ("total", session.clock, problem.seconds),
    ):
        if clock.since is None:
            continue
        cap = clock.since + timedelta(seconds=budget - clock.spent)
        if budget > FIVE_MINUTES:
            found[f"{kind}-5"] = cap - timedelta(seconds=FIVE_MINUTES)
        found[f"{kind}-cap"] = cap
    return {name: due for name, due in found.items() if name not in session.told}


def arm(session: Session, problem: Problem) -> tuple[Effect, ...]:
    """Start what is still to be told, and stop the rest: a new part must not hear the old one's."""
    due = dues(session, problem)
    return tuple(StartTimer(name, due[name]) if name in due else StopTimer(name) for name in TIMERS)


def disarm() -> tuple[Effect, ...]:
    return tuple(StopTimer(name) for name in TIMERS)


def told_now(session: Session, problem: Problem, at: datetime, due: datetime) -> tuple[str, ...]:
    """The timers that one message tells when one that was due at `due` fires at `at`.

    Everything due within ten seconds of it, and after a downtime everything due by now.
    """
    until = max(at, due + TOGETHER)
    return tuple(name for name, when in dues(session, problem).items() if when <= until)


def announcement(session: Session, problem: Problem, names: tuple[str, ...], at: datetime) -> str:
    """What the timers of one message say. A reached cap makes its five minutes pointless."""
    number = session.stage.number
    part = problem.parts[number - 1]
    said = []
    for kind, clock, budget, what in (
        ("part", session.stage.clock, part.seconds, f"on part {number}"),
        ("total", session.clock, problem.seconds, "for the whole drill"),
    ):
        if f"{kind}-cap" in names:
            said.append(
                f"Part {number}'s target of {mmss(budget)} is reached."
                if kind == "part"
                else f"The budget of {mmss(budget)} for the whole drill is reached."
            )
        elif f"{kind}-5" in names:
            rest = budget - clock.elapsed(at)
            if abs(rest - FIVE_MINUTES) <= TOGETHER.total_seconds():
                rest = FIVE_MINUTES
            said.append(f"{mmss(rest)} left {what}.")
    if any(name.endswith("-cap") for name in names):
        said.append("Going over is noted, not failed. Say `done` when ready.")
    return "⏱ " + " ".join(said)
