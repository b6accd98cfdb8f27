"""Where people and sessions are on Discord, in the words of the model.

A channel, a thread or a direct message is named as in Discord's own addresses:
`<guild id>/<channel id>`, and `@me/<channel id>` for a direct message. So a place is also a link.
People have the same id in every server and in direct messages, so all share one workspace: a
private session may then go on in a direct message.
"""

from __future__ import annotations

from drills.model import Person, Place, Room

NAME = "discord"
WORKSPACE = ""
DIRECT = "@me"


def person(user: int) -> Person:
    return Person(NAME, WORKSPACE, str(user))


def room(guild: int | None, channel: int) -> Room:
    """A channel that threads are opened in; a direct message has none and holds one session."""
    where = address(guild, channel)
    return Room(NAME, WORKSPACE, where, private=guild is None, direct=guild is None)


def place(guild: int | None, channel: int) -> Place:
    """A thread, or a direct message."""
    return Place(NAME, WORKSPACE, address(guild, channel))


def address(guild: int | str | None, channel: int | str) -> str:
    return f"{guild or DIRECT}/{channel}"


def guild_of(where: str) -> str:
    return where.partition("/")[0]


def channel_of(where: str) -> int:
    return int(where.rpartition("/")[2])


def is_direct(where: str) -> bool:
    return guild_of(where) == DIRECT


def is_unopened(place: Place) -> bool:
    """Its thread is still to be opened."""
    return place.thread.startswith("~")


def link(where: str) -> str:
    """Clients show it as the channel's name."""
    return f"https://discord.com/channels/{where}"
