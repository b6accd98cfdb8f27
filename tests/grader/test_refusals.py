"""One clear sentence where a submission cannot be run at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from grading import grade, outcome

from bot.grader.process import Budget
from bot.grader.sandbox import Child

SENTENCES = [
    ("def f(:\n", "solution.py does not parse, line 1: invalid syntax."),
    ("x = 1\nif x:\n", "solution.py does not parse, line 2: expected an indented block after 'if' "
     "statement on line 2."),
    ("x = '\0'", "solution.py does not parse: source code string cannot contain null bytes."),
    ("x = '\ud800'", "solution.py does not parse: 'utf-8' codec can't encode character '\\ud800' "
     "in position 5: surrogates not allowed."),
    ("x = " + "-" * 100_000 + "1", "solution.py is nested too deeply for Python to parse it."),
    ("", "solution.py defines no Store, which the tests need."),
    ("class Stor: pass", "solution.py defines no Store, which the tests need. "
     "It has Stor: is that meant?"),
    ("class store: pass", "solution.py defines no Store, which the tests need. "
     "It has store: is that meant?"),
    ("def other(): pass", "solution.py defines no Store, which the tests need."),
    ("class Store: pass\n\n1 / 0", "solution.py raises at line 3 when it is loaded: "
     "ZeroDivisionError: division by zero."),
    ("import numpy", "solution.py raises at line 1 when it is loaded: ModuleNotFoundError: "
     "No module named 'numpy'; only the standard library is there."),
    ("exit()", "solution.py raises at line 1 when it is loaded: NameError: name 'exit' is not "
     "defined; a program that is tested has no exit(): return or raise instead."),
    ("open('/no/such/file')", "solution.py raises at line 1 when it is loaded: FileNotFoundError: "
     "[Errno 2] No such file or directory: '/no/such/file'; code can open no file, reach no "
     "network and start no process here."),
    ("raise PermissionError('not yours')", "solution.py raises at line 1 when it is loaded: "
     "PermissionError: not yours."),
    ("import sys\nsys.exit(0)", "solution.py raises at line 2 when it is loaded: SystemExit: 0."),
    ("n = int(input())", "solution.py asks for input at line 1, and nobody is there to type: "
     "let the tests call it."),
    ("import sys\nfor line in sys.stdin: pass", "solution.py asks for input at line 2, and nobody "
     "is there to type: let the tests call it."),
    ("import os\nos._exit(3)", "solution.py could not be loaded: its process ended (exit 3)."),
    ("print('x' * (2 << 20))", "solution.py could not be loaded: it printed more than 1,048,576 "
     "characters."),
]  # fmt: skip


@pytest.mark.parametrize(("source", "sentence"), SENTENCES)
def test_it_is_said_why(source: str, sentence: str) -> None:
    found = grade(source, required="Store")
    assert found.refused == sentence
    assert found.outcomes == ()
    assert not found.passed


def test_a_module_that_loops_without_end() -> None:
    found = grade("while True: pass", budget=Budget(cpu=0.4, wall=60))
    assert found.refused == (
        "solution.py could not be loaded: it computed for 0.4 s and did not end."
    )


def test_a_module_that_waits() -> None:
    found = grade("import time\ntime.sleep(600)", budget=Budget(cpu=5, wall=2))
    assert found.refused == "solution.py could not be loaded: it waited for 2 s."


def test_a_module_that_takes_all_memory(sandboxed: Callable[[], Child]) -> None:
    found = grade("x = []\nwhile 1: x.append(bytes(1 << 20))", spawn=sandboxed)
    assert found.refused == (
        "solution.py raises at line 2 when it is loaded: it needed more memory than there is."
    )


@pytest.mark.parametrize(
    "source",
    ["x = 1" + "+1" * 100_000, "x = " + "(" * 5_000 + ")" * 5_000, "#" * (5 << 20), "é" * 9],
)
def test_a_strange_text_is_no_accident(source: str) -> None:
    assert grade(source, required="Store").refused.startswith("solution.py ")


@pytest.mark.parametrize(
    ("body", "explained"),
    [
        ("quit()", "a program that is tested has no quit(): return or raise instead"),
        ("open('/no/such/file')", "code can open no file, reach no network"),
        ("import numpy", "only the standard library is there"),
    ],
)
def test_what_differs_from_ones_own_machine_is_explained_in_a_test_too(
    body: str, explained: str
) -> None:
    told = outcome(
        f"def f():\n    {body}\n",
        "from solution import f\n\ndef test_it():\n    assert f() is None\n",
        signatures="def f() -> None: ...\n",
    )
    assert explained in told.detail
