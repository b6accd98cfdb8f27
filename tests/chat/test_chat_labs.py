"""Labs in a chat, whichever it is: on the real app, store, grader and content."""

from __future__ import annotations

import pytest

from bot.platforms.windows import Opener
from drills import intake
from drills.effects import Form, Say, Settle
from drills.kinds.lab.composing import reference
from drills.model import Session
from drills.task import LabPhase, LabState, Press
from tests.chat.room import ANA, BO, GENERAL, Channel, words

OWN = "def line_cents(line):\n    return 7\n"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begun(channel: Channel, plan: str = "rounding", flags: str = "") -> Session:
    answer = await channel.slash(f"lab total-cart {flags}")
    assert answer.session is not None, words(answer.say)
    if plan:
        await channel.post(plan, answer.session)
    return channel.store.session(answer.session.id)


def lab(channel: Channel, session: Session) -> LabState:
    state = channel.store.session(session.id).lab
    assert state is not None
    return state


def opener(channel: Channel, label: str) -> Opener:
    """The button of a window that was shown last under a label."""
    return [
        Opener(say.ask, choice.id)
        for say in channel.wire.said
        for choice in say.choices
        if choice.form and choice.label == label
    ][-1]


def window(channel: Channel, session: Session, label: str) -> Form:
    now = channel.store.session(session.id)
    form = channel.chat.form(ANA, now, opener(channel, label))
    assert isinstance(form, Form), words(form)
    return form


async def send(channel: Channel, session: Session, label: str, text: str, file: str = "") -> str:
    """Send a window; what its writer alone is told."""
    now, opened = channel.store.session(session.id), opener(channel, label)
    files = [("cart.py", file.encode())] if file else []
    answer = await channel.chat.sent(channel.key(), ANA, now, opened, text, files)
    await channel.app.idle()
    return words(answer.say)


# --- which one -------------------------------------------------------------------------------


async def test_the_menu_has_a_button_for_each_task_and_one_starts_it(channel: Channel) -> None:
    said = (await channel.slash("lab")).say
    assert said is not None
    ids = {choice.label: choice for choice in said.choices}
    assert len(ids) == len(channel.app.catalog.labs())
    assert ids["total-cart"].row < ids["signed-webhooks"].row, "a row for each level"
    answer = await channel.chat.picked(channel.key(), ANA, GENERAL, ids["total-cart"].id)
    assert answer.session is not None
    assert answer.session.drill == "lab"
    assert "LAB: Total a Shopping Cart" in channel.wire.announced[0]


async def test_a_level_and_the_next_one_are_for_the_asking(channel: Channel) -> None:
    answer = await channel.slash("lab --level staff")
    assert answer.session is not None
    assert channel.store.problem(answer.session.draw).seniority == "staff"
    assert "Did you mean total-cart?" in words((await channel.slash("lab total-car")).say)
    assert "--private" in words((await channel.slash("lab --help")).say)
    assert "/drill lab --help" in words((await channel.slash("help")).say)
    place = channel.store.session(answer.session.id).place
    told = await channel.chat.command(channel.key(), ANA, GENERAL, ["help"], place)
    assert words(told.say).startswith("**A lab**")


async def test_what_is_open_goes_on_and_is_told_of(channel: Channel) -> None:
    session = await begun(channel)
    await channel.post("quit", session)
    told = words((await channel.slash("status")).say)
    assert "0 attempts" in told
    assert "0 labs done" in told
    assert "suggestion 1 of 4" in words((await channel.slash("lab --status")).say)
    assert (await channel.slash("lab --continue")).session is not None
    assert not channel.store.session(session.id).paused
    assert "Back at suggestion 1 of 4" in channel.last()
    home = channel.chat.home(ANA)
    assert {"kv-store", "lab:total-cart"} <= {choice.id for choice in home.choices}


async def test_a_lab_leaves_a_note_and_its_question_is_put_anew_after_a_pause(
    channel: Channel,
) -> None:
    session = await begun(channel)
    await channel.post("quit", session)
    for word in ("quit", "time", "accept", "help"):
        await channel.post(word, session)
        assert [choice.id for choice in channel.wire.said[-1].choices] == ["continue"], word
    await channel.post("continue", session)
    assert channel.wire.settled[-1] == Settle(2, "", ANA)
    await channel.post("abandon", session)
    await channel.post("yes", session)
    said = (await channel.slash("notes")).say
    assert said is not None
    assert words(said).startswith("Your notes · 1 entry\n")
    assert "Total a Shopping Cart · lab · total-cart" in words(said)


async def test_a_thread_takes_a_command_for_the_drill_in_it(channel: Channel) -> None:
    first, _ = await begun(channel), await begun(channel)
    await channel.post("quit", first)
    place = channel.store.session(first.id).place
    for line in ("lab --continue", "continue"):
        await channel.chat.command(channel.key(), ANA, GENERAL, line.split(), place)
        assert not channel.store.session(first.id).paused
        await channel.post("quit", first)


# --- words -----------------------------------------------------------------------------------


async def test_the_first_words_in_the_thread_are_the_plan(channel: Channel) -> None:
    session = await begun(channel, "rounding, and\n```\nthe order of `codes`\n```")
    assert lab(channel, session).plan == "rounding, and\n```\nthe order of `codes`\n```"
    assert "Suggestion 1 of 4" in channel.last()


async def test_a_plan_can_be_written_in_a_window_and_by_who_names_the_bot(
    channel: Channel,
) -> None:
    session = await begun(channel, plan="")
    assert not window(channel, session, "Write plan").code
    assert await send(channel, session, "Write plan", "rounding") == ""
    assert lab(channel, session).plan == "rounding"
    with pytest.raises(intake.Refused, match="settled"):
        await send(channel, session, "Write plan", "another one")
    other = await begun(channel, plan="")
    await channel.post("the codes", other, addressed=True)
    assert lab(channel, other).plan == "the codes"


async def test_a_plan_is_written_anew_until_something_is_decided(channel: Channel) -> None:
    session = await begun(channel, "accept 4")
    assert "`accept` comes with the first suggestion; `done` begins." in channel.last()
    await channel.post("rounding", session)
    await channel.post("Plan: the order of Codes", session)
    assert lab(channel, session).plan == "the order of Codes"
    await channel.post("accept 6", session)
    assert "How sure: 1 to 5." in channel.last()
    await channel.post("accept 4", session)
    await channel.post("plan: nothing", session)
    assert lab(channel, session).plan == "the order of Codes"


async def test_the_proposal_itself_sent_as_a_version_is_accepted(channel: Channel) -> None:
    session = await begun(channel)
    proposal = window(channel, session, "Edit").text
    await channel.post(f"```{OWN}```", session)
    await channel.post("back", session)
    await channel.post(f"```{proposal}```", session)
    state = lab(channel, session)
    assert [decision.press for decision in state.decisions] == [Press.EDIT, Press.ACCEPT]
    assert state.states[0] == "a"


async def test_the_window_as_it_opened_undoes_a_version_of_ones_own(channel: Channel) -> None:
    session = await begun(channel)
    proposal = window(channel, session, "Edit").text
    with pytest.raises(intake.Refused, match="Nothing was changed"):
        await send(channel, session, "Edit", proposal)
    await channel.post(f"```{OWN}```", session)
    await channel.post("back", session)
    assert await send(channel, session, "Edit", proposal) == ""
    assert lab(channel, session).states[0] == "a"
    await channel.post("back", session)
    with pytest.raises(intake.Refused, match="Nothing was changed"):
        await send(channel, session, "Edit", proposal)


async def test_talk_is_passed_over_while_a_suggestion_waits(channel: Channel) -> None:
    session = await begun(channel)
    heard = len(channel.wire.said)
    assert await channel.post("shall I accept this one?", session) == ""
    assert await channel.post("good luck", session, BO) == ""
    assert len(channel.wire.said) == heard
    assert "can act in this drill" in await channel.post("accept 4", session, BO)
    await channel.post("accpet", session, addressed=True)
    assert "Did you mean `accept`?" in channel.last()
    await channel.post("Accept 4.", session)
    assert [(d.press, d.sure) for d in lab(channel, session).decisions] == [(Press.ACCEPT, 4)]


async def test_how_sure_one_is_is_noted_for_that_person_alone(channel: Channel) -> None:
    session = await begun(channel)
    await channel.press(session, "4")
    noted = channel.wire.said[-1]
    assert (noted.to, words(noted), noted.choices) == (ANA, "Noted: sure 4.", ())
    await channel.press(session, "Reject")
    assert channel.wire.settled[-1] == Settle(2, "reject", ANA, "sure 4")
    assert (await channel.press(session, "Reject")) == ""
    assert lab(channel, session).shown == 2


async def test_what_is_explained_may_hold_code_and_lines_are_pointed_at(channel: Channel) -> None:
    session = await begun(channel)
    for _ in range(4):
        await channel.post("accept", session)
    await channel.post("done", session)
    assert "2 tests fail. Go on to explaining?" in channel.last()
    await channel.post("yes", session)
    assert lab(channel, session).phase is LabPhase.EXPLAIN
    await channel.post("accept 4", session)
    assert "`accept` is over" in channel.last()
    assert lab(channel, session).explanations[0].kind is None
    await channel.press(session, "Breaks a rule")
    labels = {choice.label for choice in channel.wire.said[-1].choices}
    assert {"1", "2", "3", "Nothing", "Write it"} <= labels
    await channel.press(session, "3")
    assert channel.wire.settled[-1].choice == "line-3"
    await channel.post("half goes to even: ```round(2.5) == 2```", session)
    own = lab(channel, session).explanations[0]
    assert (own.line, own.words) == (3, "half goes to even: ```round(2.5) == 2```")
    assert await send(channel, session, "Write it", "fine, held against rule 4") == ""
    assert lab(channel, session).explanations[1].words == "held against rule 4"
    assert "is closed" in await said_of(channel, session, file=OWN)


async def said_of(channel: Channel, session: Session, text: str = "", file: str = "") -> str:
    """What the thread is told of something sent."""
    assert await channel.post(text, session, file=file) == ""
    return channel.last()


# --- code ------------------------------------------------------------------------------------


async def test_edit_opens_the_proposal_and_never_the_correction(channel: Channel) -> None:
    session = await begun(channel)
    form = window(channel, session, "Edit")
    assert (form.title, form.code) == ("Suggestion 1 of 4", True)
    assert "return round(line.unit_cents * line.quantity)" in form.text
    with pytest.raises(intake.Refused, match="Nothing was changed"):
        await send(channel, session, "Edit", form.text)
    with pytest.raises(intake.Refused, match="does not parse"):
        await send(channel, session, "Edit", "def line_cents(:")
    assert lab(channel, session).decisions == ()
    assert await send(channel, session, "Edit", OWN) == ""
    assert [d.press for d in lab(channel, session).decisions] == [Press.EDIT]
    assert "return 7" in lab(channel, session).file
    late = channel.store.session(session.id)
    assert isinstance(channel.chat.form(ANA, late, Opener(2, "edit")), Say), "settled"


async def test_a_block_is_a_version_of_what_is_shown_or_of_what_it_names(channel: Channel) -> None:
    session = await begun(channel)
    assert "Took your version of suggestion 1" in await told(channel, session, f"```{OWN}```")
    other = "```\ndef line_cents(line):\n    return 8\n```"
    assert "Took `cart.py`: you changed `line_cents`." in await told(channel, session, other)
    assert len(lab(channel, session).decisions) == 1
    assert "does not parse" in await told(channel, session, "```def read_codes(typed:```")
    assert "return 8" in lab(channel, session).file


async def told(channel: Channel, session: Session, text: str) -> str:
    """All that the thread is told of a message."""
    heard = len(channel.wire.said)
    assert await channel.post(text, session) == ""
    return "\n".join(words(say) for say in channel.wire.said[heard:])


async def test_several_blocks_are_one_version_and_several_files_are_none(channel: Channel) -> None:
    session = await begun(channel)
    blocks = f"```HALF = 7```\nand\n```{OWN.replace('7', 'HALF')}```"
    assert "Took your version of suggestion 1" in await told(channel, session, blocks)
    assert "HALF = 7" in lab(channel, session).file
    form = opener(channel, "Send code")
    with pytest.raises(intake.Refused, match="those are 2 files"):
        await channel.chat.sent(
            channel.key(), ANA, session, form, "", [("a.py", b"x = 1"), ("b.py", b"y = 1")]
        )


async def test_the_tests_are_no_version_of_the_file(channel: Channel) -> None:
    session = await begun(channel)
    now, opened = channel.store.session(session.id), opener(channel, "Send code")
    tests = ("test_cart.py", b"def test_mine():\n    pass\n")
    with pytest.raises(intake.Refused, match="is the tests"):
        await channel.chat.sent(channel.key(), ANA, now, opened, "", [tests])
    both = [tests, ("cart.py", OWN.encode())]
    await channel.chat.sent(channel.key(), ANA, now, opened, "", both)
    assert lab(channel, session).file == OWN


async def test_in_a_team_anyone_decides_and_a_peer_marks(channel: Channel) -> None:
    session = await begun(channel, plan="", flags="--team")
    await channel.post("rounding", session, BO)
    for word in ("accept", "reject 2", "accept"):
        await channel.post(word, session, BO)
    await channel.press(session, "Accept", BO)
    await channel.post("done", session)
    await channel.press(session, "Yes, explain", BO)
    for _ in range(4):
        await channel.post("fine, held against the rules", session)
    await channel.press(session, "Both", BO)
    assert lab(channel, session).explanations[0].peer
    await channel.post("finish", session, BO)
    assert "Only the person who started" in channel.last()


async def test_code_without_a_fence_and_a_changed_message_are_sent_again(channel: Channel) -> None:
    session = await begun(channel)
    assert (await channel.post(OWN, session)).startswith("That reads like code.")
    await channel.post(f"```{OWN}```", session)
    assert await channel.post(f"```{OWN}```", session, edited=True) == ""
    changed = await channel.post(f"```{OWN}    # x\n```", session, edited=True)
    assert changed.startswith("That message changed after I had read it")
    assert "# x" not in lab(channel, session).file


async def test_the_whole_file_can_be_sent_in_a_window_or_under_its_name(channel: Channel) -> None:
    session = await begun(channel)
    form = window(channel, session, "Send code")
    assert form.text == lab(channel, session).file
    mine = form.text.replace("return list(typed)", "return sorted(typed)")
    assert await send(channel, session, "Send code", mine) == ""
    assert "Took `cart.py`: you changed `read_codes`." in words(channel.wire.said[-1])
    assert lab(channel, session).decisions == ()
    assert await send(channel, session, "Send code", mine, file="broken = (") == ""
    assert "it does not parse" in channel.last()
    assert lab(channel, session).file == "broken = ("


async def test_the_file_comes_once_all_is_decided_and_the_reference_at_the_end(
    channel: Channel,
) -> None:
    session = await begun(channel)
    for _ in range(4):
        assert all(not say.files for say in channel.wire.said[1:])
        await channel.post("accept", session)
    [file] = channel.wire.said[-1].files
    assert (file.name, file.text) == ("cart.py", lab(channel, session).file)
    await channel.post("done", session)
    await channel.post("finish", session)
    await channel.press(session, "Yes, finish")
    assert [file.name for file in channel.wire.said[-1].files] == [
        "to-the-reference.diff",
        "reference.py",
    ]
    assert "15 of 100" in channel.wire.announced[-1]
    told = await channel.post("accept", session)
    assert told == "This drill is over. Next: /drill lab --next"


# --- secrets ---------------------------------------------------------------------------------


async def test_nothing_of_the_truth_is_said_before_all_words_are_sealed(channel: Channel) -> None:
    session = await begun(channel)
    task = channel.store.problem(session.draw).lab
    assert task is not None
    await channel.post("try", session)
    await channel.post(f"```{OWN}```", session)
    for word in ("reject", "accept 3", "back", "next", "reject", "run", "done", "yes"):
        await channel.post(word, session)
    while lab(channel, session).phase is LabPhase.EXPLAIN:
        shown = "\n".join([*map(str, channel.wire.said), *channel.wire.announced])
        for s in task.suggestions:
            for secret in (s.reason, s.consequence, *(point.says for point in s.points)):
                assert secret not in shown
            own = {*s.corrected.splitlines()} - {*s.proposed.splitlines(), ""}
            assert not any(f"+{line}" in shown for line in own)
        assert "flaw_" not in shown
        await channel.post("fine, no idea", session)
    assert task.suggestions[0].reason in channel.last()
    assert reference(task) not in channel.last()
