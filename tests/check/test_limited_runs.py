"""Running trusted solutions in this process: verdicts, guards, and small inputs."""

from __future__ import annotations

import gc
import sys
from dataclasses import replace

import pytest

from bot.check.inputs import SmallInputs
from bot.check.running import Case, Hunt, Late, cases, failures, limited
from drills.model import Part, Problem, Test

VISIBLE = """
from solution import Box


def test_example_it_gives_what_was_put():
    box = Box()
    box.put(1)
    assert box.items() == [1]
"""
HIDDEN = """
from solution import Box


def test_a_caller_may_keep_what_it_got():
    box = Box()
    box.put(1)
    box.items().append(2)
    assert box.items() == [1]
"""
BOX = """
class Box:
    def __init__(self):
        self._items = []

    def put(self, item):
        self._items.append(item)

    def items(self):
        return list(self._items)
"""


def part() -> Part:
    tests = (
        Test("test_example_it_gives_what_was_put", "test_example_it_gives_what_was_put"),
        Test("test_a_caller_may_keep_what_it_got", "test_a_caller_may_keep_what_it_got", "sharing"),
    )
    return Part(1, "", 0, "", "", (), VISIBLE, HIDDEN, tests, BOX, "", "", "", "")


def problem() -> Problem:
    return Problem("box", 1, 0, "", {}, "", "mid", "Box", (part(),), {}, "", {})


def ids(failed: dict[Case, str]) -> list[str]:
    return [case.test.id for case in failed]


def test_a_right_solution_fails_nothing() -> None:
    assert failures(BOX, cases([part()])) == {}


def test_a_shared_list_fails_the_test_of_sharing_alone() -> None:
    wrong = BOX.replace("list(self._items)", "self._items")
    assert ids(failures(wrong, cases([part()]))) == ["test_a_caller_may_keep_what_it_got"]


def test_a_solution_that_never_ends_is_stopped_even_if_it_swallows_everything() -> None:
    wrong = BOX.replace(
        "return list(self._items)",
        "while True:\n            try:\n                len('')\n"
        "            except BaseException:\n                break\n        while True:\n"
        "            pass",
    )
    failed = failures(wrong, cases([part()]))
    assert len(failed) == 2
    assert all(error.startswith("Late: ") for error in failed.values())


def test_leaving_the_program_is_a_failure() -> None:
    wrong = BOX.replace("return list(self._items)", "raise SystemExit(0)")
    assert set(failures(wrong, cases([part()])).values()) == {"SystemExit: 0"}


def test_every_test_gets_a_module_of_its_own() -> None:
    counting = BOX.replace("class Box:", "seen = []\n\n\nclass Box:").replace(
        "self._items = []", "seen.append(1)\n        self._items = seen[1:]"
    )
    assert failures(counting, cases([part()])) == {}


def test_the_module_of_the_name_solution_is_put_back() -> None:
    before = sys.modules.get("solution")
    failures(BOX, cases([part()]))
    assert sys.modules.get("solution") is before


def test_a_hunt_tries_first_what_killed_before() -> None:
    hunt = Hunt(cases([part()]))
    wrong = BOX.replace("list(self._items)", "self._items")
    first, second = (hunt.killer(compile(wrong, "solution.py", "exec")) for _ in range(2))
    assert first is second
    assert first is not None
    assert first.test.category == "sharing"
    assert hunt.killer(compile(BOX, "solution.py", "exec")) is None


def test_small_inputs_tell_a_shared_list_from_a_copied_one() -> None:
    inputs = SmallInputs(problem(), 1, BOX)
    found = inputs.difference(BOX.replace("list(self._items)", "self._items"))
    assert found is not None
    assert found.first != found.second


def test_small_inputs_tell_no_difference_where_there_is_none() -> None:
    inputs = SmallInputs(problem(), 1, BOX)
    assert (("put", "1"), ("items", "")) in inputs.sequences
    assert inputs.difference(BOX.replace("list(self._items)", "[*self._items]")) is None


def test_small_inputs_reach_what_needs_two_calls_of_one_method_among_many() -> None:
    methods = [f"m{k}" for k in range(12)]
    box = "class Box:\n    def __init__(self):\n        self.seen = set()\n"
    box += "    def put(self, item):\n        self.seen.add(item)\n        return len(self.seen)\n"
    box += "".join(f"    def {name}(self):\n        return 0\n" for name in methods)
    test = "def test_example_all():\n    box = Box()\n    box.put(1)\n    box.put(2)\n"
    test += "".join(f"    box.{name}()\n" for name in methods)
    one = replace(part(), visible=test, hidden="")
    inputs = SmallInputs(replace(problem(), parts=(one,)), 1, box)
    assert inputs.difference(box) is None
    assert inputs.difference(box.replace("return len(self.seen)", "return 1")) is not None
    assert inputs.sequences == SmallInputs(replace(problem(), parts=(one,)), 1, box).sequences


def test_a_tests_time_is_not_spent_on_collecting_what_else_there_is() -> None:
    with limited():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(Late):
        for_ever()
    assert gc.isenabled()


def for_ever() -> None:
    with limited(0.01):
        while True:
            pass
