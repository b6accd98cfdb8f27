"""A working session's folder: its head, its texts, its modules, and what a draw of it makes."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from content.draw.broken import BrokenContent
from drills.model import Entry, Part, Problem
from drills.working import Trap, Work

HEAD = "session.toml"
_KEYS = {"title": str, "menu": str, "seniority": str, "minutes": int, "version": int}
_WALK = {"ask": str, "notice": str, "tell": str, "proof": str, "keywords": list}


class SessionFolder:
    """One folder of content/working_sessions. Files are read when they are first asked for.

    Raises BrokenContent, here or later, where a file is missing or wrong.
    """

    keys: ClassVar[Mapping[str, type]] = {}  # of session.toml, beside those that every kind has

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        head = toml(folder / HEAD)
        check(folder / HEAD, head, {**_KEYS, **self.keys})
        self.head = head
        self.title: str = head["title"]  # a template over the draw's names
        self.menu: str = head["menu"]
        self.seniority: str = head["seniority"]
        self.minutes: int = head["minutes"]
        self.version: int = head["version"]

    @property
    def entry(self) -> Entry:
        """What the menu shows; `--custom` finds it by the words of its brief."""
        said = f"{self.id} {self.menu} {self.text('brief.md')}"
        words = frozenset(re.findall(r"[a-z]{3,}", said.lower()))
        codebase = bool(self.head.get("codebase"))
        return Entry(self.id, self.menu, self.seniority, (self.minutes,), words, codebase)

    def text(self, name: str) -> str:
        return text(self.folder / name)

    def module(self, name: str) -> ModuleType:
        """A file of the folder, which may import the others as `.name`."""
        package = "content.working_sessions." + re.sub(r"\W", "_", str(self.folder))
        if package not in sys.modules:
            there = ModuleType(package)
            there.__path__ = [str(self.folder)]
            sys.modules[package] = there
        try:
            return importlib.import_module(f"{package}.{name}")
        except Exception as error:  # authored code is executed, so anything may come
            path = self.folder / f"{name}.py"
            raise BrokenContent(path, f"{type(error).__name__}: {error}") from error

    def said_of(self, names: Iterable[str], where: str) -> Mapping[str, Mapping[str, Any]]:
        """What is said of each trap; `where` is the file that has them."""
        path = self.folder / "walkthrough.toml"
        said = toml(path)
        if missing := said.keys() ^ set(names):
            raise BrokenContent(path, f"{min(missing)}: not both here and in {where}")
        for name, table in said.items():
            check(path, table, _WALK, name)
        return said

    # --- what a draw is made of --------------------------------------------------------------

    def made(self, seed: int, title: str, skin: str, work: Work) -> Problem:
        only = Part(
            number=1,
            title=title,
            seconds=self.minutes * 60,
            spec=work.brief,
            signatures="",
            added=(),
            visible="",
            hidden="",
            tests=(),
            reference="",
            costs="",
            hint="",
            design_idea="",
            lesson="",
        )
        return Problem(
            id=self.id,
            version=self.version,
            seed=seed,
            skin=skin,
            knobs={"traps": " ".join(sorted(trap.id for trap in work.traps))},
            title=title,
            seniority=self.seniority,
            required="",
            parts=(only,),
            categories={},
            signals="",
            sentences={},
            work=work,
        )


def trap_said(name: str, said: Mapping[str, Any], touched: tuple[str, ...]) -> Trap:
    return Trap(
        id=name,
        ask=said["ask"],
        notice=said["notice"],
        tell=said["tell"].replace("{touched}", _listed(touched)),
        proof=said["proof"],
        keywords=tuple(said["keywords"]),
        touched=touched,
    )


def _listed(names: tuple[str, ...]) -> str:
    """The first is the one that the text is about; more than three are counted."""
    if len(names) > 3:
        return f"{names[0]}, {names[1]} and {len(names) - 2} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


# --- reading what an author wrote ----------------------------------------------------------------


def text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenContent(path, str(error)) from error


def toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text(path))
    except tomllib.TOMLDecodeError as error:
        raise BrokenContent(path, str(error)) from error


def check(path: Path, table: Mapping[str, Any], kinds: Mapping[str, type], where: str = "") -> None:
    before = f"{where}: " if where else ""
    if unknown := table.keys() - kinds.keys():
        raise BrokenContent(path, f"{before}{min(unknown)}: unknown")
    for key, kind in kinds.items():
        if not isinstance(table.get(key), kind):
            raise BrokenContent(path, f"{before}{key}: missing, or no {kind.__name__}")
