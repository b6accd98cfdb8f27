"""A practice channel: people in Slack, the counterpart, and the bot as `drill serve` wires it.

One process of the bot is a `Life`. All tasks that it starts are known, so that it can be stopped at
any moment, as a kill stops it: nothing that it was about to do is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.ports import Catalog, Clock, Grader
from bot.serve import Bot
from bot.settings import Settings
from content.catalog import Catalog as Problems
from drills.model import Grade, Person, Problem, Scope, Session, Submission
from drills.working import ProbeCall, ProgramRun
from storage.store import Store
from tests.slack.counterpart import manifest, reading
from tests.slack.counterpart.members import Member
from tests.slack.counterpart.server import APP_TOKEN, SIGNING_SECRET, Slack
from tests.slack.counterpart.state import BOT, Channel, Json, Post, User, Workspace
from tests.slack.counterpart.wires import SignedHttp, SocketMode
from tests.stage import StageClock

TEAM = "T0TEAM"
SOCKET, HTTP = "socket mode", "signed http"
_LIFE: ContextVar[Life | None] = ContextVar("life", default=None)


@dataclass
class Remembering:
    """A grader that grades each submission once: the same one gets the same grade, and what is
    told of it is what is tested here."""

    pool: Grader
    kept: dict[tuple[object, ...], Grade] = field(default_factory=dict)

    async def grade(
        self,
        problem: Problem,
        part: int,
        scope: Scope,
        submission: Submission,
        before: Submission | None,
        trusted: bool,
    ) -> Grade:
        drawn = (problem.id, problem.seed, problem.skin, tuple(problem.knobs.items()))
        asked = (*drawn, part, scope, submission.id, before and before.id, trusted)
        if asked not in self.kept:
            self.kept[asked] = await self.pool.grade(
                problem, part, scope, submission, before, trusted
            )
        return self.kept[asked]

    async def run(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> ProgramRun:
        return await self.pool.run(problem, files, at, trusted)

    async def probe(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[ProbeCall, ...]:
        return await self.pool.probe(problem, files, at, trusted)

    async def broken(
        self, problem: Problem, files: Mapping[str, str], at: datetime, trusted: bool
    ) -> tuple[str, ...]:
        return await self.pool.broken(problem, files, at, trusted)

    async def warm(self, problem: Problem, part: int) -> None:
        await self.pool.warm(problem, part)


class Life:
    """One process of the bot."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    @contextlib.contextmanager
    def within(self) -> Iterator[None]:
        """Whatever is started here, and by what is started here, belongs to this life."""
        token = _LIFE.set(self)
        try:
            yield
        finally:
            _LIFE.reset(token)

    async def end(self) -> None:
        """Stop everything at once."""
        while alive := {task for task in self.tasks if not task.done()}:
            for task in alive:
                task.cancel()
            await asyncio.wait(alive, timeout=1)


def _task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **named: Any
) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, **named)
    if (life := _LIFE.get()) is not None:
        life.tasks.add(task)
        task.add_done_callback(life.tasks.discard)
    return task


class NoTimers:
    """Time passes in a test where the test says so, and what is due then is fired there."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Practice:
    """Ana, Bo and the bot in #practice, in one workspace."""

    def __init__(
        self,
        store: Store,
        grader: Grader,
        wire: str = SOCKET,
        clock: Clock | None = None,
        catalog: Catalog | None = None,
    ) -> None:
        self.store, self.grader, self.mode = store, grader, wire
        self.catalog = catalog or Problems()
        self.clock = clock or StageClock()
        self.slack = Slack(lambda: self.clock.now().timestamp())
        installed = manifest.read()
        self.slack.events = installed.events
        self.workspace: Workspace = self.slack.workspace(TEAM, "Team", installed.scopes)
        self.restarts = 0
        self._echoed: dict[tuple[str, str], str] = {}

    async def open(self) -> None:
        """Let Slack and the bot begin."""
        asyncio.get_running_loop().set_task_factory(_task)
        await self.slack.start()
        users = [self.workspace.person(name) for name in ("ana", "bo")]
        self.channel: Channel = self.workspace.channel("practice", *users)
        await self.begin()
        self.ana, self.bo = (self.member(user) for user in users)

    def member(self, user: User) -> Member:
        wire = (
            SocketMode(self.slack) if self.mode == SOCKET else SignedHttp(self.slack, self.address)
        )
        return Member(self.slack, self.workspace, user, wire)

    def settings(self) -> Settings:
        way = (
            {"slack_app_token": APP_TOKEN}
            if self.mode == SOCKET
            else {"slack_signing_secret": SIGNING_SECRET, "DRILL_PORT": 0}
        )
        given: Json = {
            "_env_file": None,
            "slack_bot_token": self.workspace.token,
            "slack_api_url": self.slack.api,
            **way,
        }
        return Settings(**given)

    # --- the bot's process -------------------------------------------------------------------

    async def begin(self) -> None:
        self.life = Life()
        with self.life.within():
            self.bot = Bot(
                self.settings(), self.store, self.catalog, self.grader, self.clock, "practice"
            )
            self.bot.timers = NoTimers()
            self.bot.app.probe_step = 0.1  # nobody looks at a clock here
            self.bot.start()
            await self.bot.ready()

    @property
    def address(self) -> str:
        """Where Slack brings what happens, over HTTP."""
        [way_in] = self.bot.ways_in
        return f"http://127.0.0.1:{way_in.port}/slack/events"

    async def restart(self) -> None:
        """The process is killed and started again; Slack brings what was not acknowledged."""
        self.restarts += 1
        await self.life.end()
        await self.bot.close()
        await self.slack.revive()
        await self.begin()
        for member in (self.ana, self.bo):
            if isinstance(member.wire, SignedHttp):
                member.wire.url = self.address

    async def close(self) -> None:
        await self.bot.close()
        await self.life.end()
        await self.slack.close()
        asyncio.get_running_loop().set_task_factory(None)

    # --- waiting -----------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until the bot has done everything that is to be done. Where it dies of that it is
        started again; what it said comes back to it as events, as on Slack."""
        while True:
            if await self._died_of(self._quiet()):
                await self.restart()
                for member in (self.ana, self.bo):
                    await member.redeliver()
            elif not await self._echo():
                return

    async def surviving(self, doing: Coroutine[Any, Any, Any]) -> None:
        """What somebody does, and all that follows."""
        await self._died_of(doing)
        await self.settled()

    async def _died_of(self, work: Coroutine[Any, Any, Any]) -> bool:
        working = asyncio.ensure_future(work)
        death = asyncio.ensure_future(self.slack.died.wait())
        await asyncio.wait([working, death], return_when=asyncio.FIRST_COMPLETED)
        death.cancel()
        died = self.slack.died.is_set()
        if died and not working.done():
            await self.life.end()  # so that what waits for the bot hears that it is gone
            await self.slack.hang_up()
            await asyncio.wait([working], timeout=5)
            working.cancel()
        (result,) = await asyncio.gather(working, return_exceptions=True)
        if isinstance(result, BaseException) and not died:
            raise result
        return died

    async def _quiet(self) -> None:
        await self.bot.idle()

    async def _echo(self) -> bool:
        """What the bot said comes to it as events, too. Whether there was something new."""
        fresh = [
            post
            for post in self.workspace.posts
            if post.user == BOT and not post.to and self._echoed.get(_id(post)) != _state(post)
        ]
        for post in fresh:
            known = _id(post) in self._echoed
            self._echoed[_id(post)] = _state(post)
            channel = self.workspace.channels[post.channel]
            if known:
                await self.ana.changed(channel, post, post.public())
            else:
                await self.ana.message_event(channel, post)
        return bool(fresh)

    # --- what people do, with all that follows -----------------------------------------------

    async def slash(
        self, text: str, by: Member | None = None, channel: Channel | None = None
    ) -> None:
        await self.surviving((by or self.ana).command(channel or self.channel, text))

    async def start(self, flags: str = "", by: Member | None = None) -> Session:
        """A drill in #practice, or where the flags say."""
        person = self.person(by or self.ana)
        before = {attempt.session for attempt in self.store.attempts(person)}
        await self.slash(f"progressive --domain kv-store --seed 7 {flags}".strip(), by)
        opened = {attempt.session for attempt in self.store.attempts(person)} - before
        assert opened, self.told(by or self.ana)
        return self.store.session(opened.pop())

    async def write(
        self,
        text: str,
        by: Member | None = None,
        session: Session | None = None,
        files: Sequence[tuple[str, bytes]] = (),
        **how: bool,
    ) -> Post:
        """A message in a session's thread: the one that Ana opened last."""
        session = session or self.session()
        assert session is not None, "no session is open"
        channel, thread = self.where(session)
        posts = len(self.workspace.posts)
        await self.surviving((by or self.ana).write(channel, text, thread, files, **how))
        return self.workspace.posts[posts]

    async def press(self, label: str, by: Member | None = None, again: bool = False) -> None:
        await self.surviving((by or self.ana).press(label, again))

    # --- what is there -----------------------------------------------------------------------

    def where(self, session: Session) -> tuple[Channel, str]:
        """The channel of a session's thread, and the ts of its first message."""
        channel, _, ts = session.place.thread.partition(":")
        return self.workspace.channels[channel], ts

    def said(self, session: Session | None = None) -> list[str]:
        """Everything the bot has said in a thread, as it stands there now."""
        session = session or self.session()
        assert session is not None, "no session is open"
        channel, thread = self.where(session)
        posts = self.workspace.thread(channel.id, thread)[1:]
        return [reading.words(post, self.workspace) for post in posts if post.user == BOT]

    def told(self, member: Member) -> list[str]:
        """What the bot told one person alone: where others cannot see it, or in direct messages."""
        direct = f"D0{member.user.name.upper()}"
        posts = self.workspace.posts
        alone = [p for p in posts if p.to == member.user.id or (p.user, p.channel) == (BOT, direct)]
        return [reading.words(post, self.workspace) for post in alone]

    def public(self, channel: Channel | None = None) -> list[str]:
        """What everybody in a channel can see of the bot."""
        id = (channel or self.channel).id
        posts = [p for p in self.workspace.posts if p.channel == id and not p.to and p.user == BOT]
        return [reading.words(post, self.workspace) for post in posts]

    def person(self, member: Member) -> Person:
        return Person("slack", self.workspace.id, member.user.id)

    def session(self, member: Member | None = None) -> Session | None:
        """The session that a person opened last."""
        attempts = self.store.attempts(self.person(member or self.ana))
        return self.store.session(attempts[-1].session) if attempts else None


def _id(post: Post) -> tuple[str, str]:
    return post.channel, post.ts


def _state(post: Post) -> str:
    return json.dumps([post.text, post.blocks])
