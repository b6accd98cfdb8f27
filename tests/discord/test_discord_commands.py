"""`/drill` as Discord is told of it, and what comes back as the words of a command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms import chat
from bot.platforms.discord import commands, ids
from bot.platforms.discord.render import spelling
from bot.platforms.discord.words import flags, spelled, words
from drills import channel, command
from drills.command import (
    CHAT_OPTIONS,
    CONTINUE,
    LAB_HELP,
    LABS,
    MENU,
    NEXT,
    NOTES,
    RANDOM,
    SESSION_HELP,
    SESSIONS,
    STATUS,
    Request,
    domain,
    lab,
    parse,
    session,
)
from drills.effects import Command, Option, Say, Token, spell
from drills.model import Channel
from drills.task import LEVELS


class NoDesk:
    """The commands are told to Discord here, and nobody gives one."""

    async def command(self, interaction: Any, words: Sequence[str], session: str = "") -> None:
        raise AssertionError

    async def send(self, interaction: Any, file: Any, session: str) -> None:
        raise AssertionError

    def domains(self, typed: str) -> commands.Choices:
        return []

    def tasks(self, typed: str) -> commands.Choices:
        return []

    def sessions(self, interaction: Any, typed: str) -> commands.Choices:
        return []

    def zones(self, typed: str) -> commands.Choices:
        return []


def tree() -> app_commands.CommandTree[Any]:
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    made: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    made.add_command(commands.group(NoDesk()))
    return made


def told() -> dict[str, dict[str, Any]]:
    """The subcommands by their names, as Discord is told of them."""
    [drill] = (each.to_dict(tree()) for each in tree().get_commands())
    return {each["name"]: each for each in drill["options"]}


# --- what is told ------------------------------------------------------------------------------


def test_every_word_of_a_session_is_a_command() -> None:
    assert {*command.WORDS, *command.CHAT_WORDS, "progressive", "lab", "send"} <= told().keys()


@pytest.mark.parametrize(
    "asked",
    [
        *(MENU, NEXT, RANDOM, STATUS, CONTINUE, NOTES, domain("kv-store"), channel.EXAMPLE),
        *(LABS, lab("total-cart"), Command("lab", NEXT.options), Command("lab", STATUS.options)),
        *(Command("lab", CONTINUE.options), LAB_HELP),
        *(SESSIONS, SESSION_HELP, session("billing-reconciler"), Command("session", NEXT.options)),
    ],
)
def test_every_command_that_is_spelled_can_be_typed(asked: Command) -> None:
    slash, name, *options = spelled(asked).split()
    assert slash == "/drill"
    known = {option["name"]: option["type"] for option in told()[name]["options"]}
    for option in options:
        key, _, value = option.partition(":")
        assert known[key] == (5 if value == "True" else 3)


def test_only_what_is_typed_in_full_is_free_text() -> None:
    offered = {
        (name, option["name"])
        for name, sub in told().items()
        for option in sub["options"]
        if option["type"] == 3 and not (option.get("autocomplete") or option.get("choices"))
    }
    assert offered == {("progressive", "custom"), ("session", "custom")}


def test_a_drill_can_be_asked_for_in_servers_and_in_the_bots_direct_messages() -> None:
    [drill] = (each.to_dict(tree()) for each in tree().get_commands())
    assert drill["contexts"] == [0, 1]
    assert drill["integration_types"] == [0, 1]


def test_the_same_commands_have_the_same_digest_and_others_another() -> None:
    one, same, other = tree(), tree(), tree()

    @other.command(name="more", description="More of it")
    async def more(interaction: discord.Interaction[Any]) -> None: ...

    assert commands.digest(one) == commands.digest(same) != commands.digest(other)


# --- what comes back ---------------------------------------------------------------------------

NOTHING = dict.fromkeys(("domain", "seed", "custom")) | dict.fromkeys(
    ("next", "random", "continue", "status", "help", "private", "team"), False
)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, []),
        ({"domain": "kv-store"}, ["--domain=kv-store"]),
        ({"domain": "kv-store", "seed": 0}, ["--domain=kv-store", "--seed=0"]),
        ({"next": True, "private": True}, ["--next", "--private"]),
        ({"random": True, "team": True}, ["--random", "--team"]),
        ({"continue": True}, ["continue"]),
        ({"status": True}, ["status"]),
        ({"help": True}, ["help"]),
        ({"custom": "a chat -- with = rooms"}, ["--custom=a chat -- with = rooms"]),
    ],
)
def test_typed_options_are_the_words_of_a_command_line(
    options: dict[str, Any], line: list[str]
) -> None:
    assert words(NOTHING | options) == line


@pytest.mark.parametrize(
    ("options", "request_"),
    [
        ({}, Request(drill="lab")),
        ({"task": "total-cart", "private": None}, Request(drill="lab", task="total-cart")),
        ({"level": "staff"}, Request(drill="lab", level="staff")),
        ({"continue": True}, Request(drill="lab", resume=True)),
        ({"status": True}, Request(drill="lab", status=True)),
    ],
)
def test_typed_options_of_a_lab_say_what_was_chosen(
    options: dict[str, Any], request_: Request
) -> None:
    assert parse(["lab", *flags(options)]) == request_


@pytest.mark.parametrize(
    ("drill", "help"),
    [
        ("progressive", command.help_text(CHAT_OPTIONS)),
        ("lab", command.lab_help(CHAT_OPTIONS)),
    ],
)
def test_the_options_that_the_help_tells_are_those_of_the_command(drill: str, help: Say) -> None:
    named: set[str] = set()

    def note(token: Token) -> str:
        if isinstance(token, Option):
            named.add(token.name)
        return ""

    for block in help.blocks:
        spell(str(block), note)
    assert named == {option["name"] for option in told()[drill]["options"]}


@pytest.mark.parametrize(
    "say",
    [
        command.help_text(CHAT_OPTIONS),
        command.lab_help(CHAT_OPTIONS),
        *(
            parse(line.split(), CHAT_OPTIONS)
            for line in (
                "--next --random",
                "--next --next",
                "--next=now",
                "--seed 7",
                "--continue --seed 7",
                "--domain a --seed seven",
                "--domain",
                "--custom",
                "--domian",
                "--zzz",
                "--lang go",
                "lab --level",
                "lab --levl",
                "lab --zzz",
            )
        ),
        channel.change(Channel(), ["nowhere"]),
        channel.change(Channel(), ["zone:nowhere"]),
        chat.EITHER,
    ],
)
@pytest.mark.parametrize("reads", [True, False])
def test_options_are_told_as_discord_has_them(say: object, reads: bool) -> None:
    assert isinstance(say, Say)
    for block in say.blocks:
        assert "--" not in spell(str(block), spelling(reads))
    assert "`private:True`" in spell(str(chat.EITHER.blocks[0]), spelling(reads))


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("domain:kv-store seed:7", Request(domain="kv-store", seed=7)),
        ("next:True", Request(next=True)),
        ("lab task:total-cart", Request(drill="lab", task="total-cart")),
        ("lab level:staff", Request(drill="lab", level="staff")),
    ],
)
def test_options_may_be_typed_as_discord_shows_them(line: str, request_: Request) -> None:
    assert parse(line.split()) == request_


def test_the_levels_of_the_labs_are_choices() -> None:
    [level] = [option for option in told()["lab"]["options"] if option["name"] == "level"]
    assert [choice["value"] for choice in level["choices"]] == list(LEVELS)


@given(
    st.fixed_dictionaries(
        {
            "domain": st.sampled_from(["kv-store", "rate-limiter"]),
            "seed": st.integers(0, 999_999_999),
        }
    )
    | st.fixed_dictionaries({"custom": st.text("abc -—=", min_size=1).filter(str.strip)})
    | st.sampled_from([{"next": True}, {"random": True}])
)
def test_the_words_say_what_was_chosen(options: dict[str, Any]) -> None:
    request = parse(words(NOTHING | options))
    assert isinstance(request, Request)
    for name, value in options.items():
        kept = getattr(request, name)
        assert kept == (value.strip() if isinstance(value, str) else value)


def test_contradicting_options_are_explained() -> None:
    said = parse(words(NOTHING | {"next": True, "random": True}))
    assert not isinstance(said, Request)
    assert "exclude each other" in str(said.blocks[0])


def test_of_many_choices_those_that_begin_with_what_was_typed_come_first() -> None:
    many = [(str(n), f"{n:02} · drill") for n in range(40)] + [("d", "drill d")]
    found = commands.matching(many, "DRILL")
    assert len(found) == commands.MOST
    assert found[0].value == "d"
    assert commands.matching(many, "nothing like it") == []


# --- buttons -----------------------------------------------------------------------------------

SESSIONS = st.text("0123456789abcdef", min_size=16, max_size=16)


@given(
    st.builds(
        ids.Press, SESSIONS, st.integers(0, 10**6), st.sampled_from(["yes", "12", *command.WORDS])
    )
    | st.builds(ids.Form, SESSIONS, st.integers(0, 10**6), st.sampled_from(["file", "edit"]))
    | st.builds(ids.Pick, SESSIONS.map(lambda s: f"continue {s}"), st.booleans(), st.booleans())
    | st.builds(ids.Pick, st.sampled_from(["kv-store"]), st.booleans(), st.booleans())
    | st.builds(ids.Show, st.sampled_from(["", "notes", "progressive --status"]))
)
def test_a_button_says_everything_after_a_restart(button: ids.Id) -> None:
    assert ids.read(str(button)) == button
    assert len(str(button)) <= ids.LONGEST
    assert ids.ANY.fullmatch(str(button))


@pytest.mark.parametrize("other", ["", "press:x:1:yes", "pick:x:kv-store", "vote:1"])
def test_what_is_no_button_of_this_version_is_none(other: str) -> None:
    assert ids.read(other) is None
