"""What the bot sends to Slack: once, in order, and a way on where it is kept out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.platforms.slack.places import where
from drills import presentation
from drills.effects import Announce, Choice, Code, File, InsertStub, Keep, Say, Settle
from drills.model import Clock, Person, Phase, Place, Room, Stage
from tests.slack.counterpart import reading
from tests.slack.counterpart.state import Post
from tests.slack.sender import SCOPES, SESSION, Sender, sending

YES, NO = Choice("yes", "Yes, skip", answer=True), Choice("no", "No, go on", answer=True)
QUESTION = Say(("Skip part 1?\nSay `yes` or `no`.",), choices=(YES, NO), ask=2)


@pytest_asyncio.fixture
async def sender(tmp_path: Path) -> AsyncIterator[Sender]:
    async with sending(tmp_path) as one:
        yield one


@pytest_asyncio.fixture
async def begun(sender: Sender) -> Sender:
    sender.begin()
    await sender.perform()
    return sender


def words(post: Post, sender: Sender) -> str:
    return reading.words(post, sender.team)


def labels(post: Post) -> list[str]:
    return [button["text"]["text"] for button, _ in reading.buttons(post.blocks)]


# --- a thread of its own -------------------------------------------------------------------------


async def test_a_drill_is_a_thread_under_one_line_in_the_channel(begun: Sender) -> None:
    line, part, files = begun.thread
    assert (line.channel, line.thread) == (begun.practice.id, "")
    assert line.text.startswith("<@U0ANA> started BUILD: ")
    assert part.text.startswith("BUILD: ")
    assert labels(part) == ["Send code", "Run", "Done", "Hint", "Skip", "Time"]
    assert [file.name for file in files.files] == ["PROBLEM.md", "solution.py", "tests_visible.py"]
    kinds = [file.snippet_type for file in files.files]
    assert kinds == ["markdown", "python", "python"]
    assert where(begun.place) == (begun.practice.id, line.ts)


async def test_the_line_in_the_channel_says_at_the_end_how_it_ended(begun: Sender) -> None:
    ended = replace(begun.session, phase=Phase.ENDED)
    await begun.say(Announce("⟦@U0ANA⟧ · **BUILD** · finished"), phase=ended.phase)
    assert begun.thread[0].text == "<@U0ANA> · BUILD · finished"
    assert len([post for post in begun.team.posts if not post.thread]) == 1


async def test_a_private_drill_is_a_thread_in_the_direct_messages(sender: Sender) -> None:
    sender.begin(private=True)
    await sender.perform()
    assert [post for post in sender.team.posts if post.channel == sender.practice.id] == []
    assert [post.thread for post in sender.direct()[1:]] == [sender.thread[0].ts] * 2


async def test_the_files_of_a_later_part_hold_the_parts_before_it_too(begun: Sender) -> None:
    problem = begun.store.problem(begun.session.draw)
    stages = tuple(Stage(n, Clock(begun.clock.at)) for n in (1, 2))
    later = replace(begun.session, stages=stages)
    await begun.say(presentation.part_opened(later, problem), stages=stages)
    problem_file, tests = begun.thread[-1].files
    first, second = (begun.store.problem(begun.session.draw).parts[n] for n in (0, 1))
    assert first.title in problem_file.text
    assert second.title in problem_file.text
    assert first.visible in tests.text
    assert second.visible in tests.text
    assert problem.parts[2].title not in problem_file.text


async def test_the_stub_comes_as_a_file_to_go_on_from(begun: Sender) -> None:
    part = begun.store.problem(begun.session.draw).parts[0]
    await begun.say(InsertStub("", part.signatures, "Store"))
    assert begun.thread[-1].files[0].name == "solution.py"
    assert "raise NotImplementedError" in begun.thread[-1].files[0].text


async def test_a_file_of_any_text_can_be_sent(begun: Sender) -> None:
    files = tuple(File(f"{n}.txt", text, Keep.WRITE) for n, text in enumerate(("", "\ud800", "é")))
    await begun.say(Say(("Files",), files=files))
    assert [file.content for file in begun.thread[-1].files] == [b"\n", b"?", "é".encode()]


async def test_a_timer_calls_everybody_of_a_team(sender: Sender) -> None:
    sender.begin(team=True)
    await sender.perform()
    people = (sender.person, Person("slack", sender.team.id, sender.ben.id))
    await sender.say(Say(("⏱ 5:00 left",), mention=True), people=people)
    assert sender.thread[-1].text == "<@U0ANA> <@U0BEN> ⏱ 5:00 left"


# --- messages that change ------------------------------------------------------------------------


async def test_a_progress_line_becomes_the_result(begun: Sender) -> None:
    await begun.say(Say(("Running 4 visible tests …",), name="grade:1", progress=True))
    before = len(begun.thread)
    await begun.say(Say(("4 visible tests: 4 ✓",), name="grade:1"), Say(("next",)))
    assert [post.text for post in begun.thread[before - 1 :]] == ["4 visible tests: 4 ✓", "next"]


async def test_a_result_whose_progress_line_was_deleted_is_a_new_message(begun: Sender) -> None:
    await begun.say(Say(("Running …",), name="grade:1", progress=True))
    begun.team.posts.remove(begun.thread[-1])
    await begun.say(Say(("4 ✓",), name="grade:1"))
    assert begun.thread[-1].text == "4 ✓"


async def test_long_output_hangs_under_its_result_as_a_file(begun: Sender) -> None:
    await begun.say(Say(("Running …",), name="grade:1", progress=True))
    output = "\n".join(map(str, range(500)))
    await begun.say(Say(("4 ✓", Code(output, "text", "output.txt")), name="grade:1"))
    result, file = begun.thread[-2:]
    assert "500 lines, as a file" in words(result, begun)
    assert file.files[0].text == output + "\n"


async def test_an_answered_question_has_no_buttons_and_says_what_was_chosen(begun: Sender) -> None:
    await begun.say(QUESTION)
    assert labels(begun.thread[-1]) == ["Yes, skip", "No, go on"]
    await begun.say(Settle(2, "no", begun.person), Say(("No skip: part 1 goes on.",)))
    question, answer = begun.thread[-2:]
    assert labels(question) == []
    assert "→ No, go on · @ana" in words(question, begun)
    assert answer.text == "No skip: part 1 goes on."


async def test_a_question_that_is_put_again_has_buttons_only_where_it_stands_last(
    begun: Sender,
) -> None:
    await begun.say(QUESTION)
    await begun.say(Say(("chat between",)), QUESTION)
    first, _, second = begun.thread[-3:]
    assert labels(first) == []
    assert labels(second) == ["Yes, skip", "No, go on"]
    await begun.say(Settle(2, "", begun.person))
    assert "Not asked any more." in words(begun.thread[-1], begun)


async def test_settling_a_question_that_was_deleted_harms_nothing(begun: Sender) -> None:
    await begun.say(QUESTION)
    begun.team.posts.remove(begun.thread[-1])
    await begun.say(Settle(2, "yes", begun.person), Say(("Skipped",)))
    assert begun.thread[-1].text == "Skipped"


# --- each thing once -----------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("method", ["chat.postMessage", "files.completeUploadExternal"])
async def test_a_part_is_opened_once_though_the_process_dies_while_sending_it(
    sender: Sender, when: str, method: str
) -> None:
    sender.begin()
    await sender.killed(when, method)
    line, part, files = sender.thread
    assert line.text.startswith("<@U0ANA> started BUILD: ")
    assert part.text.startswith("BUILD: ")
    assert len(files.files) == 3
    assert len([post for post in sender.team.posts if not post.thread]) == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("method", ["chat.postMessage", "chat.update"])
async def test_each_message_is_there_once_though_the_process_dies_while_sending(
    begun: Sender, when: str, method: str
) -> None:
    await begun.say(Say(("Running …",), name="grade:1", progress=True), QUESTION)
    before = len(begun.thread)
    begun.decide(
        Settle(2, "no", begun.person), Say(("4 ✓",), name="grade:1"), Say(("one",)), Say(("two",))
    )
    await begun.killed(when, method)
    texts = [post.text for post in begun.thread[before - 2 :]]
    assert texts == ["4 ✓", "Skip part 1?", "one", "two"]
    assert labels(begun.thread[before - 1]) == []


async def test_a_pause_that_slack_asks_for_is_kept_and_the_order_too(begun: Sender) -> None:
    begun.far.limit("chat.postMessage", seconds=30)
    await begun.say(Say(("one",)), Say(("two",)))
    await begun.later(29)
    assert begun.thread[-1].text not in ("one", "two")
    await begun.later(1)
    assert [post.text for post in begun.thread[-2:]] == ["one", "two"]
    asked = [method for method, _ in begun.far.calls]
    assert "conversations.replies" not in asked  # nothing was sent, so there is nothing to find


async def test_files_that_had_to_wait_follow_their_message_once(begun: Sender) -> None:
    begun.far.limit("files.completeUploadExternal", seconds=5)
    file = File("solution.py", "x = 1\n", Keep.WRITE)
    await begun.say(Say(("Here is the beginning",), files=(file,)), Say(("after it",)))
    assert begun.thread[-1].text == "Here is the beginning"
    await begun.later(5)
    text, files, after = begun.thread[-3:]
    assert (text.text, after.text) == ("Here is the beginning", "after it")
    assert [file.name for file in files.files] == ["solution.py"]


# --- one person alone ----------------------------------------------------------------------------


async def test_what_is_said_to_one_person_is_shown_to_them_alone(begun: Sender) -> None:
    ben = Person("slack", begun.team.id, begun.ben.id)
    before = len(begun.thread)
    await begun.say(Say(("There is no command `x`.",), to=ben))
    assert len(begun.thread) == before
    (post,) = begun.alone(begun.ben)
    assert (post.text, post.thread) == ("There is no command x.", begun.thread[0].ts)


async def test_an_answer_goes_where_slack_says_also_without_the_bot_in_the_channel(
    sender: Sender,
) -> None:
    outside = sender.team.channel("outside", sender.ana, bot=False)
    room = Room("slack", sender.team.id, outside.id, team=True)
    url = sender.far.response_url(sender.team, outside.id, sender.ana.id)
    menu = Say(("Which domain?",), choices=(Choice("kv-store", "kv-store"),))
    await sender.slack.private(menu, sender.person, room, response_url=url)
    (post,) = sender.alone(sender.ana)
    assert (post.channel, post.text) == (outside.id, "Which domain?")
    ((button, _),) = reading.buttons(post.blocks)
    assert (button["action_id"], button["value"]) == ("pick:0", "team:kv-store")


async def test_where_nothing_can_be_shown_in_the_channel_it_comes_as_a_direct_message(
    sender: Sender,
) -> None:
    outside = sender.team.channel("outside", sender.ana, bot=False)
    room = Room("slack", sender.team.id, outside.id)
    await sender.slack.private(Say(("Which domain?",)), sender.person, room)
    assert [post.text for post in sender.direct()] == ["Which domain?"]


async def test_notes_come_as_a_file_in_the_direct_messages(sender: Sender) -> None:
    notes = Say(("Your notes · 2 parts",), files=(File("notes.md", "# x\n", Keep.WRITE),))
    await sender.slack.private(notes, sender.person, sender.room)
    text, file = sender.direct()
    assert text.text == "Your notes · 2 parts"
    assert file.files[0].text == "# x\n"
    (told,) = sender.alone(sender.ana)
    assert "in our direct messages" in words(told, sender)


async def test_an_answer_waits_as_long_as_slack_asks(sender: Sender) -> None:
    sender.far.limit("chat.postEphemeral", seconds=0)
    await sender.slack.private(Say(("Which domain?",)), sender.person, sender.room)
    assert [post.text for post in sender.alone(sender.ana)] == ["Which domain?"]


# --- kept out ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ({"bot": False}, "invite me there with `/invite @drill`. Then try again."),
        ({"bot": False, "kind": "group"}, "invite me there with `/invite @drill`. Then try again."),
        ({}, "That channel is archived. Unarchive it, or use another one."),
    ],
    ids=["outside", "private channel", "archived"],
)
async def test_where_a_drill_cannot_be_held_is_said_before_it_begins(
    sender: Sender, made: dict[str, object], told: str
) -> None:
    channel = sender.team.channel("elsewhere", sender.ana, **made)  # type: ignore[arg-type]
    channel.archived = not made
    say = await sender.slack.obstacle(Room("slack", sender.team.id, channel.id))
    assert say is not None
    assert told in str(say.blocks[0])


async def test_nothing_keeps_a_drill_from_the_practice_channel(sender: Sender) -> None:
    assert await sender.slack.obstacle(sender.room) is None
    assert await sender.slack.obstacle(replace(sender.room, channel="C0GONE", private=True)) is None


async def test_a_drill_that_cannot_begin_in_its_channel_begins_in_the_direct_messages(
    sender: Sender,
) -> None:
    sender.practice.archived = True
    sender.begin()
    await sender.perform()
    line, part, files = sender.direct()
    assert "That channel is archived." in words(line, sender)
    assert part.text.startswith("BUILD: ")
    assert len(files.files) == 3
    assert where(sender.place) == (sender.team.direct(sender.ana).id, line.ts)


async def test_a_drill_without_any_place_ends_in_silence_and_jams_nothing(sender: Sender) -> None:
    sender.practice.archived = sender.ana.deleted = True
    sender.begin()
    await sender.perform()
    assert sender.team.posts == []
    assert where(sender.place) is None
    await sender.later(9999)
    assert sender.store.claim_effects("other", ["slack"], sender.clock.at) == []


async def test_a_bot_that_is_removed_says_so_once_and_goes_on_when_it_is_invited(
    begun: Sender,
) -> None:
    begun.practice.members.discard("U0DRILL")
    await begun.say(Say(("one",)), Say(("two",)))
    for _ in range(3):
        await begun.later(60)
    (told,) = begun.direct()
    assert "invite me there with /invite @drill" in words(told, begun)
    begun.practice.members.add("U0DRILL")
    await begun.later(120)
    assert [post.text for post in begun.thread[-2:]] == ["one", "two"]


async def test_a_channel_that_stays_closed_does_not_hold_the_outbox_for_ever(begun: Sender) -> None:
    begun.practice.archived = True
    await begun.say(Say(("one",)), Say(("two",)), Say(("three",)))
    for _ in range(9):
        await begun.later(3600)
    assert begun.store.claim_effects("other", ["slack"], begun.clock.at) == []
    closed, given_up = (words(post, begun) for post in begun.direct())
    assert "I try again for half an hour" in closed
    assert "Your code and your notes are kept" in given_up


async def test_a_thread_that_was_deleted_is_given_up_at_once(begun: Sender) -> None:
    begun.team.posts.clear()
    await begun.say(Say(("one",)), Say(("two",)))
    assert begun.store.claim_effects("other", ["slack"], begun.clock.at) == []
    assert ["That thread is gone" in words(post, begun) for post in begun.direct()] == [True]


async def test_without_the_permission_for_files_the_drill_goes_on_and_says_what_lacks(
    tmp_path: Path,
) -> None:
    async with sending(tmp_path, SCOPES - {"files:write"}) as sender:
        sender.begin()
        await sender.perform()
        _, part, told = sender.thread
        assert part.text.startswith("BUILD: ")
        assert "the permission files:write" in words(told, sender)
        assert "PROBLEM.md" in words(told, sender)


async def test_an_app_that_was_removed_from_the_workspace_jams_nothing(begun: Sender) -> None:
    begun.team.token = "xoxb-another"
    await begun.say(Say(("one",)))
    for _ in range(9):
        await begun.later(3600)
    assert begun.store.claim_effects("other", ["slack"], begun.clock.at) == []
    await begun.slack.private(Say(("Which domain?",)), begun.person, begun.room)
    stranger = Room("slack", "T0OTHER", "C0OTHER")
    say = await begun.slack.obstacle(stranger)
    assert say is not None
    assert "Install it again" in str(say.blocks[0])


async def test_a_session_of_another_workspace_is_no_place_of_this_one(begun: Sender) -> None:
    other = Place("slack", "T0OTHER", begun.place.thread)
    assert begun.store.session_at(other) is None
    assert begun.store.session_at(begun.place) == begun.session
    assert begun.session.id == SESSION
