"""What a newcomer in a chat gets wrong: flags, answers and words that must not be lost."""

from __future__ import annotations

import pytest

from bot.platforms.reading import Message
from tests.chat.room import ANA, BO, GENERAL, Channel, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


# --- command lines -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("progressive --private", "/drill progressive --next --private"),
        ("--team", "/drill progressive --random --team"),
        ("lab --private", "/drill lab --next --private"),
        ("progressive --domain kv-stor --team", "--domain kv-store --team"),
        ("kv-store --private", "--domain kv-store --private"),
        ('progressive --custom "a cache" --team', "--domain kv-store --team"),
    ],
)
async def test_a_flag_outlives_the_menu(channel: Channel, line: str, command: str) -> None:
    answer = await channel.slash(line)
    assert command in words(answer.say)
    assert f"--{answer.flag}" in line
    assert answer.say is not None
    assert answer.say.choices


async def test_a_flag_that_does_not_apply_is_told(channel: Channel) -> None:
    session = await channel.start()
    for line in ("progressive --continue --team", "lab --continue --private", "--status --team"):
        told = words((await channel.slash(line)).say)
        assert told.endswith("is for a drill that is started; one that is open stays as it began."
                             " Leave it out.")  # fmt: skip
    assert channel.store.session(session.id).team is False


@pytest.mark.parametrize(
    "line", ["notes please", "status all", "help me", "run it", "continue now"]
)
async def test_what_stands_behind_a_word_that_is_whole_is_told(channel: Channel, line: str) -> None:
    word = line.split()[0]
    told = words((await channel.slash(line)).say)
    assert told == f"`{word}` takes nothing after it. Say it alone."


async def test_a_lone_word_is_read_for_what_it_may_mean(channel: Channel) -> None:
    assert words((await channel.slash("runn")).say).endswith("Did you mean `run`?")
    assert words((await channel.slash("progresive")).say).endswith("Did you mean `progressive`?")
    told = (await channel.slash("start kv-store")).say
    assert "/drill progressive --domain kv-store" in words(told)
    assert told is not None
    [choice] = told.choices
    assert choice.id == "kv-store"
    assert "--domain" not in await channel.post("hello", None, addressed=True)


# --- what is said in a thread ------------------------------------------------------------------

CODE = "class KeyValueStore:\n    pass\n"
OTHER = "class KeyValueStore:\n    x = 1\n"


async def test_done_beside_two_blocks_outlives_the_question_which_one(channel: Channel) -> None:
    session = await channel.start()
    await channel.post(f"```\n{CODE}```\n```\n{OTHER}```\ndone", session)
    assert channel.last().startswith("More than one of these defines what is asked for.")
    assert await channel.press(session, "Your second block, 2 lines") == ""
    assert channel.last().startswith("Part 1 failed")


@pytest.mark.parametrize(("text", "then"), [
    (f"{CODE}done", "Part 1 failed"), (f"done\n{CODE}", "Part 1 failed"),
    (f"{CODE}\nrun!", "4 visible tests"),
])  # fmt: skip
async def test_a_word_under_code_without_a_fence_is_the_word(
    channel: Channel, text: str, then: str
) -> None:
    session = await channel.start()
    await channel.post(text, session)
    assert channel.last().startswith("That reads like code: your text, 2 lines. Run it?")
    await channel.post("yes", session)
    assert then in channel.last()


@pytest.mark.parametrize("word", ["skip", "hint", "quit", "time"])
async def test_a_word_beside_code_that_is_not_taken_is_told(channel: Channel, word: str) -> None:
    session = await channel.start()
    told = await channel.post(word, session, file=CODE)
    assert told == f"`{word}` beside the code was not taken. Say it alone."
    assert "visible tests" in channel.last()
    assert channel.store.session(session.id).pending == ""


@pytest.mark.parametrize(
    ("text", "word"), [("runn", "run"), ("run it please", "run"), ("give me a hint", "hint"),
                       ("I'm done", "done"), ("submit", "done"), ("contniue", "continue")],
)  # fmt: skip
async def test_a_slip_of_a_word_is_told_its_player_alone(
    channel: Channel, text: str, word: str
) -> None:
    session = await channel.start()
    heard = len(channel.wire.said)
    assert await channel.post(text, session) == f"Did you mean `{word}`?"
    assert len(channel.wire.said) == heard


async def test_what_is_talk_is_passed_over(channel: Channel) -> None:
    session = await channel.start("--domain kv-store --seed 7 --team")
    heard = len(channel.wire.said)
    for text in ("is anyone done with this?", "good luck!", "run the numbers first", "hm", "yes"):
        assert await channel.post(text, session) == ""
    assert await channel.post("runn", session, BO) == ""  # who has not played yet only talks
    assert len(channel.wire.said) == heard


async def test_progress_and_notes_asked_for_in_a_thread_are_told_privately(
    channel: Channel,
) -> None:
    session = await channel.start()
    heard = len(channel.wire.said)
    assert "**Progress**" in await channel.post("Status?", session)
    assert "no notes yet" in await channel.post("notes", session)
    assert len(channel.wire.said) == heard


async def test_code_that_does_not_parse_leaves_the_last_code(channel: Channel) -> None:
    session = await channel.start()
    await channel.post("", session, file=CODE)
    before = channel.store.session(session.id).submission
    told = await channel.post("", session, file="class KeyValueStore(:\n")
    assert told.startswith("Not taken: `solution.py` does not parse, line 1: ")
    assert told.endswith("Your last code stays.")
    assert channel.store.session(session.id).submission == before


async def test_a_teammate_who_answers_anothers_question_is_told_whose_it_is(
    channel: Channel,
) -> None:
    session = await channel.start("--domain kv-store --seed 7 --team")
    await channel.post("skip", session)
    assert await channel.press(session, "Yes, skip", BO) == ""
    assert channel.last() == "Only the person who started this session may skip it."
    assert channel.wire.said[-1].to == BO
    assert channel.store.session(session.id).pending == "skip"


# --- what comes after --------------------------------------------------------------------------


async def test_what_is_over_has_a_button_for_the_next_which_starts_one_alone(
    channel: Channel,
) -> None:
    session = await channel.start("--domain kv-store --seed 7")
    await channel.post("finish", session)
    await channel.post("yes", session)
    assert "To talk through" in channel.last()
    for _ in range(2):
        assert (await channel.press(session, "Next")).startswith("Your next drill is in ")
    assert len(channel.store.attempts(ANA)) == 2


async def test_a_word_that_comes_too_late_offers_the_next(channel: Channel) -> None:
    session = await channel.start("--domain kv-store --seed 7 --private")
    await channel.post("abandon", session)
    await channel.post("yes", session)
    answer = await channel.chat.message(Message(channel.key(), ANA, GENERAL, session.place, "done"))
    assert answer.say is not None
    [choice] = answer.say.choices
    assert (choice.label, answer.flag) == ("Next", "private")
    begun = await channel.chat.picked(channel.key(), ANA, GENERAL, choice.id)
    assert begun.session is not None


async def test_in_a_lab_too_the_starter_alone_ends_it_and_is_asked_twice_at_most(
    channel: Channel,
) -> None:
    answer = await channel.slash("lab total-cart --team")
    session = answer.session
    assert session is not None
    await channel.post("finish", session)
    assert channel.last().startswith("Finish here?")
    await channel.press(session, "Yes, finish", BO)
    assert channel.last() == "Only the person who started this session may finish it."
    assert channel.store.session(session.id).open
    heard = len(channel.wire.said)
    for _ in range(3):
        await channel.post("what do you think?", session)
    assert len(channel.wire.said) == heard + 1
    await channel.post("yes", session)
    assert not channel.store.session(session.id).open
    assert [choice.id for choice in channel.wire.said[-1].choices] == ["--next"]
    assert (await channel.press(session, "Next")).startswith("Your next drill is in ")
    [other] = [a for a in channel.store.attempts(ANA) if a.session != session.id]
    assert (other.drill, other.open) == ("lab", True)
