"""Cut drawn modules: a part's visible or hidden tests alone, stubs, nothing that is unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
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
    unused, and in a module without tests nothing public is. Marks of tests go, too.
    """
    while True:
        tree = ast.parse(source)
        edits = dict(_edits(tree, dropped))
        if not edits:
            return source
        lines = source.splitlines()
        for (first, last), text in sorted(edits.items(), reverse=True):
            while text is None and first > 1 and lines[first - 2].startswith("#"):
                first -= 1  # what is said of it goes with it
            lines[first - 1 : last] = [] if text is None else [text]
        source = "\n".join(lines).strip("\n") + "\n"


def _edits(
    tree: ast.Module, dropped: Collection[str]
) -> Iterator[tuple[tuple[int, int], str | None]]:
    """The lines to drop (None) or to replace, of statements at the top of a module."""
    reads = [_reads(node) for node in tree.body]
    tests = any(_name(node).startswith("test_") for node in tree.body)
    for at, node in enumerate(tree.body):
        whole = (node.lineno, node.end_lineno or node.lineno)
        elsewhere = set[str]().union(*reads[:at], *reads[at + 1 :])
        match node:
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                kept = [a for a in aliases if (a.asname or a.name).split(".")[0] in elsewhere]
                if kept != aliases:
                    node.names = kept
                    yield whole, ast.unparse(node) if kept else None
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                marks = node.decorator_list
                test = name.startswith("test_")
                private = name.startswith("_")
                free = private or (tests and not test and isinstance(node, ast.FunctionDef))
                if name in dropped or (free and name not in elsewhere):
                    first = marks[0].lineno if marks else whole[0]
                    yield (first, whole[1]), None
                elif test and marks:
                    yield (marks[0].lineno, marks[-1].end_lineno or whole[0]), None
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if (tests or name.startswith("_")) and name not in elsewhere:
                    yield whole, None


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
    """The names that a module imports from another one."""
    return {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
    }
