"""What a person changed in a repository: the diff of each file, and what it shows to others."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from drills.working import is_test
from drills.working_state import LOG

Files = Mapping[str, str]  # path -> text
AROUND = 2  # unchanged lines beside a changed one


@dataclass(frozen=True, slots=True)
class Change:
    """One file that is not as it was handed over; `lines` are those of its diff, without heads."""

    file: str
    lines: tuple[str, ...]

    @property
    def added(self) -> int:
        return sum(line.startswith("+") for line in self.lines)

    @property
    def removed(self) -> int:
        return sum(line.startswith("-") for line in self.lines)


def changes(given: Files, files: Files) -> tuple[Change, ...]:
    """The files that differ from what was given, in the order of their names."""
    sent = sorted(name for name in files if name != LOG)
    return tuple(
        Change(name, tuple(_diff(given.get(name, ""), files[name])))
        for name in sent
        if files[name] != given.get(name)
    )


def _diff(before: str, after: str) -> Iterator[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=AROUND)
    return (line for number, line in enumerate(lines) if number > 1)


def surface_changes(given: Files, files: Files) -> tuple[str, ...]:
    """A sentence for each public name that is gone, or takes other parameters than before."""
    told = []
    for path in sorted(given):
        if not path.endswith(".py") or is_test(path):
            continue
        before, after = surface(given[path]), surface(files.get(path, given[path]))
        for name, parameters in before.items():
            if name not in after:
                told.append(f"`{name}` is gone from `{path}`.")
            elif after[name] != parameters:
                told.append(f"`{name}{parameters}` in `{path}` is now `{name}{after[name]}`.")
    return tuple(told)


def surface(source: str) -> dict[str, str]:
    """The public functions, classes and methods of a module, and the parameters of each."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return dict(_named(module, ""))


def _named(node: ast.Module | ast.ClassDef, within: str) -> Iterator[tuple[str, str]]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            if not each.name.startswith("_") or each.name == "__init__":
                yield f"{within}{each.name}", f"({ast.unparse(each.args)})"
        elif isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
            yield f"{within}{each.name}", ""
            yield from _named(each, f"{within}{each.name}.")
