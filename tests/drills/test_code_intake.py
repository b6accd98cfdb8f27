"""Bytes that come in as code: taken as a submission, or refused in one sentence."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills import intake
from drills.intake import Refused


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"x = 1\n", "x = 1\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"a = 1\r\nb = 2\r\n", "a = 1\nb = 2\n"),
        (b"a = 1\rb = 2", "a = 1\nb = 2"),
        ("s = 'naïve ⏱'".encode(), "s = 'naïve ⏱'"),
        (b"not python at all (", "not python at all ("),
    ],
)
def test_text_is_taken_as_it_is_but_for_marks_and_line_ends(raw: bytes, text: str) -> None:
    assert intake.code(raw) == text


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "`solution.py` is empty, so nothing was taken; your last code is kept."),
        (b" \n\t\n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"x = 1\0", "is a binary file"),
        (b"\x7fELF\x02\x01\x01\0\0", "is a binary file"),
        (b"\xff\xfex\0", "is UTF-16; save it as UTF-8"),
        (b"a = 1\nb = '\xe9'\n", "is not UTF-8 text (line 2)"),
        (b"#" * (5 << 20), "has 5.0 MB; a solution may have 256 KB"),
        (b"#" * (256 * 1024 + 1), "has 262,145 bytes; a solution may have 256 KB"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_a_sentence(raw: bytes, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        intake.code(raw)
    assert sentence in str(refused.value)
    assert str(refused.value).count(".") <= 4  # file names and sizes apart, one sentence


def test_exactly_the_largest_is_taken() -> None:
    assert len(intake.code(b"#" * intake.LARGEST)) == intake.LARGEST


def test_a_submission_is_known_by_its_text() -> None:
    one, other = intake.submission(b"x = 1\r\n"), intake.submission(b"x = 1\n", "cache.py")
    assert one.id == other.id == hashlib.sha256(b"x = 1\n").hexdigest()
    assert (other.name, other.lines) == ("cache.py", 1)


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_a_refusal(raw: bytes) -> None:
    try:
        text = intake.code(raw)
    except Refused:
        return
    assert text.strip()
    assert "\0" not in text
    assert "\r" not in text


@pytest.mark.parametrize("text", ["a\n\fb\n", "a = '\u2028'\nb", "a\r\nb = '\x1c\x85'\n"])
def test_lines_are_counted_as_an_editor_counts_them(text: str) -> None:
    assert intake.submission(text.encode()).lines == 2
