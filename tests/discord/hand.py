"""A person in a practice server and the bot's whole process behind it, over the loopback wire.

`Hand` is what a scenario's person holds (`tests.stage.Client`): it types what Discord's client
lets one type, in the ways that the client has, and reads what stands on the screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.platforms.discord import places
from bot.ports import Catalog, Grader
from bot.serve import Bot
from bot.settings import Settings
from drills.command import control_word
from drills.model import Person as Known
from drills.model import Session
from drills.working_state import WorkPhase
from storage.store import Store
from tests.discord import limits
from tests.discord.counterpart import TOKEN, Counterpart, Trouble
from tests.discord.person import Button, Person, flags, shown, words
from tests.discord.process import Process
from tests.discord.world import Channel, Message, Refused
from tests.stage import StageClock

OWNER = "bot"
FENCED = limits.CONTENT - 40  # characters of code that a message has room for


@dataclass
class Server:
    """The bot's process, started, killed and started again on one database."""

    discord: Counterpart
    store: Store
    catalog: Catalog
    grader: Grader
    clock: StageClock
    content: bool = True
    process: Process = field(default_factory=Process)
    lives: int = 0

    async def start(self) -> None:
        settings = Settings(
            _env_file=None,
            discord_token=TOKEN,
            discord_message_content=self.content,
        )
        self.bot = Bot(settings, self.store, self.catalog, self.grader, self.clock, OWNER)
        self.bot.app.probe_step = 0.1  # nobody looks at a clock here
        self.process = Process()
        self.lives += 1

        async def begin() -> None:
            self.bot.start()

        self.discord.signed_in.clear()
        await self.process.run(begin)
        assert self.bot.ways_in, "the bot does not serve Discord"
        await self.bot.until(self.discord.signed_in)
        await self.discord.taken()

    async def kill(self) -> None:
        await self.process.kill()
        self.discord.release()
        await self.process.run(self.bot.close)

    async def settled(self, unless: asyncio.Event | None = None) -> None:
        """Wait until the bot has taken everything and has nothing left to do."""
        while unless is None or not unless.is_set():
            await self.process.idle(unless)
            before = len(self.discord.sent)
            await self.discord.taken()
            if self._due():
                self.poke()
                await asyncio.sleep(0)  # the scheduler wakes by itself
            elif not self.process.busy() and len(self.discord.sent) == before:
                return

    async def perform(self) -> None:
        """The look at what waits that the bot takes every few seconds."""
        await self.process.run(self.bot.app.perform)

    def person(self, person: Person) -> Known:
        """As the bot knows them."""
        return places.person(person.user.id)

    def poke(self) -> None:
        """Time has passed."""
        self.process.call(self.bot.timers.poke)

    def _due(self) -> bool:
        due = self.store.next_due(list(self.bot.app.platforms))
        return due is not None and due <= self.clock.at


class Hand:
    """Ana's. `ways` draws how she does what can be done in several ways; `deaths`, when the
    process dies in the middle of it."""

    def __init__(
        self,
        server: Server,
        ana: Person,
        room: Channel,
        ways: random.Random,
        deaths: random.Random | None = None,
    ) -> None:
        self.server, self.discord, self.ana, self.room = server, server.discord, ana, room
        self.ways, self.deaths = ways, deaths
        self.killed = 0
        self._changed = 0  # of what was heard already
        self._lines: dict[int, str] = {}  # the first line of each message as it was heard
        self._pressed: dict[str, Button] = {}
        self._seen: dict[str, Button] = {}

    # --- what the person does --------------------------------------------------------------------

    async def command(self, line: str) -> None:
        path, options = flags(line)
        path = ["drill", *(path or ["progressive"])]
        if self.ana.takes(path, options):
            await self._do(lambda: self.ana.slash(self.room, path, **options))
        else:
            await self._do(lambda: self.ana.write(self.room, f"{self._name} {line}"))

    async def say(self, text: str) -> None:
        word = control_word(text)
        ways = ["mention", *(["plain"] if self._readable else []), *(["slash"] if word else [])]
        path = ["drill", word or ""]
        match self.ways.choice(ways):
            case "slash" if self.ana.takes(path, {}):
                await self._do(lambda: self.ana.slash(self.thread, path))
            case "plain":
                await self._do(lambda: self.ana.write(self.thread, text))
            case _:
                await self._do(lambda: self.ana.write(self.thread, f"{self._name} {text}"))

    async def send(self, code: str) -> None:
        ways = ["file", "form with a file", "slash with a file"]
        if len(code) <= 4000 and code.strip():
            ways.append("form")
        if len(code) <= FENCED and "```" not in code:
            ways.append("block")
        session = self.session()
        if session is not None and session.work and session.work.phase is WorkPhase.WALK:
            ways = ["file"]  # a block is an answer there, and no form is open
        name = "" if self._readable else f"{self._name} "
        file = ("solution.py", code.encode())
        match self.ways.choice(ways):
            case "file":
                await self._do(lambda: self.ana.write(self.thread, name, [file]))
            case "block":
                block = f"{name}here:\n```python\n{code}\n```"
                await self._do(lambda: self.ana.write(self.thread, block))
            case "slash with a file":
                await self._do(lambda: self.ana.slash(self.thread, ("drill", "send"), file=file))
            case "form":
                await self._submit(code, [])
            case _:
                await self._submit("", [file])

    async def _submit(self, text: str, files: list[tuple[str, bytes]]) -> None:
        """Open the form by its button, and send it."""
        button = self.found("Send code")
        opened = self.ana.press(button)
        await self.server.settled()
        assert opened.modal is not None, "no form came"
        await self._do(lambda: self.ana.submit(opened, text, files))

    async def press(self, label: str, again: bool) -> None:
        if not again:
            self._pressed[label] = self.found(label)
        button = self._pressed[label]
        with contextlib.suppress(Refused):  # it has gone from the screen meanwhile
            await self._do(lambda: self.ana.press(button))

    def found(self, label: str) -> Button:
        """The newest of that label; one that has just gone from the screen, if there is none."""
        self._seen |= {button.label: button for button in self.ana.buttons()}
        assert label in self._seen, f"there is no button {label!r}"
        return self._seen[label]

    async def wait(self, time: timedelta, down: bool) -> None:
        clock = self.server.clock
        target = clock.at + time
        if down:
            await self.server.kill()
            clock.at = target
            await self._start()
        store, served = self.server.store, list(self.server.bot.app.platforms)
        while (due := store.next_due(served)) is not None and due <= target:
            clock.at = max(clock.at, due)
            await self._do(self.server.poke)
        clock.at = target

    async def later(self) -> None:
        """What could not be said is tried again after a while: the while is over."""
        self.server.clock.at += timedelta(minutes=2)
        await self.server.perform()
        await self.server.settled()

    async def restart(self) -> None:
        await self.server.kill()
        await self._start()

    async def _start(self) -> None:
        await self.server.start()
        await self.server.settled()

    async def close(self) -> None:
        await self.server.settled()
        await self.server.kill()

    # --- in the middle of it, the process may die ------------------------------------------------

    async def _do(self, act: Callable[[], object]) -> None:
        """Do one thing, and wait until the bot has done what follows from it.

        Where the process died before it knew of it, nothing comes, and one does it once more.
        """
        if self.deaths is None:
            act()
            await self._over()
            return
        before = self._newest()
        death = self.discord.trouble(
            "*",
            "^(?!/gateway)",
            hold=self.deaths.choice(("before", "after")),
            skip=self.deaths.choice((0, 1, 1, 2, 3)),
        )
        try:
            act()
        except Refused:
            death.times = 0
            raise
        await self._over(death)
        if self._newest() == before:
            act()
            await self._over()

    async def _over(self, death: Trouble | None = None) -> None:
        await self.server.settled(death.met if death else None)
        if death is not None:
            death.times = 0
            self.killed += 1
            await self.restart()

    def _newest(self) -> int:
        return max((message.changed for message in self.ana.sees()), default=0)

    # --- what the person sees --------------------------------------------------------------------

    @property
    def _readable(self) -> bool:
        return self.server.content

    @property
    def _name(self) -> str:
        return f"<@{self.discord.world.bot.id}>"

    @property
    def thread(self) -> Channel:
        session = self.session()
        assert session is not None, "no session is open"
        return self.discord.world.channels[places.channel_of(session.place.thread)]

    def session(self) -> Session | None:
        store = self.server.store
        attempts = store.attempts(self.server.person(self.ana))
        return store.session(attempts[-1].session) if attempts else None

    def heard(self) -> list[str]:
        """New messages, and those whose first line is another now: a progress line's result."""
        said = []
        for message in self.ana.sees():
            if message.changed <= self._changed or self._is_pointer(message):
                continue
            text = words(message)
            first = text.partition("\n")[0]
            if self._lines.get(message.id) != first:
                self._lines[message.id] = first
                said.append(as_written(message, text))
        self._changed = self._newest()
        self._seen |= {button.label: button for button in self.ana.buttons()}
        return said

    def _is_pointer(self, message: Message) -> bool:
        """The line in the channel under which a thread hangs, or a link to the thread."""
        if message.thread is not None:
            return True
        replied = message.channel.messages.get(message.reply_to or 0)
        if replied is not None and replied.thread is not None:
            return True
        return bool(re.fullmatch(r"→ https://discord.com/channels/\S+", message.content))


def as_written(message: Message, text: str) -> str:
    """What a reader reads, in the spelling of scenarios: commands with flags, escapes undone, and
    the code that stands in a file where the message says so."""
    text = re.sub(r"\\([<_|~(#>-])", r"\1", text).replace("\u200b", "")
    text = re.sub(r"/drill (continue|status|help)\b", r"/drill progressive --\1", text)
    text = re.sub(r"/drill progressive((?: [a-z]+:[^\s`]+)+)", _flags, text)
    text = re.sub(r"^- \*\*(.+?)\*\* · (.+)$", _cells, text, flags=re.MULTILINE)
    moved = re.findall(r"→ `([^`]+)`", text)
    there = {file.name: file.raw.decode() for file in shown(message)}
    return "\n".join([text, *(there[name] for name in moved)])


def _flags(found: re.Match[str]) -> str:
    pairs = [option.partition(":") for option in found[1].split()]
    given = [f"--{name}" if value == "True" else f"--{name} {value}" for name, _, value in pairs]
    return " ".join(["/drill progressive", *given])


def _cells(found: re.Match[str]) -> str:
    """A line of the menu's table as its cells; what is empty is left out on the screen."""
    cells = {"attempts": "", "best part": "—", "best time": "—"}
    rest = []
    for cell in found[2].split(" · "):
        named = re.fullmatch(r"(attempts|best part|best time) (.+)", cell)
        if named:
            cells[named[1]] = named[2]
        else:
            rest.append(cell)
    return "  ".join([found[1], *rest, *cells.values()]) if cells["attempts"] else found[0]


def now() -> datetime:
    """The present, to the second, as what is shown of a time; discord.py compares ids with it."""
    return datetime.now(UTC).replace(microsecond=0)
