"""The words of a command line: what they ask for, and what is said of those that ask nothing."""

from __future__ import annotations

import re
import shlex
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talk import Talk, text_of

from drills import command, menu
from drills.command import Request, parse, picked, picks
from drills.effects import Command, Say, Sending, spell
from drills.model import Attempt, Entry, Place


def said(*words: str) -> str:
    answer = parse(words)
    assert isinstance(answer, Say)
    return text_of(answer)


def typed(one: Command) -> str:
    """A command as its options are typed."""
    return " ".join(f"--{flag} {value}".strip() for flag, value in one.options)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("", Request()),
        ("progressive", Request()),
        ("Progressive --next", Request(next=True)),
        ("--random", Request(random=True)),
        ("--continue", Request(resume=True)),
        ("--status", Request(status=True)),
        ("--domain kv-store", Request(domain="kv-store")),
        ("--domain=KV-Store", Request(domain="kv-store")),
        ("—domain kv-store", Request(domain="kv-store")),  # a phone made it smart
        ("–domain=kv-store", Request(domain="kv-store")),
        ("−next", Request(next=True)),
        ("-next", Request(next=True)),
        ("--NEXT", Request(next=True)),
        ("--domain kv-store --seed 7", Request(domain="kv-store", seed=7)),
        ("--seed=007 --random", Request(random=True, seed=7)),
        ("--lang python --next", Request(next=True)),
        ("--custom 'a chat room'", Request(custom="a chat room")),
        ("--custom a chat room", Request(custom="a chat room")),
        ("--custom “a chat room”", Request(custom="a chat room")),
    ],
)
def test_a_command_line_is_read(line: str, request_: Request) -> None:
    assert parse(shlex.split(line)) == request_


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("--domain a --next", "`--domain` and `--next` exclude each other. Give one of them."),
        ("--continue --random", "`--continue` and `--random` exclude each other."),
        ("--domain a --domain b", "`--domain` is given twice."),
        ("--domain a --seed seven", "`seven` is no seed: give a whole number"),
        ("--domain a --seed -1", "`-1` is no seed"),
        ("--domain a --seed 1.5", "`1.5` is no seed"),
        ("--domain a --seed 99999999999999999999", "is no seed"),
        ("--domain a --seed ٣", "is no seed"),
        ("--seed 7", "add `--domain` and its name"),
        ("--continue --seed 7", "`--continue` takes no seed"),
        ("--domain", "`--domain` needs a value: `--domain kv-store`"),
        ("--domain --next", "`--domain` needs a value"),
        ("--domain=", "`--domain` needs a value"),
        ("--custom ''", "`--custom` needs a value"),
        ("--next=now", "`--next` takes no value"),
        ("--domian kv-store", "There is no option `--domian`. Did you mean `--domain`?"),
        ("--zzz", "There is no option `--zzz`. There are `--domain`"),
        ("labs", "I don't know `labs` here. Did you mean `lab`?"),
        ("hello", "I don't know `hello` here.  shows what you can start, --help what"),
        ("continue", "I don't know `continue` here. Did you mean --continue?"),
        ("--next kv-store", "I don't know `kv-store` here."),
        ("--next please", "I don't know `please` here."),
        ("--repo", "Repository drills are not available"),
        ("--lang go", "`go` is not available: solutions are written and graded in Python."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(line: str, answer: str) -> None:
    assert answer in spell(said(*shlex.split(line)), typed)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("kv-store", "`kv-store` is started so: --domain kv-store"),
        ("start kv-store", "`kv-store` is started so: --domain kv-store"),
        ("kv store", "`kv-store` is started so: --domain kv-store"),
        ("progressive kv-stor", "I don't know `kv-stor` here. Did you mean kv-store?"),
        ("total-cart", "`total-cart` is started so: --task total-cart"),
        ("runn", "I don't know `runn` here. Did you mean `run`?"),
        ("progresive", "I don't know `progresive` here. Did you mean `progressive`?"),
    ],
)
def test_a_lone_name_or_a_slip_of_one_is_offered(line: str, answer: str) -> None:
    known = {"kv-store": "kv-store", "total-cart": picks("total-cart"), "run": ""}
    found = parse(shlex.split(line), known=known)
    assert isinstance(found, Say)
    assert answer in spell(text_of(found), typed)
    for choice in found.choices:
        assert isinstance(parse(picked(choice.id)), Request)


def test_what_begins_may_be_said_before_it() -> None:
    assert parse(["start", "progressive", "--next"]) == Request(next=True)
    assert parse(["Start"]) == Request()


def test_help_teaches_every_word_and_flag() -> None:
    text = spell(said("--help"), lambda c: (isinstance(c, Command) and typed(c)) or "MENU")
    assert str(Sending()) in said("--help")
    assert str(command.STATUS) in said("--help")
    for flag in command.OPTIONS:
        assert f"`{flag}`: " in text
        example = flag.replace("NAME", "kv-store").replace(" N", " 7 --next")
        assert flag == "--help" or isinstance(parse(example.split()), Request)
    assert "MENU" in text
    for word in command.WORDS:
        assert f"`{word}`" in text


@given(st.lists(st.text(max_size=12), max_size=5))
def test_no_command_line_whatever_breaks_the_reading(words: list[str]) -> None:
    answer = parse(words)
    if isinstance(answer, Say):
        assert text_of(answer).strip()
        assert "\x00" not in text_of(answer)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("done", "done"),
        ("Done.", "done"),
        (" RUN! ", "run"),
        ("hint?", "hint"),
        ("I am done", None),
        ("", None),
        ("yes", None),
        ("done done", None),
        ("exit", "quit"),
        ("q", "quit"),
        (":q", "quit"),
        (":q!", "quit"),
        ("Bye!", "quit"),
    ],
)
def test_a_control_word_is_a_whole_message(text: str, word: str | None) -> None:
    assert command.control_word(text) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("hlep", "help"),
        ("give me a hint", "hint"),
        ("run please", "run"),
        ("Am I done?", "done"),
        ("how long do I have", "time"),
        ("submit", "done"),
        ("exit please", "quit"),
        ("xyzzy", None),
        ("", None),
        ("I would like to know whether you could run this", None),
        ("it is what it is", None),
    ],
)
def test_a_word_is_suggested_for_a_slip_and_for_a_short_sentence(
    text: str, word: str | None
) -> None:
    assert command.suggested(text, list(command.WORDS)) == word


def test_only_words_that_are_known_here_are_suggested() -> None:
    assert command.suggested("open the editor", list(command.WORDS)) is None
    assert command.suggested("open the editor", [*command.WORDS, "edit"]) == "edit"


def test_what_the_platform_takes_itself_is_named_with_the_other_options() -> None:
    own = {"--folder DIR": "the practice folder"}
    for words in (["--help"], ["--stats"]):
        answer = parse(words, own)
        assert isinstance(answer, Say)
        assert "--folder" in text_of(answer)
        assert "--folder" not in said(*words)
    near = parse(["--foldre"], own)
    assert isinstance(near, Say)
    assert "Did you mean `--folder`?" in text_of(near)


# --- every command that is ever spelled is accepted -----------------------------------------------

ENTRIES = [
    Entry("kv-store", "Session cache", "mid", (8, 10, 14, 13), frozenset({"session", "keys"})),
    Entry("chat-room", "Team chat", "mid–senior", (10, 13, 19, 18), frozenset({"messages"})),
]


def spelled(say: Say) -> list[Command]:
    found: list[Command] = []

    def keep(one: Command) -> str:
        found.append(one)
        return ""

    spell(text_of(say), keep)
    return found


def everything_said() -> list[Say]:
    talk = Talk()
    for word in ("help", "quit", "quit", "run"):
        talk.word(word)
    talk.send("code")
    talk.back()
    talk.pass_parts(1)
    for word in ("finish", "skip", "abandon"):
        other = Talk()
        other.word(word)
        other.chat("yes")
        talk.said += other.said
    idle = Talk()
    idle.wait(15 * 86400)
    attempt = Attempt(
        "s",
        "kv-store",
        1,
        "x",
        {},
        datetime(2026, 1, 1, tzinfo=UTC),
        1,
        4,
        True,
        60.0,
        2700,
        True,
        2,
        Place("slack", "T1", "C1"),
    )
    outside = [
        menu.menu(ENTRIES, [attempt]),
        menu.status(ENTRIES, [attempt]),
        menu.nothing_here([]),
        menu.nothing_here([attempt]),
        menu.taken(talk.s, talk.problem),
        menu.pick(Request(domain="kv-stor"), ENTRIES, [], 0),
        menu.pick(Request(domain="zzz"), ENTRIES, [], 0),
        menu.pick(Request(custom="messages and keys"), ENTRIES, [], 0),
        menu.pick(Request(custom="zzz"), ENTRIES, [], 0),
        parse(["--help"]),
        parse(["what"]),
        parse(["--repo"]),
    ]
    return [*talk.said, *idle.said, *(say for say in outside if isinstance(say, Say))]


def test_every_command_spelled_is_accepted() -> None:
    found = {one for say in everything_said() for one in spelled(say)}
    assert len(found) >= 7
    assert command.NOTES in found  # which starts no drill
    assert parse(["lab", "--help"]) == command.lab_help()
    assert parse(["session", "--help"]) == command.session_help()
    assert parse(["--help"]) == command.help_text()
    for one in found - {command.NOTES, command.HELP, command.LAB_HELP, command.SESSION_HELP}:
        if not isinstance(one, Command):
            continue
        words = [one.drill]
        for flag, value in one.options:
            words += [f"--{flag}", value] if value else [f"--{flag}"]
        assert isinstance(parse(words), Request), one


@pytest.mark.parametrize("folder", ["/home/ana/a|b=c", "/x/⟦y⟧`%7C`", "/mit Umlaut/ü"])
def test_a_folder_of_any_name_comes_through_a_command_whole(folder: str) -> None:
    asked = Command(options=(("continue", ""), ("folder", folder)))
    found: list[Command] = []
    spell(f"Go on: {asked} · {command.NEXT}", lambda one: found.append(one) or "")  # type: ignore[func-returns-value]
    assert found == [asked, command.NEXT]


def test_a_persons_own_words_cannot_pose_as_a_command_or_break_out() -> None:
    text = said("--domain", "a", "`⟦progressive|next=⟧`")
    assert len(re.findall("⟦", text)) == len(re.findall(r"⟦progressive", text)) == 2
    assert text.count("`") % 2 == 0
