"""A working session's folder as its author wrote it, and a draw of it from a seed."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from content.draw.broken import BrokenContent
from content.rows import Planted, Planting, Rows, Sheet, planted
from drills.model import Entry, Part, Problem
from drills.working import Books, Trap, Trial, Twin, Work, spliced

HEAD = "session.toml"
_KEYS = {"title": str, "menu": str, "seniority": str, "minutes": int, "version": int}
_WALK = {"ask": str, "notice": str, "tell": str, "proof": str, "keywords": list}
OTHER = 500_009  # from a seed to that of the draw which shows whether a fix holds elsewhere


class Working:
    """One folder of content/working_sessions. Files are read when they are first asked for.

    Raises BrokenContent, here or later, where a file is missing or wrong.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        head = self._toml(HEAD)
        _check(folder / HEAD, head, _KEYS)
        self.title: str = head["title"]  # a template over the skin
        self.menu: str = head["menu"]
        self.seniority: str = head["seniority"]
        self.minutes: int = head["minutes"]
        self.version: int = head["version"]

    @property
    def entry(self) -> Entry:
        """What the menu shows; `--custom` finds it by the words of its brief."""
        said = f"{self.id} {self.menu} {self.text('brief.md')}"
        words = frozenset(re.findall(r"[a-z]{3,}", said.lower()))
        return Entry(self.id, self.menu, self.seniority, (self.minutes,), words)

    def text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BrokenContent(self.folder / name, str(error)) from error

    def _toml(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError as error:
            raise BrokenContent(self.folder / name, str(error)) from error

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

    # --- what is drawn -----------------------------------------------------------------------

    @cached_property
    def world(self) -> ModuleType:
        return self.module("world")

    @cached_property
    def plantings(self) -> Mapping[str, Planting]:
        """The traps by name, in the order in which they are planted."""
        return {trap.name: trap for trap in self.module("traps").trap.all}

    @cached_property
    def walk(self) -> Mapping[str, Mapping[str, Any]]:
        """What is said of each trap."""
        path = self.folder / "walkthrough.toml"
        said = self._toml("walkthrough.toml")
        if missing := said.keys() ^ self.plantings.keys():
            raise BrokenContent(path, f"{min(missing)}: not both here and in traps.py")
        for name, table in said.items():
            _check(path, table, _WALK, name)
        return said

    def chosen(self, seed: int) -> list[str]:
        """The traps of a draw."""
        count: int = self.module("traps").DRAWN
        names = sorted(self.plantings)
        return sorted(Random(f"traps {self.id} {seed}").sample(names, min(count, len(names))))

    def clean(self, seed: int) -> Rows:
        rows: Rows = self.world.clean(seed)
        return rows

    def sheet(self, clean: Rows) -> Sheet:
        header = self.world.HEADER.format(**clean.skin)
        return Sheet(clean, header, self.world.ORDERS)

    def planted(
        self, clean: Rows, seed: int, only: Iterable[str]
    ) -> tuple[Rows, dict[str, Planted]]:
        """Rows with these traps. A trap takes the same rows whatever others are there."""
        return planted(self.plantings.values(), clean, seed, only)

    def books(self, seed: int, traps: Iterable[str]) -> Books:
        """Clean rows, and each of these traps alone in them with its twins."""
        clean = self.clean(seed)
        sheet = self.sheet(clean)
        return Books(sheet.text, tuple(self._trial(clean, sheet, seed, name) for name in traps))

    def _trial(self, clean: Rows, sheet: Sheet, seed: int, name: str) -> Trial:
        rows, planted = self.planted(clean, seed, [name])
        twins, spelt, states = [], set(), set()
        for reading, edit in planted[name].readings.items():
            twin = rows.copy()
            edit(twin)
            spelt |= _spelt(rows, twin, self.world.SPELT)
            states |= _spelt(rows, twin, self.world.STATES)
            worth = self.plantings[name].worth[reading]
            twins.append(Twin(reading, worth, sheet.splices(twin)))
        touched = tuple(planted[name].query(rows.seen()))
        words = tuple(sorted(spelt)), tuple(sorted(states))
        return Trial(name, sheet.splices(rows), tuple(twins), touched, *words)

    def problem(self, seed: int) -> Problem:
        """All that a session of one draw needs."""
        names = self.chosen(seed)
        clean = self.clean(seed)
        skin = clean.skin
        rows, planted = self.planted(clean, seed, names)
        sheet = self.sheet(clean)
        data = spliced(sheet.text, sheet.splices(rows))
        seen = rows.seen()
        touched = {name: tuple(planted[name].query(seen)) for name in names}
        order = sorted(names, key=lambda name: min(map(data.index, touched[name])))
        work = Work(
            brief=_filled(self.text("brief.md"), skin),
            data=data,
            minutes=self.minutes,
            traps=tuple(self._trap(name, touched[name]) for name in order),
            books=(self.books(seed, order), self.books(seed + OTHER, order)),
        )
        only = Part(
            number=1,
            title=_filled(self.title, skin),
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
            skin=skin["company"],
            knobs={"traps": " ".join(order)},
            title=only.title,
            seniority=self.seniority,
            required="",
            parts=(only,),
            categories={},
            signals="",
            sentences={},
            work=work,
        )

    def _trap(self, name: str, touched: tuple[str, ...]) -> Trap:
        said = self.walk[name]
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


def _filled(template: str, skin: Mapping[str, str]) -> str:
    """A template with the skin's words in; the time cap stays open."""
    return re.sub(r"\{(\w+)\}", lambda match: skin.get(match[1], match[0]), template)


def _spelt(rows: Rows, twin: Rows, fields: Iterable[str]) -> set[str]:
    """The words in which rows differ from the plain saying of them: a spelling is no difference."""
    words: set[str] = set()
    for _, mine, its in rows.differing(twin):
        if mine is None or its is None:
            continue
        for field in fields:
            if mine.get(field) != its.get(field):
                said = str(mine.get(field, "")).strip(), str(its.get(field, "")).strip()
                apart = [set(re.split(r"[\s,]+", text)) for text in said]
                words |= apart[0] ^ apart[1]
                if max(map(len, apart)) < 4:  # a whole sentence is seldom printed as it is
                    words |= set(said)
    return {word for word in words if len(word) > 1}


def _check(
    path: Path, table: Mapping[str, Any], kinds: Mapping[str, type], where: str = ""
) -> None:
    before = f"{where}: " if where else ""
    if unknown := table.keys() - kinds.keys():
        raise BrokenContent(path, f"{before}{min(unknown)}: unknown")
    for key, kind in kinds.items():
        if not isinstance(table.get(key), kind):
            raise BrokenContent(path, f"{before}{key}: missing, or no {kind.__name__}")
