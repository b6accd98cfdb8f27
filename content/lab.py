"""A lab's folder as its author wrote it: the task, its suggestions, tests and computed table."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from content.draw.broken import BrokenContent
from drills.kinds.lab.composing import part, reference
from drills.model import Part, Problem, Test
from drills.task import (
    ACCEPTED,
    CORRECTED,
    LEVELS,
    Kind,
    LabEntry,
    Point,
    Suggestion,
    Table,
    Task,
    Truth,
)

HEAD, TABLE = "lab.toml", "table.json"
_KEYS = {"title", "level", "minutes", "version", "file", "suggestion", "excuse"}
_SUGGESTION = {"name", "says", "truth", "where", "fails", "reason", "consequence"}
_SUGGESTION |= {"points", "also"}
_BARE = Table({}, (), {})
_ROW = re.compile(r"\[\n[\d,\s]+\]")  # no string holds a line's end as it is


@dataclass(frozen=True, slots=True)
class Excuse:
    """Mutants of the reference that no test need see. `…` in `diff` stands for anything."""

    where: str  # "Receiver.receive"
    diff: tuple[str, ...]  # the changed lines of `ast.unparse`, "- " or "+ " before each
    why: str

    def covers(self, where: str, diff: str) -> bool:
        lines = diff.split("\n")
        return (
            where.partition(" ")[0] == self.where
            and len(lines) == len(self.diff)
            and all(map(_fits, self.diff, lines))
        )


def _fits(pattern: str, line: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace("…", ".*"), line) is not None


class Lab:
    """One folder of content/labs. Files are read when they are first asked for.

    Raises BrokenContent, here or later, where a file is missing or wrong.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        self._path = folder / HEAD
        try:
            self._head: dict[str, Any] = tomllib.loads(self.text(HEAD))
        except tomllib.TOMLDecodeError as error:
            raise BrokenContent(self._path, str(error)) from error
        _only(self._path, self._head, _KEYS)
        self.title: str = _take(self._path, self._head, "title", str)
        self.level: str = _take(self._path, self._head, "level", str)
        if self.level not in LEVELS:
            raise BrokenContent(self._path, f"level: one of {', '.join(LEVELS)} is wanted")
        self.minutes: int = _take(self._path, self._head, "minutes", int)
        self.version: int = _take(self._path, self._head, "version", int)
        self.file: str = _take(self._path, self._head, "file", str)

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py")

    @property
    def entry(self) -> LabEntry:
        """What the menu shows; reads lab.toml and the names of the tests."""
        count = len(_take(self._path, self._head, "suggestion", list))
        tests = len(self.functions("tests.py", "test_"))
        return LabEntry(self.id, self.title, self.level, self.minutes, count, tests)

    @property
    def excuses(self) -> tuple[Excuse, ...]:
        """Small mistakes in the reference that change nothing that a rule speaks of."""
        return tuple(
            Excuse(
                _take(self._path, excuse, "where", str),
                tuple(_take(self._path, excuse, "diff", list)),
                _take(self._path, excuse, "why", str),
            )
            for excuse in self._head.get("excuse", [])
        )

    # --- files -------------------------------------------------------------------------------

    def text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BrokenContent(self.folder / name, str(error)) from error

    def functions(self, name: str, *prefixes: str) -> list[str]:
        """The functions at the top of a file whose names begin so, in order."""
        try:
            body = ast.parse(self.text(name)).body
        except SyntaxError as error:
            raise BrokenContent(self.folder / name, str(error)) from error
        return [
            n.name for n in body if isinstance(n, ast.FunctionDef) and n.name.startswith(prefixes)
        ]

    def tested(self, name: str) -> str:
        """A file of tests as the grader runs it: what it imports of the task is the solution's."""
        return re.sub(rf"(?m)^from {self.module} import", "from solution import", self.text(name))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that the table is computed from."""
        names = [s.name for s in self.suggestions]
        said = [self.text(self.file), self.text("tests.py"), *names]
        said += [text for s in self.suggestions for text in (s.proposed, s.corrected)]
        return hashlib.sha256("\0".join(said).encode()).hexdigest()

    # --- what a session gets -----------------------------------------------------------------

    @cached_property
    def suggestions(self) -> tuple[Suggestion, ...]:
        tables = _take(self._path, self._head, "suggestion", list)
        return tuple(self._suggestion(table) for table in tables)

    def _suggestion(self, table: dict[str, Any]) -> Suggestion:
        _only(self._path, table, _SUGGESTION)
        name: str = _take(self._path, table, "name", str)
        if not name.isidentifier():
            raise BrokenContent(self._path, f"{name}: a name is one word")
        try:
            truth = Truth(_take(self._path, table, "truth", str))
            also = tuple(Kind(kind) for kind in table.get("also", []))
            points = tuple(
                Point(point["says"], tuple(point.get("words", ())))
                for point in _take(self._path, table, "points", list)
            )
            for pattern in (word for point in points for word in point.words):
                re.compile(pattern)
        except (ValueError, KeyError, TypeError, re.error) as error:
            raise BrokenContent(self._path, f"{name}: {error}") from error
        proposed = self.text(f"proposed/{name}.py")
        there = (self.folder / "corrected" / f"{name}.py").exists()
        if there == (truth is Truth.GOOD):
            raise BrokenContent(
                self._path, f"{name}: a correction for each bad suggestion and for no good one"
            )
        return Suggestion(
            name=name,
            says=_take(self._path, table, "says", str),
            truth=truth,
            where=table.get("where", ""),
            fails=tuple(table.get("fails", [])),
            reason=_take(self._path, table, "reason", str),
            consequence=_take(self._path, table, "consequence", str),
            points=points,
            proposed=proposed,
            corrected=self.text(f"corrected/{name}.py") if there else proposed,
            also=also,
        )

    @cached_property
    def bare(self) -> Task:
        """The task without its table."""
        shapes = (self.folder / "shapes.py").exists()
        task = Task(
            file=self.file,
            start=self.text(self.file),
            tests_file=f"test_{self.file}",
            tests=self.text("tests.py"),
            suggestions=self.suggestions,
            shapes=self.text("shapes.py") if shapes else "",
            table=_BARE,
        )
        for index, suggestion in enumerate(task.suggestions):
            for state, where in ((ACCEPTED, "proposed"), (CORRECTED, "corrected")):
                try:
                    part(task, index, state)
                except SyntaxError as error:
                    path = self.folder / where / f"{suggestion.name}.py"
                    raise BrokenContent(path, str(error)) from error
        return task

    def owner(self, test: str) -> str:
        """The suggestion that a probe or a predicate is of. Raises BrokenContent for none."""
        rest = test.partition("_")[2]
        names = [s.name for s in self.suggestions if f"{rest}_".startswith(f"{s.name}_")]
        if not names:
            raise BrokenContent(self.folder / "probes.py", f"{test}: of no suggestion")
        return max(names, key=len)

    @cached_property
    def hidden(self) -> tuple[Test, ...]:
        """The probes and the predicates on behaviour, each with its suggestion as category."""
        names = self.functions("probes.py", "probe_", "flaw_")
        return tuple(Test(name, name, self.owner(name)) for name in names)

    @cached_property
    def untabled(self) -> Problem:
        """The problem without its table, for the check that computes it."""
        task = self.bare
        tests = tuple(Test(name, name) for name in self.functions("tests.py", "test_"))
        only = Part(
            number=1,
            title=self.title,
            seconds=self.minutes * 60,
            spec=self.text("README.md"),
            signatures=task.start,
            added=(),
            visible=self.tested("tests.py"),
            hidden=self.tested("probes.py"),
            tests=(*tests, *self.hidden),
            reference=reference(task),
            costs="",
            hint="",
            design_idea="",
            lesson="",
        )
        return Problem(
            id=self.id,
            version=self.version,
            seed=0,
            skin="",
            knobs={},
            title=self.title,
            seniority=self.level,
            required="",
            parts=(only,),
            categories={},
            signals="",
            sentences={},
            lab=task,
        )

    def table(self) -> Table:
        """The computed results. Raises BrokenContent where they are of other files than these."""
        path = self.folder / TABLE
        try:
            kept = json.loads(self.text(TABLE))
            if kept["digest"] != self.digest:
                raise BrokenContent(path, f"out of date; compute it: drill tables {self.id}")
            rows = {states: tuple(row) for states, row in kept["rows"].items()}
            reaches = {test: tuple(names) for test, names in kept["reaches"].items()}
            return Table(rows, tuple(kept["details"]), reaches)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BrokenContent(path, f"{type(error).__name__}: {error}") from error

    def problem(self) -> Problem:
        """All that a session of this task needs."""
        return replace(self.untabled, lab=replace(self.bare, table=self.table()))

    def keep(self, table: Table) -> None:
        """Write a table that was computed from the files as they are now."""
        kept = {
            "digest": self.digest,
            "details": table.details,
            "reaches": table.reaches,
            "rows": table.rows,
        }
        text = json.dumps(kept, indent=0, sort_keys=True)
        text = _ROW.sub(lambda row: "".join(row[0].split()), text)  # a line a combination
        (self.folder / TABLE).write_text(text + "\n", encoding="utf-8")


def _only(path: Path, table: dict[str, Any], keys: set[str]) -> None:
    if unknown := table.keys() - keys:
        raise BrokenContent(path, f"{min(unknown)}: unknown")


def _take(path: Path, table: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(table.get(key), kind):
        raise BrokenContent(path, f"{key}: missing, or no {kind.__name__}")
    return table[key]
