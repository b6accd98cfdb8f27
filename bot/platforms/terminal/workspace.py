"""A session's folder: files that grow by appending, and a solution that is the person's own."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import IO

from bot.platforms import stubs
from drills.command import MENU
from drills.effects import Command, File, InsertStub, Keep

SOLUTION = "solution.py"
LARGEST = 64 << 20  # bytes that are ever read
OWN = ".drill"  # the bot's own copies, beside the person's files


class WorkspaceProblem(Exception):
    """A file or folder cannot be used. The text is for the person: what happened, what to do."""


class Workspace:
    """The files of one session. Every write is whole or not there, and may safely be repeated.

    The bot's own copy of what it wrote stands in `.drill/`: what is in that copy was written once,
    whatever the person did to the file since, and is written again only where the file is gone.
    """

    def __init__(self, folder: Path, name: str = SOLUTION) -> None:
        self.folder = folder
        self.solution = folder / name

    def put(self, file: File) -> None:
        """Write one file of a message. Raises WorkspaceProblem; then nothing has changed."""
        path, own = self.folder / file.name, self.folder / OWN / file.name
        new = file.text.encode()
        match file.keep:
            case Keep.APPEND:
                written = _read(own)
                grown = _joined(written, new)
                if not path.exists():  # never written, or gone with the parts before
                    _write(path, grown or written)
                elif grown is not None:
                    _extend(path, new)
                if grown is not None:
                    _write(own, grown)  # last: a crash before it is told by the text in the file
            case Keep.CREATE:
                if not own.exists():  # else the person moved or deleted it, and may have a reason
                    if not path.exists():
                        _write(path, new)
                    _write(own, new)
            case Keep.WRITE:
                self._keep(path)
                _write(path, new)

    def restore(self, files: Sequence[File]) -> list[str]:
        """Write those of the bot's own files that are gone; returns their names."""
        names = dict.fromkeys(file.name for file in files)
        gone = [name for name in names if not (self.folder / name).exists()]
        for file in files:
            self.put(file)
        return gone

    def read(self) -> bytes:
        """The solution file. Raises FileNotFoundError and WorkspaceProblem."""
        if not self.solution.exists():
            raise FileNotFoundError(self.solution)
        return _read(self.solution)

    def changed_tests(self, name: str) -> bool:
        """True where the person's file of tests is no longer what the bot wrote."""
        own = self.folder / OWN / name
        return own.exists() and _read(self.folder / name) != _read(own)

    def insert_stub(self, stub: InsertStub, revision: Callable[[], str]) -> str:
        """Insert missing signatures into the solution file; says in words what was done.

        A file that is gone or empty is written anew from `revision`, the code sent in last ("" if
        none was). Raises WorkspaceProblem; then nothing has changed.
        """
        before = _read(self.solution)
        old = before.decode("utf-8-sig", "replace")
        anew = not old.strip()
        if anew:
            old = revision()
        try:
            if not anew:
                before.decode("utf-8-sig")
            filled = stubs.fill(old, stub.signatures)
        except UnicodeDecodeError:
            return f"`{SOLUTION}` is not UTF-8 text, so nothing was inserted and nothing changed."
        except SyntaxError as e:
            where = f"line {e.lineno}: {e.msg}" if e.lineno else e.msg
            return (
                f"`{SOLUTION}` cannot be added to ({where}), so nothing was inserted and nothing"
                " changed. Fix it and say `stub` again; the signatures stand in PROBLEM.md."
            )
        told = ""
        if anew or filled.added:
            kept = self._keep(self.solution)
            if _read(self.solution) != before:  # the editor saved in between
                return f"`{SOLUTION}` changed just now, so nothing was inserted. Say `stub` again."
            bom = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
            _write(self.solution, bom + filled.text.encode())
            told = f" The text before stands in `{kept}`." if kept else ""
        return _done(filled, anew, bool(old)) + told

    def _keep(self, path: Path) -> str:
        """Keep a file's text under its own hash; returns where, "" where there is none to keep."""
        text = _read(path)
        if not text.strip():
            return ""
        name = f"{OWN}/{path.stem}-{hashlib.sha256(text).hexdigest()[:8]}{path.suffix}"
        if _read(self.folder / name) != text:
            _write(self.folder / name, text)
        return name


def _done(filled: stubs.Filled, anew: bool, earlier: bool) -> str:
    names = ", ".join(f"`{name}`" for name in filled.added)
    if anew and earlier:
        done = f"Wrote `{SOLUTION}` anew from the code you sent last" + (
            names and f", with {names}"
        )
    elif anew:
        done = f"Wrote `{SOLUTION}` anew, with {names}"
    elif names:
        done = f"Inserted into `{SOLUTION}`: {names}"
    else:
        done = f"`{SOLUTION}` has every name of this part; nothing changed"
    if filled.differing:
        theirs = ", ".join(f"`{signature}`" for signature in filled.differing)
        return f"{done}. In this part these take other parameters; change them yourself: {theirs}."
    return done + "."


def shown(path: Path) -> str:
    """A path as a person would type it here: relative where that is shorter."""
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)


# --- folders ---------------------------------------------------------------------------------


def belongs(folder: Path, session: str) -> bool:
    """Whether a folder carries the mark of this session."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (folder / OWN / "session").read_text() == session
    return False


def find_folder(practice: Path, session: str) -> Path | None:
    """The folder of a session inside a practice folder, by its mark: a person may rename it.

    Where a lost one came back beside its successor, the one with a solution counts.
    """
    folders = [mark.parent.parent for mark in sorted(practice.glob(f"*/{OWN}/session"))]
    found = [folder for folder in folders if belongs(folder, session)]
    return max(found, key=lambda folder: (folder / SOLUTION).exists(), default=None)


def make_folder(practice: Path, session: str, started: date, title: str) -> Path:
    """A new folder for a session, with its mark. Raises WorkspaceProblem."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    name, count = f"{started:%Y-%m-%d}-{slug}", 1
    while True:
        folder = practice / (name if count == 1 else f"{name}-{count}")
        try:
            # Folders alone are what an earlier try on a full disk has left.
            if all(path.is_dir() for path in folder.rglob("*")):
                _write(folder / OWN / "session", session.encode())
                return folder
        except OSError as e:
            raise _problem(folder, e) from None
        count += 1


class Busy(Exception):
    """Another process uses this practice folder."""


def lock(practice: Path, wanted: Command = MENU) -> IO[bytes]:
    """Take a practice folder for this process, until the returned file is closed. `wanted` is what
    it is for, so that it can be had in another folder.

    Raises Busy and WorkspaceProblem.
    """
    try:
        if practice.is_file():
            raise NotADirectoryError(errno.ENOTDIR, "it is a file, not a folder")
        practice.mkdir(parents=True, exist_ok=True)
        file = (practice / ".drill.lock").open("ab")
    except OSError as e:
        raise _problem(practice, e) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        other = replace(wanted, options=(*wanted.options, ("folder", "other")))
        raise Busy(
            f"Another {MENU} is open in `{shown(practice)}`. Go on there, or close it, or name"
            f" another folder: {other}"
        ) from None
    return file


# --- reading and writing ---------------------------------------------------------------------


def _read(path: Path) -> bytes:
    """A file's bytes, none where there is no file; of an absurdly large one the beginning."""
    try:
        if path.exists() and not path.is_file():  # a folder, or a pipe that would never end
            raise OSError(errno.EINVAL, "it is not a file")
        with path.open("rb") as file:
            return file.read(LARGEST)
    except FileNotFoundError:
        return b""
    except OSError as e:
        raise _problem(path, e) from None


def _joined(there: bytes, new: bytes) -> bytes | None:
    """What is there with `new` below it, a blank line between; None where it is there already."""
    if new.strip() in there:
        return None
    if not there.strip():
        return new
    ended = len(there) - len(there.rstrip(b"\n"))
    return there + b"\n" * max(0, 3 - ended) + new


def _extend(path: Path, new: bytes) -> None:
    joined = _joined(_read(path), new)
    if joined is not None:
        _write(path, joined)


def _write(path: Path, text: bytes) -> None:
    """Replace a file as a whole; through a link, the file that it points to."""
    path = path.resolve()
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            temporary = Path(file.name)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as e:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise _problem(path, e) from None


def _problem(path: Path, error: OSError) -> WorkspaceProblem:
    why = (error.strerror or str(error)).lower()
    return WorkspaceProblem(
        f"`{shown(path)}` cannot be used: {why}. Nothing was lost; make it usable and go on."
    )
