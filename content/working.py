"""A domain of working sessions: rows that its author draws clean and plants traps in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any

from content.rows import Planted, Planting, Rows, Sheet, planted
from content.session_folder import SessionFolder, trap_said
from drills.model import Problem
from drills.working import Books, Trial, Twin, Work, spliced

OTHER = 500_009  # from a seed to that of the draw which shows whether a fix holds elsewhere


class Working(SessionFolder):
    """A folder with world.py and traps.py."""

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
        return self.said_of(self.plantings, "traps.py")

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
            traps=tuple(trap_said(name, self.walk[name], touched[name]) for name in order),
            books=(self.books(seed, order), self.books(seed + OTHER, order)),
        )
        return self.made(seed, _filled(self.title, skin), skin["company"], work)


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
