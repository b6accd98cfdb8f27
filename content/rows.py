"""The rows of a working session: drawn clean, then edited by traps, then written as data.py."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from drills.working import Splice, Worth

Row = dict[str, Any]
Tables = Mapping[str, list[Row]]  # as a program sees them: INVOICES -> its rows
Query = Callable[[Tables], list[str]]  # the names of the rows that a trap touches


class Rows:
    """Rows by a key that is never written out; a copy shares what neither side edits."""

    def __init__(self, skin: Mapping[str, str], tables: Iterable[str]) -> None:
        self.skin = skin
        self.tables = tuple(tables)
        self.spare: dict[str, list[str]] = {}  # what traps may take, by kind
        self._table: dict[str, str] = {}  # key -> table
        self._rows: dict[str, Row] = {}

    def add(self, table: str, key: str, row: Row) -> None:
        assert key not in self._rows, key
        self._table[key], self._rows[key] = table, dict(row)

    def drop(self, key: str) -> None:
        del self._rows[key], self._table[key]

    def __getitem__(self, key: str) -> Mapping[str, Any]:
        return self._rows[key]

    def edit(self, key: str, **fields: Any) -> None:
        self._rows[key] = self._rows[key] | fields  # another row: copies keep the old one

    def of(self, table: str) -> Iterator[tuple[str, Row]]:
        return ((key, self._rows[key]) for key, its in self._table.items() if its == table)

    def copy(self) -> Rows:
        other = Rows(self.skin, self.tables)
        other.spare, other._table, other._rows = self.spare, dict(self._table), dict(self._rows)
        return other

    def seen(self) -> Tables:
        """As a program sees them, but for their order."""
        return {table: [row for _, row in self.of(table)] for table in self.tables}

    def differing(self, other: Rows) -> Iterator[tuple[str, Row | None, Row | None]]:
        """The keys of the rows that are not the same in both, with either's row."""
        for key in {**self._rows, **other._rows}:
            mine, its = self._rows.get(key), other._rows.get(key)
            if mine is not its and mine != its:
                yield key, mine, its

    def table_of(self, key: str) -> str:
        return self._table[key]


# --- writing ---------------------------------------------------------------------------------


class Sheet:
    """Clean rows written out, and any other rows as what differs in the text.

    `orders` says by what each table is sorted. Rows that it finds equal are in no telling order.
    """

    def __init__(
        self, clean: Rows, header: str, orders: Mapping[str, Callable[[Row], object]]
    ) -> None:
        self._clean = clean
        self._orders = orders
        self._places: dict[str, list[tuple[Any, ...]]] = {}
        self._starts: dict[str, int] = {}
        lines = header.rstrip("\n").split("\n")
        for table in clean.tables:
            lines += ["", f"{table} = ["]
            self._starts[table] = len(lines)
            places = sorted(self._place(table, key, row) for key, row in clean.of(table))
            self._places[table] = places
            lines += [_line(clean[key]) for *_, key in places]
            lines.append("]")
        self.text = "\n".join([*lines, ""])

    def splices(self, rows: Rows) -> tuple[Splice, ...]:
        """What turns the clean text into that of other rows."""
        gone: set[int] = set()
        come: dict[int, list[tuple[Any, ...]]] = {}
        for key, clean, row in self._clean.differing(rows):
            if clean is not None:
                table = self._clean.table_of(key)
                place = self._place(table, key, clean)
                gone.add(self._starts[table] + self._places[table].index(place))
            if row is not None:
                table = rows.table_of(key)
                place = self._place(table, key, row)
                at = self._starts[table] + bisect_left(self._places[table], place)
                come.setdefault(at, []).append(place)
        made = []
        for at in sorted(gone | come.keys()):
            added = tuple(_line(rows[key]) for *_, key in sorted(come.get(at, [])))
            made.append(Splice(at, at + (at in gone), added))
        return tuple(made)

    def _place(self, table: str, key: str, row: Mapping[str, Any]) -> tuple[Any, ...]:
        chance = zlib.crc32(f"{self._clean.skin} {key}".encode())
        return (self._orders[table](dict(row)), chance, key)


def _line(row: Mapping[str, Any]) -> str:
    return f"    {json.dumps(row, ensure_ascii=False)},"


# --- traps -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Planted:
    """A trap in the rows: how it is found again, and how it is said plainly in each way."""

    query: Query
    readings: Mapping[str, Callable[[Rows], None]]


Plant = Callable[..., Planted]  # (rows, chance, *victims)


@dataclass(frozen=True, slots=True)
class Planting:
    """A trap as its author wrote it."""

    name: str
    needs: tuple[str, ...]  # the kinds of the rows that it takes from `Rows.spare`
    worth: Mapping[str, Worth]  # reading -> what it is worth
    plant: Plant


class Traps:
    """The traps of a domain, in the order in which they are planted."""

    def __init__(self) -> None:
        self.all: list[Planting] = []

    def __call__(self, needs: str = "", **worth: str) -> Callable[[Plant], Plant]:
        """Register a function as a trap: what it takes, and what each reading is worth."""

        def register(plant: Plant) -> Plant:
            worths = {reading: Worth(each) for reading, each in worth.items()}
            self.all.append(Planting(plant.__name__, tuple(needs.split()), worths, plant))
            return plant

        return register


def planted(
    plantings: Iterable[Planting], clean: Rows, seed: int, only: Iterable[str]
) -> tuple[Rows, dict[str, Planted]]:
    """A copy of the rows with these traps. Each takes the same rows whatever others are there."""
    wanted = set(only)
    rows, found = clean.copy(), {}
    spare = {kind: list(keys) for kind, keys in clean.spare.items()}
    for each in plantings:
        victims = [spare[kind].pop() for kind in each.needs]
        if each.name in wanted:
            found[each.name] = each.plant(rows, Random(f"{each.name} {seed}"), *victims)
    return rows, found
