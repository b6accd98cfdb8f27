"""`/drill channel`: what a practice channel is set to, and how that is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from zoneinfo import available_timezones

from drills.command import flag, nearest, quoted
from drills.effects import Command, Option, Say
from drills.model import Channel

DRILLS = {
    "progressive": "one problem in four parts",
    "lab": "a scripted assistant",
    "session": "a messy build",
}
EXAMPLE = Command("channel", (("zone", "Europe/Berlin"),))
ADMINS = Say(("Only those who administer this channel can change how it is set up.",))


@cache
def zones() -> tuple[str, ...]:
    """The time zones of the world by their IANA names, those of a place first."""
    names = available_timezones() - {"localtime", "Factory"}
    placed = {name for name in names if "/" in name and not name.startswith("Etc/")}
    return (*sorted(placed), *sorted(names - placed))


def zone(typed: str) -> str | None:
    """The zone that is meant: its name in any case, or that of its city where only one is so."""
    folded = typed.strip().replace(" ", "_").casefold()
    for name in zones():
        if name.casefold() == folded:
            return name
    cities = [name for name in zones() if name.rpartition("/")[2].casefold() == folded]
    return cities[0] if len(cities) == 1 else None


def change(channel: Channel, words: Sequence[str]) -> Channel | Say:
    """The channel after the words behind `channel`, or what is wrong with them."""
    rest = list(words)
    while rest:
        name, value = flag(rest.pop(0))
        if name not in ("zone", "drill"):
            return Say((f"A channel has a {Option('zone')} and a {Option('drill')}: {EXAMPLE}",))
        while rest and flag(rest[0])[0] is None:
            value = f"{value} {rest.pop(0)}"
        value = value.strip().strip("\"'")
        if name == "zone":
            found = zone(value)
            if found is None:
                return _no_zone(value)
            channel = replace(channel, zone=found)
        elif value.casefold() in DRILLS:
            channel = replace(channel, drill=value.casefold())
        else:
            known = " and ".join(f"`{drill}`" for drill in DRILLS)
            return Say((f"There is no drill `{quoted(value)}`. There are {known}.",))
    return channel


def shown(channel: Channel, changed: bool = False) -> Say:
    """How a channel is set up, and how to change it."""
    head = "**This channel is set up.**" if changed else "**This channel**"
    return Say(
        (
            f"{head}\n\n"
            f"- Time zone: {channel.zone}. Notes of drills that start here have its dates.\n"
            f"- Drill: {channel.drill}, {DRILLS[channel.drill]}. Its menu is shown where none"
            " is named.\n\n"
            f"To change it: {EXAMPLE} · {Command('channel', (('drill', 'lab'),))}",
        )
    )


def _no_zone(typed: str) -> Say:
    cities = {name.rpartition("/")[2].replace("_", " ").casefold(): name for name in zones()}
    near = nearest(typed, list(cities)) if typed else None
    meant = f" Did you mean `{cities[near]}`?" if near else ""
    text = f"There is no time zone `{quoted(typed)}`.{meant} Zones are named by places: {EXAMPLE}"
    return Say((text,))
