"""What comes in as code: bytes become a submission, or one sentence says why not."""

from __future__ import annotations

import hashlib

from drills.model import Submission

LARGEST = 256 * 1024  # bytes


class Refused(ValueError):
    """The code cannot be taken. The text is one sentence for the person."""


def code(raw: bytes, name: str = "solution.py") -> str:
    """Decode a source file: a byte order mark and any line ends are accepted.

    Raises Refused where it is empty, binary, not UTF-8, or over 256 KB.
    """
    if len(raw) > LARGEST:
        raise Refused(
            f"`{name}` has {_size(len(raw))}; a solution may have 256 KB, so nothing was taken."
        )
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Refused(f"`{name}` is UTF-16; save it as UTF-8 and send it again.")
    if b"\0" in raw:
        raise Refused(f"`{name}` is a binary file, not Python text, so nothing was taken.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refused(
            f"`{name}` is not UTF-8 text (line {line}); save it as UTF-8 and send it again."
        ) from None
    if not text.strip():
        raise Refused(f"`{name}` is empty, so nothing was taken; your last code is kept.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def submission(raw: bytes, name: str = "solution.py") -> Submission:
    """A submission of these bytes. Raises Refused as `code` does."""
    text = code(raw, name)
    return Submission(hashlib.sha256(text.encode()).hexdigest(), name, text)


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MB" if count >= 1024 * 1024 else f"{count:,} bytes"
