"""Where something on Discord happened and who did it, in the words of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.platforms.discord import places
from bot.platforms.reading import Message
from drills.model import Person, Place, Room

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class At:
    """Where a person did something, and the key of what they did."""

    key: str
    by: Person
    room: Room
    place: Place


def key(interaction: Interaction) -> str:
    return f"discord:{interaction.id}"


def at(interaction: Interaction) -> At:
    guild, channel = interaction.guild_id, interaction.channel_id or 0
    parent = getattr(interaction.channel, "parent_id", None) or channel
    by = places.person(interaction.user.id)
    here = places.place(guild, channel)
    return At(key(interaction), by, places.room(guild, parent), here)


def message(
    given: discord.Message, me: discord.ClientUser | None, key: str, edited: bool
) -> Message:
    """A message as the chat takes it, but for its files, whose bytes are still to be fetched."""
    channel = given.channel
    # A server that is still loading is known by its channel alone.
    guild = given.guild.id if given.guild else getattr(channel, "guild_id", None)
    parent = getattr(channel, "parent_id", None) or channel.id
    text, named = _without(given.content, _names(given, me))
    return Message(
        key=key,
        by=places.person(given.author.id),
        room=places.room(guild, parent),
        place=places.place(guild, channel.id),
        text=text,
        files=tuple((attachment.filename, b"") for attachment in given.attachments),
        edited=edited,
        addressed=named or guild is None,
    )


def _names(message: discord.Message, me: discord.ClientUser | None) -> tuple[str, ...]:
    """How a message names the bot; many choose its role, which looks the same."""
    if me is None:
        return ()
    role = message.guild.self_role if message.guild else None
    return (f"<@{me.id}>", f"<@!{me.id}>", *([role.mention] if role else []))


def _without(text: str, names: Sequence[str]) -> tuple[str, bool]:
    """The text without the bot's name, and whether it was there."""
    found = any(name in text for name in names)
    for name in names:
        text = text.replace(name, "")
    return (text.strip() if found else text), found
