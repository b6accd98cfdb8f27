"""`/drill` as Discord shows it: typed options, choices and autocomplete for a command line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

import discord
from discord import app_commands

from bot.platforms.discord.words import ALONE, IN_SESSION, flags, spelled, words
from drills import command
from drills.channel import DRILLS
from drills.effects import Command, Token, spell
from drills.task import LEVELS

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]

SYNCED = "commands"  # the bot's own setting: the digest of the commands that Discord was told
MOST = 25  # choices that Discord takes for one option
_SESSION = "One of your open drills, where you are not in its thread"
_ABOUT = {
    "help": "What a drill is, every option and every word",
    "status": "Your progress, and what is in progress",
    "notes": "What was noted after your parts, labs and working sessions",
    "channel": "How this channel is set up: its time zone, and whose menu is shown in it",
    **command.WORDS,
    **command.CHAT_WORDS,
}


class Desk(Protocol):
    """Who takes what the commands say."""

    def command(
        self, interaction: Interaction, words: Sequence[str], session: str = ""
    ) -> Awaitable[None]:
        """Take the words after `/drill`, for the session of that id where one is given."""

    def send(
        self, interaction: Interaction, file: discord.Attachment | None, session: str
    ) -> Awaitable[None]:
        """Take a file as code, or open the form for it."""

    def domains(self, typed: str) -> Choices: ...

    def tasks(self, typed: str) -> Choices:
        """Of the labs."""

    def workings(self, typed: str) -> Choices:
        """Of the working sessions."""

    def sessions(self, interaction: Interaction, typed: str) -> Choices: ...

    def zones(self, typed: str) -> Choices: ...


def group(desk: Desk) -> app_commands.Group:
    """The whole of `/drill`.

    It is installed to a server or to a person, and works in servers and in direct messages with
    the bot; among other people's direct messages the bot could not keep a session.
    """
    drill = app_commands.Group(
        name="drill",
        description="Interview drills that unlock part by part",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    drill.add_command(_progressive(desk))
    drill.add_command(_lab(desk))
    drill.add_command(_session(desk))
    drill.add_command(_channel(desk))
    drill.add_command(_send(desk))
    for word in IN_SESSION:
        drill.add_command(_word(desk, word))
    for word in ALONE:
        drill.add_command(_alone(desk, word))
    return drill


def digest(tree: app_commands.CommandTree[Any]) -> str:
    """Tells one set of commands from another, as Discord is told of them."""
    told = [each.to_dict(tree) for each in tree.get_commands()]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def matching(entries: Sequence[tuple[str, str]], typed: str) -> Choices:
    """Of (value, label) those that hold what was typed, those that begin with it first."""
    wanted = typed.strip().casefold()
    found = [(value, label) for value, label in entries if wanted in label.casefold()]
    found.sort(key=lambda each: not each[1].casefold().startswith(wanted))
    return [app_commands.Choice(name=label[:100], value=value) for value, label in found[:MOST]]


def _progressive(desk: Desk) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="progressive", description="One problem in four parts, or the menu")
    @app_commands.rename(next_="next", continue_="continue", help_="help")
    @app_commands.describe(
        domain="A fresh problem of that domain",
        seed="With a domain: the very problem that this number drew before",
        next_="The domain you have played least, those not yet passed first",
        random="Any domain",
        custom="Your own words: finds the domains nearest to them",
        continue_="Go on where you left",
        status="Your progress",
        help_="What a drill is, every option and every word",
        private="Where nobody else sees it",
        team="Anyone in the thread may act",
    )
    async def progressive(
        interaction: Interaction,
        domain: str | None = None,
        seed: app_commands.Range[int, 0, 999_999_999] | None = None,
        next_: bool = False,
        random: bool = False,
        custom: app_commands.Range[str, 1, 200] | None = None,
        continue_: bool = False,
        status: bool = False,
        help_: bool = False,
        private: bool = False,
        team: bool = False,
    ) -> None:
        chosen = {
            "domain": domain,
            "seed": seed,
            "next": next_,
            "random": random,
            "custom": custom,
            "continue": continue_,
            "status": status,
            "help": help_,
            "private": private,
            "team": team,
        }
        await desk.command(interaction, words(chosen))

    @progressive.autocomplete("domain")
    async def domains(interaction: Interaction, typed: str) -> Choices:
        return desk.domains(typed)

    return progressive


def _lab(desk: Desk) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="lab", description="Judge an assistant's suggestions, or the menu")
    @app_commands.rename(next_="next", continue_="continue", help_="help")
    @app_commands.describe(
        task="That task",
        level="The task of that level you have done least",
        next_="The task you have done least, from the first level on",
        random="Any task",
        continue_="Go on where you left",
        status="Your progress",
        help_="What a lab is, every option and every word",
        private="Where nobody else sees it",
        team="Anyone in the thread may act",
    )
    @app_commands.choices(level=[app_commands.Choice(name=each, value=each) for each in LEVELS])
    async def lab(
        interaction: Interaction,
        task: str | None = None,
        level: str | None = None,
        next_: bool = False,
        random: bool = False,
        continue_: bool = False,
        status: bool = False,
        help_: bool = False,
        private: bool = False,
        team: bool = False,
    ) -> None:
        chosen = {
            "task": task,
            "level": level,
            "next": next_,
            "random": random,
            "continue": continue_,
            "status": status,
            "help": help_,
            "private": private,
            "team": team,
        }
        await desk.command(interaction, ["lab", *flags(chosen)])

    @lab.autocomplete("task")
    async def tasks(interaction: Interaction, typed: str) -> Choices:
        return desk.tasks(typed)

    return lab


def _session(desk: Desk) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(
        name="session", description="A messy build, then a walkthrough, or the menu"
    )
    @app_commands.rename(time_="time", next_="next", continue_="continue", help_="help")
    @app_commands.describe(
        domain="That domain, drawn afresh",
        seed="With a domain: the very rows that this number drew before",
        next_="The domain you have done least",
        random="Any domain",
        custom="Your own words: finds the domains nearest to them",
        codebase="Begin with a small repository, partly broken",
        time_="The time cap in minutes; 60 where none is named",
        ai="Tools are allowed, and asked about afterwards",
        lang="What you write in: python",
        continue_="Go on where you left",
        status="Your progress",
        help_="What a working session is, every option and every word",
        private="Where nobody else sees it",
        team="Anyone in the thread may act",
    )
    @app_commands.choices(lang=[app_commands.Choice(name="python", value="python")])
    async def session(
        interaction: Interaction,
        domain: str | None = None,
        seed: app_commands.Range[int, 0, 999_999_999] | None = None,
        next_: bool = False,
        random: bool = False,
        custom: app_commands.Range[str, 1, 200] | None = None,
        codebase: bool = False,
        time_: app_commands.Range[int, 10, 480] | None = None,
        ai: bool = False,
        lang: str | None = None,
        continue_: bool = False,
        status: bool = False,
        help_: bool = False,
        private: bool = False,
        team: bool = False,
    ) -> None:
        chosen = {
            "domain": domain,
            "seed": seed,
            "next": next_,
            "random": random,
            "custom": custom,
            "codebase": codebase,
            "time": time_,
            "ai": ai,
            "lang": lang,
            "continue": continue_,
            "status": status,
            "help": help_,
            "private": private,
            "team": team,
        }
        await desk.command(interaction, ["session", *flags(chosen)])

    @session.autocomplete("domain")
    async def workings(interaction: Interaction, typed: str) -> Choices:
        return desk.workings(typed)

    return session


def _channel(desk: Desk) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="channel", description=_about("channel"))
    @app_commands.describe(
        zone="Whose day it is in notes: a place, as in Europe/Berlin",
        drill="Whose menu is shown where my name is said alone",
    )
    @app_commands.choices(
        drill=[app_commands.Choice(name=f"{id}: {what}", value=id) for id, what in DRILLS.items()]
    )
    async def channel(
        interaction: Interaction, zone: str | None = None, drill: str | None = None
    ) -> None:
        await desk.command(interaction, ["channel", *flags({"zone": zone, "drill": drill})])

    @channel.autocomplete("zone")
    async def zones(interaction: Interaction, typed: str) -> Choices:
        return desk.zones(typed)

    return channel


def _send(desk: Desk) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(
        name="send", description="Send your code: a file, or a form to paste into"
    )
    @app_commands.describe(file="Your solution.py; without it a form opens", session=_SESSION)
    async def send(
        interaction: Interaction,
        file: discord.Attachment | None = None,
        session: str | None = None,
    ) -> None:
        await desk.send(interaction, file, session or "")

    _complete_sessions(send, desk)
    return send


def _word(desk: Desk, word: str) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=word, description=_about(word))
    @app_commands.describe(session=_SESSION)
    async def said(interaction: Interaction, session: str | None = None) -> None:
        await desk.command(interaction, [word], session or "")

    _complete_sessions(said, desk)
    return said


def _alone(desk: Desk, word: str) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=word, description=_about(word))
    async def asked(interaction: Interaction) -> None:
        await desk.command(interaction, [word])

    return asked


def _complete_sessions(of: app_commands.Command[Any, Any, Any], desk: Desk) -> None:
    @of.autocomplete("session")
    async def sessions(interaction: Interaction, typed: str) -> Choices:
        return desk.sessions(interaction, typed)


def _about(word: str) -> str:
    """What a command does, as Discord shows it: a plain line with a capital."""
    about = spell(_ABOUT[word], _plain).replace("`", "")
    return about[0].upper() + about[1:]


def _plain(token: Token) -> str:
    return spelled(token) if isinstance(token, Command) else ""
