"""Sessions with timers in a real store, and a clock that moves only when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from drills.effects import StartTimer as Start
from drills.effects import Step
from drills.events import Started, TimerFired
from drills.model import Clock, Person, Phase, Place, Problem, Session, Stage
from storage.claims import DueTimer
from storage.store import Store

ANA = Person("script", "team", "ana")
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PROBLEM = Problem(
    id="p",
    version=1,
    seed=1,
    skin="plain",
    knobs={},
    title="P",
    seniority="mid",
    required="P",
    parts=(),
    categories={},
    signals="",
    sentences={},
)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def arm(store: Store, id: str, platform: str = "script", **due: datetime) -> None:
    """Record a session that starts these timers."""
    place = Place(platform, "team", id)
    clock = Clock(NOON)
    session = Session(
        id,
        "progressive",
        "p",
        id,
        place,
        (ANA,),
        Phase.BUILDING,
        NOON,
        clock,
        (Stage(1, clock),),
        NOON,
    )
    timers = tuple(Start(name, moment) for name, moment in due.items())
    event = Started(NOON, ANA, place, id, id)
    store.record(f"start:{id}", event, None, Step(session, timers), PROBLEM)


@dataclass
class HandClock:
    at: datetime = NOON

    def now(self) -> datetime:
        return self.at


class WallClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class Fired:
    """What was fired, and recorded as the app records it."""

    store: Store
    clock: HandClock | WallClock
    seen: list[DueTimer] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # names of timers whose firing fails
    _more: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def __call__(self, timer: DueTimer) -> None:
        async with self._more:
            self.seen.append(timer)
            self._more.notify_all()
        if timer.name in self.broken:
            raise RuntimeError(f"{timer.name} is broken")
        session = self.store.session(timer.session)
        event = TimerFired(self.clock.now(), timer.name, timer.due)
        self.store.record(f"timer:{timer.id}", event, session, Step(session))

    @property
    def names(self) -> list[str]:
        return [timer.name for timer in self.seen]

    async def until(self, enough: Callable[[list[str]], bool]) -> None:
        """Wait for timers to fire; a minute without them is a failure."""
        async with asyncio.timeout(60), self._more:
            await self._more.wait_for(lambda: enough(self.names))
