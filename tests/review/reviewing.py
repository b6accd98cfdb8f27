"""A small problem, and submissions to it, for the tests of reviewing."""

from __future__ import annotations

from bot.grader.review import review
from drills.model import Finding, Part, Problem, Test

SIGNATURES = """
class Store:
    def put(self, key: str, value: str) -> bool:
        raise NotImplementedError

    def fetch(self, key: str) -> str | None:
        raise NotImplementedError

    def load(self, rows: list[str], limit: int = 10) -> None:
        raise NotImplementedError

    def matching(self, prefix: str) -> list[str]:
        raise NotImplementedError
"""

COSTS = """
from solution import Store


@cost(n="the keys in the store", expected="flat")
class put:
    def make():
        return Store()

    def fill(store, i, key):
        store.put(key(f"user:{i}"), "blue")

    def args(i, key):
        return key(f"user:{i}"), "red"

    def call(store, *args):
        return store.put(*args)


@cost(n="the keys in the store", expected="linear")
class matching:
    def make():
        return Store()

    def fill(store, i, key):
        store.put(key(f"user:{i}"), "blue")

    def args(i, key):
        return (key("user:1"),)

    def call(store, *args):
        return store.matching(*args)
"""

SIGNALS = """
import ast


def reads_the_clock(tree):
    return any(isinstance(n, ast.Import) and n.names[0].name == "time" for n in ast.walk(tree))


def stumbles(tree):
    raise RuntimeError("on this tree")


def unspoken(tree):
    return True
"""


def part(number: int) -> Part:
    return Part(
        number=number,
        title="Put and fetch",
        seconds=480,
        spec="",
        signatures=SIGNATURES,
        added=(),
        visible="",
        hidden="",
        tests=(Test("test_example", "test_example"),),
        reference="",
        costs=COSTS,
        hint="",
        design_idea="",
        lesson="",
    )


PROBLEM = Problem(
    id="store",
    version=1,
    seed=1,
    skin="store",
    knobs={},
    title="Store",
    seniority="mid",
    required="Store",
    parts=(part(1), part(2)),
    categories={},
    signals=SIGNALS,
    sentences={
        "reads_the_clock": "the machine's own clock is read",
        "stumbles": "nobody will ever read this",
    },
)


def findings(source: str, kind: str) -> list[tuple[int, str]]:
    """What a review of part 1 finds of one kind: (line, text)."""
    found: tuple[Finding, ...] = review(source, PROBLEM, 1, None).findings
    return [(each.line, each.text) for each in found if each.kind == kind]
