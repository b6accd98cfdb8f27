"""What people do in a chat, whichever it is: on the real app, store, grader and content."""

from __future__ import annotations

import pytest

from bot.platforms.windows import Opener
from drills.effects import Form
from tests.chat.room import ANA, BO, GENERAL, Channel, words

STORE = "class KeyValueStore:\n    pass\n"


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_command_opens_a_thread_and_the_part_stands_in_it(channel: Channel) -> None:
    session = await channel.start()
    assert session.place.thread == f"thread-{session.id}"
    [announced] = channel.wire.announced
    assert announced.startswith("⟦@ana⟧ started **BUILD: ")
    assert "Part 1 of 4" in channel.last()


async def test_the_same_command_delivered_twice_opens_one_thread(channel: Channel) -> None:
    for _ in range(2):
        await channel.chat.command("one", ANA, GENERAL, ["progressive", "--next"])
    assert len(channel.wire.announced) == 1


async def test_a_channel_holds_any_number_of_drills(channel: Channel) -> None:
    first, second = await channel.start(), await channel.start()
    assert first.id != second.id
    said = await channel.slash("time")
    assert words(said.say).startswith("You have 2 open drills. Which one do you mean?")
    assert said.say is not None
    answer = await channel.chat.picked(channel.key(), ANA, GENERAL, said.say.choices[1].id)
    assert answer.say is None
    assert "left on part 1" in channel.last()


async def test_a_word_outside_acts_on_the_only_drill_and_without_one_says_so(
    channel: Channel,
) -> None:
    assert words((await channel.slash("hint")).say).startswith("Nothing is open to continue.")
    await channel.start()
    assert (await channel.slash("hint")).say is None
    assert channel.last().startswith("A hint for part 1?")


async def test_a_file_with_done_beside_it_is_graded(channel: Channel) -> None:
    session = await channel.start()
    assert await channel.post("done!", session, file=STORE) == ""
    assert channel.last().startswith("Part 1 failed")


async def test_talk_is_passed_over_and_code_without_a_fence_is_asked_about(
    channel: Channel,
) -> None:
    session = await channel.start()
    heard = len(channel.wire.said)
    assert await channel.post("is anyone done with this?", session) == ""
    assert len(channel.wire.said) == heard
    await channel.post(STORE, session)
    assert channel.last().startswith("That reads like code: your text, 2 lines. Run it?")
    assert await channel.press(session, "Run this") == ""
    assert "visible tests" in channel.last()
    assert (await channel.press(session, "Run this")).startswith("That button does nothing any")


async def test_an_edited_message_asks_and_a_link_preview_does_not(channel: Channel) -> None:
    session = await channel.start()
    await channel.post(f"```{STORE}```", session)
    heard = len(channel.wire.said)
    await channel.post(f"```{STORE}```", session, edited=True)
    assert len(channel.wire.said) == heard
    await channel.post(f"```{STORE}    x = 1\n```", session, edited=True)
    assert channel.last().startswith("That message changed after I read it. Run the new text?")
    await channel.press(session, "Keep the old")
    assert channel.last() == "Nothing was taken; your last code is kept."


async def test_others_get_a_private_word_and_change_nothing(channel: Channel) -> None:
    session = await channel.start()
    before = channel.store.session(session.id)
    for told in (
        await channel.post("hint", session, BO),
        await channel.post("", session, BO, file=STORE),
        await channel.press(session, "Hint", BO),
        words((await channel.chat.sent(channel.key(), BO, session, Opener(), STORE, ())).say),
    ):
        assert told.startswith("Only ⟦@ana⟧ can act in this drill.")
    assert await channel.post("good luck!", session, BO) == ""
    assert channel.store.session(session.id) == before


async def test_in_a_team_anyone_acts_and_it_is_kept_who_did_what(channel: Channel) -> None:
    session = await channel.start("--domain kv-store --seed 7 --team")
    assert "anyone in the thread may act" in channel.wire.announced[0]
    await channel.post("", session, BO, file=STORE)
    await channel.post("done", session, BO)
    after = channel.store.session(session.id)
    assert after.people == (ANA, BO)
    assert after.stage.dones[0].by == BO


async def test_quit_pauses_and_continue_goes_on(channel: Channel) -> None:
    session = await channel.start()
    await channel.post("quit", session)
    assert channel.store.session(session.id).paused
    await channel.post("Continue.", session)
    assert not channel.store.session(session.id).paused
    assert "Back at part 1" in channel.last()


async def test_a_word_after_the_end_says_that_it_is_over(channel: Channel) -> None:
    session = await channel.start()
    await channel.post("abandon", session)
    await channel.post("yes", session)
    told = await channel.post("done", session)
    assert told == "This drill is over. Next: /drill progressive --next"
    assert await channel.post("what a pity", session) == ""


async def test_a_form_takes_what_is_pasted_and_says_what_is_wrong_with_it(
    channel: Channel,
) -> None:
    session = await channel.start()
    await channel.chat.sent(channel.key(), ANA, session, Opener(), STORE, ())
    await channel.app.idle()
    assert channel.last().startswith("Took your code, 2 lines.")
    form = channel.chat.form(ANA, channel.store.session(session.id), Opener())
    assert isinstance(form, Form)
    assert form.text == STORE


async def test_a_stub_comes_back_as_a_file(channel: Channel) -> None:
    session = await channel.start()
    await channel.post("", session, file=STORE)
    await channel.post("stub", session)
    [file] = channel.wire.said[-1].files
    assert "raise NotImplementedError" in file.text
    assert file.text.startswith("class KeyValueStore:")


async def test_the_bot_is_spoken_to_by_name(channel: Channel) -> None:
    assert await channel.post("progressive --next", None) == ""
    assert not channel.wire.announced
    await channel.post("progressive —next", None, addressed=True)
    assert len(channel.wire.announced) == 1
    assert "I don't know `wat` here." in await channel.post("wat", None, addressed=True)


async def test_what_excludes_each_other_is_said(channel: Channel) -> None:
    said = await channel.slash("progressive --next --private --team")
    assert words(said.say) == "`--private` and `--team` exclude each other. Give one of them."
    assert "--private" in words((await channel.slash("help")).say)


async def test_the_newest_note_is_shown_and_all_come_as_a_file(channel: Channel) -> None:
    assert words((await channel.slash("notes")).say).startswith("There are no notes yet")
    session = await channel.start()
    await channel.post("done", session, file=STORE)
    said = (await channel.slash("notes")).say
    assert words(said).startswith("Your notes · 1 entry\n## ")
    assert said is not None
    assert said.files == ()
    await channel.post("finish", session)
    await channel.post("yes", session)
    session = await channel.start()
    await channel.post("abandon", session)
    await channel.post("yes", session)
    said = (await channel.slash("notes")).say
    assert said is not None
    told = "Your notes · 2 entries · the newest is below, all are in `notes.md`"
    assert words(said).startswith(told)
    assert words(said).count("## ") == 1
    [kept] = said.files
    assert kept.name == "notes.md"
    assert kept.text.count("## ") == 2
    assert kept.text.endswith(f"{said.blocks[1]}\n")


async def test_the_bots_name_alone_in_a_drill_tells_how_it_stands(channel: Channel) -> None:
    drill = await channel.start()
    assert await channel.post("", drill, addressed=True) == ""
    assert "left on part 1" in channel.last()
    assert await channel.post("", drill) == ""


async def test_a_picture_sent_to_a_drill_is_told_of_and_one_within_talk_is_not(
    channel: Channel,
) -> None:
    drill = await channel.start()
    told = await channel.post("", drill, pictures=("screen.png",))
    assert told.startswith("`screen.png` is no text, so nothing was taken.")
    assert await channel.post("look at that", drill, pictures=("screen.png",)) == ""
    assert await channel.post("", drill, BO, pictures=("screen.png",)) == ""


async def test_status_and_notes_answer_in_a_drill_and_so_does_another_command_line(
    channel: Channel,
) -> None:
    drill = await channel.start()
    assert "**Progress**" in await channel.post("status", drill, addressed=True)
    assert "There are no notes yet" in await channel.post("notes", drill, addressed=True)
    assert "Time zone: UTC" in await channel.post("channel", drill, addressed=True)
    assert "tasks by level" in await channel.post("lab", drill, addressed=True)
    assert await channel.post("sing", drill, addressed=True) == ""
    assert "There is no command `sing`" in channel.last()
