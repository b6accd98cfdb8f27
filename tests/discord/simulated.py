"""The same person and the same bot over `simcord`: discord.py's own client on another's Discord.

There are no wires here, and every rule is of other hands than those of `world.py`: what both allow
is more likely so. Its application has no flags, so that the bot may not read what messages hold.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Any

import discord
import simcord

from bot.platforms.discord import places
from bot.ports import Catalog, Grader
from bot.serve import Bot
from bot.settings import Settings
from drills.command import control_word
from drills.model import Session
from drills.working_state import WorkPhase
from storage.store import Store
from tests.discord import limits
from tests.discord.counterpart import TOKEN
from tests.discord.hand import FENCED, OWNER, as_written
from tests.discord.person import flags, words
from tests.discord.process import Process, watch_tasks
from tests.discord.world import File, Message
from tests.stage import StageClock


class Simulated:
    """What Ana holds, in #drills of a server. `restarting`: after each thing done the bot's
    process ends and another begins."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        grader: Grader,
        ways: random.Random,
        restarting: bool = False,
    ) -> None:
        self.store, self.catalog, self.grader = store, catalog, grader
        self.ways, self.restarting = ways, restarting
        self.clock = StageClock()
        self.process = Process()
        self._lines: dict[int, str] = {}
        self._pressed: dict[str, tuple[Any, str]] = {}
        self._seen: dict[str, tuple[Any, str]] = {}

    async def __aenter__(self) -> Simulated:
        watch_tasks(asyncio.get_running_loop())
        client = self._made()
        intents = discord.Intents.all()
        intents.message_content = False
        self.env = simcord.Env(client, approved_intents=intents, shard_count=1)
        self.clock.at = self.env.now()
        await self.env.start()
        guild = self.env.create_guild("practice")
        self.room = guild.create_text_channel("drills")
        self.ana = guild.add_member(self.env.create_user("ana"))
        self._guild = guild
        await self._begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._end()
        await self.env.shutdown()
        self.store.close()
        if error is None:
            assert not self.env.errors

    # --- the bot's process -----------------------------------------------------------------------

    def _made(self) -> Any:
        settings = Settings(_env_file=None, discord_token=TOKEN)
        self.bot = Bot(settings, self.store, self.catalog, self.grader, self.clock, OWNER)
        gateway: Any = self.bot.ways_in[0]
        client: Any = gateway._client
        client.tree = gateway._tree  # where simcord looks for it

        async def connected(**_: Any) -> None:
            await asyncio.Event().wait()  # simcord stands in for the connection

        client.connect = connected
        return client

    async def _begin(self) -> None:
        async def start() -> None:
            self.bot.start()

        await self.process.run(start)
        await self.settled()

    async def _end(self) -> None:
        await self.process.kill()
        await self.bot.close()

    async def restart(self) -> None:
        await self._end()
        self.process = Process()
        await self.env.restart_bot(self._made())
        await self._begin()

    async def settled(self) -> None:
        """Wait until nothing is under way, on either side."""
        while True:
            await self.process.idle()
            if self._due():
                self.process.call(self.bot.timers.poke)
                await asyncio.sleep(0)
                continue
            await self.bot.idle()  # simcord takes a grade under way for a wait
            try:
                await self.env.settle()
            except TimeoutError:  # of simcord's five seconds; what is left goes on
                continue
            if not self.process.busy():
                return

    def _due(self) -> bool:
        due = self.store.next_due(list(self.bot.app.platforms))
        return due is not None and due <= self.clock.at

    # --- what the person does --------------------------------------------------------------------

    async def command(self, line: str) -> None:
        path, options = flags(line)
        name = " ".join(["drill", *(path or ["progressive"])])
        try:
            await self._do(lambda: self.ana.slash(self.room, name, **options))
        except (simcord.OptionError, simcord.SetupError):
            await self._do(lambda: self.ana.send(self.room, f"{self._name} {line}"))

    async def say(self, text: str) -> None:
        word = control_word(text)
        if word and word != "help" and self.ways.random() < 0.5:
            await self._do(lambda: self.ana.slash(self._thread, f"drill {word}"))
        else:
            await self._do(lambda: self.ana.send(self._thread, f"{self._name} {text}"))

    async def send(self, code: str) -> None:
        ways = ["file", "form with a file"]
        if len(code) <= 4000 and code.strip():
            ways.append("form")
        if len(code) <= FENCED and "```" not in code:
            ways.append("block")
        session = self.session()
        if session is not None and session.work and session.work.phase is WorkPhase.WALK:
            ways = ["file"]  # a block is an answer there, and no form is open
        file = ("solution.py", code.encode())
        match self.ways.choice(ways):
            case "file":
                here = f"{self._name} here"
                await self._do(lambda: self.ana.send(self._thread, here, attachments=[file]))
            case "block":
                block = f"{self._name} here:\n```python\n{code}\n```"
                await self._do(lambda: self.ana.send(self._thread, block))
            case "form":
                await self._submit({"text": code})
            case _:
                await self._submit({"files": file, "text": ""})

    async def _submit(self, values: dict[str, Any]) -> None:
        message, custom_id = self._found("Send code")
        opened = await self.ana.click(message, custom_id=custom_id)
        await self._do(lambda: self.ana.submit_modal(opened, values))

    async def press(self, label: str, again: bool) -> None:
        if not again:
            self._pressed[label] = self._found(label)
        message, custom_id = self._pressed[label]
        try:
            await self._do(lambda: self.ana.click(message, custom_id=custom_id))
        except simcord.SetupError:
            assert again or label not in self._buttons()  # it has gone from the screen

    def _found(self, label: str) -> tuple[Any, str]:
        self._seen |= self._buttons()
        assert label in self._seen, f"there is no button {label!r}"
        return self._seen[label]

    def _buttons(self) -> dict[str, tuple[Any, str]]:
        return {
            component["label"]: (original, component["custom_id"])
            for original, message in self._screen()
            for component in limits.walk(message.components)
            if component["type"] == limits.BUTTON and not component.get("disabled")
        }

    async def wait(self, time: timedelta, down: bool) -> None:
        target = self.clock.at + time
        if down:
            await self._end()
            self._pass(target)
            self.process = Process()
            await self.env.restart_bot(self._made())
            await self._begin()
        served = list(self.bot.app.platforms)
        while (due := self.store.next_due(served)) is not None and due <= target:
            self._pass(max(self.clock.at, due))
            await self.settled()
        self._pass(target)

    def _pass(self, to: datetime) -> None:
        self.env.backend.advance_clock((to - self.clock.at).total_seconds())
        self.clock.at = to

    async def close(self) -> None:
        await self.settled()

    async def _do(self, act: Callable[[], Awaitable[object]]) -> None:
        with contextlib.suppress(TimeoutError):  # of simcord's five seconds; the rest goes on
            await act()
        await self.settled()
        if self.restarting:
            await self.restart()

    # --- what the person sees --------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return f"<@{self.env.backend.bot_user.id}>"

    @property
    def _thread(self) -> Any:
        session = self.session()
        assert session is not None, "no session is open"
        id = places.channel_of(session.place.thread)
        [thread] = [one for one in self.room.threads if one.id == id]
        return thread

    def session(self) -> Session | None:
        attempts = self.store.attempts(places.person(self.ana.id))
        return self.store.session(attempts[-1].session) if attempts else None

    def heard(self) -> list[str]:
        said = []
        for _, message in self._screen():
            text = words(message)
            first = text.partition("\n")[0]
            if self._lines.get(message.id) != first and not _is_pointer(message):
                said.append(as_written(message, text))
            self._lines[message.id] = first
        self._seen |= self._buttons()
        return said

    def _screen(self) -> list[tuple[Any, Message]]:
        """What the bot said, in the places where Ana is, as simcord's message and as it reads."""
        found = []
        for place in (self.room, *self.room.threads):
            for original in place.history(viewer=self.ana):
                own = original.author.id == self.env.backend.bot_user.id
                if own and not original.is_system():
                    found.append((original, self._read(original)))
        return sorted(found, key=lambda pair: pair[1].id)

    def _read(self, original: discord.Message) -> Message:
        stored = self.env.backend.get_message(original.channel.id, original.id)
        files = [
            File(int(one["id"]), one["filename"], self.env.backend.cdn.get(one["url"]), one["url"])
            for one in stored.attachments
        ]
        read: Any = Message(stored.id, None, None, datetime.now(UTC))  # type: ignore[arg-type]
        read.content, read.components = stored.content, stored.components
        read.files, read.flags = files, stored.flags
        return read  # type: ignore[no-any-return]


def _is_pointer(message: Message) -> bool:
    link = re.fullmatch(r"→ https://discord.com/channels/\S+", message.content)
    line = re.match(r"<@\d+> (started|·) \*\*(BUILD|LAB|WORKING SESSION)", message.content)
    return bool(link or line)
