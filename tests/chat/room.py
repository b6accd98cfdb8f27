"""A chat platform reduced to what it must do: channels with threads, and who hears what."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.app import Answer, App
from bot.platforms import lines, telling
from bot.platforms.chat import Chat
from bot.platforms.reading import Message
from bot.ports import Grader
from content.catalog import Catalog
from drills.channel import ADMINS
from drills.effects import Announce, Code, Command, InsertStub, Option, Say, Settle, Token, spell
from drills.model import Person, Place, Room, Session
from storage.store import Store

ANA, BO = Person("script", "team", "ana"), Person("script", "team", "bo")
GENERAL = Room("script", "team", "general")


@dataclass
class RoomClock:
    at: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@dataclass
class Wire:
    """Implements `bot.ports.Platform`."""

    store: Store
    name: str = "script"
    said: list[Say] = field(default_factory=list)
    settled: list[Settle] = field(default_factory=list)
    announced: list[str] = field(default_factory=list)

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        assert session.place.thread.startswith("thread-"), "said before its thread was open"
        self.said.append(say)
        return key

    async def settle(self, session: Session, settle: Settle) -> None:
        self.settled.append(settle)

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        self.announced.append(announce.text)
        return Place("script", "team", f"thread-{session.id}"), key

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return telling.stub(self.store, stub)

    async def leave(self, session: Session) -> None:
        pass


def slash(token: Token) -> str:
    if isinstance(token, Option):
        return f"`{token.typed}`"
    if isinstance(token, Command):
        flags = " ".join(f"--{name} {value}".strip() for name, value in token.options)
        return f"/drill {token.drill} {flags}".strip()
    return str(token)


def words(say: Say | None) -> str:
    """A message as its text alone."""
    if say is None:
        return ""
    blocks = [block.text if isinstance(block, Code) else str(block) for block in say.blocks]
    return spell("\n".join(blocks), slash)


class Channel:
    """Some people in a channel with the bot."""

    def __init__(self, store: Store, grader: Grader) -> None:
        self.store, self.wire = store, Wire(store)
        self.app = App(store, Catalog(), grader, RoomClock(), {"script": self.wire}, "room")
        self.admins, self.events = {BO}, 0
        self.chat = Chat(self.app, self.may_set_up)

    async def may_set_up(self, by: Person, room: Room) -> Say | None:
        return None if by in self.admins else ADMINS

    async def close(self) -> None:
        await self.app.idle()
        await self.app.close()

    def key(self) -> str:
        self.events += 1
        return f"script:{self.events}"

    async def slash(self, line: str, by: Person = ANA) -> Answer:
        return await self.chat.command(self.key(), by, GENERAL, lines.split(line))

    async def start(self, line: str = "--domain kv-store --seed 7", by: Person = ANA) -> Session:
        answer = await self.slash(f"progressive {line}", by)
        assert answer.session is not None, words(answer.say)
        return answer.session

    async def post(
        self,
        text: str,
        session: Session | None = None,
        by: Person = ANA,
        *,
        file: str = "",
        edited: bool = False,
        addressed: bool = False,
        pictures: tuple[str, ...] = (),
    ) -> str:
        """Write into a thread, or the channel; what the writer alone is told."""
        files = (("solution.py", file.encode()),) if file else ()
        place = session.place if session else None
        answer = await self.chat.message(
            Message(self.key(), by, GENERAL, place, text, files, edited, addressed, pictures)
        )
        await self.app.idle()
        return words(answer.say)

    async def press(self, session: Session, label: str, by: Person = ANA) -> str:
        """The button that was shown last under a label."""
        ask, choice = [
            (say.ask, c) for say in self.wire.said for c in say.choices if c.label == label
        ][-1]
        now = self.store.session(session.id)
        answer = await self.chat.pressed(self.key(), by, now, ask, choice.id)
        await self.app.idle()
        return words(answer.say)

    def last(self) -> str:
        return words(self.wire.said[-1])
