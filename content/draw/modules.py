"""Cut drawn modules: stubs, a part's visible or hidden tests alone, nothing that is unused."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import libcst as cst


@dataclass(frozen=True)
class Marked:
    """A test as it stands in a folded module: its name there, and its category if it is hidden."""

    name: str
    category: str | None


def marked_tests(module: cst.Module) -> tuple[Marked, ...]:
    """The tests of an authored module, in order.

    Raises ValueError for a test that is neither an example nor hidden, or takes arguments.
    """
    found = []
    for statement in module.body:
        if not isinstance(statement, cst.FunctionDef) or not statement.name.value.startswith("test_"):
            continue
        name = statement.name.value
        category = None
        for decorator in statement.decorators:
            match decorator.decorator:
                case cst.Call(
                    func=cst.Name(value="hidden"), args=[cst.Arg(value=cst.SimpleString() as text)]
                ):
                    category = str(text.evaluated_value)
                case _:
                    raise ValueError(f"{name} has a decorator that is not @hidden")
        if (category is None) != name.startswith("test_example_"):
            raise ValueError(f"{name} must be either test_example_ or @hidden")
        if statement.params.params:
            raise ValueError(f"{name} takes arguments")
        found.append(Marked(name, category))
    return tuple(found)


def without(module: cst.Module, tests: Collection[str]) -> str:
    """The module without some of its tests, without marks, and without what is then unused."""
    body = [
        statement.with_changes(decorators=()) if _is_test(statement) else statement
        for statement in module.body
        if _defined(statement) is None or _defined(statement) not in tests
    ]
    return used_only(module.with_changes(body=body))


def _defined(statement: cst.BaseStatement | cst.BaseSmallStatement) -> str | None:
    if isinstance(statement, cst.FunctionDef | cst.ClassDef):
        return statement.name.value
    return None


def _is_test(statement: cst.CSTNode) -> bool:
    return isinstance(statement, cst.FunctionDef) and statement.name.value.startswith("test_")


def used_only(module: cst.Module) -> str:
    """The source without imports, functions and constants that nothing uses.

    Kept whatever uses them: tests, classes without underscore, and functions that are public
    where the module has no tests.
    """
    body = list(module.body)
    names = [_Names.of(statement) for statement in body]
    tests = any(_is_test(statement) for statement in body)
    while True:
        kept = []
        for at, statement in enumerate(body):
            others = set[str]().union(*(n.read for i, n in enumerate(names) if i != at))
            new = _trimmed(statement, others, tests)
            if new is not None:
                kept.append((new, names[at] if new is statement else _Names.of(new)))
        changed = [new for new, _ in kept] != body
        body, names = [new for new, _ in kept], [n for _, n in kept]
        if not changed:
            return module.with_changes(body=body).code.lstrip("\n")


def _trimmed(
    statement: cst.BaseStatement | cst.SimpleStatementLine, used: set[str], tests: bool
) -> cst.BaseStatement | None:
    match statement:
        case cst.SimpleStatementLine(body=[cst.Import(names=aliases) as line]) | cst.SimpleStatementLine(
            body=[cst.ImportFrom(names=[*aliases]) as line]
        ):
            kept = [alias for alias in aliases if _bound(alias) in used]
            if len(kept) == len(aliases):
                return statement
            if not kept:
                return None
            kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return statement.with_changes(body=[line.with_changes(names=kept)])
        case cst.SimpleStatementLine(
            body=[cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))])]
        ):
            return statement if name in used or not (tests or name.startswith("_")) else None
        case cst.FunctionDef(name=cst.Name(value=name)):
            needed = name.startswith("test_") or not (tests or name.startswith("_"))
            return statement if needed or name in used else None
        case cst.ClassDef(name=cst.Name(value=name)):
            return statement if not name.startswith("_") or name in used else None
    return statement


def _bound(alias: cst.ImportAlias) -> str:
    name: cst.CSTNode = alias.asname.name if alias.asname else alias.name
    while isinstance(name, cst.Attribute):
        name = name.value
    return name.value if isinstance(name, cst.Name) else ""


class _Names(cst.CSTVisitor):
    """The names that a statement reads, its imports aside."""

    def __init__(self) -> None:
        super().__init__()
        self.read: set[str] = set()

    @classmethod
    def of(cls, statement: cst.CSTNode) -> _Names:
        names = cls()
        statement.visit(names)
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            names.read.discard("")
        return names

    def visit_Import(self, node: cst.Import) -> bool:
        return False

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return False

    def visit_Name(self, node: cst.Name) -> None:
        self.read.add(node.value)


def interface(source: str, public: Collection[str]) -> dict[str, str]:
    """The signatures of the public classes and functions: `Store` -> "class Store:",
    `Store.put` -> "def put(...) -> bool:", in order. Methods that begin with an underscore are
    left out, but for an `__init__` that takes something.
    """
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) if name in public:
                found[name] = _head(node)
            case ast.ClassDef(name=name) if name in public:
                found[name] = ast.unparse(ast.ClassDef(name, node.bases, node.keywords, [ast.Pass()], []))
                found[name] = found[name].splitlines()[0]
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and _shown(method):
                        found[f"{name}.{method.name}"] = _head(method)
    return found


def _shown(method: ast.FunctionDef) -> bool:
    if method.name == "__init__":
        return len(method.args.args) > 1 or bool(method.args.kwonlyargs)
    return not method.name.startswith("_")


def _head(node: ast.FunctionDef) -> str:
    """The decorators and the signature, without the body."""
    bare = ast.FunctionDef(
        node.name, node.args, [ast.Pass()], node.decorator_list, node.returns, lineno=1
    )
    return ast.unparse(ast.fix_missing_locations(bare)).rpartition("\n")[0]


def stub(source: str, signatures: dict[str, str]) -> str:
    """A module of signatures alone: every body raises NotImplementedError."""
    lines = [line for line in _imports(source)]
    for name, head in signatures.items():
        pad = "    " if "." in name else ""
        lines += ["", *(pad + line for line in head.splitlines())]
        if not head.startswith("class "):
            lines.append(f"{pad}    raise NotImplementedError")
    return used_only(cst.parse_module("\n".join(lines) + "\n"))


def _imports(source: str) -> Iterable[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield ast.unparse(node)


def added(before: dict[str, str], after: dict[str, str]) -> tuple[str, ...]:
    """The plain names whose signatures are new or changed, in order, each once."""
    names = [name.rpartition(".")[2] for name, head in after.items() if before.get(name) != head]
    return tuple(dict.fromkeys(names))


def imported(module: cst.Module, source: str) -> set[str]:
    """The names that a module imports, at its top, from another one."""
    found = set()
    for statement in module.body:
        match statement:
            case cst.SimpleStatementLine(
                body=[cst.ImportFrom(module=cst.Name(value=name), names=[*aliases])]
            ) if name == source:
                found |= {str(alias.evaluated_name) for alias in aliases}
    return found
