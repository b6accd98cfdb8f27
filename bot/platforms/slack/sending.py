"""Slack as the app sees it: says, changes, settles and announces by the Web API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.places import NAME
from bot.ports import Store
from drills.effects import Announce, InsertStub, Say, Settle
from drills.model import Person, Place, Room, Session

Clients = Callable[[str], Awaitable[AsyncWebClient]]  # a workspace's own client, by its team id


def web_client(token: str, base_url: str = AsyncWebClient.BASE_URL) -> AsyncWebClient:
    """A client that sends once: what fails is tried again by the outbox, in order."""
    return AsyncWebClient(token, base_url=base_url, retry_handlers=[])


class Slack:
    """Every workspace that the app is installed in. Implements `ports.Platform`."""

    name = NAME

    def __init__(self, store: Store, clients: Clients) -> None:
        self._store, self._clients = store, clients

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        raise NotImplementedError

    async def settle(self, session: Session, settle: Settle) -> None:
        raise NotImplementedError

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        raise NotImplementedError

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        raise NotImplementedError

    async def leave(self, session: Session) -> None:
        """Nobody leaves a chat; the thread stays."""

    # --- what the adapter calls --------------------------------------------------------------

    async def private(
        self,
        say: Say,
        to: Person,
        room: Room,
        place: Place | None = None,
        session: Session | None = None,
        response_url: str = "",
    ) -> None:
        """Show a message to one person alone, in the channel or in a thread of it.

        Never raises. Its choices are buttons: with a `session` they are that session's (action
        ids `session:<choice>`, or `form:<choice>` for one that opens a form; value
        `<session>:<ask>:<choice>`); without, they pick (action id `pick:<number>`, value
        `<private, team or nothing>:<choice>`: the room's flags, for `Chat.picked`). With a
        `response_url` it goes there, which works also where the bot is not in the channel. Files
        go to the person's direct messages, and the line in the channel says so.
        """
        raise NotImplementedError

    async def obstacle(self, room: Room) -> Say | None:
        """What keeps a drill from being held in a channel, and what to do; None if nothing does.

        Asked before a session is started there.
        """
        raise NotImplementedError
