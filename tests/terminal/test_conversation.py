"""What a person types and reads, from the command line to the end of a session."""

from __future__ import annotations

import contextlib
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from desk import CACHE, CTRL_C, ME, Desk, no_file_may_grow

from bot.app import App
from bot.grader.pool import GraderPool
from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from bot.platforms.terminal.workspace import Busy, lock, shown
from content.catalog import Catalog
from drills.model import End

START = "--domain kv-store --seed 7"


async def test_the_menu_leads_into_a_drill_by_number(desk: Desk) -> None:
    number = Catalog().ids().index("kv-store") + 1
    said = await desk.play("", str(number), "quit")
    assert "Part 1 of 4" in said
    assert desk.session.problem == "kv-store"


@pytest.mark.parametrize("line", ["", "q", "exit", CTRL_C])
async def test_enter_leaves_the_menu(desk: Desk, line: str) -> None:
    said = await desk.play("", line)
    assert "Attempts" in said
    assert not desk.practice.exists()
    assert desk.code == 0


async def test_the_files_hold_part_1_and_nothing_of_what_comes(desk: Desk) -> None:
    await desk.play(START, "quit")
    folder = desk.files.folder
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    assert {p.name for p in folder.iterdir() if p.name[0] != "."} == {
        "PROBLEM.md",
        "solution.py",
        "tests_visible.py",
    }
    shown = " ".join(str(p.relative_to(folder)) + p.read_text() for p in files)
    first = desk.problem.parts[0]
    for part in desk.problem.parts[1:]:
        assert part.title not in shown
        new = [name.rpartition(".")[2] for name in part.added]
        assert not any(f"def {name}(" in shown for name in new if name not in first.signatures)
    assert first.hidden not in shown


async def test_a_part_is_passed_and_the_next_one_grows_the_files(desk: Desk) -> None:
    said = await desk.play(START, desk.solve(1), "run", "done", "quit")
    assert "Took `solution.py`" in said
    assert "Part 1 passed" in said
    assert "Part 2 of 4" in said
    problem = (desk.files.folder / "PROBLEM.md").read_text()
    assert problem.index("Part 1 of 4") < problem.index("Part 2 of 4")
    assert desk.files.solution.read_text() == desk.problem.parts[0].reference


async def test_code_that_is_unchanged_is_not_taken_again(desk: Desk) -> None:
    said = await desk.play(START, "run", "run", "quit")
    assert said.count("Took `solution.py`") == 1
    assert len(desk.store.submissions(desk.session.id)) == 1


async def test_a_later_session_finds_its_files_again(desk: Desk) -> None:
    await desk.play(START, desk.solve(1), "quit")
    folder = desk.files.folder
    said = await desk.play("--continue", "done", "quit")
    assert f"practice/{folder.name}" in said
    assert "Part 1 passed" in said


async def test_the_end_of_the_input_leaves_as_quit_does(desk: Desk) -> None:
    said = await desk.play(START)
    assert "leave as with `quit`" in said
    assert desk.session.paused


@pytest.mark.parametrize("word", ["exit", "q", ":q", "Bye."])
async def test_every_usual_word_for_leaving_leaves(desk: Desk, word: str) -> None:
    said = await desk.play(START, word, "help")
    assert "Paused at part 1" in said
    assert "> help" not in said


async def test_ctrl_c_where_nothing_is_typed_says_how_to_leave(desk: Desk) -> None:
    said = await desk.play(START, CTRL_C, "quit")
    assert "`quit` leaves" in said


async def test_continue_in_an_open_session_says_that_it_is_open(desk: Desk) -> None:
    said = await desk.play(START, "continue", "quit")
    assert "Part 1 is open and its clock runs" in said
    assert "`drill play --continue`" in said


async def test_a_sentence_with_a_word_in_it_has_the_word_suggested(desk: Desk) -> None:
    said = await desk.play(START, "give me a hint", "how long do I have", "open my file", "quit")
    for word in ("hint", "time", "edit"):
        assert f"Did you mean `{word}`?" in said
    assert "hint for part 1" not in said.casefold()


async def test_help_is_one_message_with_the_terminals_own_words(desk: Desk) -> None:
    said = (await desk.play(START, "help", "quit")).partition("> help")[2].partition("> quit")[0]
    assert said.index("`run`:") < said.index("`files`:") < said.rindex("run · done")
    assert said.rstrip().endswith("time")


async def test_a_word_with_a_slip_names_the_nearest(desk: Desk) -> None:
    said = await desk.play(START, "hlep", "Done.", "xyzzy", "quit")
    assert "I don't know `hlep`. Did you mean `help`?" in said
    assert "I don't know `xyzzy`. `help` lists" in said
    assert "I don't know `Done" not in said


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"\x00\x01binary", "is a binary file"),
        (b"#" * (5 << 20), "has 5.0 MB"),
        ("é".encode("latin-1"), "is not UTF-8"),
    ],
)
async def test_a_file_that_is_no_code_is_said_and_left(
    desk: Desk, content: bytes, sentence: str
) -> None:
    said = await desk.play(START, desk.write(content), "run", "done", "quit")
    assert " ".join(said.split()).count(sentence) == 2
    assert desk.files.solution.read_bytes() == content
    assert desk.store.submissions(desk.session.id) == []


async def test_a_lost_solution_comes_back_only_when_asked(desk: Desk) -> None:
    def lose() -> None:
        desk.files.solution.rename(desk.folder / "taken away.py")

    said = await desk.play(START, desk.solve(1), "run", lose, "run", "done", "quit")
    assert said.count("so nothing ran") == 2
    assert not desk.files.solution.exists()
    said = await desk.play("--continue", "stub", "quit")
    assert "anew from the code you sent last" in said
    assert desk.files.solution.read_text() == desk.problem.parts[0].reference


async def test_continue_puts_back_the_files_that_are_gone(desk: Desk) -> None:
    await desk.play(START, desk.solve(1), "done", "quit")
    folder = desk.files.folder
    bots = [folder / "PROBLEM.md", folder / "tests_visible.py"]
    before = [path.read_text() for path in bots]
    for path in bots:
        path.unlink()
    said = await desk.play("--continue", "quit")
    assert "`PROBLEM.md` and `tests_visible.py` were gone and put back" in said
    assert [path.read_text() for path in bots] == before
    assert "put back" not in await desk.play("--continue", "quit")


async def test_a_folder_that_is_gone_is_made_anew_without_a_solution(desk: Desk) -> None:
    await desk.play(START, desk.solve(1), "done", "quit")
    folder = desk.files.folder
    before = {p.name: p.read_text() for p in folder.iterdir() if p.is_file()}
    shutil.rmtree(folder)
    said = " ".join((await desk.play("--continue", "quit")).split())
    assert "folder was gone, so it is made anew, with `PROBLEM.md` and `tests_visible.py`" in said
    assert "`solution.py` is not there; say `stub` to have it written from the code you" in said
    after = {p.name: p.read_text() for p in folder.iterdir() if p.is_file()}
    del before["solution.py"]
    assert after == before


async def test_the_next_part_comes_below_the_parts_that_were_put_back(desk: Desk) -> None:
    await desk.play(START, desk.solve(1), "done", CTRL_C, "quit")
    if not desk.session.stage.passed:  # the grade was interrupted too: it is asked for again
        await desk.play("--continue", "quit")
    shutil.rmtree(desk.files.folder)
    await desk.play("--continue", "quit")
    problem = (desk.files.folder / "PROBLEM.md").read_text()
    assert problem.index("Part 1 of 4") < problem.index("Part 2 of 4")


async def test_while_a_folder_is_away_nothing_is_written_in_its_place(desk: Desk) -> None:
    away = desk.folder / "away"
    home: list[Path] = []

    def move_away() -> None:
        home.append(desk.files.folder)
        home[0].rename(away)

    def move_back() -> None:
        away.rename(home[0])

    said = await desk.play(
        START, desk.solve(1), move_away, "stub", "run", "edit",
        move_back, "run", "quit",
    )  # fmt: skip
    assert said.count("folder is gone from") == 3
    assert "Took `solution.py`" in said
    assert list(desk.practice.glob("[!.]*")) == [home[0]]


async def test_files_makes_a_lost_folder_anew_when_asked(desk: Desk) -> None:
    def move_away() -> None:
        desk.files.folder.rename(desk.folder / "away")

    said = await desk.play(START, desk.solve(1), "run", move_away, "files", "stub", "run", "quit")
    assert "made anew, with `PROBLEM.md` and `tests_visible.py`" in " ".join(said.split())
    assert desk.files.solution.read_text() == desk.problem.parts[0].reference
    assert len(list(desk.practice.glob("[!.]*"))) == 1


async def test_a_folder_renamed_in_the_middle_is_followed(desk: Desk) -> None:
    def rename() -> None:
        desk.files.folder.rename(desk.practice / "my name")

    said = await desk.play(START, desk.solve(1), rename, "done", "quit")
    assert "Part 1 passed" in said
    assert "Part 2 of 4" in (desk.practice / "my name" / "PROBLEM.md").read_text()
    assert len(list(desk.practice.glob("*/PROBLEM.md"))) == 1


async def test_stub_brings_the_new_signatures_of_a_part(desk: Desk) -> None:
    said = await desk.play(START, desk.solve(1), "done", "stub", "stub", "quit")
    assert "Inserted into `solution.py`" in said
    assert "nothing changed" in said
    text = desk.files.solution.read_text()
    assert all(f"def {name.rpartition('.')[2]}(" in text for name in desk.problem.parts[1].added)


async def test_changed_tests_are_noticed_once(desk: Desk) -> None:
    def change() -> None:
        (desk.files.folder / "tests_visible.py").write_text("def test_mine(): pass\n")

    said = await desk.play(START, desk.solve(1), change, "run", "run", "done", "quit")
    assert said.count("the bot's own copy") == 1
    assert "Part 1 passed" in said
    assert (desk.files.folder / "tests_visible.py").read_text().startswith("def test_mine()")


async def test_a_question_is_answered_by_number_or_by_word(desk: Desk) -> None:
    said = await desk.play(START, "finish", "2", "abandon", "no", "abandon", "1")
    assert "1 Yes, finish   2 No, go on" in said
    assert "→ No, go on" in said
    ended = desk.store.attempts(ME)[-1]
    assert desk.store.session(ended.session).end is End.ABANDONED


async def test_a_number_means_nothing_where_nothing_is_asked(desk: Desk) -> None:
    said = await desk.play(START, "finish", "no", "1", "quit")
    assert "I don't know `1`" in said
    assert desk.session.open


async def test_where_a_session_runs_three_ways_are_offered(desk: Desk) -> None:
    await desk.play(START, "quit")
    first = desk.session.id
    said = await desk.play("--domain kv-store", "1", "quit")
    assert "1 Continue   2 Finish   3 Abandon" in said
    assert desk.session.id == first
    await desk.play("--domain kv-store", "abandon", "yes", "quit")
    assert desk.session.id != first
    assert len(list(desk.practice.glob("*/PROBLEM.md"))) == 2


async def test_two_programs_never_share_a_practice_folder(desk: Desk) -> None:
    with lock(desk.practice), pytest.raises(Busy, match="Go on there, or close it"):
        await desk.play(START)


async def test_elsewhere_it_is_said_where_to_go_on(desk: Desk) -> None:
    await desk.play(START, "quit")
    there, desk.practice = desk.practice, desk.folder / "other"
    said = "".join((await desk.play("--continue")).split())
    title = desk.store.attempts(ME)[0].title
    line = f"kv-store · {title}, part 1 of 4 → `drill play --continue --folder {shown(there)}`"
    assert "".join(line.split()) in said
    assert desk.code == 1
    assert not desk.practice.exists()


async def test_while_a_grade_runs_on_the_prompt_is_free(desk: Desk) -> None:
    endless = "import time\nwhile True:\n    pass\n"
    said = await desk.play(START, desk.write(endless), "done", CTRL_C, "time", "done", "quit")
    for line in ("The tests go on", "clock stands at", "is being graded already", "Paused at part"):
        assert line in said
    assert "Part 1 failed" not in said
    assert desk.session.grading


async def test_a_grade_that_was_interrupted_is_named_and_finished(desk: Desk) -> None:
    await desk.play(START, desk.solve(1), "done", CTRL_C, "quit")
    desk.patience = 0.0
    said = await desk.play("--continue", "quit")
    assert "Finishing the grade of part 1 …" in said
    assert "Part 1 passed" in said


async def test_a_pipe_is_told_what_it_waits_for(desk: Desk) -> None:
    desk.patience = 0.0
    said = await desk.play(START, desk.solve(1), "done", "quit")
    assert said.index("Opening the session …\n") < said.index("Part 1 of 4")
    assert said.index("Grading part 1 …\n") < said.index("Part 1 passed")
    assert "Grading" not in await desk.play("--continue", "hint", "quit")


async def test_without_a_sandbox_it_asks_once_and_remembers_a_yes(desk: Desk) -> None:
    desk.choose = lambda cache: SelfTest(Rung.NONE, ())
    question = "No sandbox works on this machine, so your code would run"
    said = await desk.play(START, "run", "maybe", "no", "run", "quit")
    assert said.count(question) == 1
    assert said.count("so code is not run") == 2
    said = await desk.play("--continue", desk.solve(1), "run", "yes", "done", "quit")
    assert said.count(question) == 1
    assert "Part 1 passed" in said
    assert question not in await desk.play("--continue", desk.solve(2), "run", "quit")


async def test_a_file_that_cannot_be_written_waits(desk: Desk) -> None:
    def in_the_way() -> None:
        (desk.files.folder / "PROBLEM.md").unlink()
        (desk.files.folder / "PROBLEM.md").mkdir()

    def out_of_the_way() -> None:
        (desk.files.folder / "PROBLEM.md").rmdir()

    said = await desk.play(
        START, desk.solve(1), in_the_way, "done", out_of_the_way, "files", "quit"
    )
    assert "Part 2 of 4" in said  # what it says is shown all the same
    assert "cannot be used" in said
    assert "Part 2 of 4" in (desk.files.folder / "PROBLEM.md").read_text()
    assert "# Part 2" in (desk.files.folder / "tests_visible.py").read_text()


async def test_code_that_is_pasted_is_shown_where_it_belongs(desk: Desk) -> None:
    said = await desk.play(START, "class Store:\n    pass", "quit")
    assert "Code is taken from `solution.py`" in said


async def test_a_full_disk_ends_nothing(desk: Desk) -> None:
    full = contextlib.ExitStack()
    said = await desk.play(
        START, lambda: full.enter_context(no_file_may_grow()), "hint", full.close, "hint", "quit"
    )
    assert "was not saved" in " ".join(said.split())  # wherever the line breaks
    assert said.count("A hint for part 1?") == 1


async def test_what_happened_while_nobody_was_here_is_told(desk: Desk) -> None:
    desk.clock.at = datetime(2020, 1, 1, tzinfo=UTC)
    await desk.play(START, "quit")
    desk.clock.at += timedelta(days=15)
    (idle,) = desk.store.claim_timers("serve", ["terminal"], desk.clock.at, name="idle")
    app = App(desk.store, Catalog(), GraderPool(CACHE), desk.clock, {}, "serve")
    await app.fire(idle)
    await app.close()
    said = await desk.play("--continue")
    assert "Closed after 14 days" in said
    assert "Nothing is open to continue" in said


async def test_a_session_that_ends_at_the_prompt_ends_the_program(desk: Desk) -> None:
    async def two_weeks_pass() -> None:
        desk.clock.at += timedelta(days=15)
        (idle,) = desk.store.claim_timers("desk", ["terminal"], desk.clock.at, name="idle")
        await desk.app.fire(idle)

    said = await desk.play(START, two_weeks_pass)
    assert said.endswith("drill play --next`\n\n")
    assert "Closed after 14 days" in said


async def test_edit_opens_the_solution_in_the_persons_editor(desk: Desk) -> None:
    desk.environ = {"EDITOR": "sed -i '1i # edited'"}
    await desk.play(START, "edit", "quit")
    assert desk.files.solution.read_text().startswith("# edited\n")


async def test_an_editor_that_is_not_there_is_said(desk: Desk) -> None:
    desk.environ = {"VISUAL": "no-such-editor"}
    assert "did not start" in await desk.play(START, "edit", "quit")
    desk.environ = {"PATH": ""}
    assert "No editor is set" in await desk.play("--continue", "edit", "quit")
