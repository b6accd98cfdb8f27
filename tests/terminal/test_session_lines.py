"""A working session in the terminal: the person's own folder, the clock, and what they read."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import CTRL_C, ME, Desk, Typed
from rich.console import Console

from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from bot.platforms.terminal.adapter import Terminal
from bot.platforms.terminal.screen import Screen
from bot.platforms.terminal.session import SessionLines
from bot.platforms.terminal.spelling import Spelling
from drills.command import SESSIONS, session
from drills.events import Changed, Event
from drills.model import End, Session
from drills.working import Call
from drills.working_state import WorkPhase, WorkState

START = "session --domain billing-reconciler --seed 7"
PROGRAM = """\
import data

paid = {}
for row in data.PAYMENTS:
    paid[row["reference"]] = row["amount"]
for invoice in data.INVOICES:
    print(invoice["number"], invoice["total"], paid.get(invoice["number"], "open"))
"""


def folder(desk: Desk) -> Path:
    return next(desk.practice.glob("*/.drill")).parent


def saved(desk: Desk, text: str, name: str = "solution.py") -> Callable[[], None]:
    """Saves a file, as an editor would."""

    def save() -> None:
        path = folder(desk) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    return save


def work(desk: Desk) -> WorkState:
    assert desk.session.work is not None
    return desk.session.work


async def send(session: Session, event: Event) -> Session:
    raise AssertionError("nothing is said here")


async def agree() -> None:
    raise AssertionError("nothing runs here")


def told(said: str) -> str:
    """What is said, whatever the width."""
    return " ".join(said.split())


async def test_the_menu_leads_into_a_surprise(desk: Desk) -> None:
    said = await desk.play("session", "1", "quit")
    assert "WORKING SESSION" in said
    assert "Time cap: 60 min" in said
    assert desk.session.drill == "session"


async def test_the_folder_holds_the_brief_the_rows_and_the_persons_own_files(desk: Desk) -> None:
    said = await desk.play(START + " --time 45", "quit")
    names = {path.name for path in folder(desk).iterdir() if path.name[0] != "."}
    assert names == {"PROBLEM.md", "data.py", "solution.py", "decisions.md"}
    assert "Time cap: 45 min" in (folder(desk) / "PROBLEM.md").read_text()
    assert "`go` starts the clock" in told(said)


async def test_nothing_of_the_traps_reaches_the_folder_or_the_screen_before_done(
    desk: Desk,
) -> None:
    said = await desk.play(START, saved(desk, PROGRAM), "run", "help", "brief", "time", "quit")
    content = desk.problem.work
    assert content is not None
    texts = [p.read_text() for p in folder(desk).rglob("*") if p.is_file()]
    for trap in content.traps:
        for secret in (trap.ask, trap.notice, trap.tell, trap.proof):
            assert secret not in told(said)
            assert not any(secret in text for text in texts)


async def test_the_first_change_of_the_solution_file_begins_the_clock(desk: Desk) -> None:
    said = await desk.play(START, "time", saved(desk, PROGRAM), "time", "quit")
    assert "does not run yet" in told(said)
    assert "It began with the first change of `solution.py`." in told(said)
    assert work(desk).phase is WorkPhase.BLOCK


async def test_a_change_is_seen_while_nobody_types(desk: Desk) -> None:
    await desk.play(START, "quit")
    saved(desk, PROGRAM)()
    screen = Screen(Console(file=io.StringIO()))
    terminal = Terminal(desk.store, screen, Spelling())
    lines = SessionLines(terminal, ME, Typed([], io.StringIO()), {}, desk.clock.now, send, agree)
    seen: list[Event] = []

    async def receive(event: Event) -> None:
        seen.append(event)

    await asyncio.wait_for(lines.watch(desk.session, receive), timeout=30)
    assert [type(event) for event in seen] == [Changed]


async def test_a_file_that_was_only_opened_begins_nothing(desk: Desk) -> None:
    await desk.play(START, lambda: (folder(desk) / "solution.py").touch(), "time", "quit")
    assert work(desk).phase is WorkPhase.BRIEF


async def test_run_shows_what_the_program_prints_and_keeps_what_it_writes(desk: Desk) -> None:
    writing = PROGRAM + 'open("report.csv", "w").write("a,b")\n'
    said = await desk.play(START, saved(desk, writing), "run", "quit")
    assert "It ran to its end" in said
    assert "`output.txt` has all of it" in told(said)
    assert (folder(desk) / "out/report.csv").read_text() == "a,b"
    assert len((folder(desk) / "output.txt").read_text().splitlines()) > 40


async def test_a_crash_shows_its_traceback_and_points_at_nothing_else(desk: Desk) -> None:
    said = await desk.play(START, saved(desk, "import data\nprint(1 / 0)\n"), "run", "quit")
    assert "ZeroDivisionError" in said
    assert "line 2" in said


async def test_several_files_are_sent_together(desk: Desk) -> None:
    first = saved(desk, "import money\nfrom books.read import N\nprint(money.CENTS, N)\n")
    lines = [
        first,
        saved(desk, "CENTS = 100\n", "money.py"),
        saved(desk, "N = 7\n", "books/read.py"),
        saved(desk, "", "books/__init__.py"),
    ]
    said = await desk.play(START, *lines, "run", "quit")
    assert "100 7" in said
    assert set(work(desk).files) == {
        "solution.py",
        "decisions.md",
        "money.py",
        "books/read.py",
        "books/__init__.py",
    }


async def test_the_rows_are_the_bots_own_copy_and_that_is_said_once(desk: Desk) -> None:
    lines = [saved(desk, PROGRAM), saved(desk, "INVOICES = PAYMENTS = []\n", "data.py")]
    said = await desk.play(START, *lines, "run", "run", "quit")
    assert told(said).count("`data.py` is not as it was written") == 1
    assert "It ran to its end" in said
    assert "`output.txt` has all of it" in told(said)


async def test_a_solution_that_is_gone_comes_back_as_it_was_sent_last(desk: Desk) -> None:
    def gone() -> None:
        (folder(desk) / "solution.py").unlink()

    said = await desk.play(START, saved(desk, PROGRAM), "run", gone, "run", "files", "quit")
    assert "so nothing ran" in told(said)
    assert (folder(desk) / "solution.py").read_text() == PROGRAM


async def test_the_solution_is_never_written_over(desk: Desk) -> None:
    await desk.play(START, saved(desk, PROGRAM), "run", "quit")
    await desk.play("session --continue", "brief", "files", "quit")
    assert (folder(desk) / "solution.py").read_text() == PROGRAM


async def test_quit_stops_the_clock_and_continue_goes_on(desk: Desk) -> None:
    await desk.play(START, "go", "quit")
    said = await desk.play("session --continue", "time", "quit")
    assert "Back at the block" in said
    assert "60:00 left of 60:00" in said


async def test_a_question_in_the_block_has_one_answer(desk: Desk) -> None:
    said = await desk.play(START, "go", "may I assume euros?", "log: euros alone", "quit")
    assert "Yours to decide; put it in the log." in said
    assert "In your log, at 0:00." in said
    assert work(desk).log.endswith("euros alone")


async def test_from_done_to_the_verdict(desk: Desk) -> None:
    log = saved(desk, "# Decisions\n- One payment is one row.\n", "decisions.md")
    traps = 20  # more answers than there are questions; what is left over is not read
    said = await desk.play(
        START, saved(desk, PROGRAM), log, "run", "done", *["so it is"] * traps, *["3"] * 8
    )
    assert said.count("Frozen at 0:00 of 60:00") == 1
    assert "Ambiguity 1 of" in said
    assert "From your output" in said
    assert "BEST" in said
    assert "WEAKEST" in said
    [note] = desk.store.notes(ME)
    assert "working session · billing-reconciler" in note.text
    over = desk.store.session_at(desk.place, over=True)
    assert over is not None
    assert over.end is End.COMPLETED
    assert over.work is not None
    assert over.work.result is not None
    assert over.work.result.count(Call.MISSED) > 0
    assert "done" in await desk.play("session --status")


async def test_the_walkthrough_goes_on_where_it_was_left(desk: Desk) -> None:
    await desk.play(START, saved(desk, PROGRAM), "done", "all of it", "quit")
    said = await desk.play("session --continue", "quit")
    assert "Back at the walkthrough" in said
    assert "Modelling" in said


async def test_without_a_sandbox_nothing_runs_and_the_questions_come_all_the_same(
    desk: Desk,
) -> None:
    desk.choose = lambda cache: SelfTest(Rung.NONE, ())
    said = await desk.play(START, saved(desk, PROGRAM), "run", "no", "done", "x", "y", "quit")
    assert "No sandbox works on this machine" in told(said)
    assert "Ambiguity 1 of" in said
    assert {call.call for call in work(desk).calls or ()} == {Call.UNTOLD}


async def test_a_session_that_is_running_is_told_of(desk: Desk) -> None:
    await desk.play(START, "quit")
    said = await desk.play("session --next", "")
    assert "A session is already running here" in said
    assert "the brief" in said


@pytest.mark.parametrize("words", ["session --lang go", "session --interviewer @ben"])
async def test_what_there_is_not_is_said(desk: Desk, words: str) -> None:
    await desk.play(words)
    assert desk.code in (0, 1)
    assert desk.store.session_at(desk.place) is None


async def test_a_long_run_can_be_left_waiting(desk: Desk) -> None:
    slow = "for _ in range(9 ** 7): pass\nprint('there')\n"
    said = await desk.play(START, saved(desk, slow), "time", "run", CTRL_C, "quit")
    assert "It goes on; what it shows comes here" in told(said)


def test_a_session_is_spelled_as_it_is_typed() -> None:
    assert Spelling()(SESSIONS) == "drill play session"
    assert Spelling()(session("x")) == "drill play session --domain x"


async def test_coming_back_waits_for_what_the_program_shows_and_not_for_what_is_behind_it(
    desk: Desk,
) -> None:
    await desk.play(START, saved(desk, PROGRAM), "time", "done", CTRL_C, "quit")
    said = await desk.play("session --continue", "all", "quit")
    assert said.index("Frozen at") < said.index("Scope") < said.index("Modelling")
