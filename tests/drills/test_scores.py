"""The six scores, each from its evidence, the band, and the wrap-up that tells them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from talk import WORDS, Talk, part, problem, text_of

from drills import scoring, wording, wrapup
from drills.model import Cost, Ending, Finding, Growth, Review, Stage

FAILED = Ending.FAILED
EDGE = {"test_turnip_edge": FAILED}


def cost(measured: Growth | None, expected: Growth = Growth.FLAT, name: str = "pop") -> Cost:
    return Cost(name, "tasks", expected, measured, 64_000, "evidence")


def score(talk: Talk, dimension: str) -> scoring.Score:
    return next(s for s in scoring.scores(talk.s, talk.problem) if s.dimension == dimension)


def finish(talk: Talk) -> str:
    talk.word("finish")
    return talk.chat("yes")


def test_nothing_is_judged_without_evidence() -> None:
    talk = Talk()
    assert {s.value for s in scoring.scores(talk.s, talk.problem)} == {None}
    assert scoring.overall(scoring.scores(talk.s, talk.problem)) is None
    said = finish(talk)
    assert said.count("not judged") == 6
    assert "the mean" not in said
    assert "⟦notes⟧ shows your notes.\n" in said


def test_the_weights_are_high_high_high_middle_middle_low() -> None:
    talk = Talk()
    weights = [s.weight for s in scoring.scores(talk.s, talk.problem)]
    assert weights == [3, 3, 3, 2, 2, 1]


@pytest.mark.parametrize(("failed", "value"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (7, 1)])
def test_correctness_counts_failed_grades(failed: int, value: int) -> None:
    talk = Talk()
    for number in range(failed):
        talk.done(f"bad {number}", EDGE)
    talk.pass_parts(1)
    found = score(talk, "correctness")
    assert found.value == value
    if failed:
        assert f"{failed} failed grade" in found.evidence
        assert f"part 1: {failed}" in found.evidence


def test_correctness_of_a_part_never_passed_is_at_most_two() -> None:
    talk = Talk()
    talk.done("bad", EDGE)
    assert score(talk, "correctness").value == 1
    talk.pass_parts(1)
    talk.done("bad", {"test_saffron_edge": FAILED})
    assert score(talk, "correctness").value == 2


@pytest.mark.parametrize(
    ("rewritten", "hinted", "value"),
    [
        (0.0, False, 5), (0.14, False, 5), (0.15, False, 4), (0.25, False, 3), (0.39, False, 3),
        (0.40, False, 2), (0.70, False, 2), (0.71, False, 1), (0.0, True, 4), (0.9, True, 1),
    ],
)  # fmt: skip
def test_incremental_design_goes_by_what_was_rewritten_and_by_hints(
    rewritten: float, hinted: bool, value: int
) -> None:
    talk = Talk()
    talk.pass_parts(1)
    if hinted:
        talk.hint()
    talk.done("code 2", review=Review(rewritten=rewritten))
    assert score(talk, "incremental design").value == value
    assert f"part 2 {rewritten:.0%}" in score(talk, "incremental design").evidence


@pytest.mark.parametrize(
    ("changes", "value", "evidence"),
    [
        (((0.56, 18), (0.14, 40), (0.03, 70)), 5,
         "earlier lines changed: 14% (part 2 56% of 18, part 3 14% of 40, part 4 3% of 70)"),
        (((0.37, 30), (0.18, 60), (0.68, 100)), 2,
         "earlier lines changed: 47% (part 2 37% of 30, part 3 18% of 60, part 4 68% of 100)"),
        (((0.41, 30), (0.36, 60), (0.02, 110)), 4,
         "earlier lines changed: 18% (part 2 41% of 30, part 3 36% of 60, part 4 2% of 110)"),
    ],
)  # fmt: skip
def test_incremental_design_weighs_each_part_by_the_lines_before_it(
    changes: tuple[tuple[float, int], ...], value: int, evidence: str
) -> None:
    talk = Talk()
    talk.pass_parts(1)
    for number, (share, lines) in enumerate(changes, start=2):
        talk.done(f"code {number}", review=Review(rewritten=share, lines_before=lines))
    assert score(talk, "incremental design") == scoring.Score(
        "incremental design", 3, value, f"{evidence}; no hint"
    )


def test_incremental_design_needs_a_second_part() -> None:
    talk = Talk()
    talk.hint()
    talk.done("code", review=Review(rewritten=0.0))
    found = score(talk, "incremental design")
    assert (found.value, found.evidence) == (
        None,
        "no later part was graded on earlier code; 1 hint",
    )


@pytest.mark.parametrize(
    ("costs", "value"),
    [
        ([cost(Growth.FLAT)], 5),
        ([cost(Growth.LINEAR)], 3),
        ([cost(Growth.QUADRATIC)], 2),
        ([cost(Growth.LINEAR), cost(Growth.LINEAR, name="put")], 2),
        ([cost(Growth.QUADRATIC), cost(Growth.LINEAR, name="put")], 1),
        ([cost(Growth.LINEAR, Growth.QUADRATIC)], 5),
        ([cost(None)], None),
    ],
)
def test_complexity_counts_the_classes_above_the_expected(
    costs: list[Cost], value: int | None
) -> None:
    talk = Talk()
    talk.done("code", review=Review(tuple(costs)))
    assert score(talk, "structures and complexity").value == value


def test_complexity_that_was_mended_is_a_four() -> None:
    talk = Talk()
    talk.done("bad", EDGE, Review((cost(Growth.LINEAR),)))
    talk.done("good", review=Review((cost(Growth.FLAT),)))
    assert score(talk, "structures and complexity").value == 4


def test_a_sharing_finding_counts_once_it_may_be_told() -> None:
    talk = Talk()
    review = Review((), (Finding("sharing", 12, "returns its list"), Finding("api", 5, "extra")))
    talk.done("code 1", review=review)
    assert score(talk, "API and semantics") == scoring.Score(
        "API and semantics", 2, 4, "1 in the code of part 1: line 5: extra"
    )
    talk.done("code 2", review=review)
    assert score(talk, "API and semantics").value == 3


def test_an_unpassed_part_still_shows_what_its_interface_lacks() -> None:
    talk = Talk()
    talk.done("bad", EDGE, Review((), (Finding("api", 5, "extra"),)))
    assert score(talk, "API and semantics").value == 4


def test_edges_count_the_categories_that_failed_at_first() -> None:
    talk = Talk()
    talk.done("bad", EDGE)
    talk.done("worse", {"test_turnip_empty": FAILED})  # not at first
    talk.pass_parts(2)
    found = score(talk, "edges")
    assert (found.value, found.evidence) == (
        4,
        '1 of 4 kinds failed at the first `done`: "the last turnip"',
    )


def test_evidence_names_three_and_counts_the_rest() -> None:
    talk = Talk()
    for number in (1, 2):
        edges = [f"test_{WORDS[number]}_{edge}" for edge in ("empty", "edge")]
        talk.done(f"bad {number}", dict.fromkeys(edges, FAILED))
        talk.done(f"good {number}")
    assert score(talk, "edges").evidence == (
        '4 of 4 kinds failed at the first `done`: "an empty turnip", "the last turnip",'
        ' "an empty saffron"; 1 more'
    )


def test_complexity_says_how_many_operations_were_measured() -> None:
    talk = Talk()
    talk.done("bad", EDGE, Review((cost(Growth.LINEAR),)))
    assert score(talk, "structures and complexity").evidence == (
        "`pop` grows with tasks: evidence; expected flat"
    )
    talk.done("good", review=Review((cost(Growth.FLAT), cost(None, name="put"))))
    assert score(talk, "structures and complexity").evidence == (
        "1 operation measured last, none grows more than expected; at an earlier grade `pop` did"
    )


def test_edges_are_lowest_where_most_categories_failed() -> None:
    talk = Talk()
    talk.done("bad", {**EDGE, "test_turnip_empty": FAILED})
    assert score(talk, "edges").value == 1


@pytest.mark.parametrize(
    ("count", "value"), [(0, 5), (1, 4), (2, 3), (4, 3), (5, 2), (7, 2), (8, 1)]
)
def test_clarity_counts_findings(count: int, value: int) -> None:
    talk = Talk()
    findings = tuple(Finding("name", n, f"`x{n}` says nothing") for n in range(count))
    talk.done("code", review=Review((), findings))
    found = score(talk, "clarity")
    assert found.value == value
    assert ("more" in found.evidence) == (count > 3)


def test_the_code_that_passed_is_judged_not_a_later_failed_try() -> None:
    talk = Talk()
    talk.done("code 1", review=Review())
    talk.done("mess", {"test_saffron_edge": FAILED}, Review((), (Finding("lint", 1, "x"),)))
    assert score(talk, "clarity").value == 5


def test_code_that_fails_its_visible_tests_has_nothing_judged_but_its_failures() -> None:
    talk = Talk()
    nothing = Review((cost(Growth.FLAT),))
    talk.done("def f(): return None", {"test_example_turnip": FAILED, **EDGE}, nothing)
    values = {s.dimension: s.value for s in scoring.scores(talk.s, talk.problem)}
    assert values == {
        "correctness": 1,
        "incremental design": None,
        "structures and complexity": None,
        "API and semantics": None,
        "edges": 4,
        "clarity": None,
    }


def test_edges_that_no_grade_ran_are_not_judged() -> None:
    talk = Talk()
    unrun = dict.fromkeys(["test_turnip_edge", "test_turnip_empty"], Ending.NOT_RUN)
    talk.done("loop", {"test_example_turnip": Ending.TIMEOUT, **unrun})
    assert score(talk, "edges") == scoring.Score("edges", 2, None, "no hidden test was run")
    talk.done("better", EDGE)  # the first grade that tells
    assert (
        score(talk, "edges").evidence
        == '1 of 2 kinds failed at the first `done`: "the last turnip"'
    )


def test_a_hint_costs_what_is_said_of_it() -> None:
    plain, hinted = Talk(), Talk()
    hinted.hint()
    for talk in (plain, hinted):
        talk.pass_parts(1)
        talk.done("code 2", review=Review(rewritten=0.0))
    whole, less = (score(talk, "incremental design").value for talk in (plain, hinted))
    assert whole is not None
    assert less is not None
    assert f"costs {whole - less} of the {whole} points" in wording.HINT_COSTS
    assert scoring.band(hinted.s) == f"{scoring.band(plain.s)}, with rework"
    assert '"with rework"' in wording.HINT_COSTS


def test_overall_is_the_mean_by_weight_of_what_was_judged() -> None:
    some = [
        scoring.Score("a", 3, 5, ""),
        scoring.Score("b", 1, 1, ""),
        scoring.Score("c", 3, None, ""),
    ]
    assert scoring.overall(some) == 4.0


@pytest.mark.parametrize(
    ("passed", "name"),
    [
        (0, "not yet"),
        (1, "not yet"),
        (2, "below a screen's bar"),
        (3, "passes a screen"),
        (4, "strong"),
    ],
)
def test_the_band_goes_by_parts(passed: int, name: str) -> None:
    talk = Talk()
    talk.pass_parts(passed)
    assert scoring.band(talk.s) == name


def test_the_band_says_with_rework_after_a_hint_or_three_grades_of_a_part() -> None:
    talk = Talk()
    talk.hint()
    talk.pass_parts(3)
    assert scoring.band(talk.s) == "passes a screen, with rework"
    other = Talk()
    other.done("bad", EDGE)
    other.done("bad 2", EDGE)
    assert scoring.band(other.s) == "not yet"
    other.done("good")
    assert scoring.band(other.s) == "not yet, with rework"


# --- the wrap-up ---------------------------------------------------------------------------------


def test_the_wrap_up_has_result_band_scores_splits_story_questions_and_what_is_next() -> None:
    talk = Talk()
    talk.wait(480)
    talk.done("code 1", review=Review((cost(Growth.FLAT),)))
    talk.wait(1200)
    talk.done("code 2", review=Review(rewritten=0.5))
    said = finish(talk)
    assert said.startswith("Finished · 2 of 4 parts · 28:00 of 45:00\n")
    assert "**Session cache** · hints: 0\n" in said
    assert (
        "Band: **below a screen's bar**, for 2 of 4 parts passed"
        " (the scale: not yet · below a screen's bar · passes a screen · strong)\n" in said
    )
    assert "Weights, from the top: 3, 3, 3, 2, 2, 1; the mean of what was judged is" in said
    assert "Finishing all parts is not expected" in said
    for dimension in ("correctness", "edges", "clarity"):
        assert f"{dimension}  " in said
    assert "part 1 ✓ ████████             8:00 of 8:00" in said
    assert "part 2 ✓ ██████████▓▓▓▓▓▓▓▓▓▓ 20:00 of 10:00 (10:00 over)" in said
    assert "part 3 ✗ ░░░░░░░░░░░░░░       0:00 of 14:00" in said
    assert "part 4" not in said
    assert (
        "Growth: of the lines before it, part 2 changed 50%."
        " A lesson of part 1's model solution: LESSON-1." in said
    )
    assert "1. Question 1b?" in said
    assert "5. Question 3b?" in said
    assert "Question 4" not in said
    assert said.endswith(
        "⟦notes⟧ shows your notes, with the design idea of each part you passed.\n"
        "Next: ⟦progressive|next=⟧"
    )


def test_the_story_tells_the_lesson_where_most_was_rewritten() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("code 2", review=Review(rewritten=0.1))
    talk.done("code 3", review=Review(rewritten=0.6))
    said = finish(talk)
    assert (
        "Growth: of the lines before it, part 2 changed 10%, part 3 changed 60%."
        " Most lines changed in part 3. A lesson of part 2's model solution: LESSON-2." in said
    )
    assert "LESSON-3" not in said  # it speaks of part 4, which was not reached
    assert "LESSON-4" not in said


def test_the_story_goes_by_lines_and_says_where_almost_nothing_changed() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("code 2", review=Review(rewritten=0.5, lines_before=10))
    talk.done("code 3", review=Review(rewritten=0.2, lines_before=60))
    talk.done("code 4", review=Review(rewritten=0.02, lines_before=100))
    assert (
        "Growth: of the lines before it, part 2 changed 50%, part 3 changed 20%, part 4 changed"
        " few (2%). Most lines changed in part 3. A lesson of part 2's model solution: LESSON-2."
    ) in text_of(talk.last)


def test_a_story_of_one_part_has_nothing_to_tell() -> None:
    assert "only part 1 was reached" in finish(Talk())


def test_a_complete_session_is_not_told_that_finishing_is_not_expected() -> None:
    talk = Talk()
    talk.pass_parts(4)
    said = text_of(talk.last)
    assert said.startswith("Complete · 4 of 4 parts")
    assert "not expected" not in said


def test_the_chart_is_as_wide_as_the_longest_time() -> None:
    talk = Talk(problem(part(1)))
    stage = Stage(1, talk.s.stage.clock.paused(talk.now))
    lines = wrapup.chart(replace(talk.s, stages=(stage,)), talk.problem)
    assert lines == f"part 1 ✗ {'░' * 20} 0:00 of 8:00"
