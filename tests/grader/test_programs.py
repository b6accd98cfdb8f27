"""Random programs that share and change objects see the same in one process and by the referee."""

from __future__ import annotations

from dataclasses import replace

import observing
import pytest
from both_ways import batch, differences, in_one_process, shown, shrunk
from programs import BATCH, TEST, program

# A generator never finished may raise where nobody catches it, and `1 is None` is a program too.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::SyntaxWarning"
)

USUAL, ALL = 200, 6_000  # programs, from seed 0 on
AT_ONCE = 50


def assert_the_same(first: int) -> None:
    for number in range(first // BATCH, (first + AT_ONCE) // BATCH):
        for found in differences(batch(number)):
            pytest.fail(shown(found))


@pytest.mark.parametrize("first", range(0, USUAL, AT_ONCE))
def test_programs_see_the_same_both_ways(first: int) -> None:
    assert_the_same(first)


@pytest.mark.full
@pytest.mark.parametrize("first", range(USUAL, ALL, AT_ONCE))
def test_thousands_of_programs_see_the_same_both_ways(first: int) -> None:
    assert_the_same(first)


def test_a_program_that_sees_something_else_is_found_and_made_short() -> None:
    """With a thing that is known to differ: a tuple that comes back is another one."""
    odd = (
        "    with step('a'): v0 = box.kept = (1, 2)",
        "    with step('b'): look(box.kept is v0)",
    )
    usual = program(7)
    found = replace(usual, steps=(*usual.steps[:9], *odd, *usual.steps[9:]))
    assert set(differences([*batch(0)[:7], found])) == {found}
    assert shrunk(found).steps == odd
    assert "in one process:      True\n  through the referee: False" in shown(found)


def test_a_seed_writes_one_program() -> None:
    assert program(1234) == program(1234)
    assert program(1234).solution == program(1235).solution
    assert program(1234).solution != program(1234 + BATCH).solution
    assert program(1234).steps != program(1235).steps


def test_most_steps_do_what_they_say() -> None:
    """A step that raises in its first call would see nothing of what is compared."""
    ended = []
    for number in range(5):
        tests = TEST + "".join(each.test for each in batch(number))
        for each in batch(number):
            in_one_process(tests, each.solution, each.name)
            lines = observing.seen.pop(each.name)
            steps = "\n".join(lines).split("step ")[1:]
            ended += ["Error" not in step and "Trouble" not in step for step in steps]
    assert len(ended) > 5 * BATCH * 10
    assert sum(ended) > len(ended) / 2
