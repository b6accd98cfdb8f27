"""Timers are rows of the store; APScheduler wakes this process when the earliest comes due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]

from bot.ports import Clock, DueTimer, Store, StoreProblem

log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(seconds=30)  # for timers that another process started or left


class Timers:
    """Fires each due timer of the platforms served here, or of one session alone, once.

    `fire` is awaited with a timer that this process has claimed; where it raises, the claim
    lapses with its lease and the timer is fired again. Timers of one session are fired one after
    another, earliest first; those of different sessions side by side.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        fire: Callable[[DueTimer], Awaitable[None]],
        owner: str,
        platforms: Sequence[str],
        session: str | None = None,
        look_every: timedelta = LOOK_EVERY,
    ) -> None:
        self._store = store
        self._clock = clock
        self._fire = fire
        self._owner = owner
        self._platforms = list(platforms)
        self._session = session
        self._look_every = look_every
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._running = False
        self._firing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Fire what came due while nothing ran, then wait for the next. Needs a running loop."""
        self._scheduler.start()
        self._running = True
        self.poke()

    def poke(self) -> None:
        """Look at the rows again, soon: called after each step, since it may have changed them."""
        if self._running:
            self._wake_at(datetime.now(UTC))

    def stop(self) -> None:
        """Fire nothing more. What is due stays a row, for the next start or another process."""
        if self._running:
            self._running = False
            # Paused first: else a last look may begin, be cancelled and be logged as an error.
            self._scheduler.pause()
            self._scheduler.shutdown(wait=False)
        for task in self._firing:
            task.cancel()

    def _wake_at(self, moment: datetime) -> None:
        self._scheduler.add_job(
            self._wake,
            "date",
            run_date=moment,
            id="wake",
            replace_existing=True,
            coalesce=True,
            misfire_grace_time=None,  # the default drops a job that is one second late
            max_instances=1000,  # a poke while one is about to run is not to be dropped either
        )

    async def _wake(self) -> None:
        wait = self._look_every
        try:
            now = self._clock.now()
            due = self._store.next_due(self._platforms, self._session)
            if due is not None and due <= now:
                self._spawn(self._fire_all(self._claim(now)))
                due = self._store.next_due(self._platforms, self._session)
            if due is not None:
                wait = min(wait, max(due - now, timedelta()))
        except StoreProblem as problem:  # it may be over at the next look
            log.warning("No timer can fire now. %s", problem)
        finally:
            if self._running:
                self._wake_at(datetime.now(UTC) + wait)

    def _claim(self, now: datetime) -> list[DueTimer]:
        return self._store.claim_timers(self._owner, self._platforms, now, self._session)

    def _spawn(self, firing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(firing)
        self._firing.add(task)
        task.add_done_callback(self._firing.discard)

    async def _fire_all(self, timers: Sequence[DueTimer]) -> None:
        by_session: dict[str, list[DueTimer]] = {}
        for timer in timers:
            by_session.setdefault(timer.session, []).append(timer)
        for group in by_session.values():
            self._spawn(self._fire_in_turn(group))
            await asyncio.sleep(0)  # a burst lets the rest of the bot answer in between

    async def _fire_in_turn(self, timers: Sequence[DueTimer]) -> None:
        for timer in timers:
            try:
                await self._fire(timer)
            except Exception:
                log.exception(
                    "timer %s of session %s could not be fired; it is tried again in a minute",
                    timer.name,
                    timer.session,
                )
