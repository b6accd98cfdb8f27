"""Working sessions in a chat, whichever it is: on the real app, store, grader and content."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest

from bot.platforms.packing import attached
from bot.platforms.reading import Message
from bot.platforms.windows import Opener
from drills import intake
from drills.effects import Form, Table
from drills.events import TimerFired
from drills.model import End, Session
from drills.working import Work
from drills.working_state import PeerMark, WorkPhase, WorkState
from tests.chat.room import ANA, BO, GENERAL, Channel, words

PROGRAM = "import data\n\nprint('tables', len([n for n in dir(data) if n.isupper()]))\n"
LOG = "# Decisions\n\nRefunds: left out, since nobody asked.\n"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begun(channel: Channel, flags: str = "") -> Session:
    channel.app.probe_step = 0.01
    answer = await channel.slash(f"session billing-reconciler --seed 3 {flags}")
    assert answer.session is not None, words(answer.say)
    return channel.store.session(answer.session.id)


def work(channel: Channel, session: Session) -> WorkState:
    state = channel.store.session(session.id).work
    assert state is not None
    return state


def content(channel: Channel, session: Session) -> Work:
    found = channel.store.problem(session.draw).work
    assert found is not None
    return found


async def send(channel: Channel, session: Session, text: str = "", **files: bytes | str) -> str:
    """Post files into the thread, named as `solution_py`; what their sender alone is told."""
    named = tuple(
        (name.replace("_", "."), raw if isinstance(raw, bytes) else raw.encode())
        for name, raw in files.items()
    )
    message = Message(channel.key(), ANA, GENERAL, session.place, text, named)
    answer = await channel.chat.message(message)
    await channel.app.idle()
    return words(answer.say)


def zipped(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return made.getvalue()


def everything(channel: Channel) -> str:
    return "\n".join([*map(str, channel.wire.said), *channel.wire.announced])


# --- which one -------------------------------------------------------------------------------


async def test_the_menu_has_a_surprise_first_and_a_button_starts_one(channel: Channel) -> None:
    said = (await channel.slash("session")).say
    assert said is not None
    assert said.choices[0].label == "surprise me"
    answer = await channel.chat.picked(channel.key(), ANA, GENERAL, said.choices[1].id)
    assert answer.session is not None
    assert answer.session.drill == "session"
    assert "started **WORKING SESSION: " in channel.wire.announced[0]
    assert {"session:", "kv-store"} <= {choice.id for choice in channel.chat.home(ANA).choices}


async def test_the_options_are_those_of_every_drill(channel: Channel) -> None:
    session = await begun(channel, "--time 45 --ai")
    assert "Time cap: 45 min" in channel.last()
    assert work(channel, session).ai
    assert "Progress" in words((await channel.slash("session --status")).say)
    assert "--private" in words((await channel.slash("session --help")).say)
    assert "Did you mean billing-reconciler?" in words(
        (await channel.slash("session billing-recon")).say
    )
    told = await channel.chat.command(channel.key(), ANA, GENERAL, ["help"], session.place)
    assert words(told.say).startswith("**A working session**")
    await channel.post("quit", session)
    assert (await channel.slash("session --continue")).session is not None
    assert channel.store.session(session.id).paused_at is None


async def test_the_brief_comes_with_its_data_and_then_it_is_quiet(channel: Channel) -> None:
    session = await begun(channel)
    files = {file.name: file.text for file in channel.wire.said[-1].files}
    assert files["data.py"] == content(channel, session).data
    assert "## Contract" in files["PROBLEM.md"]
    await channel.press(session, "Go")
    heard = len(channel.wire.said)
    for talk in ("hm, odd rows", "let us see what is in there", "I will drop the refunds"):
        assert await channel.post(talk, session) == ""
    assert len(channel.wire.said) == heard
    await channel.post("may I drop the refunds?", session)
    assert channel.last() == "Yours to decide; put it in the log."


# --- what is sent ----------------------------------------------------------------------------


async def test_files_and_a_log_are_taken_run_and_shown(channel: Channel) -> None:
    session = await begun(channel)
    assert await send(channel, session, solution_py=PROGRAM, decisions_md=LOG) == ""
    assert "tables " in channel.last()
    state = work(channel, session)
    assert state.phase is WorkPhase.BLOCK, "code starts the clock"
    assert state.files == {"solution.py": PROGRAM, "decisions.md": LOG}
    assert "Refunds" in state.log


async def test_a_block_is_the_solution_and_a_decision_beside_it_is_logged(
    channel: Channel,
) -> None:
    session = await begun(channel)
    await channel.post(f"decision: the refunds stay out\n```python\n{PROGRAM}```", session)
    state = work(channel, session)
    assert state.files == {"solution.py": PROGRAM}
    assert [decided.text for decided in state.decided] == ["the refunds stay out"]
    await channel.post("Decision: totals first", session)
    assert [decided.text for decided in work(channel, session).decided][1:] == ["totals first"]


async def test_a_zip_is_unpacked_without_its_own_folder(channel: Channel) -> None:
    session = await begun(channel)
    inside = {"work/solution_py": PROGRAM, "work/rules/money_py": "X = 1\n"}
    inside |= {"work/data_py": "X = 2\n", "work/__pycache__/x_pyc": "\0"}
    assert await send(channel, session, all_zip=zipped(**inside)) == ""
    assert set(work(channel, session).files) == {"solution.py", "rules/money.py"}


async def test_what_the_program_writes_comes_as_files_and_long_output_too(
    channel: Channel,
) -> None:
    session = await begun(channel)
    program = "open('report.csv', 'w').write('a,b')\nfor n in range(500):\n    print(n)\n"
    await send(channel, session, solution_py=program)
    files = {file.name.rpartition("/")[2]: file.text for file in channel.wire.said[-1].files}
    assert files["report.csv"] == "a,b"
    assert files["output.txt"].count("\n") >= 499


async def test_a_pasted_crash_is_told_where_it_is_and_is_no_code(channel: Channel) -> None:
    session = await begun(channel)
    await send(channel, session, solution_py="import data\nprint(1 / 0)\n")
    crash = '  File "solution.py", line 2, in <module>\nZeroDivisionError: division by zero'
    await channel.post(f"```Traceback (most recent call last):\n{crash}```", session)
    assert "It stops at line 2 of `solution.py`" in channel.last()


async def test_code_without_a_block_and_a_changed_message_are_told_and_not_taken(
    channel: Channel,
) -> None:
    session = await begun(channel)
    told = await channel.post("def main():\n    return 1\n", session)
    assert told.startswith("That reads like code.")
    await channel.post(f"```{PROGRAM}```", session)
    assert await channel.post(f"```{PROGRAM}```", session, edited=True) == ""
    told = await channel.post(f"```{PROGRAM}\nprint(2)\n```", session, edited=True)
    assert told.startswith("That message changed after I had read it")
    assert work(channel, session).files == {"solution.py": PROGRAM}


async def test_what_cannot_be_taken_says_so_and_takes_nothing(channel: Channel) -> None:
    session = await begun(channel)
    told = await send(channel, session, data_py="X = 1\n")
    assert "there is no file of yours" in told
    assert "cannot be unpacked" in await send(channel, session, all_zip=b"no zip")
    assert "no path inside" in await send(channel, session, a_zip=zipped(**{"../x_py": "1"}))
    assert work(channel, session).files == {}


async def test_a_repository_is_changed_file_by_file_and_sent_as_a_zip(channel: Channel) -> None:
    channel.app.probe_step = 0.01
    answer = await channel.slash("session --codebase --domain webhook-receiver --seed 3")
    assert answer.session is not None, words(answer.say)
    session = channel.store.session(answer.session.id)
    given = content(channel, session).given
    attachments = dict(attached(channel.wire.said[-1].files))
    assert set(attachments) == {"PROBLEM.md", "repository.zip"}
    raw = attachments["repository.zip"]
    assert isinstance(raw, bytes)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert held == {**given, "decisions.md": "# Decisions\n"}
    assert await send(channel, session, all_zip=raw) == ""
    state = work(channel, session)
    assert {name: text for name, text in state.files.items() if name in given} == {
        name: text for name, text in given.items() if name in state.files
    }
    assert {name for name in given if name.endswith(".py")} <= state.files.keys()
    assert "tests" in channel.last()


# --- windows ---------------------------------------------------------------------------------


async def test_code_decisions_and_answers_can_be_written_in_windows(channel: Channel) -> None:
    session = await begun(channel)
    await channel.press(session, "Go")
    for choice, text in (("file", PROGRAM), ("log", "no refunds")):
        now = channel.store.session(session.id)
        assert isinstance(channel.chat.form(ANA, now, Opener(0, choice)), Form)
        await channel.chat.sent(channel.key(), ANA, now, Opener(0, choice), text, ())
        await channel.app.idle()
    state = work(channel, session)
    assert state.files == {"solution.py": PROGRAM}
    assert [decided.text for decided in state.decided] == ["no refunds"]
    await channel.press(session, "Done")
    now = channel.store.session(session.id)
    asked = Opener(now.ask, "write")
    await channel.chat.sent(channel.key(), ANA, now, asked, "a thin path", ())
    await channel.app.idle()
    assert work(channel, session).answer("scope") == "a thin path"
    now = channel.store.session(session.id)
    with pytest.raises(intake.Refused, match="settled"):
        await channel.chat.sent(channel.key(), ANA, now, asked, "once more", ())


# --- the clock -------------------------------------------------------------------------------


async def test_the_clock_begins_by_itself_warns_and_asks_at_the_cap(channel: Channel) -> None:
    session = await begun(channel)
    clock = channel.app.clock
    start = clock.at  # type: ignore[attr-defined]
    for minutes, name, told in (
        (10, "begin", "began by itself"),
        (60, "warn", "10:00 left"),
        (70, "cap", "are over"),
    ):
        clock.at = start + timedelta(minutes=minutes)  # type: ignore[attr-defined]
        event = TimerFired(clock.now(), name, clock.now())
        await channel.app.receive(channel.key(), session.id, event)
        assert told in channel.last()
    clock.at = start  # type: ignore[attr-defined]


# --- the walkthrough -------------------------------------------------------------------------


async def walked(channel: Channel, session: Session) -> None:
    """Answer everything that is asked."""
    for _ in range(100):
        waits = work(channel, session).waits
        if not waits:
            return
        if waits.startswith("mark:"):
            await channel.press(session, "3")
        else:
            await channel.post(f"here is my answer to it\n```\nrows = [{_}]\n```", session)
    raise AssertionError("it asks without end")


async def test_the_walkthrough_is_one_question_one_answer_and_ends_with_verdict_and_note(
    channel: Channel,
) -> None:
    session = await begun(channel)
    await send(channel, session, "done", solution_py=PROGRAM)
    assert work(channel, session).phase is WorkPhase.WALK
    assert "deliberately left out" in channel.last()
    told = await send(channel, session, solution_py="print(2)\n")
    assert told == ""
    assert "frozen" in channel.last()
    await walked(channel, session)
    after = channel.store.session(session.id)
    assert after.end is End.COMPLETED
    assert work(channel, session).answer("scope").startswith("here is my answer")
    assert work(channel, session).answer("mark:scope") == "3"
    [note] = channel.store.notes(ANA)
    assert "billing-reconciler" in note.text
    assert "WORKING SESSION" in channel.wire.announced[-1]
    assert await channel.post("done", session) == "This drill is over. Next: /drill session --next"


async def test_somebody_else_in_the_thread_changes_nothing(channel: Channel) -> None:
    session = await begun(channel)
    await send(channel, session, "done", solution_py=PROGRAM)
    before = channel.store.session(session.id)
    assert await channel.post("I would have cut the refunds", session, BO) == ""
    assert (await channel.press(session, "Skip", BO)).startswith("Only ⟦@ana⟧ can act")
    assert channel.store.session(session.id) == before


async def test_peers_of_a_team_mark_blind_and_their_marks_stand_beside(channel: Channel) -> None:
    session = await begun(channel, "--team")
    await send(channel, session, "done", solution_py=PROGRAM)
    while not work(channel, session).waits.startswith("mark:"):
        await channel.post("as I said", session)
    assert "press yours too" in channel.last()
    heard = len(channel.wire.said)
    await channel.press(session, "2", BO)
    await channel.press(session, "1", BO)
    await channel.post("4", session, BO)
    for said in channel.wire.said[heard:]:
        assert said.to == BO, "nobody else hears of a peer's mark"
    assert not [settle for settle in channel.wire.settled if settle.by == BO]
    assert work(channel, session).waits == "mark:scope"
    assert work(channel, session).peers == (PeerMark(BO.user, "scope", 1),)
    await channel.press(session, "5")
    for _ in range(4):
        await channel.press(session, "3")
    assert work(channel, session).waits == "differs:scope"
    assert "You gave yourself 5 for scope" in channel.last()
    while work(channel, session).waits:
        await channel.post("I judged the cut, not the amount", session)
    table = next(block for block in channel.wire.said[-1].blocks if isinstance(block, Table))
    assert table.columns[:3] == ("Dimension", "Yours", "Peers")
    assert table.rows[0][:3] == ("Scope", "5", "1")
    assert table.rows[1][:3] == ("Modelling", "3", "—")
    assert "- peers' marks: scope 1" in channel.store.notes(ANA)[0].text


# --- secrets ---------------------------------------------------------------------------------


async def test_nothing_of_the_traps_is_said_before_its_question_was_answered(
    channel: Channel,
) -> None:
    session = await begun(channel)
    traps = content(channel, session).traps
    await channel.press(session, "Go")
    for said in ("brief", "time", "help", "run", "is this a trap?", "what is wrong in the rows?"):
        await channel.post(said, session)
    await send(channel, session, solution_py=PROGRAM)
    await send(channel, session, "done", solution_py=PROGRAM)
    for trap in traps:
        while (waits := work(channel, session).waits) and waits != f"trap:{trap.id}":
            await channel.post("as I said", session)
        shown = everything(channel)
        later = traps[traps.index(trap) :]
        for hidden in later:
            assert hidden.tell not in shown
            assert hidden.notice not in shown
            assert f"trap:{hidden.id}" not in shown
        for hidden in later[1:]:
            assert hidden.ask not in shown
        await channel.post("as I said", session)
        assert trap.tell in everything(channel)
