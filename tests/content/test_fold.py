"""Folding: what hangs on knobs alone is decided, and nothing else changes."""

from __future__ import annotations

import ast
import textwrap

import libcst as cst
import pytest

from content.draw.fold import UnknownKnob, fold
from content.draw.rename import rename
from content.draw.words import Words


def folded(source: str, **knobs: str | int) -> str:
    module = cst.parse_module(textwrap.dedent(source).lstrip("\n"))
    renamed = rename(module, Words({}, {}, {}))
    return fold(renamed.module, renamed.knobbed, knobs).code


def same(source: str, expected: str) -> bool:
    return ast.dump(ast.parse(source)) == ast.dump(ast.parse(textwrap.dedent(expected)))


CHAIN = """
    def f(x):
        if knobs.tie == "name":
            a()
        elif x > 1:
            b()
        elif knobs.tie in ("older", "recent"):
            c()
        else:
            d()
    """


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        ("name", "def f(x):\n    a()"),
        ("older", "def f(x):\n    if x > 1:\n        b()\n    else:\n        c()"),
        ("none", "def f(x):\n    if x > 1:\n        b()\n    else:\n        d()"),
    ],
)
def test_a_chain_of_elifs_keeps_only_what_can_be_reached(tie: str, expected: str) -> None:
    assert same(folded(CHAIN, tie=tie), expected)


def test_the_last_branch_of_a_chain_goes_when_it_is_decided_against() -> None:
    source = """
        if x:
            a()
        elif knobs.edge == "gone":
            b()
        """
    assert same(folded(source, edge="present"), "if x:\n    a()")


def test_branches_fold_at_the_top_in_classes_and_in_methods() -> None:
    source = """
        if knobs.part >= 2:
            import heapq

        class A:
            if knobs.part >= 2:
                count: int

            def f(self):
                if knobs.part < 2:
                    return 1
                return 2
        """
    one, two = folded(source, part=1), folded(source, part=2)
    assert same(one, "class A:\n    def f(self):\n        return 1\n        return 2")
    assert same(two, "import heapq\nclass A:\n    count: int\n    def f(self):\n        return 2")


def test_a_body_that_is_left_empty_passes_and_an_empty_else_goes() -> None:
    source = """
        def f(x):
            if knobs.part > 1:
                x()

        if x:
            a()
        else:
            if knobs.part > 1:
                b()
        """
    assert same(folded(source, part=1), "def f(x):\n    pass\nif x:\n    a()")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('x = a if knobs.edge == "gone" else b', "x = a"),
        ('x = (a + b if knobs.edge == "gone" else c) * 2', "x = (a + b) * 2"),
        ('x = (a if knobs.edge == "gone" else b) * 2', "x = a * 2"),
        ('x = p and (q < r if knobs.edge == "gone" else q <= r)', "x = p and (q < r)"),
        ('def f() -> (int if knobs.edge == "gone" else str | None): ...', "def f() -> int: ..."),
        ('y = x and knobs.edge == "gone"', "y = x"),
        ('y = knobs.edge == "present" or x', "y = x"),
        ('y = x or knobs.edge == "gone"', "y = True"),
        ('if x and knobs.edge == "present":\n    a()', ""),
        ('if not (knobs.edge == "gone" and knobs.part < 3):\n    a()', ""),
        ('y = knobs.edge != "gone"', "y = False"),
        ("y = knobs.edge", 'y = "gone"'),
        ("y = [v for v in w if v if knobs.part == 2]", "y = [v for v in w if v]"),
        ("y = x and 1 == 1", "y = x and 1 == 1"),
        ('y = sorted(x, reverse=knobs.edge == "gone")', "y = sorted(x, reverse=True)"),
        ("while True:\n    a()", "while True:\n    a()"),
    ],
)
def test_expressions_fold(source: str, expected: str) -> None:
    assert same(folded(source, edge="gone", part=2), expected)


def test_parentheses_go_with_the_if_expression_that_needed_them() -> None:
    source = 'x = a is None or (b < c if knobs.edge == "gone" else b <= c)\n'
    assert folded(source, edge="present") == "x = a is None or b <= c\n"
    source = 'def f() -> (int if knobs.edge == "gone" else str | None): ...\n'
    assert folded(source, edge="present") == "def f() -> str | None: ...\n"


def test_comments_stay_with_what_they_are_about() -> None:
    source = """
        x = 0
        # About f.
        if knobs.part == 1:
            # More about f.
            f()  # here
        g()
        """
    assert folded(source, part=1) == "x = 0\n# About f.\n# More about f.\nf()  # here\ng()\n"
    assert folded(source, part=2) == "x = 0\ng()\n"


def test_a_knob_that_nobody_declared_is_an_error() -> None:
    with pytest.raises(UnknownKnob, match="egde"):
        folded('if knobs.egde == "gone":\n    a()', edge="gone")
