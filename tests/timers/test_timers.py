"""Timers fire when they are due, once, also after a downtime and beside other processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from armed import NOON, Fired, HandClock, WallClock, after, arm

from bot.ports import DueTimer
from bot.timers import Timers
from storage.database import open_database
from storage.store import Store

SOON = timedelta(milliseconds=20)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'drillbot.db'}"


@pytest.fixture
def opened(url: str) -> Iterator[Callable[[], Store]]:
    stores: list[Store] = []

    def open_one() -> Store:
        stores.append(Store(open_database(url, wait=0.5)))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def fired(store: Store, clock: HandClock) -> Fired:
    return Fired(store, clock)


@pytest.fixture
async def timers(store: Store, clock: HandClock, fired: Fired) -> Timers:
    return Timers(store, clock, fired, "me", ["script"])


async def test_a_timer_fires_when_its_moment_has_come_and_not_before(
    store: Store, clock: HandClock, fired: Fired, timers: Timers
) -> None:
    arm(store, "s1", early=after(10), late=after(20))
    timers.start()
    clock.at = after(10)
    timers.poke()
    await fired.until(lambda names: "early" in names)
    clock.at = after(20)
    timers.poke()
    await fired.until(lambda names: "late" in names)
    assert fired.names == ["early", "late"]
    timers.stop()


async def test_what_came_due_while_nothing_ran_fires_once_at_start(
    store: Store, clock: HandClock, fired: Fired, timers: Timers
) -> None:
    arm(store, "s1", b=after(20), c=after(30), a=after(10))
    arm(store, "s2", other=after(15))
    clock.at = after(3600)
    timers.start()
    await fired.until(lambda names: len(names) == 4)
    assert [timer.due for timer in fired.seen if timer.session == "s1"] == [
        after(10),
        after(20),
        after(30),
    ]
    arm(store, "s3", sentinel=NOON)
    timers.poke()
    await fired.until(lambda names: "sentinel" in names)
    assert sorted(fired.names) == ["a", "b", "c", "other", "sentinel"]
    timers.stop()


async def test_many_pokes_fire_a_timer_once(store: Store, fired: Fired, timers: Timers) -> None:
    timers.start()
    arm(store, "s1", cap=NOON)
    for _ in range(200):
        timers.poke()
        await asyncio.sleep(0)
    arm(store, "s2", sentinel=NOON)
    timers.poke()
    await fired.until(lambda names: "sentinel" in names)
    assert sorted(fired.names) == ["cap", "sentinel"]
    timers.stop()


async def test_the_scheduler_wakes_for_the_earliest_timer_by_itself(store: Store) -> None:
    clock = WallClock()
    fired = Fired(store, clock)
    timers = Timers(store, clock, fired, "me", ["script"])
    now = datetime.now(UTC)
    arm(store, "s1", second=now + 3 * SOON, first=now + SOON, never=now + timedelta(days=1))
    timers.start()
    await fired.until(lambda names: names == ["first", "second"])
    timers.stop()


async def test_a_timer_that_another_process_started_is_noticed(
    store: Store, opened: Callable[[], Store], clock: HandClock, fired: Fired
) -> None:
    timers = Timers(store, clock, fired, "me", ["script"], look_every=SOON)
    timers.start()
    await asyncio.to_thread(arm, opened(), "s1", cap=NOON)  # nobody pokes
    await fired.until(lambda names: names == ["cap"])
    timers.stop()


async def test_of_two_processes_one_fires_each_timer(
    store: Store, opened: Callable[[], Store], clock: HandClock
) -> None:
    for number in range(30):
        arm(store, f"s{number}", cap=after(number))
    there = opened()
    both = [Fired(store, clock), Fired(there, clock)]
    pair = [
        Timers(store, clock, both[0], "a", ["script"]),
        Timers(there, clock, both[1], "b", ["script"]),
    ]
    for timers in pair:
        timers.start()
    for seconds in range(30):
        clock.at = after(seconds)
        for timers in pair:
            timers.poke()
        await asyncio.sleep(0)
    arm(store, "last", sentinel=NOON)
    while store.next_due(["script"]) is not None:  # a row is gone when its firing is recorded
        for timers in pair:
            timers.poke()
        await asyncio.sleep(0)
    seen = [timer.id for fired in both for timer in fired.seen]
    assert len(seen) == len(set(seen)) == 31
    for timers in pair:
        timers.stop()


async def test_a_firing_that_fails_stops_no_other_and_is_tried_again(
    store: Store, clock: HandClock, fired: Fired, timers: Timers, caplog: pytest.LogCaptureFixture
) -> None:
    fired.broken = {"first"}
    arm(store, "s1", first=after(1), second=after(2))
    arm(store, "s2", other=after(1))
    clock.at = after(5)
    timers.start()
    await fired.until(lambda names: {"first", "second", "other"} <= set(names))
    assert "timer first of session s1 could not be fired" in caplog.text
    fired.broken = set()
    clock.at = after(5 + 59)
    arm(store, "s3", sentinel=NOON)
    timers.poke()
    await fired.until(lambda names: "sentinel" in names)
    assert fired.names.count("first") == 1  # its lease still runs
    clock.at = after(5 + 60)
    timers.poke()
    await fired.until(lambda names: names.count("first") == 2)
    timers.stop()


async def test_the_timers_of_one_session_fire_one_after_another(
    store: Store, clock: HandClock
) -> None:
    arm(store, "slow", second=after(2), first=after(1))
    arm(store, "quick", third=after(3))
    going_on, done = asyncio.Event(), asyncio.Event()
    told = []

    async def fire(timer: DueTimer) -> None:
        told.append(f"{timer.name} begins")
        if timer.name == "first":
            await going_on.wait()  # while another session's timer is not held up
        if timer.name == "third":
            going_on.set()
        told.append(f"{timer.name} ends")
        if timer.name == "second":
            done.set()

    clock.at = after(5)
    timers = Timers(store, clock, fire, "me", ["script"])
    timers.start()
    async with asyncio.timeout(60):
        await done.wait()
    of_slow = [line for line in told if not line.startswith("third")]
    assert of_slow == ["first begins", "first ends", "second begins", "second ends"]
    timers.stop()


async def test_a_burst_lets_everything_else_go_on_in_between(
    store: Store, clock: HandClock
) -> None:
    for number in range(20):
        arm(store, f"s{number}", cap=NOON)
    done = asyncio.Event()
    turns, seen = 0, []

    async def fire(timer: DueTimer) -> None:
        seen.append(turns)
        if len(seen) == 20:
            done.set()

    timers = Timers(store, clock, fire, "me", ["script"])
    timers.start()
    async with asyncio.timeout(60):
        while not done.is_set():
            turns += 1
            await asyncio.sleep(0)
    assert len(set(seen)) == 20  # no two of them in one turn of the loop
    timers.stop()


async def test_only_the_timers_that_are_served_here_fire(store: Store, clock: HandClock) -> None:
    arm(store, "s1", elsewhere=after(-9), platform="slack")
    arm(store, "s2", another=after(-8))
    arm(store, "s3", mine=after(-7))
    fired = Fired(store, clock)
    timers = Timers(store, clock, fired, "me", ["script"], session="s3")
    timers.start()
    await fired.until(lambda names: "mine" in names)
    timers.poke()
    timers.stop()
    everyone = Timers(store, clock, fired, "me", ["script"])
    everyone.start()
    await fired.until(lambda names: "another" in names)
    assert fired.names == ["mine", "another"]
    everyone.stop()


async def test_a_clock_set_back_fires_nothing_early_and_loses_nothing(
    store: Store, clock: HandClock, fired: Fired, timers: Timers
) -> None:
    arm(store, "s1", cap=after(10))
    clock.at = after(-86400)
    timers.start()
    arm(store, "s2", sentinel=after(-86400))
    timers.poke()
    await fired.until(lambda names: "sentinel" in names)
    assert fired.names == ["sentinel"]
    clock.at = after(10)
    timers.poke()
    await fired.until(lambda names: "cap" in names)
    timers.stop()


async def test_a_locked_database_delays_timers_and_loses_none(
    tmp_path: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "drillbot.db"
    store = Store(open_database(f"sqlite:///{file}", wait=0))
    fired = Fired(store, clock)
    arm(store, "s1", cap=NOON)
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    timers = Timers(store, clock, fired, "me", ["script"], look_every=SOON)
    timers.start()
    while "No timer can fire now." not in caplog.text:  # noqa: ASYNC110  a log has no event
        await asyncio.sleep(0)
    other.close()
    await fired.until(lambda names: names == ["cap"])
    timers.stop()
    store.close()


async def test_after_stop_nothing_fires_until_the_next_start(
    store: Store, clock: HandClock, fired: Fired, timers: Timers
) -> None:
    timers.start()
    timers.stop()
    arm(store, "s1", cap=NOON)
    timers.poke()
    timers.stop()
    again = Timers(store, clock, fired, "me", ["script"])
    again.start()
    await fired.until(lambda names: "cap" in names)
    assert fired.names == ["cap"]
    again.stop()
