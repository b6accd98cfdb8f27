"""What happens in a practice channel when something goes wrong, told as conversations."""

from __future__ import annotations

import asyncio

import pytest

from tests.slack.counterpart.members import NothingThere
from tests.slack.counterpart.server import BEFORE
from tests.slack.counterpart.state import BOT, Json
from tests.slack.counterpart.wires import EVENTS
from tests.slack.practice import Practice
from tests.slack.solutions import solution

pytestmark = pytest.mark.asyncio(loop_scope="module")


# --- what comes twice ------------------------------------------------------------------------


async def test_a_drill_asked_for_by_a_mention_that_slack_brings_three_times_starts_once(
    practice: Practice,
) -> None:
    ana = practice.ana
    brought: list[Json] = []
    send = ana.wire.send

    class Recording:
        async def send(self, kind: str, payload: Json, retry: int = 0) -> Json:
            brought.append(payload)
            return await send(kind, payload, retry)

    ana.wire = Recording()
    await practice.surviving(
        ana.write(practice.channel, "@drill progressive --domain kv-store --seed 7", smart=True)
    )
    for payload in [*brought]:
        for retry in (1, 2):
            await practice.surviving(send(EVENTS, payload, retry))
    assert len(practice.store.attempts(practice.person(ana))) == 1
    assert len([line for line in practice.public() if "started" in line]) == 1


async def test_a_word_that_slack_brings_again_is_answered_once(practice: Practice) -> None:
    await practice.start()
    before = len(practice.said())
    word = await practice.write("time")
    assert len(practice.said()) == before + 1
    await practice.surviving(practice.ana.message_event(practice.channel, word))
    assert len(practice.said()) == before + 1


async def test_a_word_with_a_mention_comes_as_two_events_and_is_answered_once(
    practice: Practice,
) -> None:
    await practice.start()
    before = len(practice.said())
    await practice.write("@drill time")
    assert len(practice.said()) == before + 1


async def test_two_presses_at_once_count_once(practice: Practice) -> None:
    session = await practice.start()
    await practice.write("abandon")
    ana = practice.ana
    await practice.surviving(asyncio.gather(ana.press("Yes, abandon"), ana.press("Yes, abandon")))
    assert not practice.store.session(session.id).open
    assert len([text for text in practice.said() if text.startswith("Abandoned")]) == 1
    assert "That button does nothing any more. The drill is over." in practice.told(ana)[-1]


async def test_an_answered_question_shows_who_chose_what_and_has_no_buttons(
    practice: Practice,
) -> None:
    await practice.start()
    await practice.write("skip")
    await practice.press("No, go on")
    [question] = [text for text in practice.said() if text.startswith("Skip part 1?")]
    assert "[Yes, skip]" not in question
    assert "No, go on" in question
    assert "ana" in question


# --- more than Slack takes --------------------------------------------------------------------


async def test_a_limit_holds_up_one_thread_in_order_and_no_other(practice: Practice) -> None:
    other = practice.workspace.channel("other", practice.bo.user)
    mine = await practice.start()
    await practice.slash("progressive --domain kv-store --seed 7", practice.bo, other)
    practice.slack.limit("chat.postMessage", seconds=1, times=1, channel=practice.channel.id)
    theirs = practice.session(practice.bo)
    assert theirs is not None
    thread, top = practice.where(mine)
    await practice.ana.write(thread, "hint", top)
    await practice.ana.write(thread, "time", top)
    channel, other_top = practice.where(theirs)
    await practice.bo.write(channel, "time", other_top)
    await practice.bot.idle()
    practice.clock.at = practice.clock.at.replace(minute=1)
    await practice.bot.app.perform()
    await practice.settled()
    assert [text.split(" ")[0] for text in practice.said(mine)[-2:]] == ["A", "⏱"]
    ours = [p.ts for p in practice.workspace.thread(thread.id, top) if p.user == BOT]
    held = [p.ts for p in practice.workspace.thread(channel.id, other_top) if p.user == BOT]
    assert held[-1] < ours[-2] < ours[-1]


# --- where the bot is not let in --------------------------------------------------------------


async def test_in_a_channel_without_the_bot_the_person_is_told_to_invite_it(
    practice: Practice,
) -> None:
    away = practice.workspace.channel("away", practice.ana.user, bot=False)
    await practice.slash("progressive --domain kv-store --seed 7", channel=away)
    assert "/invite @drill" in practice.told(practice.ana)[-1]
    assert practice.session() is None
    away.members.add(BOT)
    await practice.slash("progressive --domain kv-store --seed 7", channel=away)
    assert practice.session() is not None


async def test_a_permission_that_the_app_lacks_is_named(practice: Practice) -> None:
    practice.workspace.scopes -= {"chat:write"}
    await practice.slash("progressive --domain kv-store --seed 7")
    assert "chat:write" in practice.told(practice.ana)[-1]


async def test_an_archived_channel_keeps_a_drill_waiting_and_its_person_is_told(
    practice: Practice,
) -> None:
    session = await practice.start()
    practice.channel.archived = True
    practice.clock.at = practice.clock.at.replace(minute=3)
    for timer in practice.store.claim_timers("practice", ["slack"], practice.clock.now()):
        await practice.bot.app.fire(timer)
    assert "archived" in practice.told(practice.ana)[-1]
    assert "5:00 left" not in practice.said()[-1]
    practice.channel.archived = False
    practice.clock.at = practice.clock.at.replace(minute=4)
    await practice.restart()
    await practice.settled()
    assert "⏱ 5:00 left" in practice.said()[-1]
    assert practice.store.session(session.id).open


async def test_a_renamed_channel_is_the_same_channel(practice: Practice) -> None:
    await practice.start()
    practice.channel.name = "old-practice"
    await practice.write("time")
    assert practice.said()[-1].startswith("⏱ 8:00 left on part 1")


async def test_a_thread_whose_first_message_is_deleted_goes_on(practice: Practice) -> None:
    session = await practice.start()
    channel, top = practice.where(session)
    line = practice.workspace.post(channel.id, top)
    assert line is not None
    await practice.surviving(practice.bo.delete(channel, line))
    await practice.write("time")
    assert practice.said()[-1].startswith("⏱ 8:00 left on part 1")


async def test_a_thread_that_is_gone_holds_nothing_up_and_its_person_is_told(
    practice: Practice,
) -> None:
    await practice.start()
    practice.workspace.posts.clear()
    practice.clock.at = practice.clock.at.replace(minute=3)
    for timer in practice.store.claim_timers("practice", ["slack"], practice.clock.now()):
        await practice.surviving(practice.bot.app.fire(timer))
    assert "thread" in practice.told(practice.ana)[-1]
    other = await practice.start()
    await practice.write("time", session=other)
    assert practice.said(other)[-1].startswith("⏱ 8:00 left on part 1")


async def test_a_question_that_was_deleted_can_still_be_answered(practice: Practice) -> None:
    session = await practice.start()
    await practice.write("abandon")
    channel, top = practice.where(session)
    [question] = [
        post
        for post in practice.workspace.thread(channel.id, top)
        if post.text.startswith("Abandon this session?")
    ]
    practice.workspace.posts.remove(question)
    await practice.write("yes")
    assert practice.said()[-1].startswith("Abandoned at part 1")


async def test_a_person_who_was_deactivated_breaks_nothing(practice: Practice) -> None:
    await practice.start()
    practice.ana.user.deleted = True
    practice.clock.at = practice.clock.at.replace(minute=3)
    for timer in practice.store.claim_timers("practice", ["slack"], practice.clock.now()):
        await practice.surviving(practice.bot.app.fire(timer))
    assert "⏱ 5:00 left" in practice.said()[-1]
    theirs = await practice.start(by=practice.bo)
    await practice.write("time", practice.bo, theirs)
    assert practice.said(theirs)[-1].startswith("⏱")


# --- other people -----------------------------------------------------------------------------


async def test_somebody_else_is_told_alone_that_the_drill_is_not_theirs(
    practice: Practice,
) -> None:
    session = await practice.start()
    before = practice.said()
    await practice.write("done", practice.bo)
    assert "Only @ana can act" in practice.told(practice.bo)[-1]
    await practice.write("Well done, keep going!", practice.bo)
    await practice.press("Skip", practice.bo)
    assert len(practice.told(practice.bo)) == 2
    assert practice.said() == before
    assert practice.store.session(session.id).people == (practice.person(practice.ana),)


async def test_in_a_team_anybody_acts_and_who_did_what_is_kept(practice: Practice) -> None:
    session = await practice.start("--team")
    assert "anyone in the thread may act" in practice.public()[0]
    await practice.write("", practice.bo, files=[("solution.py", solution().encode())])
    await practice.write("done", practice.bo)
    await practice.write("hint")
    team = practice.store.session(session.id)
    assert team.people == (practice.person(practice.ana), practice.person(practice.bo))
    assert team.stages[0].dones[0].by == practice.person(practice.bo)
    await practice.write("finish", practice.bo)
    assert "Only the person who started this session" in practice.told(practice.bo)[-1]


async def test_a_private_drill_leaves_nothing_in_the_channel(practice: Practice) -> None:
    session = await practice.start("--private")
    channel, _ = practice.where(session)
    assert channel.kind == "im"
    await practice.write("", files=[("solution.py", solution().encode())])
    await practice.write("done")
    await practice.write("finish")
    await practice.write("yes")
    assert practice.said()[-1].startswith("Finished")
    assert practice.public() == []
    assert practice.told(practice.bo) == []


async def test_a_choice_of_the_menu_starts_with_the_flag_that_was_given(
    practice: Practice,
) -> None:
    await practice.slash("progressive --private")
    assert "--next --private" in practice.told(practice.ana)[-1]
    await practice.press("kv-store")
    session = practice.session()
    assert session is not None
    assert session.private
    assert practice.public() == []
    await practice.slash("progressive --team", practice.bo)
    await practice.press("kv-store", practice.bo)
    assert "anyone in the thread may act" in practice.public()[0]


@pytest.mark.parametrize("kind", ["group", "mpim"])
async def test_a_drill_is_held_in_a_private_channel_and_among_a_few_people(
    kind: str, practice: Practice
) -> None:
    room = practice.workspace.channel("few", practice.ana.user, practice.bo.user, kind=kind)
    await practice.slash("progressive --domain kv-store --seed 7", channel=room)
    await practice.write("", files=[("solution.py", solution().encode())])
    assert "4 visible tests: 4 ✓" in practice.said()[-1]
    assert practice.public() == []


async def test_a_guest_from_another_organisation_plays_in_a_shared_channel(
    practice: Practice,
) -> None:
    guest = practice.member(practice.workspace.person("guest", team="T0OTHER"))
    practice.channel.members.add(guest.user.id)
    practice.channel.shared = True
    theirs = await practice.start()
    await practice.write("done", guest, theirs)
    assert "Only @ana can act" in practice.told(guest)[-1]
    await practice.surviving(
        guest.write(practice.channel, "@drill progressive --domain kv-store --seed 7")
    )
    [line] = [text for text in practice.public() if text.startswith("@guest started")]
    [top] = [
        post
        for post in practice.workspace.posts
        if not post.thread and f"<@{guest.user.id}> started" in post.text
    ]
    code = [("solution.py", solution().encode())]
    await practice.surviving(guest.write(practice.channel, "", top.ts, code, external=True))
    thread = practice.workspace.thread(practice.channel.id, top.ts)
    assert "4 visible tests: 4 ✓" in thread[-1].text or "4 visible tests: 4 ✓" in str(
        thread[-1].blocks
    ), line


# --- code as people send it -------------------------------------------------------------------


async def test_code_pasted_bare_from_a_phone_is_put_right_and_asked_about(
    practice: Practice,
) -> None:
    code = solution().rstrip() + '\n\n\n# see https://example.com/a?b=1&c=2 and store.py: "--"\n'
    await practice.start()
    await practice.write(code)
    assert "That reads like code" in practice.said()[-1]
    await practice.press("Run this")
    assert "4 visible tests: 4 ✓" in practice.said()[-1]
    session = practice.session()
    assert session is not None
    kept = practice.store.submission(session.submission).text
    assert kept.rstrip() == code.rstrip()


async def test_a_fenced_block_keeps_its_signs_and_its_quotes(practice: Practice) -> None:
    code = solution().rstrip() + "\n\n\nSIGNS = \"<a> & 'b' -- “c”\", 1 < 2 > 0 & 1\n"
    await practice.start()
    await practice.write(f'Here -- it\'s "done":\n```python\n{code}```\nthanks')
    session = practice.session()
    assert session is not None
    assert practice.store.submission(session.submission).text.rstrip() == code.rstrip()
    assert "4 visible tests: 4 ✓" in practice.said()[-1]


async def test_a_command_with_a_smart_dash_and_curly_quotes_is_understood(
    practice: Practice,
) -> None:
    await practice.slash("progressive —domain “kv-store” —seed 7")
    assert practice.session() is not None


async def test_of_two_files_that_define_the_name_the_person_chooses(practice: Practice) -> None:
    await practice.start()
    wrong = b"class KeyValueStore:\n    pass\n"
    files = [("old.py", wrong), ("new.py", solution().encode())]
    await practice.write("which one?", files=files)
    assert "Which one?" in practice.said()[-1]
    label = next(
        line[1:-1] for line in practice.said()[-1].splitlines() if line.startswith("[`new.py`")
    )
    await practice.press(label)
    assert "Took `new.py`" in practice.said()[-1].replace("new.py", "`new.py`").replace("``", "`")
    assert "4 visible tests: 4 ✓" in practice.said()[-1]


async def test_code_with_done_beside_it_is_graded(practice: Practice) -> None:
    await practice.start()
    await practice.write("done", files=[("solution.py", solution().encode())])
    assert any(text.startswith("Part 1 passed") or "Part 1 passed" in text for text in
               practice.said())  # fmt: skip


async def test_a_word_in_direct_messages_is_meant_for_the_one_drill_there(
    practice: Practice,
) -> None:
    private = await practice.start("--private")
    public = await practice.start()
    direct, _ = practice.where(private)
    for text in ("time", "Hint!"):
        await practice.surviving(practice.ana.write(direct, text))
    await practice.slash("time", channel=direct)
    first = [text.partition("\n")[0] for text in practice.said(private)[-3:]]
    assert "left on part 1" in first[0]
    assert first[1].startswith("A hint for part 1?")
    assert "left on part 1" in first[2]
    assert len(practice.said(public)) == 2  # its part, and its files
    assert not any("Which one do you mean?" in text for text in practice.told(practice.ana))
    await practice.surviving(practice.ana.write(direct, "help"))
    assert "My Home tab shows your progress" in practice.told(practice.ana)[-1]


async def test_what_is_over_has_a_button_that_starts_the_next(practice: Practice) -> None:
    first = await practice.start("--private")
    await practice.write("abandon")
    await practice.press("Yes, abandon")
    await practice.press("Next")
    next = practice.session()
    assert next is not None
    assert (next.id != first.id, next.private, practice.public()) == (True, True, [])
    assert "Your next drill is in" in practice.told(practice.ana)[-1]


async def test_a_word_said_right_after_a_file_is_about_that_file(practice: Practice) -> None:
    session = await practice.start()
    channel, top = practice.where(session)

    async def hastily() -> None:
        await practice.ana.write(channel, "", top, [("solution.py", solution().encode())])
        await practice.ana.write(channel, "done", top)

    await practice.surviving(hastily())
    assert practice.store.session(session.id).stages[0].passed


async def test_a_file_that_slack_does_not_hand_out_is_said_to_be_so(practice: Practice) -> None:
    await practice.start()
    practice.workspace.scopes -= {"files:read"}
    await practice.write("", files=[("solution.py", solution().encode())])
    assert "files:read" in practice.told(practice.ana)[-1]
    assert "sign in" not in practice.told(practice.ana)[-1].casefold()


async def test_a_file_that_is_too_large_is_refused_with_its_size(practice: Practice) -> None:
    await practice.start()
    await practice.write("", files=[("solution.py", b"#" * 300_000)])
    assert "a solution may have 256 KB" in practice.told(practice.ana)[-1]


async def test_an_edited_message_is_asked_about_before_it_runs(practice: Practice) -> None:
    session = await practice.start()
    first = "class KeyValueStore:\n    pass"
    post = await practice.write(f"```\n{first}\n```")
    channel, _ = practice.where(session)
    await practice.surviving(practice.ana.unfurl(channel, post))
    before = len(practice.said())
    await practice.surviving(practice.ana.edit(channel, post, f"```\n{solution()}\n```"))
    assert len(practice.said()) == before + 1
    assert "That message changed" in practice.said()[-1]
    taken = practice.store.session(session.id).submission
    assert practice.store.submission(taken).text == f"{first}\n"
    await practice.press("Keep the old")
    assert practice.store.session(session.id).submission == taken
    await practice.surviving(practice.ana.edit(channel, post, f"```\n{solution()}# 2\n```"))
    await practice.press("Run")
    assert "4 visible tests: 4 ✓" in practice.said()[-1]


async def test_the_form_holds_the_last_code_and_says_what_is_wrong_with_the_new(
    practice: Practice,
) -> None:
    await practice.start()
    await practice.press("Send code")
    errors = await practice.ana.submit("x = 1")
    assert "KeyValueStore" in str(errors)
    await practice.surviving(practice.ana.submit(solution()[:2900]))
    await practice.settled()
    await practice.press("Send code")
    fields = [b["element"] for b in practice.ana.window()["blocks"] if b["type"] == "input"]
    shown = [element.get("initial_value", "") for element in fields]
    assert any(value.startswith(solution()[:200]) for value in shown), shown


async def test_code_that_is_too_long_for_the_form_is_not_lost(practice: Practice) -> None:
    long = solution() + "".join(f"# line {n} of a long file\n" for n in range(300))
    await practice.start()
    await practice.write("", files=[("solution.py", long.encode())])
    await practice.press("Send code")
    assert practice.ana.window()["type"] == "modal"
    with pytest.raises(NothingThere):
        await practice.ana.submit(long)
    await practice.surviving(practice.ana.submit("", [("solution.py", f"{long}#\n".encode())]))
    assert "4 visible tests: 4 ✓" in practice.said()[-1]


async def test_a_trigger_that_expired_says_to_press_again(practice: Practice) -> None:
    await practice.start()

    def late(when: str, what: str, args: Json) -> bool:
        if (when, what) == (BEFORE, "views.open"):
            practice.slack.expire_triggers()
        return False

    with practice.slack.interrupting(late):
        await practice.press("Send code")
    assert "again" in practice.told(practice.ana)[-1]
    await practice.press("Send code")
    assert practice.ana.window()["type"] == "modal"


async def test_what_code_prints_calls_nobody_and_breaks_out_of_nothing(
    practice: Practice,
) -> None:
    loud = (
        "class KeyValueStore:\n"
        "    def set(self, k, v):\n"
        "        print('``` <!channel> <@U0BO> @here')\n"
        "        raise ValueError('``` <!here> <http://x.com|y> *a* _b_')\n"
    )
    await practice.start()
    await practice.write("", files=[("solution.py", loud.encode())])
    assert "<!here> <http://x.com|y> *a* _b_" in practice.said()[-1]


# --- the connection, the command, the home tab ------------------------------------------------


async def test_slack_may_ask_for_a_new_connection_at_any_time(practice: Practice) -> None:
    await practice.start()
    await practice.slack.disconnect("refresh_requested")
    await practice.write("time")
    assert practice.said()[-1].startswith("⏱ 8:00 left on part 1")


async def test_the_menu_is_for_one_person_and_its_buttons_start_a_drill(
    practice: Practice,
) -> None:
    await practice.slash("")
    assert practice.public() == []
    assert "PROGRESSIVE BUILD" in practice.told(practice.ana)[-1]
    await practice.press("kv-store")
    assert practice.session() is not None
    assert practice.public()[0].startswith("@ana started")


async def test_words_in_the_channel_reach_the_only_drill_or_ask_which(
    practice: Practice,
) -> None:
    first = await practice.start()
    await practice.slash("time")
    assert practice.said(first)[-1].startswith("⏱")
    second = await practice.start()
    await practice.slash("time")
    assert "Which one do you mean?" in practice.told(practice.ana)[-1]
    assert not practice.said(second)[-1].startswith("⏱")


async def test_the_notes_come_whole_and_to_the_person_alone(practice: Practice) -> None:
    await practice.start()
    await practice.write("done", files=[("solution.py", solution().encode())])
    await practice.slash("notes")
    assert "Your notes" in "\n".join(practice.told(practice.ana))
    assert "Result:" in "\n".join(practice.told(practice.ana))
    assert "notes" not in "\n".join(practice.public()).casefold().replace("a note", "")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("help", "A progressive drill is one problem in four parts"),
        ("status", "Progress · 0 attempts"),
        ("progressive --status", "Progress · 0 attempts"),
        ("notes", "There are no notes yet"),
        ("time", "Nothing is open to continue"),
        ("progressive --private --team", "exclude each other"),
        ("progressive --custom a cache for session tokens", "Nearest to your words"),
        ("progressive --domain", "needs a value"),
    ],
)
async def test_every_command_has_an_answer_for_its_person_alone(
    line: str, answer: str, practice: Practice
) -> None:
    await practice.slash(line)
    assert answer in practice.told(practice.ana)[-1]
    assert practice.public() == []


async def test_a_drill_can_be_begun_from_the_home_tab(practice: Practice) -> None:
    await practice.surviving(practice.ana.open_home())
    await practice.surviving(practice.ana.press_home("kv-store"))
    session = practice.session()
    assert session is not None
    assert practice.where(session)[0].kind == "im"
    assert practice.public() == []


async def test_the_home_tab_shows_ones_own_sessions(practice: Practice) -> None:
    await practice.start()
    await practice.surviving(practice.ana.open_home())
    home = str(practice.workspace.homes[practice.ana.user.id])
    assert "Key-value store" in home
    await practice.surviving(practice.bo.open_home())
    assert "Key-value store" not in str(practice.workspace.homes[practice.bo.user.id])


# --- setting up a channel ---------------------------------------------------------------------


async def test_an_admin_of_the_workspace_sets_up_a_channel(practice: Practice) -> None:
    practice.workspace.users[practice.bo.user.id].admin = True
    await practice.slash("channel --zone kolkata")
    assert "Only those who administer this channel" in practice.told(practice.ana)[-1]
    await practice.slash("channel --zone kolkata", by=practice.bo)
    assert "Time zone: Asia/Kolkata" in practice.told(practice.bo)[-1]
    await practice.slash("channel")
    assert "Time zone: Asia/Kolkata" in practice.told(practice.ana)[-1]


async def test_an_app_of_before_it_asked_who_administers_says_what_to_do(
    practice: Practice,
) -> None:
    practice.workspace.scopes -= {"users:read"}
    await practice.slash("channel --drill lab")
    assert "The app lacks the permission users:read." in practice.told(practice.ana)[-1]
