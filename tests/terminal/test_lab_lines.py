"""A lab in the terminal: the person's own file, their editor, and what they read."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import ME, Desk

from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from bot.platforms.terminal.render import message
from bot.platforms.terminal.spelling import Spelling
from bot.platforms.terminal.workspace import Busy, lock
from drills.command import lab
from drills.effects import Command
from drills.task import LabPhase, Press

PLAN = "rounding"


def file_of(desk: Desk) -> Path:
    return next(desk.practice.glob("*/cart.py"))


def replaced(desk: Desk, old: str, new: str):
    """Changes the person's file, as an editor would."""

    def save() -> None:
        text = file_of(desk).read_text()
        assert old in text
        file_of(desk).write_text(text.replace(old, new))

    return save


@pytest.fixture
def editing(desk: Desk) -> Desk:
    """A desk whose editor mends `round` in whatever it opens."""
    script = desk.folder / "editor"
    script.write_text('#!/bin/sh\nsed -i "s/return round(.*/return 249/" "$1"\n')
    script.chmod(0o755)
    desk.environ = {"EDITOR": str(script)}
    return desk


async def test_the_menu_leads_into_a_lab_by_its_name(desk: Desk) -> None:
    said = await desk.play("lab", "total-cart", "quit")
    assert "AI-ASSISTED LAB · tasks by level" in said
    menu, _, _ = said.partition("> total-cart")
    assert menu.count("retry-backoff") == 1, "no name stands there twice"
    assert "Type a number or a name   Enter leaves" in menu
    [row] = [line for line in menu.splitlines() if "total-cart" in line]
    assert row.split()[:2] == ["2", "total-cart"]
    assert "Phase 1 of 4: Plan" in said
    assert desk.session.drill == "lab"


async def test_a_number_of_the_menu_starts_the_lab_of_its_row(desk: Desk) -> None:
    await desk.play("lab", "2", "quit")
    assert desk.problem.id == "total-cart"


async def test_the_folder_holds_the_task_its_file_and_its_tests_and_no_suggestion(
    desk: Desk,
) -> None:
    await desk.play("lab total-cart", "quit")
    folder = file_of(desk).parent
    assert {p.name for p in folder.iterdir() if p.name[0] != "."} == {
        "README.md",
        "cart.py",
        "test_cart.py",
    }
    assert not any("ROUND_HALF_UP" in p.read_text() for p in folder.rglob("*") if p.is_file())


async def test_accept_writes_the_file_and_reject_takes_it_out_again(desk: Desk) -> None:
    await desk.play("lab total-cart", PLAN, "accept 4", "quit")
    assert "return round(line.unit_cents * line.quantity)" in file_of(desk).read_text()
    said = await desk.play("lab --continue", "back", "reject", "quit")
    assert "It is in your file; `reject` takes it out." in said
    assert desk.session.lab is not None
    assert file_of(desk).read_text() == desk.session.lab.file
    assert "round(" not in file_of(desk).read_text()
    assert [d.press for d in desk.session.lab.decisions] == [Press.ACCEPT, Press.REJECT]


async def test_edit_opens_the_proposal_and_what_comes_back_is_run(editing: Desk) -> None:
    said = await editing.play("lab total-cart", PLAN, "edit 5", "quit")
    assert "Took your version of suggestion 1" in said
    assert "✓ a weighed line rounds half a cent up" in said
    assert "return 249" in file_of(editing).read_text()
    lab = editing.session.lab
    assert lab is not None
    assert (lab.decisions[0].press, lab.decisions[0].sure) == (Press.EDIT, 5)


async def test_an_edit_that_changes_nothing_decides_nothing(desk: Desk) -> None:
    desk.environ = {"EDITOR": "true"}
    said = await desk.play("lab total-cart", PLAN, "edit", "quit")
    assert "Nothing changed, so the suggestion still waits." in said
    assert desk.session.lab is not None
    assert desk.session.lab.decisions == ()


async def test_without_an_editor_a_version_is_taken_from_its_file(desk: Desk) -> None:
    desk.environ = {"PATH": ""}

    def write() -> None:
        path = file_of(desk).parent / "suggestion-1.py"
        path.write_text(path.read_text().replace("return round(", "return 1 + round("))

    said = await desk.play("lab total-cart", PLAN, "edit", write, "edit", "quit")
    assert "No editor is set." in said
    assert "say `edit` again" in " ".join(said.split())
    assert "Took your version of suggestion 1" in said


async def test_a_hand_edit_is_taken_before_the_next_word(desk: Desk) -> None:
    save = replaced(desk, "return list(typed)", "return sorted(typed)")
    said = await desk.play("lab total-cart", PLAN, save, "accept", "run", "accept", "quit")
    assert "Took `cart.py`: you changed `read_codes`." in said
    assert "Your file has changed" not in said, "suggestion 1 is as it was"
    assert "You have rewritten `read_codes` since." in said
    text = file_of(desk).read_text()
    assert "dict.fromkeys" in text
    assert "return round(" in text


async def test_a_suggestion_that_a_hand_edit_touched_is_shown_anew_and_not_decided(
    desk: Desk,
) -> None:
    save = replaced(desk, "int(line.quantity)", "int(line.quantity) * 1")
    said = await desk.play("lab total-cart", PLAN, save, "accept", "quit")
    assert "Your file has changed: this is the suggestion now." in said
    assert desk.session.lab is not None
    assert desk.session.lab.decisions == ()


async def test_a_file_that_does_not_parse_is_the_persons_own_and_waits_to_be_mended(
    desk: Desk,
) -> None:
    save = replaced(desk, "return list(typed)", "return list(typed")
    said = await desk.play("lab total-cart", PLAN, save, "accept", "accept", "run", "quit")
    assert "Took `cart.py`: it does not parse (line" in said
    assert "Fix it, and this can be put in." in " ".join(said.split())
    assert "nothing ran" in said
    assert desk.session.lab is not None
    assert desk.session.lab.decisions == ()


async def test_a_function_taken_out_of_the_file_is_gone_and_decides_nothing(desk: Desk) -> None:
    def save() -> None:
        text = file_of(desk).read_text()
        first, last = text.index("def discount_cents"), text.index("def cart_total")
        file_of(desk).write_text(text[:first] + text[last:])

    said = await desk.play("lab total-cart", PLAN, save, "run", "quit")
    assert "Took `cart.py`: you changed `discount_cents`." in said
    lab = desk.session.lab
    assert lab is not None
    assert lab.decisions == ()
    assert lab.file == file_of(desk).read_text()


async def test_a_file_that_is_gone_comes_back_as_it_was_last(desk: Desk) -> None:
    said = await desk.play(
        "lab total-cart", PLAN, "accept", lambda: file_of(desk).unlink(), "run", "files", "quit"
    )
    assert "`cart.py` is not there" in said
    assert "`cart.py` was gone and put back." in said
    assert "return round(" in file_of(desk).read_text()


async def test_a_number_means_how_sure_one_is_and_presses_nothing(desk: Desk) -> None:
    said = await desk.play("lab total-cart", PLAN, "5", "6", "accept 6", "quit")
    assert "Noted: sure 5." in said
    assert said.count("How sure: 1 to 5. Nothing was decided.") == 2
    assert desk.session.lab is not None
    assert desk.session.lab.decisions == ()


async def test_without_a_sandbox_what_own_code_reaches_is_skipped_and_nothing_else(
    desk: Desk,
) -> None:
    desk.choose = lambda cache: SelfTest(Rung.NONE, ())
    save = replaced(desk, "return list(typed)", "return [typed[0]]")
    said = await desk.play("lab total-cart", PLAN, "accept", save, "run", "no", "run", "quit")
    assert "No sandbox works on this machine" in said
    assert "– codes are read in any case and once" in said
    assert "✗ a weighed line rounds half a cent up" in said
    assert "Check it against the reference at the end" in said.replace("\n", " ")


async def test_the_end_leaves_the_reference_and_the_note_is_kept(desk: Desk) -> None:
    said = await desk.play("lab total-cart", PLAN, *["accept"] * 4, "done", "yes", "finish", "yes")
    assert "15 of 100" in said
    folder = file_of(desk).parent
    assert "ROUND_HALF_UP" in (folder / "reference.py").read_text()
    assert (folder / "to-the-reference.diff").read_text().startswith("--- a/cart.py")
    [note] = desk.store.notes(ME)
    assert "Total a Shopping Cart · lab · total-cart" in note.text
    assert "Caught 0 of 3 faults" in note.text
    assert "1  15" in " ".join((await desk.play("lab", "")).split()).replace(" 15 ", "  15 ")


async def test_the_file_is_closed_once_explaining_has_begun(desk: Desk) -> None:
    save = replaced(desk, "round(", "abs(")
    await desk.play("lab total-cart", PLAN, *["accept"] * 4, "done", "yes", save, "fine, x", "quit")
    lab = desk.session.lab
    assert lab is not None
    assert lab.phase is LabPhase.EXPLAIN
    assert "abs(" not in lab.file


async def test_what_does_not_parse_at_the_end_is_asked_about_and_told_once(desk: Desk) -> None:
    def spoil() -> None:
        file_of(desk).write_text(file_of(desk).read_text() + "x = (\n")

    done = [*["accept"] * 4, spoil, "done", "no", "done", "yes", "finish", "yes"]
    said = await desk.play("lab total-cart", PLAN, *done)
    flat = " ".join(said.split())
    assert flat.count("Go on to explaining? After that your file is closed.") == 2
    assert "Your file stays open." in flat
    assert "At the end nothing could run: `cart.py` does not parse (line " in flat
    assert "another kind" not in flat
    assert "Caught 0 of 3 faults · kept 1 of 1 good · 3 missed" in flat
    assert "7 of 100" in flat
    assert "`edit` opens" not in said.rpartition("of 100")[2]
    [note] = desk.store.notes(ME)
    assert "does not parse" in note.text


async def test_what_cannot_be_loaded_is_broken_and_no_piece_breaks_a_rule(desk: Desk) -> None:
    def spoil() -> None:
        file_of(desk).write_text(file_of(desk).read_text() + "x = nowhere\n")

    done = [*["accept"] * 4, spoil, "done", "yes", "finish", "yes"]
    flat = " ".join((await desk.play("lab total-cart", PLAN, *done)).split())
    assert "The tests were not run on your file as it is now. Go on to explaining?" in flat
    assert "At the end nothing could run:" in flat
    assert "nowhere" in flat
    assert "another kind" not in flat
    assert "not judged" not in flat
    assert "3 missed" in flat


async def test_tests_that_fail_are_asked_about_after_a_hand_edit_was_run(desk: Desk) -> None:
    save = replaced(desk, "return round(", "return 1 + round(")
    lines = [*["accept"] * 4, save, "run", "done", "run", "yes", "finish", "yes"]
    flat = " ".join((await desk.play("lab total-cart", PLAN, *lines)).split())
    assert "tests fail. Go on to explaining?" in flat
    assert "of 8 visible tests passed." in flat
    [note] = desk.store.notes(ME)
    assert "of 8 visible tests passed." in note.text


async def test_what_was_written_by_hand_is_run_for_the_summary(desk: Desk) -> None:
    save = replaced(desk, "return round(", "return 1 + round(")
    lines = [*["accept"] * 4, save, "finish", "yes"]
    flat = " ".join((await desk.play("lab total-cart", PLAN, *lines)).split())
    assert "At the end 5 of 8 visible tests passed." in flat
    assert "You did not run the tests." in flat


async def test_edit_is_said_to_open_only_what_it_opens(desk: Desk) -> None:
    said = await desk.play("lab total-cart", "quit")
    assert "`edit` opens `cart.py`." in said
    said = await desk.play("lab --continue", PLAN, *["accept"] * 4, "edit 3", "quit")
    assert "`edit` opens `cart.py`." in said.partition("Phase 2")[0]
    assert "Nothing was opened: `edit 3` is how sure you are" in " ".join(said.split())
    said = await desk.play("lab --continue", "done", "yes", "insecure, 3", "edit", "quit")
    assert "`edit` is over: `cart.py` is closed" in said
    said = await desk.play("lab --continue", "quit")
    assert "`edit` opens" not in said
    assert "return round(" in said, "the piece that a reason is asked of"


async def test_an_emptied_suggestion_is_offered_as_it_was_proposed(desk: Desk) -> None:
    desk.environ = {"EDITOR": "true"}

    def empty() -> None:
        (file_of(desk).parent / "suggestion-1.py").write_text("\n")

    said = await desk.play("lab total-cart", PLAN, "edit", empty, "edit", "quit")
    assert "`suggestion-1.py` was empty; it holds the proposal again." in said
    assert "return round(" in (file_of(desk).parent / "suggestion-1.py").read_text()


async def test_a_change_that_is_undone_takes_the_proposal(editing: Desk) -> None:
    await editing.play("lab total-cart", PLAN, "edit", "quit")
    script = editing.folder / "editor"
    script.write_text(
        '#!/bin/sh\nsed -i "s/return 249/return round(line.unit_cents * line.quantity)/" "$1"\n'
    )
    said = await editing.play("lab --continue", "back", "edit", "quit")
    assert "is the proposal itself, so that is accepted." in " ".join(said.split())
    lab = editing.session.lab
    assert lab is not None
    assert [d.press for d in lab.decisions] == [Press.EDIT, Press.ACCEPT]
    assert lab.states[0] == "a"


async def test_a_renamed_function_is_said_to_be_missing(desk: Desk) -> None:
    script = desk.folder / "editor"
    script.write_text('#!/bin/sh\nsed -i "s/def line_cents/def line_total/" "$1"\n')
    script.chmod(0o755)
    desk.environ = {"EDITOR": str(script)}
    said = await desk.play("lab total-cart", PLAN, "edit", "quit")
    assert "your version does not have it." in " ".join(said.split())
    assert "`line_cents` is still" in " ".join(said.split())


async def test_a_number_that_is_no_measure_opens_no_editor(desk: Desk) -> None:
    desk.environ = {"EDITOR": "false"}
    said = await desk.play("lab total-cart", PLAN, "edit 6", "quit")
    assert "How sure: 1 to 5." in said
    assert "ended with code" not in said


async def test_a_plan_is_written_anew_as_it_was_typed(desk: Desk) -> None:
    said = await desk.play("lab total-cart", "accept 4", "Rounding", "plan: Empty Carts", "quit")
    assert "`accept` comes with the first suggestion; `done` begins." in said
    assert desk.session.lab is not None
    assert desk.session.lab.plan == "Empty Carts"


async def test_no_word_is_suggested_that_was_typed_or_belongs_elsewhere(desk: Desk) -> None:
    lines = [*["accept"] * 4, "accept", "next", "nxt", "help", "quit"]
    said = await desk.play("lab total-cart", PLAN, *lines)
    flat = " ".join(said.split())
    assert "`accept` is for a suggestion, and all are decided" in flat
    assert "`next` is for a suggestion, and all are decided" in flat
    assert "Did you mean" not in flat
    now, _, later = said.rpartition("At the tests one word does it")[2].partition(
        "In another phase"
    )
    assert "`run`" in now
    assert "`accept`" not in now
    assert "`accept`" in later


async def test_a_second_terminal_is_told_the_whole_command(desk: Desk) -> None:
    await desk.play("lab total-cart", PLAN, "quit")
    with lock(desk.practice), pytest.raises(Busy) as told:
        await desk.play("lab --continue")
    assert str(Command("lab", (("task", "total-cart"), ("folder", "other")))) in str(told.value)


async def test_the_note_keeps_what_was_said_and_what_it_was(desk: Desk) -> None:
    lines = [*["reject 2"] * 4, "done", "yes", "insecure, 3, Goes to the even one", "finish", "yes"]
    await desk.play("lab total-cart", PLAN, *lines)
    [note] = desk.store.notes(ME)
    assert "line: rejected, sure 2. You said: insecure, line 3: “Goes to the even one”" in note.text
    assert "It was subtly wrong: " in note.text
    assert "of 8 visible tests passed." in note.text


def test_a_task_is_spelled_as_it_is_typed() -> None:
    assert Spelling()(lab("total-cart")) == "drill play lab total-cart"
    assert Spelling(make=True)(lab("total-cart")) == 'make play ARGS="lab total-cart"'


def test_a_diff_is_in_colour_where_there_is_colour() -> None:
    import io

    from rich.console import Console

    from bot.platforms.terminal.screen import STYLES
    from drills.effects import Code, Say

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", theme=STYLES)
    console.print(message(Say((Code("--- a\n+++ b\n-old\n+new\n", "diff"),)), Spelling()))
    assert "\x1b[31m-old" in out.getvalue() or "\x1b[91m-old" in out.getvalue()
    assert "\x1b[32m+new" in out.getvalue() or "\x1b[92m+new" in out.getvalue()
