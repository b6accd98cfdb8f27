"""The same submission gets the same grade, whatever ran before it in the same runner."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from families import problem
from grading import grade

from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from drills.model import Ending, Grade, Scope, Submission

LEAVES_THINGS = """
import builtins, heapq, json, math, random, sys

N = 0
SEEN = []

class Store:
    made = 0

    def __init__(self):
        Store.made += 1

def mess():
    global N
    N += 1
    Store()
    SEEN.append(1)
    builtins.divmod = None
    builtins.planted = 1
    math.sqrt = lambda x: 5
    heapq.heappush = None
    json.planted = 1
    sys.modules["planted"] = sys
    sys.setrecursionlimit(150)
    sys.stdout = None
    random.seed(99)

def state():
    def deep(n):
        return n and deep(n - 1)
    deep(200)
    print("still there")
    return [
        N, Store.made, SEEN, divmod(7, 2), hasattr(builtins, "planted"), math.sqrt(4),
        heapq.heappush is None, hasattr(json, "planted"), "planted" in sys.modules, random.random(),
    ]
"""

TESTS = """
import solution

CLEAN = [0, 0, [], (3, 1), False, 2.0, False, False, False]

def test_a():
    solution.mess()

def test_b():
    assert solution.state()[:-1] == CLEAN

def test_c():
    assert solution.state()[-1] == 0.8444218515250481

def test_d():
    solution.mess()

def test_e():
    assert solution.state()[:-1] == CLEAN
"""


def graded(order: list[str], hash_seed: str = "0") -> Grade:
    drawn = problem(TESTS)
    (part,) = drawn.parts
    tests = tuple(sorted(part.tests, key=lambda test: order.index(test.name[-1])))
    drawn = replace(drawn, parts=(replace(part, tests=tests),))
    referee = Referee(lambda: spawn(Rung.NONE, Limits(), hash_seed))
    return referee.grade(drawn, 1, Scope.RUN, Submission("id", "solution.py", LEAVES_THINGS), None)


def test_each_test_finds_the_interpreter_as_it_was() -> None:
    found = graded(list("abcde"))
    assert [o.ending for o in found.outcomes] == [Ending.PASSED] * 5, found.outcomes
    assert found.output == "still there\n" * 3


def test_the_order_of_the_tests_changes_nothing() -> None:
    assert {o.test.name: o.ending for o in graded(list("edcba")).outcomes} == {
        o.test.name: o.ending for o in graded(list("abcde")).outcomes
    }


def test_the_hash_seed_of_a_runner_is_fixed() -> None:
    source = "def f(): return hash('sesame')"
    visible = "import solution\ndef test_it():\n    assert solution.f() == 0\n"
    first, second = (grade(source, visible).outcomes[0].detail for _ in range(2))
    assert first == second


def test_the_same_visible_tests_pass_under_plain_pytest(tmp_path: Path) -> None:
    visible = (
        "import pytest\nfrom solution import Store\n\n"
        "@pytest.mark.parametrize('n', [1, 2])\ndef test_put(n):\n"
        "    store = Store()\n    store.put(n)\n    assert store.all() == [n]\n\n"
        "def test_refused():\n    with pytest.raises(ValueError, match='none'):\n"
        "        Store().put(None)\n"
    )
    source = (
        "class Store:\n    def __init__(self): self.rows = []\n"
        "    def all(self): return list(self.rows)\n"
        "    def put(self, n):\n        if n is None: raise ValueError('none')\n"
        "        self.rows.append(n)\n"
    )
    (tmp_path / "tests_visible.py").write_text(visible)
    (tmp_path / "solution.py").write_text(source)
    plain = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests_visible.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stdout
    assert grade(source, visible, required="Store").passed
