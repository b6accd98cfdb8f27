"""One life of the bot's process: it goes on with the script where the last one died, and may die.

    python -m tests.crashes.life PLAN

PLAN is JSON, see `Plan`. The process kills itself, by SIGKILL, at the moment that the plan names;
else it ends when the script is through.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import sys
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, event
from sqlmodel import col, select

from bot.app import App
from bot.grader.pool import GraderPool
from bot.ports import DueTimer
from bot.timers import Timers
from content.catalog import Catalog
from content.draw.saved import SavedDraws
from drills.command import control_word
from drills.events import Commanded, Event, Pressed, Said, Submitted
from drills.model import Person, Place, Problem, Session, Submission
from storage.database import Database, open_database
from storage.store import Store
from storage.tables import TimerRow
from tests.crashes.script import SCRIPT, minutes
from tests.crashes.wire import Wire

ANA = Person("script", "team", "ana")
BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
OWNER = "bot"


@dataclass(frozen=True, slots=True)
class Plan:
    """Which session is played where, and when this life ends."""

    database: str  # its URL
    folder: str  # what all lives share: rendered draws, what the sandbox's self-test found
    thread: str  # the session's place; its wire is a file of this name in the folder
    life: int  # 1 is the first
    operations: int = 0  # die at this one, from 1: before a commit, before or after a line is sent
    seconds: float = 0.0  # die so long after the database was opened

    @property
    def wire(self) -> Path:
        return Path(self.folder, f"{self.thread}.wire")


class Death:
    """Counts operations and ends the process at the planned one.

    Those are the commits of what is written, and what reaches the platform: between two of them
    nothing outlives the process, so a delay hits what is left.
    """

    def __init__(self, plan: Plan) -> None:
        self.count = 0
        self._at = plan.operations
        self._counting = threading.Lock()
        if plan.seconds:
            threading.Timer(plan.seconds, self.now).start()

    def now(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def tick(self) -> None:
        with self._counting:
            self.count += 1
            if self.count == self._at:
                self.now()


class UnmeasuredCatalog(Catalog):
    """The authored problems, except that no operation is measured.

    What a measurement finds differs a little from run to run, and conversations are compared.
    """

    def draw(self, problem: str, seed: int) -> Problem:
        drawn = super().draw(problem, seed)
        return replace(drawn, parts=tuple(replace(part, costs="") for part in drawn.parts))


@dataclass
class ScriptClock:
    """Moves only where the script says so; a new process sees how far the old one came."""

    at: datetime

    def now(self) -> datetime:
        return self.at


class Life:
    """The bot wired as in production, with the script's person at the other end."""

    def __init__(self, plan: Plan, database: Database, death: Death) -> None:
        self.place = Place("script", "team", plan.thread)
        self.wire = Wire(plan.wire, plan.life, death.tick)
        passed = sum((minutes(line) for line in SCRIPT[: self.wire.taken]), BEGIN - BEGIN)
        self.clock = ScriptClock(BEGIN + passed)
        folder = Path(plan.folder)
        catalog = UnmeasuredCatalog(saved=SavedDraws(folder / "draws"))
        self.pool = GraderPool(folder / "selftest.json", size=1)
        self.database, self.store = database, Store(database)
        platforms = {"script": self.wire}
        self.app = App(self.store, catalog, self.pool, self.clock, platforms, OWNER)
        self.timers = Timers(self.store, self.clock, self._fire, OWNER, list(platforms))
        self.app.poke = self.timers.poke
        self.firing = 0
        self.fired = asyncio.Condition()

    async def play(self) -> None:
        await self.app.resume()
        self.timers.start()
        for number, line in list(enumerate(SCRIPT))[self.wire.taken :]:
            if not line.startswith(">>"):
                await self._settled()
            await self._deliver(f"{self.place.thread}:{number}", line)
            self.wire.take(number)
        await self._settled()
        self.timers.stop()
        await self.app.close()
        await self.pool.close()

    async def _deliver(self, key: str, line: str) -> None:
        """As platforms do: a line that was not taken by the end of a process comes again."""
        mark, _, words = line.partition(" ")
        if mark == "~":
            return await self._pass(line)
        if mark == "!":
            answer = await self.app.request(key, ANA, self.place, words.split())
            if answer.say is not None:
                await self.wire.say(self._session(), answer.say, key, "")
            return None
        await self.app.receive(key, self._session().id, self._event(words))
        return None

    def _event(self, words: str) -> Event:
        at = self.clock.now()
        if words.startswith("(reference "):
            problem = self.store.problem(self._session().draw)
            code = problem.parts[int(words[11:-1]) - 1].reference
            id = hashlib.sha256(code.encode()).hexdigest()
            return Submitted(at, ANA, Submission(id, "solution.py", code))
        if words.startswith("press "):
            ask, choice = self.wire.button(words.removeprefix("press "))
            return Pressed(at, ANA, ask, choice.id)
        word = control_word(words)
        return Commanded(at, ANA, word) if word else Said(at, ANA, words)

    def _session(self) -> Session:
        [here] = [a.session for a in self.store.attempts(ANA) if a.place == self.place]
        return self.store.session(here)

    async def _pass(self, line: str) -> None:
        target = self.clock.at + minutes(line)
        while (due := self.store.next_due(["script"])) is not None and due <= target:
            self.clock.at = max(self.clock.at, due)
            self.timers.poke()
            await self._settled()
        self.clock.at = target

    async def _fire(self, timer: DueTimer) -> None:
        self.firing += 1
        await self.app.fire(timer)
        self.firing -= 1
        async with self.fired:
            self.fired.notify_all()

    async def _settled(self) -> None:
        """Wait until every grade and every timer that is due has been told."""
        async with self.fired:
            await self.fired.wait_for(lambda: not self.firing and not self._due())
        await self.app.idle()

    def _due(self) -> bool:
        due = select(TimerRow.id).where(col(TimerRow.due) <= self.clock.now())
        with self.database.reading() as db:
            return db.exec(due).first() is not None


def main() -> None:
    plan = Plan(**json.loads(sys.argv[1]))
    database = open_database(plan.database)
    death = Death(plan)

    @event.listens_for(Engine, "commit")
    def committing(connection: Connection) -> None:
        if connection.get_execution_options().get("drillbot_writes"):
            death.tick()

    async def play() -> None:
        await Life(plan, database, death).play()

    asyncio.run(play())
    os._exit(0)  # a planned moment that lies behind the end is no longer awaited


if __name__ == "__main__":
    main()
