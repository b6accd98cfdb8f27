"""A message's files as a chat takes them, which knows no folders."""

from __future__ import annotations

import io
import zipfile

from bot.platforms.packing import attached
from drills.effects import File, Keep


def unpacked(raw: str | bytes) -> dict[str, str]:
    assert isinstance(raw, bytes)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_files_of_no_folder_go_as_they_are() -> None:
    files = (File("PROBLEM.md", "# P", Keep.APPEND), File("solution.py", "x", Keep.CREATE))
    assert attached(files) == [("PROBLEM.md", "# P"), ("solution.py", "x")]


def test_a_repository_is_one_zip_of_all_that_one_begins_with() -> None:
    files = (
        File("PROBLEM.md", "# P", Keep.APPEND),
        File("README.md", "# R", Keep.CREATE),
        File("app/store.py", "x = 1\n", Keep.CREATE),
        File("decisions.md", "# D\n", Keep.CREATE),
    )
    [problem, (name, raw)] = attached(files)
    assert (problem, name) == (("PROBLEM.md", "# P"), "repository.zip")
    assert unpacked(raw) == {"README.md": "# R", "app/store.py": "x = 1\n", "decisions.md": "# D\n"}
    assert attached(files)[1] == (name, raw), "the same bytes each time that it is sent"


def test_a_few_written_files_go_by_themselves_and_many_as_a_zip() -> None:
    written = [File(f"out/{n}.csv", str(n), Keep.WRITE) for n in range(6)]
    output = File("output.txt", "all", Keep.WRITE)
    assert attached([output, *written[:2]]) == [
        ("output.txt", "all"),
        ("0.csv", "0"),
        ("1.csv", "1"),
    ]
    [first, (name, raw)] = attached([output, *written])
    assert (first, name) == (("output.txt", "all"), "out.zip")
    assert unpacked(raw) == {f"out/{n}.csv": str(n) for n in range(6)}
