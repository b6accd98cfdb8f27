"""How late timers fire: 10,000 armed rows and a burst, beside bare asyncio timers in the same run.

    python -m bench.timers --window 60

The rows are spread over ten minutes; the part of them which fits the window is measured, with a
burst in its middle that comes due within one second. Each firing is recorded, as the app does it.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.ports import DueTimer
from bot.timers import Timers
from drills.effects import StartTimer, Step
from drills.events import Commanded, Started, TimerFired
from drills.model import Clock, Person, Phase, Place, Problem, Session, Stage
from storage.store import Store, open_store

SOMEBODY = Person("bench", "team", "ana")
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
SPREAD = 600.0  # seconds
SESSIONS = 200


class WallClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def begin(store: Store, id: str) -> Session:
    now = datetime.now(UTC)
    clock = Clock(now)
    place = Place("bench", "team", id)
    session = Session(
        id=id,
        drill="progressive",
        problem=PROBLEM.id,
        draw=id,
        place=place,
        people=(SOMEBODY,),
        phase=Phase.BUILDING,
        started_at=now,
        clock=clock,
        stages=(Stage(1, clock),),
        last_at=now,
    )
    store.record(f"start:{id}", Started(now, SOMEBODY, place, id, id), None, Step(session), PROBLEM)
    return session


def arm(store: Store, sessions: Sequence[Session], key: str, due: Sequence[datetime]) -> None:
    """Deal the moments out among the sessions, one step each."""
    for number, session in enumerate(sessions):
        mine = due[number :: len(sessions)]
        timers = tuple(StartTimer(f"{key}-{n}", moment) for n, moment in enumerate(mine))
        event = Commanded(datetime.now(UTC), SOMEBODY, "time")
        store.record(f"{key}:{session.id}", event, session, Step(session, timers))


async def bare(moments: Sequence[datetime]) -> list[float]:
    """Lateness in seconds of one asyncio timer a moment."""
    loop, late = asyncio.get_running_loop(), []
    done = asyncio.Event()

    def fire(due: datetime) -> None:
        late.append((datetime.now(UTC) - due).total_seconds())
        if len(late) == len(moments):
            done.set()

    for due in moments:
        loop.call_later((due - datetime.now(UTC)).total_seconds(), fire, due)
    await done.wait()
    return late


async def ours(store: Store, expected: int) -> list[float]:
    """Lateness in seconds of each row, until `expected` of them have fired."""
    late: list[float] = []
    done = asyncio.Event()

    async def fire(timer: DueTimer) -> None:
        now = datetime.now(UTC)
        late.append((now - timer.due).total_seconds())
        session = store.session(timer.session)
        event = TimerFired(now, timer.name, timer.due)
        store.record(f"timer:{timer.id}", event, session, Step(session))
        if len(late) == expected:
            done.set()

    timers = Timers(store, WallClock(), fire, "bench", ["bench"])
    timers.start()
    await done.wait()
    timers.stop()
    return late


async def idle(store: Store, seconds: float) -> float:
    """The share of one core that armed timers take while none of them is due."""

    async def fire(timer: DueTimer) -> None:
        raise AssertionError("nothing is due yet")

    timers = Timers(store, WallClock(), fire, "bench", ["bench"])
    timers.start()
    before = time.process_time()
    await asyncio.sleep(seconds)
    used = time.process_time() - before
    timers.stop()
    return used / seconds


def spread(start: datetime, armed: int, window: float, burst: int) -> list[datetime]:
    """The moments within the window of rows spread evenly, and in its middle a second's burst."""
    each = SPREAD / armed
    moments = [start + timedelta(seconds=n * each) for n in range(int(window / each))]
    middle = start + timedelta(seconds=window / 2)
    return [*moments, *(middle + timedelta(seconds=n / burst) for n in range(burst))]


def show(name: str, late: Sequence[float]) -> None:
    cuts = statistics.quantiles(late, n=100)
    print(
        f"{name:12} {len(late):6} fired   p50 {cuts[49] * 1e3:8.2f} ms   "
        f"p99 {cuts[98] * 1e3:8.2f} ms   max {max(late) * 1e3:8.2f} ms"
    )


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--armed", type=int, default=10_000)
    parse.add_argument("--burst", type=int, default=200)
    parse.add_argument("--window", type=float, default=60.0, help="seconds that are measured")
    parse.add_argument("--database", help="a URL; a new SQLite file otherwise")
    asked = parse.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(asked.database or f"sqlite:///{Path(folder) / 'bench.db'}")
        sessions = [begin(store, f"s{n}") for n in range(SESSIONS)]
        far = datetime.now(UTC) + timedelta(hours=2)
        later = [far + timedelta(seconds=n * SPREAD / asked.armed) for n in range(asked.armed)]
        arm(store, sessions, "later", later)
        print(
            f"{asked.armed} armed: {asyncio.run(idle(store, 10)) * 100:.2f} % of a core while idle"
        )
        start = datetime.now(UTC) + timedelta(seconds=1)
        moments = spread(start, asked.armed, asked.window, asked.burst)
        show("bare asyncio", asyncio.run(bare(moments)))
        start = datetime.now(UTC) + timedelta(seconds=4)
        moments = spread(start, asked.armed, asked.window, asked.burst)
        arm(store, sessions, "now", moments)
        show("timer rows", asyncio.run(ours(store, len(moments))))
        store.close()


if __name__ == "__main__":
    main()
