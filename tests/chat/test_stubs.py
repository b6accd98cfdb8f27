"""New signatures go into a solution without touching a line that is there."""

from __future__ import annotations

import ast
import inspect

import pytest

from bot.platforms.stubs import fill

PART_1 = """\
class Store:
    def put(self, key: str, value: str) -> bool:
        raise NotImplementedError

    def fetch(self, key: str) -> str:
        raise NotImplementedError
"""
PART_2 = """\
from collections.abc import Iterable


class Store:
    def put(self, key: str, value: str, at: int = 0) -> bool:
        raise NotImplementedError

    def fetch(self, key: str) -> str:
        raise NotImplementedError

    def matching(self, prefix: str) -> Iterable[str]:
        raise NotImplementedError


def merge(one: Store, other: Store) -> Store:
    raise NotImplementedError
"""
MINE = '''\
"""My store."""
from __future__ import annotations

import json


class Store:
\t"""Tabs, as I like them."""

\tdef put(self, key, value): # no spaces here
\t\treturn json

\tfetch = put

# the end
'''


def kept(before: str, after: str) -> bool:
    """Every line of `before` stands in `after`, in order."""
    lines = iter(after.splitlines())
    return all(line in lines for line in before.splitlines())


def test_what_is_missing_is_inserted_and_every_line_stays() -> None:
    filled = fill(MINE, PART_2)
    assert filled.added == ("matching", "merge")
    assert kept(MINE, filled.text)
    names = {n.name for n in ast.walk(ast.parse(filled.text)) if isinstance(n, ast.FunctionDef)}
    assert names == {"put", "matching", "merge"}


def test_an_inserted_method_belongs_to_the_class() -> None:
    space: dict[str, type] = {}
    exec(fill(MINE, PART_2).text, space)  # the text runs, imports included
    assert list(inspect.signature(space["Store"].matching).parameters) == ["self", "prefix"]


def test_imports_come_only_with_what_is_inserted_and_needs_them() -> None:
    mine = "import heapq\n" + PART_1
    assert "from collections.abc import Iterable\n" in fill(mine, PART_2).text
    done = fill("from typing import Iterable\n" + PART_1, PART_2).text
    assert "collections.abc" not in done  # the name is there already
    own = PART_2.replace("from collections.abc import Iterable\n", "").replace("Iterable", "list")
    assert fill(own, PART_2).text == own
    both = "from collections.abc import Iterable, Mapping\n" + PART_2.partition("\n")[2]
    assert "from collections.abc import Iterable\n" in fill(PART_1, both).text


def test_filling_twice_is_filling_once() -> None:
    once = fill(MINE, PART_2)
    again = fill(once.text, PART_2)
    assert (again.text, again.added) == (once.text, ())


def test_a_method_with_other_parameters_is_named_and_left_alone() -> None:
    filled = fill(PART_1, PART_2)
    assert filled.differing == ("put(self, key, value, at=0)",)
    assert kept(PART_1, filled.text)


def test_more_optional_parameters_of_ones_own_are_no_difference() -> None:
    mine = "class Store:\n    def put(self, key, value, at=0, loud=False): ...\n"
    assert fill(mine, PART_2).differing == ()


def test_an_empty_file_becomes_the_signatures() -> None:
    assert fill("", PART_1).text == PART_1


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_the_files_own_line_ends_are_used(ending: str) -> None:
    mine = f"class Store:{ending}  x = 1{ending}  def put(self, key, value): ..."
    filled = fill(mine, PART_1)
    assert filled.added == ("fetch",)
    assert filled.text.count("\n") == filled.text.count(ending)


def test_code_that_does_not_parse_is_refused() -> None:
    with pytest.raises(SyntaxError):
        fill("class Store:\n    def put(self:\n", PART_1)


def test_a_class_on_one_line_is_refused_rather_than_rewritten() -> None:
    with pytest.raises(SyntaxError):
        fill("class Store: pass\n", PART_1)
