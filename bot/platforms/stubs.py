"""Adds the signatures that a solution lacks, and touches no line that is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Set
from dataclasses import dataclass

Defined = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Filled:
    """A solution with what it lacked. `differing`: what stands there with other parameters."""

    text: str
    added: tuple[str, ...]
    differing: tuple[str, ...]


def fill(solution: str, signatures: str) -> Filled:
    """Insert the names of `signatures` that `solution` lacks, at the end of their class or file.

    Every line of `solution` stays as it is. Raises SyntaxError when `solution` does not parse, or
    when nothing can be inserted without changing a line (a class written on one line).
    """
    lines = [line for line in re.split(r"(?<=\n)", solution) if line]  # each with its ending
    there, wanted = ast.parse(solution), ast.parse(signatures)
    source = signatures.split("\n")
    present = _bound(there.body)
    insertions: list[tuple[int, list[str]]] = []  # after which line, counted from 1
    added: list[str] = []
    differing: list[str] = []
    brought: list[ast.AST] = []

    for node in wanted.body:
        if not isinstance(node, Defined):
            continue
        standing = present.get(node.name)
        if standing is None:
            insertions.append((len(lines), ["", "", *_lines(node, source)]))
            added.append(node.name)
            brought.append(node)
        elif isinstance(node, ast.ClassDef) and isinstance(standing, ast.ClassDef):
            methods = _bound(standing.body)
            for method in node.body:
                if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                if method.name not in methods:
                    block = ["", *_lines(method, source, _indent(standing, lines))]
                    insertions.append((standing.end_lineno or len(lines), block))
                    added.append(method.name)
                    brought.append(method)
                elif _other_parameters(method, methods[method.name]):
                    differing.append(_signature(method))
        elif isinstance(node, ast.FunctionDef) and _other_parameters(node, standing):
            differing.append(_signature(node))

    reads = {n.id for node in brought for n in ast.walk(node) if isinstance(n, ast.Name)}
    if lacking := _imports(wanted, reads - present.keys()):
        insertions.append((_after_docstring(there), lacking))
    if not insertions:
        return Filled(solution, (), tuple(differing))
    text = _insert(lines, insertions, "\r\n" if "\r\n" in solution else "\n")
    ast.parse(text)
    return Filled(text, tuple(added), tuple(differing))


def _imports(tree: ast.Module, names: Set[str]) -> list[str]:
    """The module's imports, each with those names alone: an import that is unused is a fault."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [a for a in node.names if _bound_by(a) in names]
            if node.names:
                found.append(ast.unparse(node))
    return found


def _insert(lines: list[str], insertions: list[tuple[int, list[str]]], newline: str) -> str:
    after: dict[int, list[str]] = {}
    for place, block in insertions:
        after.setdefault(place, []).extend(text + newline for text in block)
    grown = after.get(0, [])
    for number, line in enumerate(lines, 1):
        here = after.get(number, [])
        grown += [line + newline if here and not line.endswith("\n") else line, *here]
    return "".join(grown).lstrip("\r\n") if not lines else "".join(grown)


def _bound(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """The names that the statements of one body bind, with the last statement that does."""
    names: dict[str, ast.stmt] = {}
    for node in body:
        for name in _names(node):
            names[name] = node
        for field in ("body", "orelse", "finalbody"):  # under `if TYPE_CHECKING`, `try`, ...
            if isinstance(node, ast.If | ast.Try | ast.With):
                names.update(_bound(getattr(node, field, [])))
    return names


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return {name}
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return {_bound_by(alias) for alias in aliases}
        case ast.Assign(targets=targets):
            return {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _bound_by(alias: ast.alias) -> str:
    return (alias.asname or alias.name).partition(".")[0]


def _lines(node: Defined, source: list[str], indent: str | None = None) -> list[str]:
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    block = source[first - 1 : node.end_lineno]
    if indent is None:
        return block
    return [indent + line[node.col_offset :] if line.strip() else "" for line in block]


def _indent(node: ast.ClassDef, lines: list[str]) -> str:
    first = node.body[0]
    before = lines[first.lineno - 1].encode()[: first.col_offset].decode()  # ast counts bytes
    if before.strip():
        raise SyntaxError(f"class {node.name} stands on one line", ("", node.lineno, 0, ""))
    return before


def _after_docstring(tree: ast.Module) -> int:
    """The line after which an import may stand: below the docstring and `__future__`."""
    line = 0
    for node in tree.body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not (future or (docstring and node is tree.body[0])):
            break
        line = node.end_lineno or line
    return line


def _other_parameters(wanted: ast.stmt, standing: ast.stmt) -> bool:
    """True where a call that fits `wanted` may not fit `standing`."""
    if not isinstance(wanted, ast.FunctionDef) or not isinstance(standing, ast.FunctionDef):
        return False
    if standing.args.vararg or standing.args.kwarg:
        return False
    names = [a.arg for a in wanted.args.posonlyargs + wanted.args.args]
    theirs = [a.arg for a in standing.args.posonlyargs + standing.args.args]
    required = len(theirs) - len(standing.args.defaults)
    return theirs[: len(names)] != names or required > len(names) - len(wanted.args.defaults)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    bare = ast.parse(ast.unparse(node)).body[0]
    for argument in (n for n in ast.walk(bare) if isinstance(n, ast.arg)):
        argument.annotation = None
    assert isinstance(bare, ast.FunctionDef | ast.AsyncFunctionDef)
    return f"{node.name}({ast.unparse(bare.args)})"
