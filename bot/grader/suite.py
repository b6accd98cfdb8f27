"""One module of pytest tests: compiled once, executed afresh for each test."""

from __future__ import annotations

import ast
import itertools
import sys
import types
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

from _pytest.assertion.rewrite import rewrite_asserts
from _pytest.mark.structures import ParameterSet


class Case(NamedTuple):
    """One call of a test; `words` are its arguments where it is parametrized."""

    words: str
    call: Callable[[], Any]


class Suite:
    """`shown`: its assertions say their values when they fail, as pytest's own do."""

    def __init__(self, source: str, name: str, shown: bool) -> None:
        self.source = source
        self.name = name  # of the module
        self.file = f"{name}.py"
        tree = ast.parse(source, self.file)
        self._lines = source.splitlines()
        self._statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        self._spans = [(node.lineno, node.end_lineno or node.lineno) for node in self._statements]
        if shown:
            rewrite_asserts(tree, source.encode(), None, None)
        self._code = _local(compile(tree, self.file, "exec", dont_inherit=True))

    def cases(self, test: str, solution: types.ModuleType) -> Iterator[Case]:
        """The module executed beside `solution`, and the calls that one test consists of.

        A parametrized test has a call for each set of arguments, with its arguments in words.
        Raises what executing the module raises, and LookupError for a test that is not there.
        """
        module = types.ModuleType(self.name)
        module.__file__ = self.file
        sys.modules["solution"] = solution
        sys.modules[self.name] = module
        exec(self._code, vars(module))
        function = vars(module).get(test)
        if not isinstance(function, types.FunctionType):
            raise LookupError(f"the tests have no {test}")
        return _calls(function)

    def leave(self) -> None:
        """Take out of `sys.modules` what `cases` put there."""
        for name in ("solution", self.name):
            sys.modules.pop(name, None)

    def statement(self, error: BaseException) -> str:
        """The statement of this module in which an exception was raised; "" for none."""
        line = None
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == self.file:
                line = step.tb_lineno
            step = step.tb_next
        spans = [span for span in self._spans if line is not None and span[0] <= line <= span[1]]
        if not spans:
            return ""
        first, last = min(spans, key=lambda span: span[1] - span[0])
        node = self._statements[self._spans.index((first, last))]
        if hasattr(node, "body"):  # a `with` or a `for`: its first line says enough
            last = first
        return " ".join(line.strip() for line in self._lines[first - 1 : last])


def _local(code: types.CodeType) -> types.CodeType:
    """Code whose functions and classes have no qualified names, which would name their test.

    Python itself puts them into what an exception says: `test_x.<locals>.Clock.now() takes …`.
    """
    name, whole = code.co_name, code.co_qualname
    constants = [
        _local(each) if isinstance(each, types.CodeType) else name if each == whole else each
        for each in code.co_consts
    ]
    return code.replace(co_consts=tuple(constants), co_qualname=name)


def _calls(function: types.FunctionType) -> Iterator[Case]:
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        yield Case("", function)
        return
    for chosen in itertools.product(*[list(_sets(mark)) for mark in marks]):
        arguments = {name: value for one in chosen for name, value in one.items()}
        words = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        yield Case(words, partial(function, **arguments))


def _sets(mark: Any) -> Iterator[dict[str, Any]]:
    names, values = mark.args[:2]
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    for value in values:
        if isinstance(value, ParameterSet):  # pytest.param(...)
            row = value.values
        else:
            row = value if len(names) > 1 else (value,)
        yield dict(zip(names, row, strict=True))


@lru_cache(maxsize=64)
def suite(source: str, name: str, shown: bool) -> Suite:
    return Suite(source, name, shown)
