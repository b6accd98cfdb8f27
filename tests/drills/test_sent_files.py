"""What comes in as a working session's files, and what of it is not taken."""

from __future__ import annotations

import contextlib
import io
import random
import stat
import zipfile

import pytest

from drills import folder, intake
from drills.intake import Refused


def packed(files: dict[str, bytes | str], **more: object) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # without a moment in it, so that it is the same zip in every process of the tests
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def sent(*pieces: tuple[str, bytes], given: tuple[str, ...] = ()) -> dict[str, str]:
    read = folder.received([intake.file(name, raw) for name, raw in pieces], given)
    return {each.name: each.text for each in read}


def from_zip(files: dict[str, bytes | str], given: tuple[str, ...] = ()) -> dict[str, str]:
    return sent(("all.zip", packed(files)), given=given)


def test_the_program_comes_first_and_the_bots_own_files_are_left_out() -> None:
    read = sent(
        ("decisions.md", b"# D\n"),
        ("rows.py", b"X = 1\n"),
        ("solution.py", b"import data\n"),
        ("data.py", b"X = 2\n"),
        ("PROBLEM.md", b"# P\n"),
    )
    assert list(read) == ["solution.py", "rows.py", "decisions.md"]


def test_blocks_are_joined_as_the_solution() -> None:
    pieces, around = intake.split("first\n```python\na = 1\n```\nthen\n```\nb = 2\n```")
    [only] = folder.received(pieces)
    assert (only.name, only.text) == ("solution.py", "a = 1\n\nb = 2\n")
    assert around == "first then"
    with pytest.raises(Refused, match=r"both `solution\.py`"):
        folder.received([*pieces, intake.file("solution.py", b"c = 3\n")])


@pytest.mark.parametrize("name", ["Untitled", "untitled.txt", "message.txt"])
def test_what_a_chat_named_itself_is_the_solution(name: str) -> None:
    assert sent((name, b"a = 1\n")) == {"solution.py": "a = 1\n"}


def test_a_zip_of_one_folder_is_that_folder_unless_it_is_the_repositorys_own() -> None:
    files: dict[str, bytes | str] = {"work/solution.py": "a = 1\n", "work/app/x.py": "b = 2\n"}
    assert set(from_zip(files)) == {"solution.py", "app/x.py"}
    assert set(from_zip(files, given=("work/solution.py",))) == set(files)
    beside = {**files, "decisions.md": "# D\n"}
    assert set(from_zip(beside)) == set(beside)


def test_what_nobody_wrote_is_passed_over() -> None:
    read = from_zip({
        "solution.py": "a = 1\n", "__pycache__/s.pyc": b"\0", ".git/config": "x", "out/r.csv": "a",
        "__MACOSX/._solution.py": b"\0", "photo.png": b"\0", ".hidden.py": "x", "empty.py": "",
    })  # fmt: skip
    assert read == {"solution.py": "a = 1\n", "empty.py": ""}


@pytest.mark.parametrize(
    "path", ["../x.py", "a/../../x.py", "/etc/x.py", "C:/x.py", "a//x.py", "./x.py", "a\\..\\x.py"]
)
def test_a_path_that_leads_out_is_refused(path: str) -> None:
    with pytest.raises(Refused, match="no path inside"):
        from_zip({"solution.py": "a = 1\n", path: "b = 2\n"})


def test_a_link_in_a_zip_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        link = zipfile.ZipInfo("solution.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(Refused, match="is a link"):
        sent(("all.zip", made.getvalue()))


def test_a_zip_bomb_is_not_unpacked_further_than_can_be_sent() -> None:
    with pytest.raises(Refused, match="larger than 256 KB"):
        from_zip({"solution.py": b"#" * (64 << 20)})
    with pytest.raises(Refused, match="more than 1 MB"):
        from_zip({f"x{n}.py": b"#" * (200 << 10) for n in range(8)})
    with pytest.raises(Refused, match="has 51 files; 50 can be sent"):
        from_zip({f"x{n}.py": "a = 1\n" for n in range(51)})


def test_a_lying_size_is_not_believed() -> None:
    raw = packed({"solution.py": b"#" * (1 << 20)})
    size = (1 << 20).to_bytes(4, "little")
    lying = raw.replace(size, (10).to_bytes(4, "little"))
    assert lying != raw
    with pytest.raises(Refused, match=r"larger|cannot be unpacked|cannot be read"):
        sent(("all.zip", lying))


@pytest.mark.parametrize(
    "raw",
    [b"", b"PK\x03\x04", b"no zip at all", packed({"a.py": "x"})[:-9]],
    ids=["empty", "its first bytes", "text", "cut off"],
)
def test_what_is_no_zip_says_so(raw: bytes) -> None:
    with pytest.raises(Refused, match="cannot be unpacked"):
        sent(("all.zip", raw))


def test_a_zip_with_wrong_bytes_anywhere_is_taken_or_refused() -> None:
    whole, draw = packed({"solution.py": "a = 1\n" * 50, "ü/x.py": "b = 2\n"}), random.Random(1)
    taken = 0
    for _ in range(3000):
        raw = bytearray(whole)
        for _ in range(draw.randint(1, 6)):
            raw[draw.randrange(len(raw))] = draw.choice((0, 255, draw.randrange(256)))
        with contextlib.suppress(Refused):
            assert sent(("all.zip", bytes(raw)))
            taken += 1
    assert 0 < taken < 3000


def test_what_cannot_be_taken_says_so() -> None:
    for pieces, why in (
        ([("data.py", b"X = 1\n")], "no file of yours"),
        ([("a.pdf", b"%PDF\0")], "binary"),
        ([("..", b"x")], "no name of a file"),
        ([("a.py", b"x = 1\n"), ("a.py", b"x = 2\n")], "two files `a.py`"),
        ([(f"x{n}.py", b"#" * (250 << 10)) for n in range(5)], "more than 1 MB"),
    ):
        with pytest.raises(Refused, match=why):
            sent(*pieces)


def test_what_was_taken_is_said() -> None:
    read = folder.received([intake.file("solution.py", b"a = 1\n"), intake.file("b.py", b"x\ny\n")])
    assert folder.took(read) == "Took `solution.py`, 1 line, and `b.py`, 2 lines."
