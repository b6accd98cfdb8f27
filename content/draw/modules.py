"""Cut drawn modules: a part's visible or hidden tests alone, stubs, nothing that is unused."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Marked:
    """A test as it stands in a drawn module: its name there, and its category if it is hidden."""

    name: str
    category: str | None


def marked_tests(source: str) -> tuple[Marked, ...]:
    """The tests of a module, in order.

    Raises ValueError for a test that is neither an example nor hidden, or takes arguments.
    """
    found = []
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        match node.decorator_list:
            case []:
                category = None
            case [ast.Call(func=ast.Name(id="hidden"), args=[ast.Constant(value=str(category))])]:
                pass
            case _:
                raise ValueError(f"{node.name} has another decorator than one @hidden")
        if (category is None) != node.name.startswith("test_example_"):
            raise ValueError(f"{node.name} must either begin with test_example_ or be @hidden")
        if node.args.args:
            raise ValueError(f"{node.name} takes arguments")
        found.append(Marked(node.name, category))
    return tuple(found)


def cut(source: str, dropped: Collection[str] = ()) -> str:
    """The module without the functions and classes named, and without what is unused then.

    Unused are imports, functions and constants that nothing reads. Tests and classes are never
    unused, and in a module without tests nothing public is. Marks of tests go, too. A blank line
    sets imports of the solution apart, as first-party code is where they are read.
    """
    tree = ast.parse(source)
    tests = any(_name(node).startswith("test_") for node in tree.body)
    reads = [_reads(node) for node in tree.body]
    alive = [at for at, node in enumerate(tree.body) if _name(node) not in dropped]
    while True:
        readers = Counter(name for at in alive for name in reads[at])
        kept = [
            at
            for at in alive
            if _needed(tree.body[at], {n for n in readers if readers[n] > (n in reads[at])}, tests)
        ]
        if kept == alive:
            break
        alive = kept
    lines = source.splitlines()
    for at, node in reversed(list(enumerate(tree.body))):
        if at in alive:
            first, last, text = _edit(node, readers)
            lines[first - 1 : last] = text.splitlines()
            continue
        first = _first(node)
        while first > 1 and lines[first - 2].startswith("#"):
            first -= 1  # what is said of it goes with it
        del lines[first - 1 : _last(node)]
    text = "\n".join(lines).strip("\n") + "\n"
    return re.sub(r"^((?:import|from) .*\n)(?=from solution import )", r"\1\n", text, flags=re.M)


def _needed(node: ast.stmt, read: Collection[str], tests: bool) -> bool:
    """Whether a statement at the top of a module stays, given what the others read."""
    match node:
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return any(_bound(alias) in read for alias in aliases)
        case ast.FunctionDef(name=name):
            free = name.startswith("_") or (tests and not name.startswith("test_"))
            return name in read or not free
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name in read or not (tests or name.startswith("_"))
        case ast.ClassDef(name=name):
            return name in read or not name.startswith("_")
    return True


def _edit(node: ast.stmt, read: Collection[str]) -> tuple[int, int, str]:
    """What of a statement that stays is replaced: first and last line, and the new text."""
    match node:
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            node.names = [alias for alias in aliases if _bound(alias) in read]
            if node.names != aliases:
                return node.lineno, _last(node), ast.unparse(node)
        case ast.FunctionDef(decorator_list=[_, *_]) if node.name.startswith("test_"):
            return _first(node), node.lineno - 1, ""
    return 1, 0, ""


def _bound(alias: ast.alias) -> str:
    return (alias.asname or alias.name).partition(".")[0]


def _first(node: ast.stmt) -> int:
    marks = getattr(node, "decorator_list", [])
    return marks[0].lineno if marks else node.lineno


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _name(node: ast.stmt) -> str:
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""


def _reads(node: ast.stmt) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def interface(source: str, public: Collection[str]) -> dict[str, str]:
    """The signatures of the public classes and functions, in order.

    `Store` -> "class Store:", `Store.put` -> "def put(self, ...) -> bool:". Methods that begin
    with an underscore are left out, but for an `__init__` that takes something.
    """
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) if name in public:
                found[name] = _head(node)
            case ast.ClassDef(name=name) if name in public:
                methods, found[name] = node.body, _head(node)
                for method in methods:
                    if isinstance(method, ast.FunctionDef) and _is_shown(method):
                        found[f"{name}.{method.name}"] = _head(method)
    return found


def _is_shown(method: ast.FunctionDef) -> bool:
    if method.name == "__init__":
        return len(method.args.args) > 1 or bool(method.args.kwonlyargs)
    return not method.name.startswith("_")


def _head(node: ast.FunctionDef | ast.ClassDef) -> str:
    """The decorators and the signature; the body is lost."""
    node.body = [ast.Pass()]
    return ast.unparse(node).rpartition("\n")[0]


def stub(source: str, signatures: Mapping[str, str]) -> str:
    """A module of signatures alone: every body raises NotImplementedError."""
    imports = [
        ast.unparse(node)
        for node in ast.parse(source).body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    lines = [*imports]
    for name, head in signatures.items():
        pad = "    " if "." in name else ""
        lines += ["", *(pad + line for line in head.splitlines())]
        if not re.match(r"(?:@.*\n)*class ", head):
            lines.append(f"{pad}    raise NotImplementedError")
    return cut("\n".join(lines) + "\n")


def added(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """The plain names whose signatures are new or changed, in order, each once."""
    names = [name.rpartition(".")[2] for name, head in after.items() if before.get(name) != head]
    return tuple(dict.fromkeys(names))


def classes(source: str) -> set[str]:
    """The names of a module's classes."""
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def imported(source: str, module: str) -> set[str]:
    """The names that a module imports, at its top, from another one."""
    return {
        alias.name
        for node in ast.parse(source).body
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
    }
