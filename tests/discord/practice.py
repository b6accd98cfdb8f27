"""A practice server with people in it, Discord around it, and the bot's process on a database."""

from __future__ import annotations

import asyncio
import random
import re
from types import TracebackType

import discord

from bot.ports import Catalog, Grader
from drills.model import Problem
from storage.store import Store
from tests.discord.counterpart import CONTENT, Counterpart, Sent
from tests.discord.hand import Hand, Server, now
from tests.discord.person import Person
from tests.discord.process import watch_tasks
from tests.discord.world import EVERYBODY, Interaction, World
from tests.stage import StageClock


class Practice:
    """Ana and Ben in #drills of one server. `reads`: the bot may read what messages hold."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        grader: Grader,
        reads: bool = True,
        permissions: discord.Permissions = EVERYBODY,
        shards: int = 1,
    ) -> None:
        self.clock = StageClock(now())
        self.store, self.reads = store, reads
        self.world = World(self.clock.now)
        ana, ben = self.world.user("ana"), self.world.user("ben")
        self.guild = self.world.guild("practice", permissions, ana, ben)
        self.room = self.world.text_channel(self.guild, "drills")
        self.discord = Counterpart(self.world, CONTENT if reads else 0, shards)
        self.server = Server(self.discord, store, catalog, grader, self.clock, reads)
        self.ana, self.ben = Person(self.discord, ana), Person(self.discord, ben)

    async def __aenter__(self) -> Practice:
        watch_tasks(asyncio.get_running_loop())
        await self.discord.__aenter__()
        await self.server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.server.kill()
        self.store.close()
        await self.discord.__aexit__(kind)

    def hand(self, ways: random.Random | None = None, deaths: random.Random | None = None) -> Hand:
        """What Ana holds."""
        return Hand(self.server, self.ana, self.room, ways or random.Random(1), deaths)

    async def back(self) -> None:
        """Wait until the bot resumed a connection that broke, and has taken what came."""
        await self.discord.resuming.wait()
        await self.server.settled()

    def refused(self, *but: int) -> list[Sent]:
        """The requests that Discord refused, apart from planned ones and some codes."""
        return [
            sent
            for sent in self.discord.sent
            if sent.status >= 400 and not sent.planned and sent.code not in but
        ]

    def was_sent_once(self) -> None:
        """A repeat of anything that a session says would be dropped."""
        for sent in self.discord.sent:
            if (sent.method, sent.template) == ("POST", "/channels/{channel_id}/messages"):
                assert sent.body["nonce"]
                assert sent.body["enforce_nonce"]

    def unanswered(self) -> list[Interaction]:
        return [made for made in self.world.interactions.values() if not made.answered]

    def spelled_as_discord_does(self) -> None:
        """No option of a command stands in a message as one types it in a terminal."""
        for sent in self.discord.sent:
            shown = re.sub(r"'custom_id': '[^']*'", "", str(sent.body))
            assert not re.search(r"(?<![\w-])--[a-z]", shown), shown

    def kept_its_secrets(self) -> None:
        """No hidden test, and nothing of a part that was not reached, stands anywhere."""
        said = "\n".join(str(sent.body) for sent in self.discord.sent)
        said += "\n".join(
            file.raw.decode(errors="replace")
            for channel in self.world.channels.values()
            for message in channel.messages.values()
            if message.author is self.world.bot
            for file in message.files
        )
        for person in (self.ana, self.ben):
            for attempt in self.store.attempts(self.server.person(person)):
                session = self.store.session(attempt.session)
                for secret in _secrets(self.store.problem(session.draw), len(session.stages)):
                    assert secret not in said, f"{secret!r} was told"


def _secrets(problem: Problem, reached: int) -> list[str]:
    hidden = [test.name for part in problem.parts for test in part.tests if test.hidden]
    later = [re.sub(r"\s+", " ", part.title) for part in problem.parts[reached:]]
    return hidden + later
