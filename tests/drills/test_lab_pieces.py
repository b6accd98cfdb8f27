"""A lab's suggestions against files that a person has changed, piece by piece."""

from __future__ import annotations

import ast

import pytest

from bot.check.lab.running import run
from content.catalog import Catalog
from drills.kinds.lab import results
from drills.kinds.lab.composing import (
    combinations,
    compose,
    edited,
    offer,
    part,
    piece,
    reference,
    states_of,
    unified,
)
from drills.kinds.lab.splicing import splice
from drills.kinds.lab.units import units
from drills.model import Ending, Problem
from drills.task import ACCEPTED, CORRECTED, OWN, REJECTED, Task

CATALOG = Catalog()
LABS = ["signed-webhooks", "total-cart"]


def lab(id: str) -> tuple[Problem, Task]:
    problem = CATALOG.task(id)
    assert problem.lab is not None
    return problem, problem.lab


def inside(file: str, name: str, line: str) -> str:
    """The file with a line more at the beginning of a unit's last statement."""
    lines = file.splitlines()
    node = units(file)[name].node
    assert isinstance(node, ast.FunctionDef)
    last = node.body[-1]
    lines.insert(last.lineno - 1, " " * last.col_offset + line)
    return "\n".join(lines) + "\n"


def before(file: str, name: str, line: str) -> str:
    lines = file.splitlines()
    unit = units(file)[name]
    indent = "    " if "." in name else ""
    lines.insert(unit.first, indent + line)
    return "\n".join(lines) + "\n"


CASES = [(id, index) for id in LABS for index in range(len(lab(id)[1].suggestions))]


@pytest.mark.parametrize(("id", "index"), CASES)
def test_what_a_person_wrote_around_a_piece_is_kept(id: str, index: int) -> None:
    _, task = lab(id)
    name = next(n for n in part(task, index, ACCEPTED).units if n in units(task.start))
    file = before(task.start, name, "# my own note")
    file = "import math as m  # mine\n".join(file.partition("from ")[::2]).replace(
        "m  # mine\n", "m  # mine\nfrom ", 1
    )
    file += "\n\ndef my_helper():\n    return 1\n"
    shown = offer(task, file, index)
    assert shown.note == ""
    assert shown.accepted is not None
    assert all(each in shown.accepted for each in ("# my own note", "# mine", "my_helper"))
    assert piece(task, shown.accepted, index) == ACCEPTED


@pytest.mark.parametrize(("id", "index"), CASES)
def test_a_piece_that_was_rewritten_is_asked_about_and_reject_keeps_it(id: str, index: int) -> None:
    _, task = lab(id)
    name = next(n for n in part(task, index, ACCEPTED).units if n in units(task.start))
    file = inside(task.start, name, "mine = 1")
    shown = offer(task, file, index)
    assert f"You have rewritten `{name}` since" in shown.note
    assert shown.rejected == file
    assert shown.accepted == compose(task, REJECTED * index + ACCEPTED)


def test_a_piece_that_is_gone_is_said_to_be_gone() -> None:
    _, task = lab("total-cart")
    shown = offer(task, task.start.replace("def line_cents(", "def price("), 0)
    assert shown.accepted is None
    assert "`line_cents`, which your file has no more" in shown.note


def test_a_class_that_is_gone_takes_its_members_along() -> None:
    _, task = lab("signed-webhooks")
    shown = offer(task, task.start.replace("class Receiver", "class Mine"), 3)
    assert shown.accepted is None
    assert "`Receiver`, `Receiver.once`" in shown.note


def test_a_file_that_does_not_parse_is_told_by_its_line() -> None:
    _, task = lab("total-cart")
    shown = offer(task, task.start + "\ndef half(\n", 0)
    assert shown.accepted is None
    assert "line 47" in shown.note


@pytest.mark.parametrize("id", LABS)
def test_layout_comments_and_docstrings_do_not_matter(id: str) -> None:
    _, task = lab(id)
    for states in combinations(task):
        found = states_of(task, ast.unparse(ast.parse(compose(task, states))) + "\n# a note\n")
        assert found is not None
        for s, have, want in zip(task.suggestions, found, states, strict=True):
            assert have == want or (s.good and {have, want} == {ACCEPTED, CORRECTED})


@pytest.mark.parametrize("id", LABS)
def test_a_suggestion_is_taken_back_to_the_letter(id: str) -> None:
    _, task = lab(id)
    everything = compose(task, ACCEPTED * len(task.suggestions))
    for index in range(len(task.suggestions)):
        without = ACCEPTED * index + REJECTED + ACCEPTED * (len(task.suggestions) - index - 1)
        assert offer(task, everything, index).rejected == compose(task, without)


@pytest.mark.parametrize("id", LABS)
def test_without_a_sandbox_the_table_never_says_what_is_not_so(id: str) -> None:
    problem, task = lab(id)
    tests = [test for test in problem.parts[0].tests if not test.hidden]
    for index in range(len(task.suggestions)):
        name = list(part(task, index, CORRECTED).units)[-1]
        file = inside(reference(task), name, "return None")
        said = results.unsandboxed(task, problem, file)
        real = {o.test.name: o.passed for o in run(problem, file, tests).outcomes}
        assert any(line.passed is None for line in said), "its own tests are skipped"
        assert any(line.passed is not None for line in said), "the others are answered"
        assert all(line.passed in (None, real[line.test]) for line in said)


@pytest.mark.parametrize(
    "changed",
    [
        ("FIVER_CENTS = 500", "FIVER_CENTS = 700"),
        ("from decimal import Decimal", "from fractions import Fraction as Decimal"),
        ("quantity: int | Decimal = 1", "quantity: int | Decimal = 2"),
        ("@dataclass(frozen=True)", "@dataclass"),
    ],
)
def test_a_change_outside_of_the_pieces_may_bear_on_every_test(changed: tuple[str, str]) -> None:
    problem, task = lab("total-cart")
    file = task.start.replace(*changed)
    assert file != task.start
    assert all(line.passed is None for line in results.unsandboxed(task, problem, file))


def test_a_name_that_hides_one_of_pythons_may_bear_on_every_test() -> None:
    problem, task = lab("total-cart")
    file = task.start + "\n\ndef sum(lines):\n    return 7\n"
    assert all(line.passed is None for line in results.unsandboxed(task, problem, file))


def test_a_whole_file_is_the_file_and_anything_less_is_put_in_by_name() -> None:
    _, task = lab("total-cart")
    own = "def line_cents(line):\n    return 7\n"
    found = edited(task, task.start, own)
    assert own in found
    assert "def cart_total" in found
    whole = reference(task)
    assert edited(task, task.start, whole) == whole


def test_the_table_says_what_a_run_says() -> None:
    problem, task = lab("total-cart")
    tests = [test for test in problem.parts[0].tests if not test.hidden]
    for states in ("rrrr", "aaaa", "cccc", "acra"):
        outcomes = run(problem, compose(task, states), tests).outcomes
        told = results.scripted(task, problem, states)
        assert [line.passed for line in told] == [o.ending is Ending.PASSED for o in outcomes]
        assert [line.detail for line in told] == [o.detail for o in outcomes]


def test_a_diff_shows_what_a_suggestion_changes_and_nothing_else() -> None:
    _, task = lab("total-cart")
    shown = offer(task, task.start, 0)
    changed = [line for line in shown.diff.splitlines()[2:] if line[0] in "+-"]
    assert changed == [
        "-    return line.unit_cents * int(line.quantity)",
        "+    return round(line.unit_cents * line.quantity)",
    ]
    assert shown.diff == unified(task.start, splice(task.start, part(task, 0, ACCEPTED)), "cart.py")


def test_own_code_is_no_scripted_version() -> None:
    _, task = lab("total-cart")
    file = edited(task, task.start, "def line_cents(line):\n    return 7\n")
    assert states_of(task, file) == OWN + REJECTED * 3
