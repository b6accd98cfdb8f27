"""Run the reference of a draw: what `drawn` and the worked examples stand for is what it gives."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import libcst as cst

from content.draw.formatting import formatted

MARK = "# drawn"  # ends a line of a worked example whose result is to be shown
FARTHEST = 60  # a longer call does not push the results of the others to the right
WIDEST = 88  # a line of an example that is shown


class CannotFill(Exception):
    """The reference gives nothing that could be written in the place of `drawn`."""


def load(
    source: str | ast.Module,
    name: str = "solution",
    known: Mapping[str, ModuleType] | None = None,
    **names: object,
) -> ModuleType:
    """Execute trusted source as a module with some names, that can import the `known` modules.

    sys.modules is left alone, so that draws may be rendered in several threads.
    """

    def importing(wanted: str, *rest: Any) -> ModuleType:
        if known and wanted in known:
            return known[wanted]
        return builtins.__import__(wanted, *rest)

    module = ModuleType(name)
    vars(module).update(names, __builtins__={**vars(builtins), "__import__": importing})
    exec(compile(source, f"<{name}>", "exec", dont_inherit=True), vars(module))
    return module


def fill(tests: cst.Module, reference: ModuleType) -> cst.Module:
    """Write what the reference gives in the place of each `drawn`.

    `assert x == drawn` becomes `assert x == [...]`, `assert x is None` or
    `with pytest.raises(KeyError)`. Raises CannotFill.
    """
    tree = ast.parse(tests.code)
    probe = _Probe()
    tree = ast.fix_missing_locations(probe.visit(tree))
    if not probe.count:
        return tests
    seen: dict[int, cst.BaseExpression | str] = {}

    def spot(number: int, call: Callable[[], object]) -> None:
        result = _result(call)
        if number in seen and not _same(seen[number], result):
            raise CannotFill(f"drawn number {number + 1} is not the same each time round")
        seen[number] = result

    known = {reference.__name__: reference, "pytest": _pytest()}
    module = load(tree, "tests", known, _spot=spot, hidden=lambda category: lambda test: test)
    for name, test in list(vars(module).items()):
        if name.startswith("test_"):
            try:
                test()
            except AssertionError as error:
                raise CannotFill(f"the reference fails {name}") from error
    if len(seen) < probe.count:
        raise CannotFill(f"a drawn is never reached; {len(seen)} of {probe.count} are")
    filled = tests.visit(_Fill(seen))
    if any(isinstance(result, str) for result in seen.values()):
        filled = _with_pytest(filled)
    return filled


def _with_pytest(tests: cst.Module) -> cst.Module:
    """The module with `import pytest`, before what it imports of the solution."""
    for at, statement in enumerate(tests.body):
        match statement:
            case cst.SimpleStatementLine(body=[cst.Import(names=[cst.ImportAlias() as alias])]) if (
                alias.evaluated_name == "pytest"
            ):
                return tests
            case cst.SimpleStatementLine(body=[cst.ImportFrom(module=cst.Name(value="solution"))]):
                line = cst.parse_statement("import pytest")
                return tests.with_changes(body=[*tests.body[:at], line, *tests.body[at:]])
    raise CannotFill("the tests import nothing from solution")


class _Raises:
    """`pytest.raises`, without the 300 ms that importing pytest takes."""

    value: BaseException

    def __init__(self, kind: type[BaseException], *, match: str = "") -> None:
        self.kind = kind
        self.match = match

    def __enter__(self) -> _Raises:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: Any
    ) -> bool:
        if error is None:
            raise AssertionError(f"did not raise {self.kind.__name__}")
        self.value = error
        return isinstance(error, self.kind) and bool(re.search(self.match, str(error)))


def _pytest() -> ModuleType:
    module = ModuleType("pytest")
    vars(module).update(
        raises=_Raises, __getattr__=lambda name: getattr(importlib.import_module("pytest"), name)
    )
    return module


class _Probe(ast.NodeTransformer):
    """Turns the nth `assert x == drawn` into `_spot(n, lambda: x)`."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        match node.test:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Name(id="drawn")]):
                nothing = ast.arguments([], [], None, [], [], None, [])
                call = [ast.Constant(self.count), ast.Lambda(nothing, left)]
                self.count += 1
                return ast.copy_location(
                    ast.Expr(ast.Call(ast.Name("_spot", ast.Load()), call, [])), node
                )
        return node


class _Fill(cst.CSTTransformer):
    def __init__(self, results: Mapping[int, cst.BaseExpression | str]) -> None:
        super().__init__()
        self.results = results
        self.count = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.Module | cst.BaseCompoundStatement | cst.BaseSuite)

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement:
        match updated_node.body:
            case [
                cst.Assert(
                    test=cst.Comparison(
                        left=left,
                        comparisons=[
                            cst.ComparisonTarget(
                                operator=cst.Equal(), comparator=cst.Name(value="drawn")
                            )
                        ],
                    )
                ) as statement
            ]:
                result = self.results[self.count]
                self.count += 1
            case _:
                return updated_node
        if isinstance(result, str):
            raises = cst.parse_expression(f"pytest.raises({result})")
            body = cst.IndentedBlock([cst.SimpleStatementLine([cst.Expr(left)])])
            return cst.With([cst.WithItem(raises)], body, leading_lines=updated_node.leading_lines)
        single = isinstance(result, cst.Name)  # None, True, False
        operator = cst.Is() if single else cst.Equal()
        test = cst.Comparison(left, [cst.ComparisonTarget(operator, result)])
        return updated_node.with_changes(body=[statement.with_changes(test=test)])


def _result(call: Callable[[], object]) -> cst.BaseExpression | str:
    """A literal, or the name of the exception that was raised."""
    try:
        value = call()
    except Exception as error:
        name = type(error).__name__
        if getattr(builtins, name, None) is not type(error):
            raise CannotFill(f"{name} is no built-in exception") from error
        return name
    try:
        plain = ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError):
        plain = False
    if not plain:
        raise CannotFill(f"{value!r} has no literal")
    return cst.parse_expression(shown(value))


def _same(a: cst.BaseExpression | str, b: cst.BaseExpression | str) -> bool:
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return a.deep_equals(b)


def shown(value: object) -> str:
    """A value as it is written in code: its repr, strings in double quotes."""
    return re.sub(r"'([^'\"\\]*)'", r'"\1"', repr(value))


def run_example(lines: Sequence[str], reference: ModuleType) -> list[str]:
    """Run a worked example; each line that ends in `# drawn` ends in what it gives instead.

    Raises CannotFill where another line raises.
    """
    scope = dict(vars(reference))
    told: list[tuple[str, str]] = []
    for line in lines:
        code = line.removesuffix(MARK).rstrip()
        try:
            if code == line.rstrip():
                exec(code, scope)
                told.append((code, ""))
            else:
                told.append((code, shown(eval(code, scope))))
        except Exception as error:
            if code == line.rstrip():
                raise CannotFill(f"the worked example's line {code!r} raises {error!r}") from error
            told.append((code, f"raises {type(error).__name__}"))
    return list(_laid_out(told))


def _laid_out(told: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Calls with their results in one column; below the call where that were too far right."""
    column = max(
        (len(code) for code, result in told if result and len(code) <= FARTHEST), default=0
    )
    for code, result in told:
        beside = f"{code:<{column}}  # {result}"
        if not result:
            yield from _wrapped(code)
        elif len(code) <= column and len(beside) <= WIDEST:
            yield beside
        else:
            yield from _wrapped(code)
            yield f"# {result}"


@cache
def _wrapped(code: str) -> list[str]:
    """A statement in the lines that a formatter gives it, if it is too wide for one."""
    return [code] if len(code) <= WIDEST else formatted([code])[0].splitlines()
