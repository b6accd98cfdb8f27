"""What `drawn` stands for is what the reference gives."""

from __future__ import annotations

import sys
import textwrap

import libcst as cst
import pytest

from content.draw.running import CannotFill, fill, load, run_example

REFERENCE = load(
    "class Box:\n"
    "    def __init__(self): self.x = [1, ('a', None)]\n"
    "    def all(self): return self.x\n"
    "    def none(self): return None\n"
    "    def fail(self): raise KeyError('a')\n"
    "    def count(self): self.x.append(0); return len(self.x)\n"
    "    def self(self): return self\n"
    "    def same(self, x): return x\n"
)


def filled(body: str) -> str:
    source = f"from solution import Box\n\n\ndef test_example_x():\n    box = Box()\n{body}"
    return fill(cst.parse_module(source), REFERENCE).code.partition("box = Box()\n")[2]


def test_a_value_becomes_a_literal() -> None:
    assert filled("    assert box.all() == drawn\n") == '    assert box.all() == [1, ("a", None)]\n'


def test_none_and_truth_are_compared_by_identity() -> None:
    assert filled("    assert box.none() == drawn\n") == "    assert box.none() is None\n"


def test_an_exception_becomes_a_raises_block_and_pytest_is_imported() -> None:
    source = (
        "from solution import Box\n\n\ndef test_example_x():\n    assert Box().fail() == drawn\n"
    )
    assert fill(cst.parse_module(source), REFERENCE).code == (
        "import pytest\nfrom solution import Box\n\n\ndef test_example_x():\n"
        "    with pytest.raises(KeyError):\n        Box().fail()\n"
    )


def test_a_loop_must_give_the_same_each_time_round() -> None:
    with pytest.raises(CannotFill, match="not the same"):
        filled("    for _ in range(2):\n        assert box.count() == drawn\n")


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("    assert box.self() == drawn\n", "no literal"),
        ("    if box.none():\n        assert box.all() == drawn\n", "never reached"),
        ("    assert box.all() == []\n    assert box.none() == drawn\n", "the reference fails"),
    ],
)
def test_what_cannot_be_filled_says_why(body: str, cause: str) -> None:
    with pytest.raises(CannotFill, match=cause):
        filled(body)


def test_an_example_shows_values_and_errors_in_one_column() -> None:
    lines = ["box = Box()", "box.all()  # drawn", "box.fail()  # drawn", "box.none()"]
    assert run_example(lines, REFERENCE) == [
        "box = Box()",
        'box.all()   # [1, ("a", None)]',
        "box.fail()  # raises KeyError",
        "box.none()",
    ]


def test_a_long_call_pushes_no_result_to_the_right() -> None:
    long = f"box.same('{'a' * 50}')"
    assert run_example(["box = Box()", f"{long}  # drawn", "box.fail()  # drawn"], REFERENCE) == [
        "box = Box()",
        long,
        f'# "{"a" * 50}"',
        "box.fail()  # raises KeyError",
    ]


def test_a_result_that_is_too_wide_stands_below_its_call() -> None:
    call = f"box.same('{'a' * 40}')"
    assert run_example(["box = Box()", f"{call}  # drawn"], REFERENCE) == [
        "box = Box()",
        call,
        f'# "{"a" * 40}"',
    ]


def test_a_call_that_is_too_wide_is_wrapped() -> None:
    words = [f"word {number}" for number in range(10)]
    lines = run_example(["box = Box()", f"box.same({words})  # drawn"], REFERENCE)
    assert len(lines) > 3
    assert lines[1] == "box.same("
    assert lines[-2:] == [")", "# " + str(words).replace("'", '"')]
    assert all(len(line) <= 80 for line in lines[:-1])


def test_an_example_that_breaks_is_an_error() -> None:
    with pytest.raises(CannotFill, match=r"box\.fail"):
        run_example(["box = Box()", "box.fail()"], REFERENCE)


def test_a_reference_is_loaded_without_a_trace_in_the_process() -> None:
    source = textwrap.dedent(
        """
        from dataclasses import dataclass

        @dataclass
        class Entry:
            x: int
        """
    )
    before = dict(sys.modules)
    assert load(source).Entry(1).x == 1
    assert sys.modules == before
