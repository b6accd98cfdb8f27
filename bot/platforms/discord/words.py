"""The typed options of `/drill` as the words of a command line, and a command as one types it."""

from __future__ import annotations

from collections.abc import Mapping

from drills import command
from drills.effects import Command, Option

Chosen = str | int | bool | None

# `/drill progressive` alone shows the menu; these need no drill and stand beside it.
ALONE = ("help", "status", "notes")
SWITCHES = (
    *("next", "random", "continue", "status", "help", "private", "team"),
    *("ai", "codebase"),  # of a working session
)
IN_SESSION = tuple(word for word in (*command.WORDS, *command.CHAT_WORDS) if word != "help")


def words(options: Mapping[str, Chosen]) -> list[str]:
    """The words after `/drill` for what was chosen in `/drill progressive`.

    >>> words({"domain": "kv-store", "seed": 7, "private": True})
    ['--domain=kv-store', '--seed=7', '--private']
    """
    given = flags(options)
    for word in ("continue", "status", "help"):
        if given == [f"--{word}"]:
            return [word]
    return given


def flags(options: Mapping[str, Chosen]) -> list[str]:
    """What was chosen, as options of a command line."""
    given = {
        name: value
        for name, value in options.items()
        if value is not None and value is not False and value != ""
    }
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in given.items()]


def option(named: Option) -> str:
    """An option as Discord shows it in a command: `domain:NAME`, `private:True`."""
    value = named.value or ("True" if named.name in SWITCHES else "")
    return f"{named.name}:{value}" if value else named.name


def spelled(asked: Command) -> str:
    """A command as a person types it, options named: `/drill progressive domain:kv-store`."""
    match asked.drill, asked.options:
        case (_, (("continue" as word, ""),)) | (
            "progressive", (("status" | "help" as word, ""),)
        ):  # fmt: skip
            return f"/drill {word}"
    options = (f" {name}:{value or 'True'}" for name, value in asked.options)
    return f"/drill {asked.drill}{''.join(options)}"
