"""Submissions that cheat their tests, through the referee, on every rung that this machine has."""

from pathlib import Path

import pytest

from bot.grader.process import Budget
from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from drills.model import Ending, Grade, Part, Problem, Scope, Submission, Test

from .rungs import RUNGS, trouble

CHEATS = sorted(Path(__file__).with_name("cheats").glob("*/*.py"))
BRIEF = Budget(cpu=1, wall=2)  # for those who wait
SECRETS = ("zebra-81", "quagga-92", "okapi-73", "tapir-64")
VISIBLE = """
from solution import Store


def test_a_value_is_found():
    store = Store()
    store.put("colour", "blue")
    assert store.get("colour") == "blue"
"""
HIDDEN = """
from solution import Store


def test_a_missing_key_gives_the_default():
    store = Store()
    store.put("zebra-81", "quagga-92")
    assert store.get("okapi-73", "tapir-64") == "tapir-64"


def test_a_later_value_replaces_an_earlier_one():
    store = Store()
    store.put("zebra-81", "quagga-92")
    store.put("zebra-81", "tapir-64")
    assert store.get("zebra-81") == "tapir-64" and store.get("okapi-73") is None
"""
HONEST = """
class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        self.items[key] = value

    def get(self, key, default=None):
        return self.items.get(key, default)
"""


def problem() -> Problem:
    part = Part(
        number=1,
        title="A store",
        seconds=60,
        spec="",
        signatures="class Store: ...",
        added=("Store",),
        visible=VISIBLE,
        hidden=HIDDEN,
        tests=(
            Test("found", "test_a_value_is_found"),
            Test("missing", "test_a_missing_key_gives_the_default", "edges"),
            Test("later", "test_a_later_value_replaces_an_earlier_one", "edges"),
        ),
        reference=HONEST,
        costs="",
        hint="",
        design_idea="",
        lesson="",
    )
    return Problem(
        id="store",
        version=1,
        seed=1,
        skin="plain",
        knobs={},
        title="A store",
        seniority="mid",
        required="Store",
        parts=(part,),
        categories={"edges": "edges"},
        signals="",
        sentences={},
    )


def graded(source: str, rung: Rung, budget: Budget | None = None) -> Grade:
    if trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    referee = Referee(lambda: spawn(rung, Limits()), budget)
    submission = Submission("id", "solution.py", source)
    return referee.grade(problem(), 1, Scope.DONE, submission, None)


def everywhere(kind: str) -> list[object]:
    """Every cheat of a kind on the best rung, and on the others in the full run."""
    return [
        pytest.param(
            path,
            rung,
            id=f"{path.stem}-{rung}",
            marks=[pytest.mark.full] if rung is not RUNGS[0] else [],
        )
        for path in CHEATS
        if path.parent.name == kind
        for rung in RUNGS
    ]


@pytest.mark.parametrize("rung", RUNGS)
def test_an_honest_submission_passes(rung: Rung) -> None:
    assert graded(HONEST, rung).passed


@pytest.mark.parametrize(("path", "rung"), everywhere("forged"))
def test_a_forged_reply_never_passes(path: Path, rung: Rung) -> None:
    grade = graded(path.read_text(), rung, BRIEF)
    assert [o.ending for o in grade.outcomes if o.ending is Ending.PASSED] == []
    assert len(grade.outcomes) == 3 or grade.refused


@pytest.mark.parametrize(("path", "rung"), everywhere("stashed"))
def test_what_a_hidden_test_passes_in_is_never_shown(path: Path, rung: Rung) -> None:
    for _ in range(2):  # the second grade would show what the first has left somewhere
        grade = graded(path.read_text(), rung, BRIEF)
        said = repr(grade)
        assert not [secret for secret in SECRETS if secret in said], said
        assert not [o for o in grade.outcomes if o.test.hidden and (o.detail or o.line)]
        assert not any(o.passed for o in grade.outcomes if o.test.hidden)
