"""The operators of mutation, each on a few lines."""

from __future__ import annotations

import textwrap

import pytest

from bot.check.mutation import NAMES, mutants


def diffs(code: str, operator: str) -> list[str]:
    """What one operator makes of a function's body."""
    body = textwrap.indent(textwrap.dedent(code).strip(), "    ")
    return [
        mutant.diff
        for mutant in mutants(f"def f(a, b, items):\n{body}\n")
        if mutant.operator == operator
    ]


@pytest.mark.parametrize(
    ("code", "operator", "wanted"),
    [
        ("return a < b", "boundary moved", ["- return a < b\n+ return a <= b"]),
        ("return a < b", "comparison negated", ["- return a < b\n+ return a >= b"]),
        ("return a in b", "comparison negated", ["- return a in b\n+ return a not in b"]),
        ("return a + b", "arithmetic changed", ["- return a + b\n+ return a - b"]),
        ("a += b", "arithmetic changed", ["- a += b\n+ a -= b", "- a += b\n+ a = b"]),
        ("return a and b", "and/or exchanged", ["- return a and b\n+ return a or b"]),
        (
            "return a or b",
            "operand dropped",
            ["- return a or b\n+ return b", "- return a or b\n+ return a"],
        ),
        ("return not a", "operand dropped", ["- return not a\n+ return a"]),
        ("del a[b]", "statement dropped", ["- del a[b]\n+ pass"]),
        ("return 7", "number changed", ["- return 7\n+ return 8", "- return 7\n+ return 6"]),
        ("return True", "truth changed", ["- return True\n+ return False"]),
        (
            "return 'ab'",
            "string changed",
            ["- return 'ab'\n+ return 'abx'", "- return 'ab'\n+ return ''"],
        ),
        ("return list(a)", "copy removed", ["- return list(a)\n+ return a"]),
        ("return a.copy()", "copy removed", ["- return a.copy()\n+ return a"]),
        ("return a[:]", "copy removed", ["- return a[:]\n+ return a"]),
        ("return [*a]", "copy removed", ["- return [*a]\n+ return a"]),
        ("return {**a}", "copy removed", ["- return {**a}\n+ return a"]),
        ("return replace(a, n=b)", "copy removed", ["- return replace(a, n=b)\n+ return a"]),
        ("return deepcopy(a)", "copy removed", ["- return deepcopy(a)\n+ return a"]),
        ("return sorted(a)", "call changed", ["- return sorted(a)\n+ return list(a)"]),
        ("return a.pop(0)", "call changed", ["- return a.pop(0)\n+ return a.pop()"]),
        ("return max(a)", "call changed", ["- return max(a)\n+ return min(a)"]),
        ("return f(a, n=b)", "keyword dropped", ["- return f(a, n=b)\n+ return f(a)"]),
        ("return f(a, b)", "arguments swapped", ["- return f(a, b)\n+ return f(b, a)"]),
        ("return a[:b]", "slice bound dropped", ["- return a[:b]\n+ return a[:]"]),
        ("return a", "None returned", ["- return a\n+ return None"]),
        (
            "raise ValueError('no')",
            "exception exchanged",
            ["- raise ValueError('no')\n+ raise KeyError('no')"],
        ),
    ],
)
def test_an_operator_makes_these_mistakes(code: str, operator: str, wanted: list[str]) -> None:
    assert diffs(code, operator) == wanted


def test_a_branch_is_forced_both_ways_and_a_filter_is_dropped() -> None:
    assert diffs("if a:\n    b()", "branch forced or filter dropped") == [
        "- if a:\n+ if True:",
        "- if a:\n+ if False:",
    ]
    assert diffs("return [x for x in a if x]", "branch forced or filter dropped") == [
        "- return [x for x in a if x]\n+ return [x for x in a]"
    ]


def test_a_loop_goes_on_where_it_stopped_and_never_begins() -> None:
    assert diffs("for x in a:\n    break", "loop changed") == [
        "- for x in a:\n+ for x in ():",
        "- break\n+ continue",
    ]


def test_each_part_of_a_sort_key_is_dropped_turned_and_moved() -> None:
    found = diffs("return sorted(a, key=lambda x: (x.n, x.name))", "sort key changed")
    changed = [diff.splitlines()[1] for diff in found]
    assert changed == [
        "+ return sorted(a)",
        "+ return sorted(a, key=lambda x: (x.name,))",
        "+ return sorted(a, key=lambda x: (-x.n, x.name))",
        "+ return sorted(a, key=lambda x: (x.n,))",
        "+ return sorted(a, key=lambda x: (x.n, -x.name))",
        "+ return sorted(a, key=lambda x: (x.name, x.n))",
    ]


def test_a_default_is_filled_in_and_made_required() -> None:
    source = "def f(a, life=None):\n    return life\n"
    found = [mutant.diff for mutant in mutants(source) if mutant.operator == "default changed"]
    assert found == [
        "- def f(a, life=None):\n+ def f(a, life=1):",
        "- def f(a, life=None):\n+ def f(a, life):",
    ]


def test_words_types_and_docstrings_are_not_mutated() -> None:
    source = textwrap.dedent(
        '''
        class Store:
            """Holds 3 things."""

            def f(self, n: "int" = 5) -> "str":
                """Gives 4."""
                raise ValueError("n is 6")
        '''
    )
    changed = "\n".join(mutant.diff.splitlines()[1] for mutant in mutants(source))
    assert "6" in changed  # the message is there
    assert not {"7", "'intx'", "'strx'", "Gives 4.x", "Holds 3 things.x"} & set(changed.split())
    assert "n is 6x" not in changed


def test_a_mutant_is_a_whole_module_that_differs_in_its_place_alone() -> None:
    source = (
        "import heapq\n\n\nclass Queue:\n    size = 0\n\n    def pop(self):\n        return 1\n"
    )
    found = list(mutants(source))
    assert {mutant.where for mutant in found} == {"Queue", "Queue.pop"}
    one = next(
        mutant for mutant in found if mutant.operator == "number changed" and mutant.line > 5
    )
    assert one.text == source.replace("return 1", "return 2")
    assert one.line == 8


def test_the_same_diff_twice_in_one_function_is_told_apart() -> None:
    source = "def f(a):\n    if a:\n        return 1\n    return 1\n"
    twice = [m.where for m in mutants(source) if m.diff == "- return 1\n+ return 2"]
    assert twice == ["f", "f (2)"]


def test_no_two_mutants_have_the_same_text() -> None:
    source = "def f(a):\n    return sorted(list(a), key=lambda x: (x, x))[:3]\n"
    texts = [mutant.text for mutant in mutants(source)]
    assert len(texts) == len(set(texts))
    assert source not in texts


def test_every_operator_has_a_name_of_its_own() -> None:
    assert len(set(NAMES.values())) == len(NAMES)


def test_what_stands_in_an_earlier_part_word_for_word_is_left_alone() -> None:
    before = "def f(a):\n    return 1\n"
    now = f"{before}\n\ndef g(a):\n    return 2\n"
    assert {mutant.where for mutant in mutants(now, before)} == {"g"}
