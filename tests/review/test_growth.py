"""The rules that tell growth from times and counts, on made-up curves and on recorded runs."""

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.grader.inside.growth import (
    FLAT,
    LINEAR,
    QUADRATIC,
    RANKS,
    Counts,
    Point,
    evidence,
    of_counts,
    of_times,
    together,
)

TIME_SIZES = (16, 64, 256, 1_024, 4_096, 16_384, 65_536)
COUNT_SIZES = (16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096)
RECORDED = [
    json.loads(line) for line in Path(__file__).with_name("recorded.jsonl").read_text().splitlines()
]


def times(cost, sizes=TIME_SIZES):
    return tuple(Point(n, cost(n)) for n in sizes)


def counts(steps, peak=lambda n: 64, sizes=COUNT_SIZES):
    return Counts(tuple(Point(n, steps(n)) for n in sizes), tuple(Point(n, peak(n)) for n in sizes))


def constant(n):
    return 300e-9


def scan(n):
    return 200e-9 + n * 20e-9


def flat_steps(n):
    return 12


def linear_steps(n):
    return 12 + 2 * n


def quadratic_steps(n):
    return 12 + n * n


def points(pairs, scale=1.0):
    return tuple(Point(n, cost * scale) for n, cost in pairs)


def run_of(line):
    counted = None
    if line["steps"] is not None:
        counted = Counts(points(line["steps"]), points(line["peaks"]))
    return points(line["times"], 1e-9), counted


# --- recorded runs, on an idle machine and on one with both cores busy ----------------------


@pytest.mark.parametrize("line", RECORDED, ids=lambda line: line["case"])
def test_no_recorded_run_is_accused_of_a_class_above_its_own(line):
    told = together(*run_of(line))
    assert told is None or RANKS.index(told) <= RANKS.index(line["truth"])


def test_nine_recorded_runs_in_ten_are_told_their_class():
    right = Counter(together(*run_of(line)) == line["truth"] for line in RECORDED)
    assert right[True] >= 0.9 * right.total()


def test_every_recorded_class_comes_with_its_evidence():
    for line in RECORDED:
        told = together(*run_of(line))
        assert bool(evidence(told, *run_of(line))) == (told is not None)


# --- times -----------------------------------------------------------------------------------


def test_a_constant_and_a_logarithm_are_both_flat():
    assert of_times(times(constant)) == FLAT
    assert of_times(times(lambda n: 200e-9 + 90e-9 * n.bit_length())) == FLAT


def test_an_n_log_n_is_told_as_linear():
    assert of_times(times(lambda n: 1e-6 + n * n.bit_length() * 8e-9)) == LINEAR


def test_a_cost_that_wanders_within_a_factor_of_two_is_flat():
    assert of_times(times(lambda n: 400e-9 if n % 3 else 700e-9)) == FLAT


def test_a_square_root_is_nobodys_class():
    assert of_times(times(lambda n: n**0.55 * 1e-6)) is None


def test_three_sizes_are_too_few_to_say_anything():
    assert of_times(times(scan)[:3]) is None


# --- counts ----------------------------------------------------------------------------------


def test_counts_tell_flat_linear_and_quadratic_apart():
    assert of_counts(counts(flat_steps)) == FLAT
    assert of_counts(counts(lambda n: 10 + 3 * n.bit_length())) == FLAT
    assert of_counts(counts(linear_steps)) == LINEAR
    assert of_counts(counts(lambda n: n * n.bit_length())) == LINEAR
    assert of_counts(counts(quadratic_steps)) == QUADRATIC


def test_memory_that_grows_proves_a_copy_that_leaves_no_steps():
    assert of_counts(counts(flat_steps, peak=lambda n: 8 * n + 56)) == LINEAR


def test_memory_that_grows_by_its_square_proves_no_more_than_it_can():
    assert of_counts(counts(flat_steps, peak=lambda n: n * n)) == FLAT


def test_growth_seen_only_below_a_thousand_elements_may_be_a_window_and_is_not_told():
    assert of_counts(counts(linear_steps, sizes=COUNT_SIZES[:6])) is None


def test_a_square_shows_at_a_hundred_elements():
    assert of_counts(counts(quadratic_steps, sizes=COUNT_SIZES[:4])) == QUADRATIC


# --- together --------------------------------------------------------------------------------


def test_the_passes_agree_and_the_class_is_told():
    assert together(times(constant), counts(flat_steps)) == FLAT
    assert together(times(scan), counts(linear_steps)) == LINEAR


def test_counts_alone_are_enough_where_the_clock_is_not_sure():
    assert together(times(scan)[:3], counts(quadratic_steps)) == QUADRATIC


@pytest.mark.parametrize("steps", [linear_steps, quadratic_steps])
def test_where_the_clock_says_another_class_than_the_counts_nothing_is_told(steps):
    assert together(times(constant), counts(steps)) is None


def test_a_linear_clock_alone_is_believed_only_far_out_and_well_grown():
    assert together(times(scan), counts(flat_steps)) == LINEAR
    assert together(times(scan), None) == LINEAR
    assert together(times(lambda n: 2e-6 + n * 0.1e-9), counts(flat_steps)) is None
    assert together(times(scan, TIME_SIZES[:4]), counts(flat_steps)) is None


def test_the_clock_alone_never_proves_a_square():
    square = times(lambda n: 1e-7 + n * n * 1e-9)
    assert of_times(square) == QUADRATIC
    assert together(square, counts(flat_steps)) is None
    assert together(square, None) is None


# --- evidence --------------------------------------------------------------------------------


def test_evidence_names_two_costs_and_their_sizes():
    said = evidence(LINEAR, times(lambda n: n * 2.9e-9), counts(flat_steps))
    assert said == "3.0 µs at 1,024, 190 µs at 65,536"


def test_evidence_of_counts_names_steps():
    said = evidence(QUADRATIC, (), counts(lambda n: n * n, sizes=COUNT_SIZES[:5]))
    assert said == "256 steps at 16, 65,536 steps at 256"


def test_evidence_of_flat_names_its_reach():
    assert evidence(FLAT, times(constant), None) == "did not grow up to 65,536"
