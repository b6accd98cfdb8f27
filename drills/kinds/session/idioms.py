"""A close read of idioms: remarks that are true of the code as written. None lowers a mark."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

N = TypeVar("N", bound=ast.AST)

MOST = 5  # remarks
PRAISE = 2  # of them at most, so that advice has room
_GROUPING = ("Counter", "defaultdict")
_ORDERING = ("sorted", "min", "max", "sort", "nlargest", "nsmallest")


@dataclass(frozen=True, slots=True)
class Remark:
    line: int
    text: str
    praise: bool = False


def remarks(files: Mapping[str, str]) -> tuple[str, ...]:
    """At most five, praise first; each names its file and line. What does not parse has none."""
    found: list[tuple[Remark, str]] = []
    for name, text in files.items():
        if not name.endswith(".py"):
            continue
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        seen = [remark for look in _LOOKS for remark in look(tree)]
        found += [(remark, name) for remark in _first_of_each(seen)]
    good = [each for each in found if each[0].praise][:PRAISE]
    advice = [each for each in found if not each[0].praise][: MOST - len(good)]
    return tuple(f"{remark.text} (`{name}`, line {remark.line})" for remark, name in good + advice)


def _first_of_each(seen: list[Remark]) -> list[Remark]:
    """One remark of a kind is enough: the same words are said once."""
    kept: dict[str, Remark] = {}
    for remark in sorted(seen, key=lambda each: each.line):
        kept.setdefault(remark.text, remark)
    return list(kept.values())


def _called(node: ast.AST) -> str:
    """The last name of what is called: "sort" of `rows.sort(...)`."""
    if not isinstance(node, ast.Call):
        return ""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _nodes(tree: ast.AST, kind: type[N]) -> Iterator[N]:
    return (node for node in ast.walk(tree) if isinstance(node, kind))


# --- well done ---------------------------------------------------------------------------------


def _dataclasses(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.ClassDef):
        marks = [ast.unparse(each) for each in node.decorator_list]
        if any(mark.split("(")[0].endswith("dataclass") for mark in marks):
            frozen = "frozen " if any("frozen=True" in mark for mark in marks) else ""
            text = f"`{node.name}` is a {frozen}dataclass: named fields, no positions or dicts"
            yield Remark(node.lineno, text, praise=True)


def _counters(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.Call):
        if (name := _called(node)) in _GROUPING:
            yield Remark(node.lineno, f"`{name}` where things are counted or grouped", praise=True)


def _keys(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.Call):
        if _called(node) in _ORDERING and any(each.arg == "key" for each in node.keywords):
            yield Remark(node.lineno, "`key=` says what the order is by", praise=True)


# --- could be simpler --------------------------------------------------------------------------


def _copying(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.ClassDef):
        init = _method(node, "__init__")
        if init is not None and len(init.body) > 2 and all(map(_copies, init.body)):
            text = f"`{node.name}.__init__` only copies its arguments: a dataclass writes that"
            yield Remark(node.lineno, text)


def _method(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    methods = (each for each in node.body if isinstance(each, ast.FunctionDef))
    return next((each for each in methods if each.name == name), None)


def _copies(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(
            targets=[ast.Attribute(value=ast.Name(id="self"), attr=field)],
            value=ast.Name(id=argument),
        ):
            return field == argument
    return False


def _lone_methods(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.ClassDef):
        body = [each for each in node.body if not isinstance(each, ast.Expr)]
        if node.bases or node.decorator_list or len(body) != 1:
            continue
        if isinstance(body[0], ast.FunctionDef) and body[0].name != "__init__":
            text = f"`{node.name}` has one method and keeps nothing: a function says the same"
            yield Remark(node.lineno, text)


def _abstract(tree: ast.Module) -> Iterator[Remark]:
    classes = list(_nodes(tree, ast.ClassDef))
    for node in classes:
        if any(ast.unparse(base).split(".")[-1] == "ABC" for base in node.bases):
            kinds = [c for c in classes if node.name in map(ast.unparse, c.bases)]
            if len(kinds) < 2:
                text = f"`{node.name}` is abstract, with fewer than two kinds: not needed yet"
                yield Remark(node.lineno, text)


def _counting(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.Assign):
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=table)],
                value=ast.BinOp(
                    left=ast.Call(func=ast.Attribute(value=same, attr="get")), op=ast.Add()
                ),
            ) if ast.dump(table).replace("Store", "Load") == ast.dump(same):
                text = (
                    f"`{ast.unparse(same)}[…] = {ast.unparse(same)}.get(…) + …` counts by hand:"
                    " `defaultdict` starts by itself"
                )
                yield Remark(node.lineno, text)


def _grouping(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.If):
        match node:
            case ast.If(
                test=ast.Compare(ops=[ast.NotIn()], comparators=[table]),
                body=[ast.Assign(targets=[ast.Subscript(value=same)], value=value)],
                orelse=[],
            ) if ast.dump(same) == ast.dump(table) and _empty(value):
                text = f"`{ast.unparse(table)}` is filled after a first look: `defaultdict`"
                yield Remark(node.lineno, text)


def _empty(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value=0):
            return True
        case ast.Call(args=[], keywords=[]):
            return _called(value) in ("list", "dict", "set")
    return False


def _indexing(tree: ast.Module) -> Iterator[Remark]:
    iterated = [node.iter for node in _nodes(tree, ast.For)]
    iterated += [node.iter for node in _nodes(tree, ast.comprehension)]
    for node in iterated:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"))]):
                yield Remark(node.lineno, "`range(len(…))`: `enumerate`, or the items themselves")


def _searching(tree: ast.Module) -> Iterator[Remark]:
    lists = {
        node.targets[0].id
        for node in _nodes(tree, ast.Assign)
        if isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.List)
        and not node.value.elts
    }
    grown = {
        node.func.value.id
        for node in _nodes(tree, ast.Call)
        if isinstance(node.func, ast.Attribute)
        and node.func.attr == "append"
        and isinstance(node.func.value, ast.Name)
    }
    for loop in _nodes(tree, ast.For):
        for node in _nodes(loop, ast.Compare):
            match node:
                case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                    if name in lists & grown:
                        text = f"`{name}` is a list that is searched in a loop: a set finds at once"
                        yield Remark(node.lineno, text)


def _swallowing(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.ExceptHandler):
        broad = node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")
        if broad and all(isinstance(each, ast.Pass | ast.Continue) for each in node.body):
            yield Remark(node.lineno, "every error is passed over here without a word")


def _defaults(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.FunctionDef):
        if any(isinstance(each, ast.List | ast.Dict | ast.Set) for each in node.args.defaults):
            yield Remark(node.lineno, f"`{node.name}` has a default that all its calls share")


def _stars(tree: ast.Module) -> Iterator[Remark]:
    for node in _nodes(tree, ast.ImportFrom):
        if any(each.name == "*" for each in node.names):
            text = f"`from {node.module} import *`: no reader can tell where a name is from"
            yield Remark(node.lineno, text)


_LOOKS: tuple[Callable[[ast.Module], Iterator[Remark]], ...] = (
    _dataclasses, _counters, _keys,
    _copying, _lone_methods, _abstract, _counting, _grouping, _indexing, _searching,
    _swallowing, _defaults, _stars,
)  # fmt: skip
