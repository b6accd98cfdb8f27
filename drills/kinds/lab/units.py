"""The named pieces of a Python file: functions, classes and their members, constants."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

TREES = 32  # syntax trees that are kept: each takes as much memory as some hundred pages of text
FUNCTION, CLASS, CONSTANT = "function", "class", "constant"
_NAMED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """`first` and `end` are lines from 0, decorators included; `end` is the line after it.

    Comments above it are not of it: they stay the person's.
    """

    name: str  # "line_cents", "Receiver.once", "WINDOW_SECONDS"
    kind: str
    first: int
    end: int
    node: ast.stmt


@lru_cache(maxsize=TREES)
def units(source: str) -> dict[str, Unit]:
    """By name, in order of place; a name that stands twice is its last one. Raises SyntaxError."""
    found: dict[str, Unit] = {}
    for name, kind, node in _walk(parsed(source).body, ""):
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(each.lineno for each in decorators)]) - 1
        found[name] = Unit(name, kind, first, node.end_lineno or node.lineno, node)
    return found


@lru_cache(maxsize=TREES)
def parsed(source: str) -> ast.Module:
    """The syntax tree, which is everybody's: it is read and never changed. Raises SyntaxError for
    everything that Python cannot parse."""
    return _parse(source)


def _parse(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "it is nested too deeply") from None


def where(error: SyntaxError) -> str:
    """Where a text does not parse, and why: "line 3: invalid syntax"."""
    return f"line {error.lineno}: {error.msg}" if error.lineno else error.msg


def _walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str, ast.stmt]]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield prefix + node.name, FUNCTION, node
            case ast.ClassDef():
                yield prefix + node.name, CLASS, node
                yield from _walk(node.body, f"{prefix}{node.name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield prefix + name, CONSTANT, node


@lru_cache(maxsize=512)
def meanings(source: str) -> dict[str, str]:
    """For each unit what it means: equal for two that differ in layout, comments, docstrings."""
    tree = _parse(source)  # its own, for copying nodes takes longer than parsing once more
    _drop_docstrings(tree)
    return {name: ast.dump(node) for name, _, node in _walk(tree.body, "")}


@lru_cache(maxsize=512)
def frame(source: str) -> tuple[str, ...]:
    """What a file says beside its functions, constants and imports: heads of classes, and more.

    Members of classes that are units are left out of their class.
    """
    said = []
    for name, unit in units(source).items():
        if isinstance(unit.node, ast.ClassDef):
            bare = copy.copy(unit.node)
            bare.body = [ast.Pass(), *(each for each in unit.node.body if not _is_unit(each))]
            said.append(f"{name}: {_meaning(bare)}")
    rest = (node for node in parsed(source).body if not _is_unit(node))
    said += [ast.dump(node) for node in rest if not isinstance(node, ast.Import | ast.ImportFrom)]
    return tuple(each for each in said if not each.startswith("Expr(value=Constant("))


def _is_unit(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
            return True
    return isinstance(node, _NAMED)


def _meaning(node: ast.stmt) -> str:
    node = copy.deepcopy(node)
    _drop_docstrings(node)
    return ast.dump(node)


def _drop_docstrings(tree: ast.AST) -> None:
    for each in ast.walk(tree):
        if isinstance(each, _NAMED) and ast.get_docstring(each, clean=False) is not None:
            each.body = each.body[1:] or [ast.Pass()]


def added(before: ast.Module, after: ast.Module) -> list[tuple[str, str]]:
    """(name, kind) of the units that `after` has and `before` has not."""
    known = {name for name, _, _ in _walk(before.body, "")}
    return [(name, kind) for name, kind, _ in _walk(after.body, "") if name not in known]
