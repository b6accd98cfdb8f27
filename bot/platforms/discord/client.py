"""The connection to Discord: signs in, and hears as little as the bot needs."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.ports import CannotServe

log = logging.getLogger(__name__)

PORTAL = "https://discord.com/developers/applications"
PATIENCE = 30.0  # seconds of rate limit that are waited for in place; what is longer, later
AGAIN = (1.0, 5.0, 15.0, 60.0)  # seconds until the next try to sign in

REFUSED = (
    f"Discord refuses DISCORD_TOKEN. Copy it anew: {PORTAL}, your application, Bot, Reset Token."
)
_PASSING = (OSError, TimeoutError, aiohttp.ClientError, discord.GatewayNotFound)


class Client(discord.AutoShardedClient):
    """Servers, messages there and direct messages; no members, no presences, and no cache of
    messages. Shards are as many as Discord asks for.

    What messages hold is heard where the application may (a switch in the portal) and the owner
    wants it. Without, Discord still tells it of messages that name the bot and of direct ones.
    """

    def __init__(self, *, message_content: bool = True) -> None:
        _quieten()
        self._wanted = message_content
        self._heard = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(
            intents=self._heard,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=PATIENCE,
        )

    async def setup_hook(self) -> None:
        """The application is known here, before the gateway is told what to send."""
        flags = self.application.flags if self.application else discord.ApplicationFlags()
        self._heard.message_content = self._wanted and may_read(flags)

    async def sign_in(self, token: str) -> None:
        """Wait for Discord where it cannot be reached. Raises CannotServe."""
        tries = 0
        while True:
            try:
                await self.login(token)
            except discord.LoginFailure:
                raise CannotServe(REFUSED) from None
            except (discord.HTTPException, *_PASSING) as error:
                wait = AGAIN[min(tries, len(AGAIN) - 1)]
                log.warning("Discord cannot be reached; next try in %g s: %s", wait, error)
                tries += 1
                await asyncio.sleep(wait)
            else:
                return

    async def listen(self) -> None:
        """Until cancelled; a lost connection is taken up again. Raises CannotServe."""
        while True:
            try:
                await self.connect()
            except discord.PrivilegedIntentsRequired:
                raise CannotServe(
                    "Discord does not let the bot read messages any more. Start it again, or allow"
                    f" it: {PORTAL}, your application, Bot, Message Content Intent."
                ) from None
            except discord.ConnectionClosed as closed:
                if closed.code == 4004:
                    raise CannotServe(REFUSED) from None
                raise CannotServe(f"Discord closed the connection ({closed.code}).") from None
            except _PASSING as error:
                log.warning("Discord's gateway cannot be reached; trying again: %s", error)
                await asyncio.sleep(AGAIN[1])
                continue
            raise CannotServe("Discord closed the connection.")


def _quieten() -> None:
    """Two of the library's warnings mean nothing to who hosts the bot: it speaks in no voice
    channel, and a heartbeat that was answered late (a busy or sleeping machine) is no fault. A
    connection that is lost is told of and taken up again."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("discord.gateway").addFilter(_is_worth_telling)


def _is_worth_telling(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith("Can't keep up")


def may_read(flags: discord.ApplicationFlags) -> bool:
    """Whether an application may hear what messages hold: verified, or with the portal's switch."""
    return flags.gateway_message_content or flags.gateway_message_content_limited
