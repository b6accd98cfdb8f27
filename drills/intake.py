"""What comes in as code: bytes become a submission, and of several pieces the right one is told."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from drills.model import Offer, Submission, Why

LARGEST = 256 * 1024  # bytes
_LANGUAGE = re.compile(r"(?:python3?|py)[ \t]*(?:\n|\Z)", re.IGNORECASE)
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]


class Refused(ValueError):
    """The code cannot be taken. The text is one sentence for the person."""


def code(raw: bytes, name: str = "solution.py") -> str:
    """Decode a source file: a byte order mark and any line ends are accepted.

    Raises Refused where it is empty, binary, not UTF-8, or over 256 KB.
    """
    refuse_large(name, len(raw))
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


def refuse_large(name: str, size: int) -> None:
    """Raises Refused for a file of more bytes than a solution may have; it need not be fetched."""
    if size > LARGEST:
        raise Refused(
            f"`{name}` has {_size(size)}; a solution may have 256 KB, so nothing was taken."
        )


def submission(raw: bytes, name: str = "solution.py") -> Submission:
    """A submission of these bytes. Raises Refused as `code` does."""
    text = code(raw, name)
    return Submission(hashlib.sha256(text.encode()).hexdigest(), name, text)


def took(sent: Submission, what: str = "") -> str:
    """ "Took `solution.py`, 64 lines." """
    return f"Took {_sized(sent, what or f'`{sent.name}`')}."


# --- a message of chat ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """One file or block of a message. `what` names it to its sender: "your second block"."""

    raw: bytes
    name: str
    what: str
    named: bool = False  # by its sender: it came as a file


@dataclass(frozen=True, slots=True)
class Taken:
    submission: Submission
    took: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """The sender is to be asked; the fields are those of `events.Offered`."""

    why: Why
    offers: tuple[Offer, ...]
    submissions: tuple[Submission, ...]


def file(name: str, raw: bytes) -> Piece:
    return Piece(raw, name, f"`{name}`", named=True)


def split(text: str) -> tuple[list[Piece], str]:
    """The fenced blocks of a message, and what stands around them.

    A fence may open in the middle of a line, as chats write it, and one that nothing closes ends
    with the message. A language tag belongs to no code.
    """
    blocks, around = [], []
    for index, part in enumerate(re.split(r"```+|~~~+", text)):
        if index % 2 == 0:
            around.append(part)
        elif body := _LANGUAGE.sub("", part.lstrip("\n"), count=1).strip("\n"):
            blocks.append(body)
    pieces = []
    for n, body in enumerate(blocks):
        what = f"your {_ordinal(n)} block" if len(blocks) > 1 else "your block"
        pieces.append(Piece(f"{body}\n".encode(), "solution.py", what))
    return pieces, " ".join(part.strip() for part in around if part.strip())


def choose(pieces: Sequence[Piece], required: str) -> Taken | Unsure:
    """Of what was sent, the one that defines the name; else all of it joined, if that does.

    Raises Refused with the sentence for the sender where there is nothing to take.
    """
    read, refused = [], []
    mine = [piece for piece in pieces if not _given(piece)]
    if pieces and not mine:
        raise Refused(
            f"Nothing was taken: {_all([piece.what for piece in pieces])} holds no code of yours."
            " Send your solution."
        )
    for piece in mine:
        try:
            read.append((submission(piece.raw, piece.name), piece.what))
        except Refused as why:
            refused.append(str(why))
    good = [(sent, what) for sent, what in read if defines(sent.text, required)]
    if not good and len(read) > 1:
        texts = "\n".join(sent.text.rstrip("\n") for sent, _ in read)
        joined = submission(f"{texts}\n".encode())
        if defines(joined.text, required):
            return Taken(joined, took(joined, "all of it, joined in order"))
    if len({sent.id for sent, _ in good}) == 1:
        sent, what = good[0]
        return Taken(sent, took(sent, what))
    if good:
        return Unsure(
            Why.SEVERAL,
            tuple(Offer(sent.id, _sized(sent, what), took(sent, what)) for sent, what in good),
            tuple(sent for sent, _ in good),
        )
    if refused:
        raise Refused(refused[0])
    wrong = [(sent, what, bad) for sent, what in read if (bad := unread(sent.text))]
    meant = [each for each in wrong if _names_it(each[0].text, required)]
    if meant or len(wrong) == len(read):
        _, what, bad = (meant or wrong)[0]
        raise Refused(f"Not taken: {what} does not parse, {bad}. Your last code stays.")
    named = _all([what for _, what in read])
    verb = "defines" if len(read) == 1 else "define"
    raise Refused(
        f"Nothing was taken: {named} {verb} no `{required}` at the top level, which the tests use."
    )


def unread(text: str) -> str:
    """Where and why a text does not parse, "line 3: '(' was never closed"; "" where it does."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f"line {error.lineno or 1}: {error.msg}"
    except (ValueError, RecursionError, MemoryError):
        return "it is nested too deeply"
    return ""


def _given(piece: Piece) -> bool:
    """Whether a file is one of the bot's own, or text: it holds no solution."""
    name = piece.name.casefold()
    return piece.named and (
        name.endswith(".md") or re.fullmatch(r"tests?_.*\.py", name) is not None
    )


def _all(named: Sequence[str]) -> str:
    return " and ".join(named)


def piece(pieces: Sequence[Piece], file: str) -> Submission:
    """Of what was sent for one file: the file of that name, else the only file, else the blocks,
    joined in order.

    Raises Refused with the sentence for the sender where there is nothing to take.
    """
    files = [each for each in pieces if each.named]
    named = [each for each in files if each.name == file] or files
    if len(named) > 1:
        raise Refused(f"Nothing was taken: those are {len(named)} files. Send one, or `{file}`.")
    if named:
        return submission(named[0].raw, named[0].name)
    return submission(b"\n\n".join(each.raw.rstrip(b"\n") for each in pieces) + b"\n")


def unfenced(text: str, required: str) -> Unsure | None:
    """Plain text that parses and defines the name: it is probably meant as code."""
    try:
        sent = submission(f"{text.strip()}\n".encode())
    except Refused:
        return None
    if not defines(sent.text, required):
        return None
    offer = Offer(sent.id, _sized(sent, "your text"), took(sent, "your text"))
    return Unsure(Why.UNFENCED, (offer,), (sent,))


def defines(text: str, required: str) -> bool:
    """Whether the text parses, and a statement at its top level defines the name; where there is
    none that must be, any name of a function or a class."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not required:
        return any(isinstance(node, ast.ClassDef | ast.FunctionDef) for node in body)
    return any(required in _names(node) for node in body)


def _names_it(text: str, required: str) -> bool:
    pattern = rf"^(?:class|def|async def)\s+{re.escape(required)}\b"
    return re.search(pattern, text, re.MULTILINE) is not None


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case _:
            return []


def _sized(sent: Submission, what: str) -> str:
    return f"{what}, {sent.lines} line{'' if sent.lines == 1 else 's'}"


def _ordinal(index: int) -> str:
    return _ORDINALS[index] if index < len(_ORDINALS) else f"{index + 1}th"


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MB" if count >= 1024 * 1024 else f"{count:,} bytes"
