"""A session that speaks to Slack's counterpart: the real app, store and content."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp

from bot.app import App
from bot.grader.pool import GraderPool
from bot.platforms.slack.sending import Slack
from bot.platforms.slack.wire import web_client
from content.catalog import Catalog
from drills import engine
from drills.effects import Effect, Step
from drills.events import Commanded, Started
from drills.model import Person, Place, Room, Session
from storage.store import Store, open_store
from tests.slack.counterpart import server
from tests.slack.counterpart.state import Channel, Post, User, Workspace

SCOPES = frozenset(
    {"chat:write", "files:write", "files:read", "im:write", "users:read"}
    | {f"{kind}:{what}" for kind in ("channels", "groups", "im") for what in ("read", "history")}
)
SESSION = "5e55101"


@dataclass
class StandingClock:
    at: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@dataclass
class Sender:
    """One process of the bot after another, at one workspace with one practice channel."""

    far: server.Slack
    team: Workspace
    ana: User
    ben: User
    practice: Channel
    store: Store
    clock: StandingClock
    http: aiohttp.ClientSession
    slack: Slack = field(init=False)
    app: App = field(init=False)
    events: int = 0

    def __post_init__(self) -> None:
        self.process()

    def process(self) -> None:
        """A new process with the same name: it goes on where the last one stopped."""
        client = web_client(self.team.token, self.far.api, self.http)

        async def clients(team: str) -> object:
            if team != self.team.id:
                raise LookupError(team)
            return client

        self.slack = Slack(self.store, clients)  # type: ignore[arg-type]
        grader = GraderPool(cache=Path("never-started"))  # nothing is graded here
        self.app = App(self.store, Catalog(), grader, self.clock, {"slack": self.slack}, "sender")

    @property
    def person(self) -> Person:
        return Person("slack", self.team.id, self.ana.id)

    @property
    def room(self) -> Room:
        return Room("slack", self.team.id, self.practice.id)

    @property
    def session(self) -> Session:
        return self.store.session(SESSION)

    # --- what happens ------------------------------------------------------------------------

    def begin(self, private: bool = False, team: bool = False, domain: str = "kv-store") -> None:
        """Record the start of a drill; nothing is sent before `perform`."""
        problem = self.app.catalog.draw(domain, 7)
        room = (self.practice.id, private, team)
        place = self.room.thread(SESSION)
        event = Started(self.clock.at, self.person, place, SESSION, "d1", "progressive", *room)
        step = engine.step(None, event, problem)
        self.store.record("begin", event, None, step, problem)

    def decide(self, *effects: Effect, **changed: object) -> None:
        """Record one more step of the session, with these effects."""
        self.events += 1
        before = self.session
        after = replace(before, turn=before.turn + 1, last_at=self.clock.at, **changed)  # type: ignore[arg-type]
        event = Commanded(self.clock.at, before.people[0], "time")
        self.store.record(f"event:{self.events}", event, before, Step(after, effects))

    async def perform(self) -> None:
        await self.app.perform(SESSION)

    async def say(self, *effects: Effect, **changed: object) -> None:
        self.decide(*effects, **changed)
        await self.perform()

    async def later(self, seconds: float) -> None:
        """Time passes, and what waited for it is tried again."""
        self.clock.at += timedelta(seconds=seconds)
        await self.perform()

    async def killed(self, when: str, method: str) -> None:
        """Perform, and die at the first call of that method, before or after Slack did it."""
        dies: Callable[..., bool] = lambda at, called, args: (at, called) == (when, method)  # noqa: E731
        with self.far.interrupting(dies):
            performing = asyncio.create_task(self.perform())
            dead = asyncio.create_task(self.far.died.wait())
            await asyncio.wait({performing, dead}, return_when=asyncio.FIRST_COMPLETED)
            assert self.far.died.is_set(), f"{method} was never called"
            performing.cancel()
            await asyncio.gather(performing, return_exceptions=True)
        await self.app.close()
        self.far.died.clear()
        self.process()
        await self.app.resume(SESSION)

    # --- what is there -----------------------------------------------------------------------

    @property
    def thread(self) -> list[Post]:
        """The session's thread, its first message included."""
        _, _, ts = self.session.place.thread.partition(":")
        channel = self.session.place.thread.partition(":")[0]
        return self.team.thread(channel, ts)

    def direct(self, user: User | None = None) -> list[Post]:
        channel = self.team.direct(user or self.ana)
        return [post for post in self.team.posts if post.channel == channel.id]

    def alone(self, user: User) -> list[Post]:
        return [post for post in self.team.posts if post.to == user.id]

    @property
    def place(self) -> Place:
        return self.session.place


@asynccontextmanager
async def sending(tmp_path: Path, scopes: frozenset[str] = SCOPES) -> AsyncIterator[Sender]:
    clock = StandingClock()
    far = server.Slack(lambda: clock.at.timestamp())
    await far.start()
    team = far.workspace("T0TEAM", "team", scopes)
    ana, ben = team.person("ana"), team.person("ben")
    practice = team.channel("practice", ana, ben)
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with aiohttp.ClientSession() as http:
        sender = Sender(far, team, ana, ben, practice, store, clock, http)
        try:
            yield sender
        finally:
            await sender.app.close()
            store.close()
            await far.close()
    far.check()
