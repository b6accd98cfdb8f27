"""Cutting drawn modules: what is dropped, and what goes with it."""

from __future__ import annotations

import pytest

from content.draw.modules import Marked, added, cut, interface, marked_tests, stub

TESTS = """
import math
from collections import Counter, deque

from solution import Store

LIMIT = 3
# Fills a store.
def fill(store):
    return Counter(math.floor(LIMIT))


def spare():
    return fill


def test_example_a():
    assert Store()


@hidden("edge")
def test_b():
    assert fill(Store())
""".lstrip()


def test_marks_and_categories_are_read() -> None:
    assert marked_tests(TESTS) == (Marked("test_example_a", None), Marked("test_b", "edge"))


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("def test_a(): ...", "test_a must either"),
        ('@hidden("x")\ndef test_example_a(): ...', "test_example_a must either"),
        ("@skip\ndef test_a(): ...", "another decorator"),
        ("def test_example_a(tmp): ...", "takes arguments"),
    ],
)
def test_a_test_is_shown_or_hidden_and_nothing_else(source: str, cause: str) -> None:
    with pytest.raises(ValueError, match=cause):
        marked_tests(source)


def test_what_only_a_dropped_test_used_goes_with_it() -> None:
    assert cut(TESTS, {"test_b"}) == (
        "from solution import Store\n\n\n\n\n\ndef test_example_a():\n    assert Store()\n"
    )


def test_a_blank_line_sets_the_import_of_the_solution_apart() -> None:
    source = (
        "import pytest\nfrom drawn import hidden\nfrom solution import Store\n\nx(pytest, Store)\n"
    )
    assert cut(source) == "import pytest\n\nfrom solution import Store\n\nx(pytest, Store)\n"


def test_what_is_still_used_stays_without_its_marks() -> None:
    kept = cut(TESTS, {"test_example_a"})
    assert "from collections import Counter\n" in kept
    assert "# Fills a store.\ndef fill(store)" in kept
    assert "LIMIT = 3" in kept
    assert "spare" not in kept
    assert "hidden" not in kept


def test_a_module_without_tests_keeps_what_is_public() -> None:
    source = "import re\nLIMIT = 1\n_SPARE = 2\n\ndef f(): ...\n\ndef _g(): ...\n"
    assert cut(source) == "LIMIT = 1\n\ndef f(): ...\n"


SOLUTION = '''
from collections.abc import Iterable
import heapq

class Entry: ...

class Store:
    """Kept."""

    def __init__(self, size: int = 3): self.size = size

    def put(self, keys: Iterable[str], *, life: int | None = None) -> bool:
        heapq.heapify([])
        return True

    def _live(self): ...
'''


def test_a_stub_has_the_public_signatures_and_their_imports_alone() -> None:
    signatures = interface(SOLUTION, {"Store"})
    assert stub(SOLUTION, signatures) == (
        "from collections.abc import Iterable\n\n"
        "class Store:\n\n"
        "    def __init__(self, size: int=3):\n        raise NotImplementedError\n\n"
        "    def put(self, keys: Iterable[str], *, life: int | None=None) -> bool:\n"
        "        raise NotImplementedError\n"
    )


def test_added_names_are_the_new_and_the_changed() -> None:
    before = {"Store": "class Store:", "Store.put": "def put(self):"}
    after = {**before, "Store.put": "def put(self, life):", "Store.size": "def size(self):"}
    assert added({}, before) == ("Store", "put")
    assert added(before, after) == ("put", "size")
