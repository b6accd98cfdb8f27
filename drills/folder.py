"""What comes in as a working session's files: attached ones, a zip of them, blocks of a message."""

from __future__ import annotations

import hashlib
import io
import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence

from drills import intake
from drills.command import quoted
from drills.intake import Piece, Refused
from drills.model import Submission
from drills.working import DATA, ENTRY
from drills.working_state import LOG

MOST = 50  # files that are sent
ROOM = 1 << 20  # bytes that they have in all
_OWN = (DATA, "PROBLEM.md", "output.txt", "traceback.txt")  # of the bot's own: never sent back
_PASSED = ("__pycache__", "__MACOSX", "out", "venv", "node_modules")  # folders of nothing written
_TEXT = (".py", ".md", ".txt", ".json", ".csv", ".toml", ".sql", ".ini", ".cfg", ".yaml", ".yml")
# What chats call code that was pasted: a snippet of Slack's, a long message of Discord's.
_UNNAMED = ("untitled", "untitled.py", "untitled.txt", "message.txt", "message.py")
_ENCRYPTED = 0x1  # of a zip's flags
# What zipfile raises for bytes that were made to confuse it.
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError),
    *(ValueError, IndexError, OverflowError, NotImplementedError, RuntimeError, MemoryError),
)


def received(pieces: Sequence[Piece], given: Collection[str] = ()) -> tuple[Submission, ...]:
    """The files of a message, the program first; blocks, joined in order, are the solution.

    `given` are the paths of a repository that was handed over: a zip's own top folder is dropped,
    if that is not one of these paths' own. Raises Refused with the sentence for the sender where
    something cannot be taken: then nothing is.
    """
    found: dict[str, Submission] = {}
    blocks = [piece.raw.rstrip(b"\n") for piece in pieces if not piece.named]
    for piece in pieces:
        if not piece.named:
            continue
        for name, raw in _files(piece, given):
            if name in found:
                raise Refused(f"Nothing was taken: there are two files `{name}`.")
            found[name] = submission(name, raw)
    if blocks:
        if ENTRY in found:
            raise Refused(f"Nothing was taken: the block and the file are both `{ENTRY}`.")
        found[ENTRY] = intake.submission(b"\n\n".join(blocks) + b"\n")
    own = {name: sent for name, sent in found.items() if name not in _OWN}
    if not own:
        raise Refused("Nothing was taken: there is no file of yours in it. Send your solution.")
    if len(own) > MOST:
        raise Refused(f"Nothing was taken: those are {len(own)} files; {MOST} can be sent.")
    if sum(len(sent.text) for sent in own.values()) > ROOM:
        raise Refused("Nothing was taken: the files have more than 1 MB in all.")
    ranked = sorted(own.values(), key=lambda sent: (sent.name != ENTRY, sent.name == LOG))
    return tuple(ranked)


def took(sent: Sequence[Submission]) -> str:
    """ "Took `solution.py`, 64 lines, and `decisions.md`, 3 lines." """
    named = [f"`{each.name}`, {each.lines} line{'' if each.lines == 1 else 's'}" for each in sent]
    if len(named) > 4:
        return f"Took {len(named)} files, `{sent[0].name}` among them."
    return f"Took {', and '.join(named)}."


def _files(piece: Piece, given: Collection[str]) -> Iterator[tuple[str, bytes]]:
    if piece.name.casefold().endswith(".zip"):
        yield from _unpacked(piece, given)
        return
    name = piece.name.replace("\\", "/").rpartition("/")[2]
    if name.casefold() in _UNNAMED:
        name = ENTRY
    if name in ("", ".", "..") or not name.isprintable():
        raise Refused(f"Nothing was taken: `{quoted(name)}` is no name of a file.")
    yield name, piece.raw


def _unpacked(piece: Piece, given: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """The text files of a zip. No more of it is ever unpacked than can be sent."""
    room = ROOM
    try:
        with zipfile.ZipFile(io.BytesIO(piece.raw)) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
            mine = [each for each in members if _is_kept(each.filename)]
            if len(members) > 20 * MOST or len(mine) > MOST:
                raise Refused(
                    f"Nothing was taken: {piece.what} has {len(mine)} files; {MOST} can be sent."
                )
            names = _named([_path(each, piece.what) for each in mine], given)
            for name, member in zip(names, mine, strict=True):
                with packed.open(member) as opened:
                    raw = opened.read(min(intake.LARGEST, room) + 1)
                if len(raw) > intake.LARGEST:
                    raise Refused(f"Nothing was taken: `{name}` is larger than 256 KB.")
                room -= len(raw)
                if room < 0:
                    raise Refused(f"Nothing was taken: {piece.what} unpacks to more than 1 MB.")
                yield name, raw
    except Refused:
        raise
    except _UNREADABLE:
        raise Refused(f"{piece.what} cannot be unpacked, so nothing was taken.") from None


def _path(member: zipfile.ZipInfo, what: str) -> str:
    """A member's path, which stays within the folder that it is unpacked to. Raises Refused."""
    path = member.filename.replace("\\", "/")
    parts = path.split("/")
    if member.flag_bits & _ENCRYPTED:
        raise Refused(f"{what} has a password, so nothing was taken.")
    out = any(part in ("", ".", "..") for part in parts) or ":" in path or "\0" in path
    if out or not path.isprintable():
        shown = quoted(path)
        raise Refused(f"Nothing was taken: `{shown}` in {what} is no path inside of it.")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise Refused(f"Nothing was taken: `{quoted(path)}` in {what} is a link.")
    return path


def _is_kept(path: str) -> bool:
    """Whether a file of a zip is one that a person wrote; what lies beside those is passed over."""
    *folders, name = path.replace("\\", "/").split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in (*folders, name))
    return not hidden and not set(folders) & set(_PASSED) and name.endswith(_TEXT)


def _named(paths: Sequence[str], given: Collection[str]) -> list[str]:
    """The paths without the one folder that all lie in."""
    tops = {path.split("/")[0] for path in paths}
    if len(tops) != 1 or any("/" not in path for path in paths) or set(paths) & set(given):
        return list(paths)
    return [path.partition("/")[2] for path in paths]


def submission(name: str, raw: bytes) -> Submission:
    """A file of the person's; an empty one is one too. Raises Refused."""
    text = intake.code(raw, name) if raw.strip() else ""
    return Submission(hashlib.sha256(text.encode()).hexdigest(), name, text)
