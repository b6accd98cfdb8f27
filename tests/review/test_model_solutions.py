"""The model solutions of a real problem: a review has nothing to say against them."""

from pathlib import Path
from types import ModuleType

import pytest

import content
from bot.grader.inside.measure import measure
from bot.grader.review import costs_of, review
from content.draw.authored import Authored
from content.draw.drawing import Draw

AUTHORED = Authored(Path(content.__file__).parent / "progressive" / "kv-store")


def drawn(seed):
    return Draw(AUTHORED, *AUTHORED.choose(seed), seed)


@pytest.mark.parametrize("seed", range(6))
def test_a_model_solution_gets_no_finding_in_any_part(seed):
    problem = drawn(seed).problem()
    for part in problem.parts:
        assert review(part.reference, problem, part.number, None).findings == ()


def test_a_second_solution_gets_no_finding_but_of_what_folding_left_behind():
    for seed in range(6):
        draw = drawn(seed)
        found = review(draw.second(4), draw.problem(), 4, None).findings
        assert [each for each in found if each.kind != "lint"] == []


def test_a_model_solution_that_grows_by_part_rewrites_little_of_itself():
    problem = drawn(1).problem()
    for earlier, part in zip(problem.parts, problem.parts[1:], strict=False):
        share = review(part.reference, problem, part.number, earlier.reference).rewritten
        assert share is not None
        assert share < 0.3


def test_no_operation_of_a_model_solution_is_told_to_grow_faster_than_its_author_expects():
    part = drawn(2).problem().parts[-1]
    solution = ModuleType("solution")
    exec(part.reference, solution.__dict__)
    costs = costs_of(measure(solution, part.costs, 3.0), part.costs)
    assert costs
    assert [cost for cost in costs if cost.worse] == []
