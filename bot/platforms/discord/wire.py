"""Requests to Discord with the bot's token, and what its refusals mean."""

from __future__ import annotations

import hashlib
import io
import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import aiohttp
import discord
from discord.http import MultipartParameters

from bot.platforms.discord import permissions
from bot.platforms.discord.places import address, channel_of, guild_of, link
from bot.platforms.discord.render import Message
from bot.ports import NotSent

log = logging.getLogger(__name__)

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
NO_ACCESS, DIRECT_CLOSED, NO_PERMISSION = 50001, 50007, 50013
ARCHIVED, LOCKED, THREAD_THERE = 50083, 160005, 160004

SIGN_IN = 1.0  # seconds
AGAIN = 10.0  # seconds, after an error of the network or of Discord itself
WEEK: Final = 10_080  # minutes without a message until a thread archives itself; the longest
PRIVATE_THREAD: Final = 12


class Refused(Exception):
    """Discord does not let the bot do something: the text says what lacks.

    `mendable`: somebody can allow it, and then it works.
    """

    def __init__(self, sentence: str, mendable: bool = True) -> None:
        super().__init__(sentence)
        self.mendable = mendable


class Gone(Refused):
    """What was meant is deleted."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, mendable=False)


class Wire:
    """A channel, thread or direct message is named as in `places`; a message by its number.

    Every method raises NotSent where it may work later by itself, else Refused or Gone.
    """

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    @property
    def readable(self) -> bool:
        """Whether Discord tells what messages hold that neither name the bot nor are direct."""
        return self.client.intents.message_content

    async def send(
        self,
        where: str,
        message: Message,
        nonce: str,
        call: Sequence[str] = (),
        reply_to: int | None = None,
    ) -> int:
        """Send a message once: Discord drops a repeat of its `nonce` for some minutes."""
        short = hashlib.sha256(nonce.encode()).hexdigest()[:24]  # at most 25 characters
        extra: dict[str, Any] = {"nonce": short, "enforce_nonce": True}
        if reply_to is not None:
            extra["message_reference"] = {
                "message_id": str(reply_to),
                "fail_if_not_exists": False,
            }
        with self._refusals(where):
            try:
                sent = await self._send(where, message, call, extra)
            except discord.HTTPException as refusal:
                if refusal.code != ARCHIVED:
                    raise
                await self._unarchive(where)
                sent = await self._send(where, message, call, extra)
        return int(sent["id"])

    async def edit(self, where: str, number: int, message: Message) -> None:
        """Put a message in the place of another; nobody is called by it."""
        with _parameters(message, (), {}, edit=True) as params:
            await self._edit(where, number, params)

    async def change(self, where: str, number: int, changes: dict[str, Any]) -> None:
        """Change some of a message, as `render.without_buttons` says."""
        payload = {**changes, "allowed_mentions": {"parse": []}}
        await self._edit(where, number, MultipartParameters(payload, None, None))

    async def read(self, where: str, number: int) -> dict[str, Any]:
        with self._refusals(where):
            found = await self.client.http.get_message(channel_of(where), number)
            return dict(found)

    async def newest(self, where: str, count: int) -> list[dict[str, Any]]:
        """The bot's own among the newest messages, the last one first."""
        with self._refusals(where):
            found = await self.client.http.logs_from(channel_of(where), count)
        mine = str(self.client.user.id) if self.client.user else ""
        return [dict(message) for message in found if message["author"]["id"] == mine]

    async def delete(self, where: str, number: int) -> None:
        with self._refusals(where):
            await self.client.http.delete_message(channel_of(where), number)

    async def open_thread(self, where: str, number: int, name: str) -> str:
        """The thread under a message, made once: it has the message's own id."""
        with self._refusals(where):
            try:
                await self.client.http.start_thread_with_message(
                    channel_of(where), number, name=name, auto_archive_duration=WEEK
                )
            except discord.HTTPException as refusal:
                if refusal.code != THREAD_THERE:
                    raise
        return address(guild_of(where), number)

    async def open_private_thread(self, where: str, name: str) -> str:
        with self._refusals(where):
            thread = await self.client.http.start_thread_without_message(
                channel_of(where),
                name=name,
                auto_archive_duration=WEEK,
                type=PRIVATE_THREAD,
            )
        return address(guild_of(where), thread["id"])

    async def add(self, where: str, user: str) -> None:
        """Put a person into a thread, where they hear of what is said."""
        with self._refusals(where):
            await self.client.http.add_user_to_thread(channel_of(where), user)

    async def direct(self, user: str) -> str:
        """The direct message with a person; whether it is open shows when something is sent."""
        with self._refusals(""):
            channel = await self.client.http.start_private_message(user)
        return address(None, channel["id"])

    async def manages(self, where: str, user: str) -> bool:
        """Whether somebody may manage a channel of a server."""
        guild = self.client.get_guild(int(guild_of(where)))
        channel = guild.get_channel(channel_of(where)) if guild else None
        if guild is None or channel is None:
            raise Refused(f"I don't see {link(where)}.")
        with self._refusals(where):
            member = await guild.fetch_member(int(user))
        return channel.permissions_for(member).manage_channels

    async def follow(self, interaction: discord.Interaction[Any], message: Message) -> None:
        """A message that the interaction's person alone sees; refused past its 15 minutes."""
        given: dict[str, Any] = {}
        if message.content:
            given["content"] = message.content
        if message.view is not None:
            message.view.stop()  # its buttons are known by their ids alone; nothing is kept
            given["view"] = message.view
        files = [discord.File(io.BytesIO(_bytes(text)), name) for name, text in message.files]
        with self._refusals(""):
            await interaction.followup.send(
                **given,
                files=files,
                ephemeral=True,
                suppress_embeds=not message.rich,
                allowed_mentions=discord.AllowedMentions.none(),
                wait=True,
            )

    # --- how -------------------------------------------------------------------------------------

    async def _send(
        self, where: str, message: Message, call: Sequence[str], extra: dict[str, Any]
    ) -> Any:
        with _parameters(message, call, extra) as params:
            return await self.client.http.send_message(channel_of(where), params=params)

    async def _edit(self, where: str, number: int, params: MultipartParameters) -> None:
        with self._refusals(where):
            try:
                await self.client.http.edit_message(channel_of(where), number, params=params)
            except discord.HTTPException as refusal:
                if refusal.code != ARCHIVED:
                    raise
                await self._unarchive(where)
                await self.client.http.edit_message(channel_of(where), number, params=params)

    async def _unarchive(self, where: str) -> None:
        try:
            await self.client.http.edit_channel(channel_of(where), archived=False)
        except discord.Forbidden as refusal:  # it is locked too: only a moderator opens it
            raise Refused(_locked(where)) from refusal

    @contextmanager
    def _refusals(self, where: str) -> Iterator[None]:
        if self.client.user is None or self.client.is_closed():
            raise NotSent("The bot is not signed in to Discord.", SIGN_IN)
        try:
            yield
        except discord.RateLimited as limit:
            raise NotSent("Discord asks to wait.", limit.retry_after) from limit
        except discord.HTTPException as refusal:
            raise self._meant(refusal, where) from refusal
        except (aiohttp.ClientError, OSError) as trouble:
            raise NotSent(f"Discord cannot be reached: {trouble}", AGAIN) from trouble

    def _meant(self, refusal: discord.HTTPException, where: str) -> Exception:
        if refusal.status == 429 or refusal.status >= 500:
            return NotSent("Discord is busy.", 6 * AGAIN)
        if refusal.code == UNKNOWN_MESSAGE:
            return Gone("That message was deleted.")
        if refusal.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            return Gone(
                "The thread of this drill was deleted. `/drill abandon` closes the drill; your"
                " code and your notes are kept."
            )
        if refusal.code == LOCKED:
            return Refused(_locked(where))
        if refusal.code == DIRECT_CLOSED:
            return Refused(
                "Your direct messages are closed for me. Allow them in the server's privacy"
                " settings."
            )
        if refusal.code in (NO_ACCESS, NO_PERMISSION) or refusal.status == 403:
            return Refused(self._lacking(where))
        log.error("Discord refused a request (%s): %s", refusal.code, refusal.text)
        return Refused("Discord refused what I wanted to say.", mendable=False)

    def _lacking(self, where: str) -> str:
        """Name the permissions that lack, where the channel is known."""
        named = link(where) if where else "this channel"
        guild = self.client.get_guild(int(guild_of(where))) if guild_of(where).isdigit() else None
        channel = guild.get_channel_or_thread(channel_of(where)) if guild else None
        lacking: Sequence[str] = ["View Channel"]  # what is not known is hidden from the bot
        if guild is not None and guild.me is not None and channel is not None:
            private = isinstance(channel, discord.Thread) and channel.is_private()
            with suppress(discord.ClientException):  # a thread whose channel is hidden
                lacking = permissions.missing(channel.permissions_for(guild.me), private)
        lacking = lacking or ["a permission that Discord does not name"]
        return permissions.sentence(named, lacking, "what waits is then done by itself")


def _locked(where: str) -> str:
    return (
        f"{link(where)} is locked, so I can't write there. Ask a moderator to unlock it:"
        " the drill then goes on by itself, nothing is lost."
    )


@contextmanager
def _parameters(
    message: Message, call: Sequence[str], extra: dict[str, Any], edit: bool = False
) -> Iterator[MultipartParameters]:
    """A message as a request. Only the people in `call` hear of it.

    Written out here, for discord.py's own writes the ids of people as numbers, which Discord's
    description does not allow.
    """
    payload: dict[str, Any] = {**extra, "allowed_mentions": {"parse": [], "users": list(call)}}
    if message.rich:
        payload["flags"] = discord.MessageFlags(components_v2=True).value
    else:
        payload |= {
            "content": message.content,
            "flags": discord.MessageFlags(suppress_embeds=True).value,
        }
    if message.rich and edit:
        payload |= {"content": None, "embeds": []}
    if message.view is not None or edit:
        payload["components"] = message.view.to_components() if message.view else []
    if message.files or edit:
        payload["attachments"] = [
            {"id": index, "filename": name} for index, (name, _) in enumerate(message.files)
        ]
    if not message.files:
        yield MultipartParameters(payload, None, None)
        return
    files = [discord.File(io.BytesIO(_bytes(text)), name) for name, text in message.files]
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps(payload)}]
    for index, file in enumerate(files):
        kind = "application/octet-stream"
        part = {"value": file.fp, "filename": file.filename, "content_type": kind}
        form.append({"name": f"files[{index}]", **part})
    with MultipartParameters(None, form, files) as params:
        yield params


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
