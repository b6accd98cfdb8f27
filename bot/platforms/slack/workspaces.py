"""The workspaces that the app is installed in, each with its own client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import OUTSIDE, Refused
from bot.platforms.slack.wire import Wire
from bot.ports import NotSent
from drills.channel import ADMINS
from drills.effects import Say
from drills.model import Person, Room

# A workspace's own client, by its team id. LookupError where the app is not installed (any more).
Clients = Callable[[str], Awaitable[AsyncWebClient]]


class Workspaces:
    """Raises Refused for a workspace that the app is not installed in."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._wires: dict[str, tuple[AsyncWebClient, Wire]] = {}

    async def wire(self, team: str) -> Wire:
        """Its wire; another one where its client changed, as after an installation."""
        try:
            client = await self._clients(team)
        except LookupError:
            raise Refused("account_inactive") from None
        known = self._wires.get(team)
        if known is None or known[0] is not client:
            known = self._wires[team] = (client, Wire(client))
        return known[1]

    async def bot(self, team: str) -> str:
        """The bot's name as it is mentioned there. Never raises."""
        try:
            return (await (await self.wire(team)).about())[1]
        except (Refused, NotSent):
            return "drillbot"

    async def may_set_up(self, by: Person, room: Room) -> Say | None:
        """What keeps somebody from setting up a channel; in direct messages nothing does."""
        if room.channel.startswith("D"):
            return None
        try:
            admin = await (await self.wire(room.workspace)).is_admin(by.user)
        except Refused as refused:
            return Say((refused.sentence(await self.bot(room.workspace)),))
        except NotSent as trouble:
            return Say((f"{trouble} Try again.",))
        return None if admin else ADMINS

    async def obstacle(self, room: Room) -> Say | None:
        """What keeps a drill from being held in a channel, and what to do. Raises NotSent."""
        if room.private or room.channel.startswith("D"):
            return None
        try:
            channel = await (await self.wire(room.workspace)).channel(room.channel)
        except Refused as refused:
            if refused.code == "missing_scope":  # then the first post will tell
                return None
            why = refused
        else:
            if channel.get("is_archived"):
                why = Refused("is_archived")
            elif not channel.get("is_member", True):
                why = Refused("not_in_channel")
            else:
                return None
        again = " Then try again." if why.code in OUTSIDE else ""
        return Say((why.sentence(await self.bot(room.workspace)) + again,))
