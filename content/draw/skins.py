"""The matrix of skins: a row a word, a column a skin, so that a missing word is seen."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from content.draw.broken import BrokenContent
from content.draw.words import BUILT_IN, Words

Cells = Sequence[str]


@dataclass(frozen=True)
class Skins:
    """Every skin of a problem. Each row holds one cell a column."""

    columns: tuple[str, ...]
    title: Cells
    story: Cells
    names: Mapping[str, Cells]  # of the public interface: classes, methods, parameters
    words: Mapping[str, Cells]  # of the prose, one row a form: key, keys
    samples: Mapping[str, Mapping[str, Cells]]  # group -> whole strings used as data

    def words_of(self, skin: str) -> Words:
        column = self.columns.index(skin)
        rows = [row for group in self.samples.values() for row in group.items()]
        return Words(
            names={canonical: cells[column] for canonical, cells in self.names.items()},
            words={canonical: cells[column] for canonical, cells in self.words.items()},
            samples={canonical: cells[column] for canonical, cells in rows},
        )

    def all_text(self) -> Iterable[str]:
        """Titles, stories and words of all skins, for the search by words."""
        yield from self.title
        yield from self.story
        for cells in self.words.values():
            yield from cells


def read_skins(path: Path, table: Mapping[str, object]) -> Skins:
    """Read `[skins]` of a problem.toml.

    Raises BrokenContent naming the missing cell, two names alike in one skin, or samples whose
    order or prefixes differ from the canonical ones.
    """

    def broken(cause: str) -> BrokenContent:
        return BrokenContent(path, f"skins.{cause}")

    columns = table.get("columns")
    if not isinstance(columns, list) or not columns or not all(isinstance(c, str) for c in columns):
        raise broken("columns: a list of the skins' names is wanted")

    def cells(where: str, row: object) -> Cells:
        if not isinstance(row, list) or not all(isinstance(cell, str) for cell in row):
            raise broken(f"{where}: a list of strings is wanted, one a skin")
        for column, cell in zip(columns, [*row, *[""] * len(columns)], strict=False):
            if not cell:
                raise broken(f"{where}: no cell for the skin {column!r}")
        if len(row) > len(columns):
            raise broken(f"{where}: {len(row)} cells for {len(columns)} skins")
        return tuple(row)

    def group(where: str, rows: object) -> dict[str, Cells]:
        if not isinstance(rows, dict):
            raise broken(f"{where}: a table is wanted, a row a word")
        return {canonical: cells(f"{where}.{canonical}", row) for canonical, row in rows.items()}

    unknown = set(table) - {"columns", "title", "story", "names", "words", "samples"}
    if unknown:
        raise broken(f"{min(unknown)}: unknown")
    samples = table.get("samples", {})
    if not isinstance(samples, dict):
        raise broken("samples: a table of groups is wanted")
    skins = Skins(
        columns=tuple(columns),
        title=cells("title", table.get("title", [])),
        story=cells("story", table.get("story", [])),
        names=group("names", table.get("names", {})),
        words=group("words", table.get("words", {})),
        samples={name: group(f"samples.{name}", rows) for name, rows in samples.items()},
    )
    for cause in _faults(skins):
        raise broken(cause)
    return skins


def _faults(skins: Skins) -> Iterable[str]:
    for canonical in skins.names:
        if canonical in BUILT_IN or hasattr(builtins, canonical):
            yield f"names.{canonical}: built-in names cannot be told apart; take another"
        if canonical in skins.words:
            yield f"names.{canonical}: also stands in skins.words, which makes it ambiguous"
    for column, skin in enumerate(skins.columns):
        drawn = [cells[column] for cells in skins.names.values()]
        for name in drawn:
            if not name.isidentifier():
                yield f"names: {name!r} of {skin!r} is no identifier"
            if drawn.count(name) > 1:
                yield f"names: {name!r} stands twice in the skin {skin!r}"
        for name, rows in skins.samples.items():
            for (a, a_cells), (b, b_cells) in combinations(rows.items(), 2):
                x, y = a_cells[column], b_cells[column]
                alike = (
                    (a < b) == (x < y)
                    and a.startswith(b) == x.startswith(y)
                    and b.startswith(a) == y.startswith(x)
                )
                if not alike or x == y:
                    yield (
                        f"samples.{name}: {x!r} and {y!r} of {skin!r} relate unlike {a!r} and {b!r}"
                    )
