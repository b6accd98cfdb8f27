"""What `drill doctor` says of Discord: the token, what may be heard, where what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.platforms.discord import commands, permissions, places
from bot.platforms.discord.client import PORTAL, REFUSED, Client, may_read
from bot.ports import Store

MOST = 200  # servers that are looked at


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the report; one that is not `well` keeps the bot from working."""

    line: str
    well: bool = True


async def examine(token: str, message_content: bool, store: Store) -> list[Found]:
    """Sign in as the bot, look, and sign out; the gateway is left alone."""
    client = Client(message_content=message_content)
    try:
        await client.login(token)
        servers = await client.http.get_guilds(MOST)
        told = await client.http.get_global_commands(client.application_id or 0)
    except discord.LoginFailure:
        return [Found(REFUSED, False)]
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        return [Found(f"Discord cannot be reached: {error}", False)]
    finally:
        await client.close()
    application = client.application
    assert application is not None
    found = [
        Found(f"the token is {client.user}'s"),
        Found(f"invite: {permissions.invite(application.id)}"),
        *_heard(application, message_content),
        *_servers(servers),
    ]
    if not any(command["name"] == "drill" for command in told):
        store.set_setting(places.person(application.id), commands.SYNCED, "")
        found.append(Found("/drill is not there yet; `drill serve` puts it there when it starts"))
    return found


def _heard(application: discord.AppInfo, wanted: bool) -> Iterator[Found]:
    if application.interactions_endpoint_url:
        yield Found(
            "an Interactions Endpoint URL is set, so no command would reach the bot. Clear it:"
            f" {PORTAL}/{application.id}/information",
            False,
        )
    if not wanted:
        yield Found("messages are read where they name the bot (DISCORD_MESSAGE_CONTENT is off)")
    elif may_read(application.flags):
        yield Found("messages are read, so that code and words can simply be written")
    else:
        yield Found(
            "messages are read where they name the bot; all else goes by commands and buttons. To"
            " have plain messages read, switch Message Content Intent on:"
            f" {PORTAL}/{application.id}/bot"
        )


def _servers(servers: Sequence[Any]) -> Iterator[Found]:
    """The permissions are those of the bot in the whole server; a channel may take some away."""
    if not servers:
        yield Found("the bot is in no server yet: open the invite link")
    for server in servers:
        have = discord.Permissions(int(server["permissions"]))
        if have.administrator:
            have = discord.Permissions.all()
        if lacking := permissions.missing(have, private=False):
            yield Found(f"{server['name']}: missing {', '.join(lacking)}", False)
        elif not have.is_superset(permissions.NEEDED):
            yield Found(f"{server['name']}: private drills go on in direct messages")
        else:
            yield Found(f"{server['name']}: every permission is there")
