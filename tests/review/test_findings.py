"""Each finding, a source that has it and a near miss that must stay silent."""

import ast
import re
from pathlib import Path

import pytest
from reviewing import SIGNATURES, findings

from bot.grader.api import api

PAIRS = [
    re.fullmatch(r"(.+?) \| (.+?) \| (.+?)\n(.*?)\n--- near miss\n(.*)", pair, re.DOTALL)
    for pair in Path(__file__).with_name("findings.txt").read_text().split("\n=== ")[1:]
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[1])
def test_what_is_there_is_found_and_its_near_miss_is_not(pair):
    _, kind, said, source, near_miss = pair.groups()
    assert any(said in text for _, text in findings(source, kind)), findings(source, kind)
    assert findings(near_miss, kind) == []


CHECK = """
        if not key:
            raise ValueError("the key is empty")
        entry = self._entries.get(key)
        if entry is not None and entry.ends <= self._now:
            del self._entries[key]
            entry = None
"""


def test_the_same_lines_in_two_methods_are_found_once_whatever_their_variables():
    twice = f"class Store:\n    def fetch(self, key):{CHECK}        return entry\n"
    twice += (
        f"    def matching(self, key):{CHECK.replace('entry', 'row')}        return row.value\n"
    )
    assert findings(twice, "repeat") == [(11, "`fetch` and `matching` hold the same six lines")]


def test_lines_that_use_other_attributes_are_not_the_same():
    other = CHECK.replace("_entries", "_rows")
    twice = f"class Store:\n    def fetch(self, key):{CHECK}        return entry\n"
    twice += f"    def matching(self, key):{other}        return entry.value\n"
    assert findings(twice, "repeat") == []


def test_variables_that_change_places_are_not_the_same():
    first = """
    a = first(x)
    b = second(a)
    c = third(a, b)
    d = fourth(b, c)
    e = fifth(a, d)
"""
    second = first.replace("third(a, b)", "third(b, a)")
    assert findings(f"def f(x):\n{first}\ndef g(x):\n{second}", "repeat") == []
    assert findings(f"def f(x):\n{first}\ndef g(x):\n{first}", "repeat") != []


def test_a_silencing_comment_of_the_submission_silences_nothing():
    assert findings("# ruff: noqa\nimport os  # noqa\n", "lint") == [
        (2, "the import of `os` is never used")
    ]


def test_a_parameter_that_the_problem_named_may_hide_a_built_in():
    source = "class Store:\n    def put(self, key, value, id=1):\n        return id\n"
    assert any("hides" in text for _, text in findings(source, "lint"))
    given = "class Store:\n    def put(self, key, prefix):\n        return prefix\n"
    assert findings(given, "lint") == []


def test_a_form_feed_moves_no_line():
    source = (
        "\f\f\ndef f():\n    try:\n        g()\n    except Exception:\n        raise SystemExit\n"
    )
    found = findings(source + "def g(): return 1\n", "lint")
    assert [(line, text.partition(",")[0]) for line, text in found] == [
        (5, "`except Exception` catches every exception")
    ]


def test_one_cause_in_several_methods_is_said_once_with_the_methods():
    source = (
        "class Store:\n    def put(self, name, value): ...\n    def fetch(self, name): ...\n"
        "    def load(self, rows): ...\n    def matching(self, start): ...\n"
    )
    assert findings(source, "api") == [
        (
            2,
            "`put` takes `name, value`, where its signature takes `key, value`;"
            " the same in `fetch`",
        ),
        (4, "`load` takes `rows`, where its signature takes `rows, limit`"),
        (5, "`matching` takes `start`, where its signature takes `prefix`"),
    ]


def test_what_has_one_cause_in_many_methods_names_some_and_counts_the_rest():
    methods = ("put", "fetch", "load", "matching")
    source = "class Store:\n" + "".join(f"    def {m}(self, *rest): ...\n" for m in methods)
    asked = SIGNATURES + "".join(
        f"\n    def {m}(self, key: str) -> None: ...\n" for m in ("drop", "size")
    )
    source += "    def drop(self, *rest): ...\n    def size(self, *rest): ...\n"
    found = api(ast.parse(source), ast.parse(asked), "Store")
    assert [(each.line, each.text) for each in found] == [
        (
            2,
            "`put` takes `*rest`, where its signature takes `key, value`;"
            " the same in `fetch`, `load`, 3 more",
        )
    ]


def test_prints_are_one_finding_however_many_there_are():
    source = "def f():\n    print(1)\n    print(2)\n\n\ndef g():\n    print(3)\n"
    assert findings(source, "api") == [(2, "a `print` is left in the code, in 3 places")]
