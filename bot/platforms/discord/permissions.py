"""What the bot must be allowed to do on Discord, in the words of its own settings."""

from __future__ import annotations

from collections.abc import Sequence

import discord

# The names that the server's settings show, which differ from those of the interface.
_NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
_PRIVATE = "create_private_threads"

NEEDED = discord.Permissions(**dict.fromkeys(_NAMES, True))  # the invite link asks for these


def missing(have: discord.Permissions, private: bool) -> tuple[str, ...]:
    """What is missing in a channel where a session is to be opened, by its name in the settings.

    For a private one without `Create Private Threads` there is still the direct message.
    """
    spared = "create_public_threads" if private else _PRIVATE
    wanted = [flag for flag in _NAMES if flag not in (spared, _PRIVATE)]
    return tuple(_NAMES[flag] for flag in wanted if not getattr(have, flag))


def sentence(channel: str, lacking: Sequence[str], then: str = "then try again") -> str:
    """What to do about it. `channel` is its link, or its name."""
    named = " and ".join([", ".join(lacking[:-1])] * bool(lacking[1:]) + list(lacking[-1:]))
    return (
        f"I can't run a drill in {channel}: I lack {named}. Allow it in the channel's settings,"
        f" under Permissions; {then}."
    )


def invite(application: int) -> str:
    """The link that adds the bot to a server, with exactly what it uses."""
    return discord.utils.oauth_url(application, permissions=NEEDED)
