"""The same outcome through the referee as in one process, for every solution of the corpus."""

from __future__ import annotations

from functools import cache

import pytest
from both_ways import Said, in_one_process, through_referee
from families import Family, families

from drills.model import Ending

FAMILIES = families()

# Among the wrong solutions are some that forget to await.
pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine .* was never awaited",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)


@cache
def here(family: str) -> dict[str, dict[str, Said]]:
    """How each test ends in one process: solution -> test -> ending."""
    (found,) = [each for each in FAMILIES if each.name == family]
    return {
        name: {test: in_one_process(found.tests, source, test) for test in found.names}
        for name, source in found.solutions.items()
    }


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_outcomes_are_equal(family: Family) -> None:
    for name, source in family.solutions.items():
        assert through_referee(family.tests, source) == here(family.name)[name], name


def test_the_corpus_breaks_in_a_hundred_ways() -> None:
    """Two solutions of one family that end alike in every test count once; a good one does not."""
    ways = set()
    for family in FAMILIES:
        every = here(family.name).values()
        assert any(ending is Ending.PASSED for found in every for ending, _ in found.values())
        ways |= {(family.name, *found.values()) for found in every
                 if any(ending is not Ending.PASSED for ending, _ in found.values())}  # fmt: skip
    assert len(ways) >= 100
