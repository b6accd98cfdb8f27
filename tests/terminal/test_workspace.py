"""The files of a session: what grows, what is the person's own, and that nothing is lost."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from desk import no_file_may_grow

from bot.platforms.terminal.workspace import (
    Busy,
    Workspace,
    WorkspaceProblem,
    find_folder,
    lock,
    make_folder,
)
from drills.effects import File, InsertStub, Keep

PART_1 = File("PROBLEM.md", "# Part 1\n", Keep.APPEND)
PART_2 = File("PROBLEM.md", "# Part 2\n", Keep.APPEND)
STUB = File("solution.py", "class Store:\n    def put(self): ...\n", Keep.CREATE)
TESTS = File("tests_visible.py", "def test_one():\n    pass\n", Keep.APPEND)
INSERT = InsertStub("", "class Store:\n    def put(self): ...\n\n    def top(self): ...\n", "Store")


def no_revision() -> str:
    return ""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "session")


def test_a_file_grows_by_appending(workspace: Workspace) -> None:
    workspace.put(PART_1)
    workspace.put(PART_2)
    assert (workspace.folder / "PROBLEM.md").read_text() == "# Part 1\n\n\n# Part 2\n"


def test_what_the_person_wrote_in_between_stays(workspace: Workspace) -> None:
    workspace.put(PART_1)
    problem = workspace.folder / "PROBLEM.md"
    problem.write_text("my notes\n\n# Part 1, struck out")
    workspace.put(PART_2)
    assert problem.read_text() == "my notes\n\n# Part 1, struck out\n\n\n# Part 2\n"


def test_a_message_performed_again_appends_nothing(workspace: Workspace) -> None:
    workspace.put(PART_1)
    (workspace.folder / "PROBLEM.md").write_text("all gone\n")
    workspace.put(PART_1)
    assert (workspace.folder / "PROBLEM.md").read_text() == "all gone\n"


def test_a_file_that_is_gone_comes_back_whole_with_the_next_part(workspace: Workspace) -> None:
    workspace.put(PART_1)
    (workspace.folder / "PROBLEM.md").unlink()
    workspace.put(PART_2)
    assert (workspace.folder / "PROBLEM.md").read_text() == "# Part 1\n\n\n# Part 2\n"


@pytest.mark.parametrize("also", [False, True], ids=["the file", "and the bot's own copy"])
def test_what_is_gone_is_restored_and_what_is_there_stays(workspace: Workspace, also: bool) -> None:
    files = (PART_1, TESTS, PART_2)
    for file in files:
        workspace.put(file)
    (workspace.folder / "tests_visible.py").write_text("def test_mine(): pass\n")
    (workspace.folder / "PROBLEM.md").unlink()
    if also:
        (workspace.folder / ".drill" / "PROBLEM.md").unlink()
    assert workspace.restore(files) == ["PROBLEM.md"]
    assert (workspace.folder / "PROBLEM.md").read_text() == "# Part 1\n\n\n# Part 2\n"
    assert (workspace.folder / "tests_visible.py").read_text() == "def test_mine(): pass\n"
    assert workspace.restore(files) == []


def test_a_crash_between_the_two_copies_appends_nothing_twice(workspace: Workspace) -> None:
    workspace.put(PART_1)
    (workspace.folder / ".drill" / "PROBLEM.md").unlink()  # the crash came before it was written
    workspace.put(PART_1)
    assert (workspace.folder / "PROBLEM.md").read_text() == "# Part 1\n"


def test_a_solution_that_is_there_is_never_overwritten(workspace: Workspace) -> None:
    workspace.folder.mkdir()
    workspace.solution.write_text("mine")
    workspace.put(STUB)
    assert workspace.solution.read_text() == "mine"


def test_a_solution_that_the_person_moved_away_is_not_made_again(workspace: Workspace) -> None:
    workspace.put(STUB)
    workspace.solution.rename(workspace.folder / "elsewhere.py")
    workspace.put(STUB)
    assert not workspace.solution.exists()


def test_a_link_to_the_persons_own_file_stays_a_link(workspace: Workspace, tmp_path: Path) -> None:
    workspace.folder.mkdir()
    (tmp_path / "real.py").write_text(STUB.text)
    workspace.solution.symlink_to(tmp_path / "real.py")
    workspace.insert_stub(INSERT, no_revision)
    assert workspace.solution.is_symlink()
    assert "top" in (tmp_path / "real.py").read_text()


def test_a_changed_test_file_is_noticed(workspace: Workspace) -> None:
    workspace.put(TESTS)
    assert not workspace.changed_tests("tests_visible.py")
    (workspace.folder / "tests_visible.py").write_text("def test_one(): assert True\n")
    assert workspace.changed_tests("tests_visible.py")


def test_stub_keeps_the_text_before_it(workspace: Workspace) -> None:
    workspace.put(STUB)
    said = workspace.insert_stub(INSERT, no_revision)
    assert "`top`" in said
    kept = said.split("`")[-2]
    assert (workspace.folder / kept).read_text() == STUB.text
    assert workspace.solution.read_text().startswith(STUB.text)


def test_stub_said_twice_changes_nothing_the_second_time(workspace: Workspace) -> None:
    workspace.put(STUB)
    workspace.insert_stub(INSERT, no_revision)
    once = workspace.solution.read_bytes()
    assert "nothing changed" in workspace.insert_stub(INSERT, no_revision)
    assert workspace.solution.read_bytes() == once


@pytest.mark.parametrize("text", ["class Store(:\n", "class Store: pass\n"])
def test_stub_leaves_code_alone_that_it_cannot_extend(workspace: Workspace, text: str) -> None:
    workspace.folder.mkdir()
    workspace.solution.write_text(text)
    assert "nothing changed" in workspace.insert_stub(INSERT, no_revision)
    assert workspace.solution.read_text() == text


def test_stub_brings_a_lost_solution_back_from_the_code_sent_last(workspace: Workspace) -> None:
    sent = "class Store:\n    def put(self):\n        return 'my work'\n"
    said = workspace.insert_stub(INSERT, lambda: sent)
    assert "the code you sent last" in said
    assert workspace.solution.read_text().startswith(sent)
    assert "def top" in workspace.solution.read_text()


def test_a_solution_that_is_a_folder_is_said(workspace: Workspace) -> None:
    workspace.solution.mkdir(parents=True)
    with pytest.raises(WorkspaceProblem, match="not a file"):
        workspace.read()


def test_a_folder_where_none_can_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "practice").write_text("a file")
    with pytest.raises(WorkspaceProblem, match="it is a file, not a folder"):
        lock(tmp_path / "practice")


def test_a_full_disk_is_said_and_what_was_there_stays(workspace: Workspace) -> None:
    workspace.put(PART_1)
    with no_file_may_grow(), pytest.raises(WorkspaceProblem, match=r"PROBLEM\.md"):
        workspace.put(PART_2)
    problem = workspace.folder / "PROBLEM.md"
    assert problem.read_text() == "# Part 1\n"
    assert sorted(p.name for p in workspace.folder.iterdir()) == [".drill", "PROBLEM.md"]
    workspace.put(PART_2)
    assert problem.read_text().endswith("# Part 2\n")


def test_each_session_has_a_folder_of_its_own(tmp_path: Path) -> None:
    day = date(2026, 11, 30)
    one = make_folder(tmp_path, "one", day, "Session cache")
    two = make_folder(tmp_path, "two", day, "Session cache")
    assert (one.name, two.name) == ("2026-11-30-session-cache", "2026-11-30-session-cache-2")
    assert find_folder(tmp_path, "one") == one
    assert find_folder(tmp_path, "two") == two
    assert find_folder(tmp_path, "three") is None


def test_a_folder_that_the_person_renamed_is_found(tmp_path: Path) -> None:
    one = make_folder(tmp_path, "one", date(2026, 11, 30), "Session cache")
    one.rename(tmp_path / "my cache")
    assert find_folder(tmp_path, "one") == tmp_path / "my cache"


def test_of_a_lost_folder_and_its_successor_the_one_with_a_solution_counts(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        make_folder(tmp_path, "one", date(2026, 11, 30), name)
    (tmp_path / "2026-11-30-b" / "solution.py").write_text("mine")
    assert find_folder(tmp_path, "one") == tmp_path / "2026-11-30-b"


def test_a_practice_folder_serves_one_process(tmp_path: Path) -> None:
    with lock(tmp_path), pytest.raises(Busy):
        lock(tmp_path)
    lock(tmp_path).close()


def test_a_folder_that_a_full_disk_left_empty_is_taken_the_next_time(tmp_path: Path) -> None:
    with no_file_may_grow(), pytest.raises(WorkspaceProblem):
        make_folder(tmp_path, "s1", date(2026, 7, 27), "Session cache")
    assert make_folder(tmp_path, "s1", date(2026, 7, 27), "Session cache") == (
        tmp_path / "2026-07-27-session-cache"
    )
