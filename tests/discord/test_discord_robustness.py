"""What goes wrong between people, Discord and a bot, as conversations over the real wire."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from storage.store import open_store
from tests.discord import limits
from tests.discord.hand import Hand
from tests.discord.person import words
from tests.discord.practice import Practice
from tests.discord.world import EVERYBODY, Channel

pytestmark = pytest.mark.asyncio(loop_scope="module")

START = "progressive --domain kv-store --seed 7"
WRONG = "class KeyValueStore:\n    pass\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def practice(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Practice]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Practice(store, Catalog(), grader) as made:
        yield made


async def begun(practice: Practice) -> tuple[Hand, Channel]:
    """Ana's drill is open; what was said so far is heard."""
    hand = practice.hand()
    await hand.command(START)
    assert "Part 1 of 4" in hand.heard()[0]
    return hand, hand.thread


def said(practice: Practice, fragment: str) -> int:
    """In how many messages that Ana sees something stands."""
    return sum(fragment in words(message) for message in practice.ana.sees())


# --- acknowledging -------------------------------------------------------------------------------


async def test_everything_a_person_does_is_answered_before_anything_else_is_done(
    practice: Practice,
) -> None:
    hand, _ = await begun(practice)
    for label in ("Run", "Hint", "Time", "Skip"):
        await hand.press(label, again=False)
    await hand.command("progressive")
    for made in practice.world.interactions.values():
        assert made.answered
    answers = [s for s in practice.discord.sent if s.template.startswith("/interactions")]
    assert len(answers) == len(practice.world.interactions)
    first = practice.discord.sent.index(answers[0])
    assert all("messages" not in s.template for s in practice.discord.sent[:first])


async def test_the_same_interaction_delivered_twice_acts_once(practice: Practice) -> None:
    hand, _ = await begun(practice)
    pressed = practice.ana.press(hand.found("Hint"))
    practice.ana.again(pressed)
    await practice.server.settled()
    practice.ana.again(pressed)
    await practice.server.settled()
    assert said(practice, "A hint for part 1?") == 1


async def test_a_button_pressed_twice_at_once_counts_once(practice: Practice) -> None:
    hand, _ = await begun(practice)
    await hand.press("Skip", again=False)
    hand.heard()
    for _ in range(2):
        practice.ana.press(hand.found("No, go on"))
    await practice.server.settled()
    heard = hand.heard()
    assert sum("goes on" in text for text in heard) == 1
    assert sum("does nothing any more" in text for text in heard) == 1
    assert not practice.unanswered()


async def test_an_interaction_delivered_again_after_a_restart_acts_once(practice: Practice) -> None:
    hand = practice.hand()
    path = ("drill", "progressive")
    asked = practice.ana.slash(practice.room, path, domain="kv-store", seed=7)
    await practice.server.settled()
    await hand.restart()
    practice.ana.again(asked)
    await practice.server.settled()
    assert said(practice, "started **BUILD") == 1
    assert len(practice.store.attempts(practice.server.person(practice.ana))) == 1


async def test_an_acknowledgement_that_comes_too_late_loses_nothing(practice: Practice) -> None:
    hand, _ = await begun(practice)
    practice.ana.press(hand.found("Hint"))
    practice.clock.at += timedelta(seconds=4)  # before the bot had a turn
    await practice.server.settled()
    assert [sent.code for sent in practice.refused()] == [10062]
    assert said(practice, "A hint for part 1?") == 1


async def test_a_message_that_comes_twice_is_taken_once(practice: Practice) -> None:
    hand, thread = await begun(practice)
    message = practice.ana.write(thread, "hint")
    await practice.server.settled()
    practice.world.tell(
        "MESSAGE_CREATE", practice.world.message_json(message), practice.guild, message
    )
    await practice.server.settled()
    assert len(hand.heard()) == 1


# --- the connection ------------------------------------------------------------------------------


async def test_what_is_said_while_the_connection_is_lost_is_taken_when_it_is_back(
    practice: Practice,
) -> None:
    hand, thread = await begun(practice)
    await practice.discord.drop()
    practice.ana.write(thread, "hint")
    await practice.back()
    assert ["A hint for part 1?" in text for text in hand.heard()] == [True]
    assert practice.discord.identified == 1


async def test_discord_asks_to_connect_again_and_nothing_is_lost(practice: Practice) -> None:
    hand, thread = await begun(practice)
    await practice.discord.reconnect()
    practice.ana.write(thread, "time")
    await practice.back()
    assert ["left on part 1" in text for text in hand.heard()] == [True]


@pytest.mark.full  # discord.py waits five seconds before it signs in anew
async def test_after_a_session_was_lost_the_bot_signs_in_anew_and_buttons_work(
    practice: Practice,
) -> None:
    hand, _ = await begun(practice)
    practice.discord.signed_in.clear()
    await practice.discord.invalidate()
    await practice.discord.signed_in.wait()
    await hand.press("Time", again=False)
    assert ["left on part 1" in text for text in hand.heard()] == [True]


async def test_while_discord_cannot_be_reached_what_is_decided_waits(practice: Practice) -> None:
    hand, thread = await begun(practice)
    outage = practice.discord.trouble("POST", "/messages$", cut=True, times=1000)
    practice.ana.write(thread, "hint")
    await practice.server.settled()
    await hand.restart()  # the outage goes on
    assert hand.heard() == []
    outage.times = 0
    await hand.later()
    assert ["A hint for part 1?" in text for text in hand.heard()] == [True]


async def test_limits_of_a_channel_are_kept_and_the_order_too(practice: Practice) -> None:
    practice.discord.limits = (2, 0.3)
    hand, thread = await begun(practice)
    for word in ("help", "time", "skip", "no", "help"):
        practice.ana.write(thread, word)
    await practice.server.settled()
    firsts = [text.partition("\n")[0] for text in hand.heard()]
    assert [first.split(" · ")[0].strip("*") for first in firsts] == [
        "One word does it:",
        "⏱ 8:00 left on part 1",
        firsts[2],
        firsts[3],
        "One word does it:",
    ]
    assert "Skip part 1?" in firsts[2]
    assert "goes on" in firsts[3]
    assert not [sent for sent in practice.discord.sent if sent.status == 429]


async def test_a_rate_limit_is_waited_for(practice: Practice) -> None:
    hand, _ = await begun(practice)
    practice.discord.trouble("POST", "/messages$", retry_after=0.05)
    await hand.press("Hint", again=False)
    assert ["A hint for part 1?" in text for text in hand.heard()] == [True]


# --- threads -------------------------------------------------------------------------------------


async def test_a_thread_that_archived_itself_is_opened_again(practice: Practice) -> None:
    hand, thread = await begun(practice)
    await hand.say("quit")
    await hand.wait(timedelta(days=8), down=False)
    assert practice.world.channel(thread.id, practice.world.bot).archived
    hand.heard()
    await hand.command("progressive --continue")
    assert any("Back at part 1" in text for text in hand.heard())
    assert not thread.archived


async def test_a_locked_thread_is_explained_and_goes_on_when_it_is_unlocked(
    practice: Practice,
) -> None:
    hand, thread = await begun(practice)
    thread.locked = True
    practice.ana.slash(practice.room, ("drill", "hint"))
    await practice.server.settled()
    told = "\n".join(hand.heard())
    assert "locked" in told
    assert "moderator" in told
    assert "A hint for part 1?" not in told
    thread.locked = False
    await hand.later()
    assert any("A hint for part 1?" in text for text in hand.heard())


async def test_a_deleted_thread_is_explained_and_the_drill_can_be_closed(
    practice: Practice,
) -> None:
    hand, thread = await begun(practice)
    practice.world.remove_channel(thread)
    await practice.server.settled()
    practice.ana.slash(practice.room, ("drill", "time"))
    await practice.server.settled()
    assert "deleted" in "\n".join(hand.heard())
    practice.ana.slash(practice.room, ("drill", "abandon"))
    await practice.server.settled()
    assert any("Abandon this session?" in text for text in hand.heard())
    await hand.press("Yes, abandon", again=False)
    assert any("The note is kept" in text for text in hand.heard())
    session = hand.session()
    assert session is not None
    assert not session.open


async def test_a_permission_that_was_taken_away_is_named_and_nothing_is_lost(
    practice: Practice,
) -> None:
    hand, _ = await begun(practice)
    practice.room.denied[practice.world.bot.id] = discord.Permissions(send_messages_in_threads=True)
    practice.world.tell("CHANNEL_UPDATE", practice.world.channel_json(practice.room),
                        practice.guild)  # fmt: skip
    await hand.press("Hint", again=False)
    told = "\n".join(hand.heard())
    assert "Send Messages in Threads" in told
    practice.room.denied.clear()
    await hand.later()
    assert any("A hint for part 1?" in text for text in hand.heard())


async def test_with_closed_direct_messages_nothing_private_is_told_to_others(
    practice: Practice,
) -> None:
    practice.ana.user.accepts_direct = False
    hand = practice.hand()
    practice.ana.slash(
        practice.room, ("drill", "progressive"), domain="kv-store", seed=7, private=True
    )
    await practice.server.settled()
    assert any("Part 1 of 4" in text for text in hand.heard())
    hand.thread.locked = True
    practice.ana.slash(practice.room, ("drill", "hint"))
    await practice.server.settled()
    assert practice.ben.sees() == []


# --- old messages --------------------------------------------------------------------------------


async def test_a_question_of_two_hours_ago_can_still_be_answered_and_is_not_edited(
    practice: Practice,
) -> None:
    hand, _ = await begun(practice)
    await hand.press("Skip", again=False)
    await hand.wait(timedelta(hours=2), down=False)
    hand.heard()
    await hand.press("No, go on", again=False)
    assert any("goes on" in text for text in hand.heard())
    assert practice.refused() == []  # 30046 among them


async def test_buttons_of_days_ago_and_of_an_earlier_process_work(practice: Practice) -> None:
    hand, _ = await begun(practice)
    await hand.wait(timedelta(days=2), down=True)
    hand.heard()
    await hand.press("Hint", again=False)
    assert ["A hint for part 1?" in text for text in hand.heard()] == [True]


async def test_nothing_counts_down_by_edits(practice: Practice) -> None:
    hand, _ = await begun(practice)
    before = len(practice.discord.sent)
    await hand.wait(timedelta(minutes=44), down=False)
    assert all(sent.method == "POST" for sent in practice.discord.sent[before:])


# --- code that comes in --------------------------------------------------------------------------


async def test_text_around_a_block_is_no_code_and_the_tag_neither(practice: Practice) -> None:
    hand, thread = await begun(practice)
    practice.ana.write(thread, f"here it is:\n```python\n{WRONG}```\nwhat do you think?")
    await practice.server.settled()
    [text] = hand.heard()
    assert "Took your block, 2 lines" in text


async def test_of_two_blocks_that_could_both_be_it_one_is_asked_for(practice: Practice) -> None:
    hand, thread = await begun(practice)
    other = WRONG.replace("pass", "x = 1")
    practice.ana.write(thread, f"```py\n{WRONG}```\nor\n```py\n{other}```")
    await practice.server.settled()
    assert "Which one?" in hand.heard()[0]
    await hand.press("Your second block, 2 lines", again=False)
    assert any("Took your second block" in text for text in hand.heard())


async def test_an_edited_message_is_asked_about_and_never_run_by_itself(
    practice: Practice,
) -> None:
    hand, thread = await begun(practice)
    message = practice.ana.write(thread, f"```py\n{WRONG}```")
    await practice.server.settled()
    assert "Took your block" in hand.heard()[0]
    practice.ana.edit(message, f"```py\n{WRONG.replace('pass', 'x = 1')}```")
    await practice.server.settled()
    [asked] = hand.heard()
    assert "changed after I read it" in asked
    assert "visible tests" not in asked
    await hand.press("Run", again=False)
    assert any("Took your block" in text for text in hand.heard())


async def test_a_links_preview_is_no_edit(practice: Practice) -> None:
    hand, thread = await begun(practice)
    message = practice.ana.write(thread, f"```py\n{WRONG}```")
    await practice.server.settled()
    hand.heard()
    told = {**practice.world.message_json(message), "embeds": [{"type": "link", "url": "x:y"}]}
    practice.world.tell("MESSAGE_UPDATE", told, practice.guild, message)
    await practice.server.settled()
    assert hand.heard() == []


async def test_every_line_that_code_prints_can_be_read(practice: Practice) -> None:
    hand, _ = await begun(practice)
    lines = "\\n".join(f"line {number}" for number in range(400))
    await hand.send(f'class KeyValueStore:\n    def set(self, k, v): print("{lines}")\n')
    [text] = hand.heard()
    shown = text + "".join(
        file.raw.decode() for message in practice.ana.sees() for file in message.files
    )
    assert "line 11" in shown
    assert "line 399" in shown


async def test_what_code_prints_calls_nobody_and_breaks_out_of_nothing(practice: Practice) -> None:
    hand, _ = await begun(practice)
    evil = f"@everyone <@{practice.ben.user.id}> ``` [x](http://evil.example) ```py"
    await hand.send(f"class KeyValueStore:\n    def set(self, k, v): print({evil!r})\n")
    assert hand.heard()
    calls = set().union(*(message.pings for message in practice.ana.sees()))
    assert calls <= {str(practice.ana.user.id)}
    for message in practice.ana.sees():
        for component in limits.walk(message.components):
            assert component.get("content", "").count("```") % 2 == 0


async def test_in_a_direct_message_a_drill_is_played_by_words_and_files(
    practice: Practice,
) -> None:
    hand = practice.hand()
    direct = practice.world.direct(practice.ana.user)
    practice.ana.slash(direct, ("drill", "progressive"), domain="kv-store", seed=7)
    await practice.server.settled()
    assert any("Part 1 of 4" in text for text in hand.heard())
    practice.ana.write(direct, "", [("solution.py", WRONG.encode())])
    await practice.server.settled()
    assert ["Took `solution.py`, 2 lines" in text for text in hand.heard()] == [True]
    practice.ana.write(direct, "quit")
    await practice.server.settled()
    assert ["Paused at part 1" in text for text in hand.heard()] == [True]
    assert practice.ben.sees() == []


async def test_with_a_name_that_others_have_too_drills_stay_apart(practice: Practice) -> None:
    practice.ben.user.name = practice.ana.user.name
    hand, thread = await begun(practice)
    practice.ben.write(thread, "done")
    await practice.server.settled()
    assert ["can act in this drill" in text for text in hand.heard()] in ([True], [])
    assert practice.store.attempts(practice.server.person(practice.ben)) == []


# --- shards --------------------------------------------------------------------------------------


async def test_a_bot_of_several_shards_hears_every_server(
    grader: GraderPool, tmp_path: Path
) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Practice(store, Catalog(), grader, shards=1) as practice:
        other = practice.world.guild("elsewhere", EVERYBODY, practice.ana.user)
        room = practice.world.text_channel(other, "drills")
        await practice.server.kill()
        practice.discord.shards = 2
        await practice.server.start()
        while len(practice.discord.sessions) < 2:
            practice.discord.signed_in.clear()
            await practice.discord.signed_in.wait()
        await practice.discord.taken()
        for place in (room, practice.room):
            practice.ana.slash(place, ("drill", "progressive"))
            await practice.server.settled()
        assert said(practice, "PROGRESSIVE BUILD") == 2


async def test_what_is_typed_is_completed_from_what_there_is(practice: Practice) -> None:
    path = ("drill", "progressive")
    typed = practice.ana.complete(practice.room, path, "domain", "kv")
    await practice.server.settled()
    assert [choice["value"] for choice in typed.choices or []] == ["kv-store"]
    assert len(typed.choices or []) <= 25


async def test_a_held_answer_ends_with_its_process(practice: Practice) -> None:
    """The harness itself: a request that is never answered holds up nothing but its process."""
    hand, _ = await begun(practice)
    cut = practice.discord.trouble("POST", "/messages$", hold="after")
    practice.ana.press(hand.found("Hint"))
    await practice.server.settled(cut.met)
    await asyncio.wait_for(hand.restart(), 60)
    assert said(practice, "A hint for part 1?") == 1
