"""Reads facts off a syntax tree: assignments, attributes of `self`, what makes a container."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from bot.grader.shape import Function

MAKERS = frozenset(
    ("list", "dict", "set", "sorted", "defaultdict", "deque", "OrderedDict", "Counter", "bytearray")
)
CHANGERS = frozenset(
    ("append", "appendleft", "add", "update", "extend", "insert", "setdefault", "sort", "reverse")
)
REMOVERS = frozenset(("pop", "popitem", "popleft", "remove", "discard", "clear"))


def class_named(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """The last class of that name at the top of a module, which is the one that counts."""
    found = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name]
    return found[-1] if found else None


def methods(kind: ast.ClassDef) -> list[Function]:
    return [n for n in kind.body if isinstance(n, Function)]


def assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with its value; `a, b = x, y` counts as two."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if (
                isinstance(target, ast.Tuple | ast.List)
                and isinstance(node.value, ast.Tuple | ast.List)
                and len(target.elts) == len(node.value.elts)
            ):
                yield from zip(target.elts, node.value.elts, strict=True)
            elif isinstance(target, ast.Tuple | ast.List):
                for each in target.elts:
                    yield each, ast.Constant(None)  # something not known
            else:
                yield target, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add | ast.BitOr):
        yield node.target, ast.Constant(None)


def own_attribute(node: ast.AST | None) -> str | None:
    """X of `self.X`."""
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ):
        return node.attr
    return None


def makes_container(value: ast.expr) -> bool:
    """Whether an expression surely makes a new list, dictionary, set or the like."""
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return isinstance(value.left, ast.List)
    return isinstance(value, ast.Call) and (
        _called(value) in MAKERS
        or (isinstance(value.func, ast.Attribute) and value.func.attr == "copy")
        or (_called(value) == "field" and _factory(value) in MAKERS)
    )


def makes_nested(value: ast.expr) -> bool:
    """Whether an expression makes a container of new containers."""
    if isinstance(value, ast.Call) and _called(value) == "defaultdict" and value.args:
        first = value.args[0]
        if isinstance(first, ast.Lambda):
            return makes_container(first.body)
        return isinstance(first, ast.Name) and first.id in MAKERS
    if isinstance(value, ast.DictComp):
        return makes_container(value.value)
    return isinstance(value, ast.ListComp) and makes_container(value.elt)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr if isinstance(call.func.value, ast.Name) else ""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _factory(call: ast.Call) -> str:
    for keyword in call.keywords:
        if keyword.arg == "default_factory" and isinstance(keyword.value, ast.Name):
            return keyword.value.id
    return ""


def changed(function: Function, named: Callable[[ast.AST], str | None]) -> Iterator[str]:
    """Names of what a function changes in place, for those nodes that `named` knows."""
    for node in ast.walk(function):
        holder: ast.AST | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            holder = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGERS | REMOVERS
        ):
            holder = node.func.value
        if holder is not None and (name := named(holder)):
            yield name
