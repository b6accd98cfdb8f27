"""A problem's folder as its author wrote it: texts, knobs, skins, wrong solutions, excuses."""

from __future__ import annotations

import ast
import hashlib
import itertools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from content.draw.broken import BrokenContent
from content.draw.skins import Skins, read_skins
from content.draw.words import Words

if TYPE_CHECKING:  # libcst takes longer to import than a menu to show
    import libcst as cst

    from content.draw.rename import Renamed


@dataclass(frozen=True)
class Wrong:
    """A wrong solution: a subclass of the reference with one thing wrong."""

    name: str
    part: int
    fails: str  # the one category that it fails
    when: Mapping[str, tuple[str, ...]]  # the draws that it applies to; empty: all
    source: str

    def applies(self, knobs: Mapping[str, str]) -> bool:
        return all(knobs[knob] in options for knob, options in self.when.items())


@dataclass(frozen=True)
class Excuse:
    """A mutant of the canonical reference that no test can tell from it."""

    diff: tuple[str, ...]  # the changed lines of `ast.unparse`, stripped, "-" or "+" before each
    witness: str  # what shows that the two are equal: "second" or "inputs"
    why: str


_KEYS = {"title", "seniority", "minutes", "version", "required", "reworks", "shares"}
_KEYS |= {"knobs", "reserved", "categories", "skins", "excuses", "everyday"}


class Authored:
    """One folder of content/progressive. Files are read when they are first asked for.

    Raises BrokenContent, here or later, where a file is missing or wrong.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        self._path = folder / "problem.toml"
        try:
            self._table: dict[str, Any] = tomllib.loads(self.text("problem.toml"))
        except tomllib.TOMLDecodeError as error:
            raise BrokenContent(self._path, str(error)) from error
        if unknown := self._table.keys() - _KEYS:
            raise BrokenContent(self._path, f"{min(unknown)}: unknown")
        self.title: str = self._take("title", str)
        self.seniority: str = self._take("seniority", str)
        self.version: int = self._take("version", int)
        self.required: str = self._take("required", str)
        self.minutes: tuple[int, ...] = tuple(self._take("minutes", list))
        everyday = self._table.get("everyday", [])
        if not isinstance(everyday, list) or not all(isinstance(word, str) for word in everyday):
            raise BrokenContent(self._path, "everyday: [words] is wanted")
        self.everyday: tuple[str, ...] = tuple(everyday)  # what people call such a thing
        self.reworks: frozenset[int] = frozenset(self._take("reworks", list))
        self.shares: frozenset[int] = frozenset(self._take("shares", list))
        self.categories: dict[str, str] = self._take("categories", dict)
        self.reserved: dict[int, tuple[str, ...]] = {}
        for part, words in self._take("reserved", dict).items():
            if not part.isdecimal() or not isinstance(words, list):
                raise BrokenContent(self._path, f"reserved.{part}: 2 = [words] is wanted")
            self.reserved[int(part)] = tuple(words)
        self.knobs: dict[str, tuple[str, ...]] = {}
        self.knob_part: dict[str, int] = {}
        for name, knob in self._take("knobs", dict).items():
            match knob:
                case {"part": int(part), "options": [str(), str(), *_] as options}:
                    self.knobs[name], self.knob_part[name] = tuple(options), part
                case _:
                    raise BrokenContent(
                        self._path,
                        f"knobs.{name}: {{ part = 1, options = [two or more] }} is wanted",
                    )
        self.skins: Skins = read_skins(self._path, self._take("skins", dict))
        self._modules: dict[str, cst.Module] = {}
        self._renamed: dict[tuple[str, str | None], Renamed] = {}

    def _take(self, key: str, kind: type) -> Any:
        if not isinstance(self._table.get(key), kind):
            raise BrokenContent(self._path, f"{key}: missing, or no {kind.__name__}")
        return self._table[key]

    @property
    def parts(self) -> range:
        return range(1, len(self.minutes) + 1)

    # --- draws ---------------------------------------------------------------------------

    def all_knobs(self) -> Iterator[dict[str, str]]:
        """Every combination of options."""
        for values in itertools.product(*self.knobs.values()):
            yield dict(zip(self.knobs, values, strict=True))

    def choose(self, seed: int) -> tuple[dict[str, str], str]:
        """The knobs and the skin of a seed: the same on every machine and Python."""
        digest = hashlib.sha256(f"{self.id}/{seed}".encode()).digest()
        number = int.from_bytes(digest)
        number, at = divmod(number, len(self.skins.columns))
        knobs = {}
        for name, options in self.knobs.items():
            number, option = divmod(number, len(options))
            knobs[name] = options[option]
        return knobs, self.skins.columns[at]

    # --- files ---------------------------------------------------------------------------

    def text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BrokenContent(self.folder / name, str(error)) from error

    def tree(self, name: str) -> ast.Module:
        try:
            return ast.parse(self.text(name))
        except SyntaxError as error:
            raise BrokenContent(self.folder / name, f"line {error.lineno}: {error.msg}") from error

    def module(self, name: str) -> cst.Module:
        """A Python file, parsed once."""
        import libcst as cst

        if name not in self._modules:
            try:
                self._modules[name] = cst.parse_module(self.text(name))
            except cst.ParserSyntaxError as error:
                raise BrokenContent(
                    self.folder / name, f"line {error.raw_line}: {error.message}"
                ) from error
        return self._modules[name]

    def renamed(self, name: str, skin: str | None) -> Renamed:
        """A Python file in the words of a skin, its knobs still open."""
        from content.draw.rename import rename

        if (name, skin) not in self._renamed:
            words = self.words(skin)
            if name == "signals.py":
                words = words.names_alone()
            self._renamed[name, skin] = rename(self.module(name), words)
        return self._renamed[name, skin]

    def words(self, skin: str | None) -> Words:
        """A skin's words; None gives the canonical ones."""
        return Words({}, {}, {}) if skin is None else self.skins.words_of(skin)

    @cached_property
    def digest(self) -> str:
        """Of every file of the folder; a cached draw of other content is never taken."""
        found = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in (".toml", ".md", ".py"):
                found.update(
                    f"{path.relative_to(self.folder)}\0".encode() + path.read_bytes() + b"\0"
                )
        return found.hexdigest()

    @cached_property
    def test_ids(self) -> dict[int, list[str]]:
        """Part -> the names of its tests as they are written; no two parts share one."""
        found: dict[int, list[str]] = {}
        for part in self.parts:
            name = f"tests/part{part}.py"
            ids = [
                node.name
                for node in ast.walk(self.tree(name))
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            ]
            for earlier, others in found.items():
                if again := set(ids) & set(others):
                    raise BrokenContent(
                        self.folder / name, f"{min(again)} is also in part {earlier}"
                    )
            found[part] = ids
        return found

    # --- what is proven ------------------------------------------------------------------

    @cached_property
    def wrongs(self) -> tuple[Wrong, ...]:
        """The wrong solutions, in the order of wrong.py."""
        path, text = self.folder / "wrong.py", self.text("wrong.py")
        found = []
        for node in self.tree("wrong.py").body:
            if not isinstance(node, ast.ClassDef):
                continue
            match node.decorator_list:
                case [ast.Call(func=ast.Name(id="wrong"), keywords=keywords)]:
                    marks = {mark.arg: self._constant(mark.value) for mark in keywords}
                case _:
                    raise BrokenContent(path, f"{node.name}: @wrong(part=…, fails=…) is missing")
            try:
                part, fails, when = marks["part"], marks["fails"], marks.get("when", {})
            except KeyError as error:
                raise BrokenContent(path, f"{node.name}: @wrong lacks {error}") from error
            for knob, options in when.items():
                if not set(options) <= set(self.knobs.get(knob, ())):
                    raise BrokenContent(path, f"{node.name}: no such options of {knob!r}")
            if fails not in self.categories:
                raise BrokenContent(path, f"{node.name}: no category {fails!r}")
            source = ast.get_source_segment(text, node) or ""
            options_of = {knob: tuple(options) for knob, options in when.items()}
            found.append(Wrong(node.name, part, fails, options_of, source))
        return tuple(found)

    def _constant(self, node: ast.expr) -> Any:
        try:
            return ast.literal_eval(node)
        except ValueError as error:
            raise BrokenContent(
                self.folder / "wrong.py", f"line {node.lineno}: a constant is wanted"
            ) from error

    @cached_property
    def excuses(self) -> tuple[Excuse, ...]:
        """The mutants that may live, each with its witness."""
        found = []
        for excuse in self._table.get("excuses", []):
            match excuse:
                case {"diff": [*diff], "witness": "second" | "inputs" as witness, "why": str(why)}:
                    found.append(Excuse(tuple(diff), witness, why))
                case _:
                    raise BrokenContent(
                        self._path, 'excuses: diff, witness ("second" or "inputs") and why wanted'
                    )
        return tuple(found)

    @cached_property
    def feedback(self) -> dict[str, Any]:
        """feedback.toml: a table for each part, and `signals`."""
        path = self.folder / "feedback.toml"
        try:
            table = tomllib.loads(self.text("feedback.toml"))
        except tomllib.TOMLDecodeError as error:
            raise BrokenContent(path, str(error)) from error
        for part in self.parts:
            for key in ("hint", "design_idea", "lesson", "follow_ups"):
                if not table.get(f"part{part}", {}).get(key):
                    raise BrokenContent(path, f"part{part}.{key}: missing")
        if not isinstance(table.get("signals"), dict):
            raise BrokenContent(path, "signals: missing")
        return table
