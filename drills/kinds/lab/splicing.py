"""Puts a fragment's pieces into a file by name, and takes them out again; nothing else moves."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from drills.kinds.lab.units import CLASS, Unit, parsed, units

Import = tuple[str, str | None]  # ("re", None), ("decimal", "Decimal")


@dataclass(frozen=True, slots=True)
class Fragment:
    """The imports to have, and the units to put in, in order.

    A class of the file that stands in a fragment only frames members: it is no unit of it.
    """

    source: str
    imports: tuple[Import, ...]
    units: Mapping[str, Unit]


@lru_cache(maxsize=512)
def fragment(source: str, module: str, start: str) -> Fragment:
    """Read a fragment of the file `module` that began as `start`. Raises SyntaxError."""
    here, there = units(source), units(start)
    imports = [pair for node in parsed(source).body for pair in imported(node) if pair[0] != module]
    frames = {name for name, unit in here.items() if unit.kind == CLASS and name in there}
    inside = {n for n in here if "." in n and n.rpartition(".")[0] not in frames}
    kept = {name: unit for name, unit in here.items() if name not in frames | inside}
    return Fragment(source, tuple(imports), kept)


def imported(node: ast.stmt) -> list[Import]:
    """What an import statement binds, without what it renames."""
    match node:
        case ast.Import(names=names):
            return [(alias.name, None) for alias in names if alias.asname is None]
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return [(module, alias.name) for alias in names if alias.asname is None]
    return []


def splice(source: str, part: Fragment) -> str:
    """The file with the fragment's units in place of its own of the same name, and its imports.

    A unit that the file lacks goes before the next unit of the fragment that it has, else behind
    the one before. Raises SyntaxError where the file does not parse.
    """
    order = list(part.units)
    for index in reversed(range(len(order))):
        source = _put(source, part, order, index)
    return with_imports(source, part.imports)


def _put(source: str, part: Fragment, order: Sequence[str], index: int) -> str:
    name, here, lines = order[index], units(source), source.splitlines()
    unit = part.units[name]
    new = part.source.splitlines()[unit.first : unit.end]
    if name in here:
        lines[here[name].first : here[name].end] = new
        return "\n".join(lines) + "\n"
    owner = name.rpartition(".")[0]
    gap = [""] * (1 if owner else 2)

    def near(other: str) -> Unit | None:
        """The piece of the file that a new one may stand beside: of the same class, or at top."""
        if owner:
            return here.get(other) if other.rpartition(".")[0] == owner else None
        return here.get(other.partition(".")[0])

    later = next(filter(None, map(near, order[index + 1 :])), None)
    before = next(filter(None, map(near, reversed(order[:index]))), None)
    if later is not None:
        lines[later.first : later.first] = [*new, *gap]
    else:
        last = before or here.get(owner)
        at = last.end if last is not None else len(lines)
        lines[at:at] = [*gap, *new]
    return "\n".join(lines) + "\n"


def with_imports(source: str, wanted: Sequence[Import]) -> str:
    """The file with these imports, sorted in among its own as ruff sorts them."""
    for module, name in wanted:
        source = _with_import(source, module, name)
    return source


def _with_import(source: str, module: str, name: str | None) -> str:
    tree, lines = parsed(source), source.splitlines()
    nodes = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    if any((module, name) in imported(node) for node in nodes):
        return source
    line = f"from {module} import {name}" if name else f"import {module}"
    for node in nodes:
        plain = lines[node.lineno - 1] == ast.unparse(node)  # one line, no comment
        if name and isinstance(node, ast.ImportFrom) and node.module == module and plain:
            names = sorted({(a.name, a.asname) for a in node.names} | {(name, None)}, key=_order)
            listed = ", ".join(f"{n} as {a}" if a else n for n, a in names)
            lines[node.lineno - 1] = f"from {module} import {listed}"
            return "\n".join(lines) + "\n"
    later = [node for node in nodes if _rank(node) > (name is not None, module)]
    if later:
        lines[later[0].lineno - 1 : later[0].lineno - 1] = [line]
    elif nodes:
        end = nodes[-1].end_lineno or nodes[-1].lineno
        lines[end:end] = [line]
    else:
        said = ast.get_docstring(tree) is not None
        at = (tree.body[0].end_lineno or 1) if said else 0
        lines[at:at] = ["", line] if said else [line, "", ""]
    return "\n".join(lines) + "\n"


def _order(named: tuple[str, str | None]) -> tuple[bool, bool, str]:
    """Constants, classes, then the rest."""
    name = named[0]
    return not name.isupper(), not name[0].isupper(), name


def _rank(node: ast.Import | ast.ImportFrom) -> tuple[bool, str]:
    if isinstance(node, ast.ImportFrom):
        return True, node.module or ""
    return False, node.names[0].name


def taken_out(source: str, part: Fragment, start: str) -> str:
    """The file with the start's own units in place of the fragment's; those that the start has
    not are removed, and the fragment's imports with them where nothing else reads their names."""
    base = units(start)
    for name in reversed(list(part.units)):
        here, lines = units(source), source.splitlines()
        if name not in here:
            continue
        unit = here[name]
        if name in base:
            old = base[name]
            lines[unit.first : unit.end] = start.splitlines()[old.first : old.end]
        else:
            end = unit.end
            while end < len(lines) and not lines[end].strip():
                end += 1
            lines[unit.first : end] = []
        source = "\n".join(lines) + "\n"
    given = {pair for node in parsed(start).body for pair in imported(node)}
    return _without_imports(source, [pair for pair in part.imports if pair not in given])


def _without_imports(source: str, unwanted: Sequence[Import]) -> str:
    for module, name in unwanted:
        tree, lines = parsed(source), source.splitlines()
        if _bound(module, name) in set(_read(tree)):
            continue
        for node in tree.body:
            if (module, name) not in imported(node) or lines[node.lineno - 1] != ast.unparse(node):
                continue
            assert isinstance(node, ast.Import | ast.ImportFrom)
            rest = copy.copy(node)
            rest.names = [a for a in node.names if (a.name, a.asname) != (name or module, None)]
            lines[node.lineno - 1 : node.lineno] = [ast.unparse(rest)] if rest.names else []
            break
        source = "\n".join(lines) + "\n"
    return source


def _bound(module: str, name: str | None) -> str:
    return name or module.partition(".")[0]


def _read(tree: ast.Module) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
