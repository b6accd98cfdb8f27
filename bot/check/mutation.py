"""Mutants of a model solution: one small mistake each, as a person might make it."""

from __future__ import annotations

import ast
import difflib
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeVar


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake in one place.

    `diff` is exact: the changed lines of `where`, as `ast.unparse` writes them and without their
    indentation, so that it stays the same however the file is formatted.
    """

    operator: str
    line: int  # of the model solution
    where: str  # "Store.put"; the second of two equal diffs there is in "Store.put (2)"
    diff: str  # "- if n < 1:\n+ if n <= 1:"
    text: str  # the whole module
    code: CodeType  # and compiled


def mutants(source: str, but: str = "") -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines; no two have the same text.

    Functions that stand in the module `but` word for word are left alone.
    """
    lines = source.splitlines()
    known = {(where, ast.unparse(unit)) for where, unit in _units(ast.parse(but))}
    for where, unit in _units(ast.parse(source)):
        original = ast.unparse(unit)
        if (where, original) in known:
            continue
        seen, diffs = {original}, Counter[str]()
        for operator, line, changed in _changes(unit):
            if changed in seen:
                continue
            seen.add(changed)
            diff = _diff(original, changed)
            diffs[diff] += 1
            text = _put(lines, unit, changed)
            try:
                code = compile(text, "solution.py", "exec", dont_inherit=True)
            except SyntaxError:  # `continue` outside of a loop and the like
                continue
            name = where if diffs[diff] == 1 else f"{where} ({diffs[diff]})"
            yield Mutant(operator, line, name, diff, text, code)


def _units(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The functions, and the single statements outside of them, each with its dotted place."""

    def inside(body: list[ast.stmt], path: str) -> Iterator[tuple[str, ast.stmt]]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{path}{node.name}.")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path}{node.name}", node
            elif not isinstance(node, ast.Import | ast.ImportFrom):
                yield path.rstrip(".") or "the module", node

    return inside(tree.body, "")


def _changes(unit: ast.stmt) -> Iterator[tuple[str, int, str]]:
    """(operator, line, text of the changed unit) for each way to spoil one node of it."""
    holder = ast.Module([unit], [])
    places: dict[int, tuple[ast.AST, str, int | None]] = {}
    for parent in ast.walk(holder):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                places |= {id(child): (parent, field, k) for k, child in enumerate(value)}
            else:
                places[id(value)] = (parent, field, None)
    passive = _passive(unit)
    for node in list(ast.walk(unit)):
        if id(node) in passive:
            continue
        parent, field, k = places[id(node)]
        for operator in OPERATORS:
            for new in operator(node):
                _set(parent, field, k, new)
                changed = ast.unparse(holder)
                _set(parent, field, k, node)
                yield NAMES[operator], getattr(node, "lineno", unit.lineno), changed


def _set(parent: ast.AST, field: str, k: int | None, node: ast.AST) -> None:
    if k is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[k] = node


def _passive(unit: ast.stmt) -> set[int]:
    """What is no behaviour: annotations, decorators, docstrings, the words of an error."""
    passive: list[ast.AST | None] = []
    for node in ast.walk(unit):
        match node:
            case ast.arg(annotation=note) | ast.AnnAssign(annotation=note):
                passive.append(note)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                passive += [node.returns, *node.decorator_list]
            case ast.Raise(exc=ast.Call() as call):
                passive += [*call.args, *call.keywords]
            case ast.Assert():
                passive.append(node.msg)
            case ast.Expr(value=ast.Constant()):
                passive.append(node)
    return {id(child) for node in passive if node is not None for child in ast.walk(node)}


def _diff(before: str, after: str) -> str:
    changed = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "\n".join(
        f"{line[0]} {line[1:].strip()}"
        for line in list(changed)[2:]  # after the two headers
        if line[0] in "+-"
    )


def _put(lines: list[str], unit: ast.stmt, changed: str) -> str:
    """The module with one unit's lines replaced."""
    decorators = getattr(unit, "decorator_list", [])
    first = min([unit.lineno, *(node.lineno for node in decorators)])
    new = textwrap.indent(changed, " " * unit.col_offset)
    return "\n".join([*lines[: first - 1], new, *lines[unit.end_lineno :], ""])


# --- operators: from a node to the nodes that could stand in its place ------------------------

Operator = Callable[[ast.AST], Iterator[ast.AST]]
Node = TypeVar("Node", bound=ast.AST)

BOUNDARY = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
NEGATED = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
COPIES = {"list", "dict", "set", "tuple", "frozenset", "copy", "deepcopy", "replace"}
TWINS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "startswith": "endswith",
    "endswith": "startswith",
    "append": "appendleft",
    "appendleft": "append",
    "popleft": "pop",
    "floor": "ceil",
    "ceil": "floor",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "nlargest": "nsmallest",
    "nsmallest": "nlargest",
    "add": "discard",
    "keys": "values",
    "values": "keys",
}


def _with(node: Node, **fields: Any) -> Node:
    """A node like this one, in its place, with other fields."""
    same = {name: getattr(node, name) for name in node._fields if hasattr(node, name)}
    return ast.copy_location(type(node)(**{**same, **fields}), node)


def _without(items: list[Any], k: int) -> list[Any]:
    return [*items[:k], *items[k + 1 :]]


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _compared(node: ast.AST, table: dict[type[ast.cmpop], type[ast.cmpop]]) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            if type(op) in table:
                yield _with(node, ops=[*node.ops[:k], table[type(op)](), *node.ops[k + 1 :]])


def _boundary(node: ast.AST) -> Iterator[ast.AST]:
    yield from _compared(node, BOUNDARY)


def _comparison(node: ast.AST) -> Iterator[ast.AST]:
    yield from _compared(node, NEGATED)


def _arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield _with(node, op=ARITHMETIC[type(node.op)]())
    if isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value, lineno=node.lineno)


def _bool_operator(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())


def _operand(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        for k in range(len(node.values)):
            rest = _without(node.values, k)
            yield rest[0] if len(rest) == 1 else _with(node, values=rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _branch(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.If | ast.IfExp):
        yield _with(node, test=ast.Constant(True))
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield _with(node, test=ast.Constant(False))
    if isinstance(node, ast.comprehension):
        for k in range(len(node.ifs)):
            yield _with(node, ifs=_without(node.ifs, k))


def _statement(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Delete() | ast.Raise():
            yield ast.Pass()
        case ast.AnnAssign(value=ast.expr()) | ast.Return(value=None):
            yield ast.Pass()
        case ast.Try():
            for block in (node.finalbody, node.orelse):
                if block:
                    yield _with(node, **{"finalbody" if block is node.finalbody else "orelse": []})


def _loop(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.For():
            yield _with(node, iter=ast.Tuple([], ast.Load()))


def _integer(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        assert isinstance(node.value, int | float)
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _boolean(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)


def _string(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield ast.Constant(node.value + "x")
        yield ast.Constant("")


def _copy(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Call(func=ast.Attribute(attr="copy", value=value), args=[]):
            yield value
        case ast.Call(args=[value, *_]) if _called(node) in COPIES:
            yield value
        case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None, step=None)):
            yield value
        case ast.List(elts=[ast.Starred(value=value)]) | ast.Dict(keys=[None], values=[value]):
            yield value
        case ast.ListComp(generators=[ast.comprehension(ifs=[])]):
            yield node.generators[0].iter
        case ast.DictComp(
            generators=[
                ast.comprehension(iter=ast.Call(func=ast.Attribute(attr="items", value=value)))
            ]
        ):
            yield ast.Call(ast.Name("dict"), [value], [])
            if not node.generators[0].ifs:
                yield value


def _call(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Call):
        return
    name = _called(node)
    if name == "sorted" and node.args:
        yield ast.Call(ast.Name("list"), node.args[:1], [])
    elif name in ("reversed", "abs", "round") and len(node.args) == 1:
        yield node.args[0]
    elif name in ("min", "max") and len(node.args) > 1:
        yield from node.args
    elif name in ("strip", "lower", "upper", "casefold", "lstrip", "rstrip") and not node.args:
        yield getattr(node.func, "value", node)
    if name in TWINS:
        field = "id" if isinstance(node.func, ast.Name) else "attr"
        yield _with(node, func=_with(node.func, **{field: TWINS[name]}))
    if name in ("pop", "append") and len(node.args) == 1 and isinstance(node.func, ast.Attribute):
        if name == "append":
            first: list[ast.expr] = [ast.Constant(0), *node.args]
            yield _with(node, func=_with(node.func, attr="insert"), args=first)
        else:
            yield _with(node, args=[])


def _sort_key(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and any(k.arg in ("key", "reverse") for k in node.keywords):
        for k, keyword in enumerate(node.keywords):
            if keyword.arg in ("key", "reverse"):
                yield _with(node, keywords=_without(node.keywords, k))
    if isinstance(node, ast.Lambda):
        if isinstance(node.body, ast.Tuple):
            parts = node.body.elts
            for k, part in enumerate(parts):
                yield _with(node, body=_with(node.body, elts=_without(parts, k)))
                turned = [*parts[:k], ast.UnaryOp(ast.USub(), part), *parts[k + 1 :]]
                yield _with(node, body=_with(node.body, elts=turned))
            for k in range(len(parts) - 1):
                moved = [*parts[:k], parts[k + 1], parts[k], *parts[k + 2 :]]
                yield _with(node, body=_with(node.body, elts=moved))
        else:
            yield _with(node, body=ast.UnaryOp(ast.USub(), node.body))


def _keyword(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        for k, keyword in enumerate(node.keywords):
            if keyword.arg not in ("key", "reverse"):
                yield _with(node, keywords=_without(node.keywords, k))


def _argument(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        args = node.args
        for k in range(len(args) - 1):
            yield _with(node, args=[*args[:k], args[k + 1], args[k], *args[k + 2 :]])


def _slice(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Slice):
        for bound in ("lower", "upper", "step"):
            if getattr(node, bound) is not None:
                yield _with(node, **{bound: None})


def _return(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return) and node.value is not None:
        yield _with(node, value=ast.Constant(None))


def _default(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.arguments):
        for k, default in enumerate(node.defaults):
            if isinstance(default, ast.Constant) and default.value is None:
                filled: list[ast.expr] = [*node.defaults[:k], ast.Constant(1)]
                yield _with(node, defaults=[*filled, *node.defaults[k + 1 :]])
        if node.defaults:  # the first of them becomes required
            yield _with(node, defaults=node.defaults[1:])


def _exception(node: ast.AST) -> Iterator[ast.AST]:
    def other(name: str) -> ast.Name:
        return ast.Name("KeyError" if name == "ValueError" else "ValueError")

    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as call):
            yield _with(node, exc=_with(call, func=other(name)))
        case ast.Raise(exc=ast.Name(id=name)):
            yield _with(node, exc=other(name))
        case ast.ExceptHandler(type=ast.Name(id=name)):
            yield _with(node, type=other(name))


NAMES: dict[Operator, str] = {
    _boundary: "boundary moved",
    _comparison: "comparison negated",
    _arithmetic: "arithmetic changed",
    _bool_operator: "and/or exchanged",
    _operand: "operand dropped",
    _branch: "branch forced or filter dropped",
    _statement: "statement dropped",
    _loop: "loop changed",
    _integer: "number changed",
    _boolean: "truth changed",
    _string: "string changed",
    _copy: "copy removed",
    _call: "call changed",
    _sort_key: "sort key changed",
    _keyword: "keyword dropped",
    _argument: "arguments swapped",
    _slice: "slice bound dropped",
    _return: "None returned",
    _default: "default changed",
    _exception: "exception exchanged",
}
OPERATORS = tuple(NAMES)
