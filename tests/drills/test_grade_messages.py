"""What a grade says, and what it must keep to itself."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from talk import Talk, grade_of, part, problem, text_of

from drills import design, feedback
from drills.effects import Code, Fields
from drills.events import Graded
from drills.model import Cost, Ending, Finding, Growth, Review, Scope

LINT = Finding("lint", 31, "swallows every exception")
REPEAT = Finding("repeat", 40, "`fetch` and `size` hold the same eight lines")
SHARING = Finding("sharing", 12, "`history` returns the list it keeps")
API = Finding("api", 5, "`drop` is public and not asked for")
SLOW = Cost(
    "pop",
    "the waiting tasks",
    Growth.FLAT,
    Growth.LINEAR,
    64_000,
    "3 µs at 1,000, 190 µs at 64,000",
)
FAST = Cost("turnip", "keys", Growth.FLAT, Growth.FLAT, 65_536, "")
UNSURE = Cost("scan", "keys", Growth.FLAT, None, 4_096, "")
EDGE = {"test_turnip_edge": Ending.FAILED}


def rows(talk: Talk) -> dict[str, str]:
    """The labelled lines of the last grade said."""
    fields = [b for say in talk.said for b in say.blocks if isinstance(b, Fields)]
    return dict(fields[-1].rows)


def test_a_pass_has_its_lines_in_order() -> None:
    talk = Talk()
    talk.done("code", review=Review((FAST,), (LINT, REPEAT), ("same-check",)))
    assert rows(talk) == {
        "CORRECTNESS": "visible 2 of 2 · hidden 2 of 2",
        "DESIGN": "`turnip`: flat to 65,536 (keys), as expected",
        "GROWTH RISK": "the same check stands in four methods",
        "FIX": "line 31: swallows every exception; line 40: `fetch` and `size` hold the same eight"
        " lines",
    }
    assert list(rows(talk)) == ["CORRECTNESS", "DESIGN", "GROWTH RISK", "FIX"]


def test_a_line_with_nothing_sure_to_say_is_left_out() -> None:
    talk = Talk()
    talk.done("code", review=Review((UNSURE,), (), ("unknown-signal",)))
    assert list(rows(talk)) == ["CORRECTNESS"]
    other = Talk()
    other.done("code", review=None)
    assert list(rows(other)) == ["CORRECTNESS"]


def test_an_operation_that_grows_more_than_expected_is_named_with_its_evidence() -> None:
    talk = Talk()
    talk.done("code", review=Review((SLOW, FAST, UNSURE)))
    assert rows(talk)["DESIGN"] == (
        "`pop` grows with the waiting tasks: 3 µs at 1,000, 190 µs at 64,000;"
        " expected flat; `turnip` as expected; not clear this time, and not counted: `scan`"
    )


def test_growth_that_was_expected_is_no_accusation() -> None:
    talk = Talk()
    linear = Cost("export", "keys", Growth.LINEAR, Growth.LINEAR, 16_384, "")
    talk.done("code", review=Review((FAST, linear)))
    assert rows(talk)["DESIGN"] == (
        "`turnip`: flat to 65,536 (keys); `export`: grows with n to 16,384 (keys), all as expected"
    )


def test_less_growth_than_expected_is_told_as_better() -> None:
    talk = Talk()
    talk.done("code", review=Review((replace(FAST, expected=Growth.LINEAR),)))
    assert rows(talk)["DESIGN"] == (
        "`turnip`: flat to 65,536 (keys), better than the linear growth expected"
    )


def test_operations_that_grow_alike_are_named_together() -> None:
    flat = [replace(FAST, operation=f"put{n}") for n in range(7)]
    linear = Cost("export", "rows", Growth.LINEAR, Growth.LINEAR, 16_384, "")
    assert design.line([*flat, linear]) == (
        "`put0`, `put1`, `put2`, `put3`, `put4`, `put5`, `put6`: flat to 65,536"
        " (keys); `export`: grows with n to 16,384 (rows), all as expected"
    )
    assert design.line([*flat, linear, replace(linear, operation="list")]) == (
        "`put0`, `put1`, `put2`, `put3`, `put4`, `put5`, `put6`: flat to 65,536"
        " (keys); `export`, `list`: grows with n to 16,384 (rows), all as expected"
    )
    more = [replace(FAST, operation=f"put{n}") for n in range(14)]
    assert design.line([SLOW, *more]).endswith("`put11`, 2 more as expected")
    assert design.line([SLOW, *more[:2]]).endswith("expected flat; `put0`, `put1` as expected")


def test_operations_that_differ_in_what_they_grow_with_are_told_apart() -> None:
    other = replace(FAST, operation="wait", n="the tasks that are held", reach=4_096)
    assert design.line([FAST, other]) == (
        "`turnip`: flat to 65,536 (keys);"
        " `wait`: flat to 4,096 (the tasks that are held), all as expected"
    )


def test_which_operations_are_better_than_expected_is_said() -> None:
    better = replace(FAST, operation="top", expected=Growth.LINEAR)
    assert design.line([FAST, better]) == (
        "`turnip`: flat to 65,536 (keys), as expected;"
        " `top`: flat to 65,536 (keys), better than the linear growth expected"
    )
    assert design.line([SLOW, better, FAST]).endswith(
        "; `turnip` as expected; `top`: better than the linear growth expected"
    )


def test_operations_of_which_nothing_is_known_for_sure_are_named_as_not_measured() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("code", review=Review((FAST, UNSURE)))
    assert rows(talk)["DESIGN"].endswith(
        "(keys), as expected; not clear this time, and not counted: `scan`; not measured: `saffron`"
    )
    assert design.line([FAST, UNSURE], ["turnip", "scan", "restore"]).endswith(
        "; not clear this time, and not counted: `scan`; not measured: `restore`"
    )
    assert design.line([UNSURE], ["scan"]) == ""


def test_costs_of_code_that_fails_a_visible_test_are_not_told() -> None:
    for failing in ("test_example_turnip", "test_example_saffron"):  # part 1's, part 2's
        talk = Talk()
        talk.pass_parts(1)
        talk.done("def f(): return None", {failing: Ending.FAILED}, Review((FAST, SLOW)))
        assert "DESIGN" not in rows(talk)
        assert talk.s.stage.dones[-1].review == Review()
    other = Talk()
    other.done("code", EDGE, Review((FAST,)))  # a hidden failure alone leaves them sure
    assert "DESIGN" in rows(other)


def test_fix_on_a_hidden_failure_is_lint_alone() -> None:
    talk = Talk(problem(part(1), part(2)))  # no hidden test of sharing anywhere
    talk.done("code", EDGE, Review((), (SHARING, API, REPEAT, LINT)))
    assert rows(talk)["FIX"] == "line 31: swallows every exception"


def test_fix_on_a_failure_names_visible_tests_first() -> None:
    talk = Talk()
    talk.done("code", {"test_example_turnip": Ending.FAILED, **EDGE}, Review((), (LINT,)))
    assert rows(talk)["FIX"] == (
        'the visible test "turnip is there" (line 3); line 31: swallows every exception'
    )


def test_fix_names_up_to_three_failing_visible_tests_and_counts_the_rest_past_them() -> None:
    talk = Talk()
    talk.pass_parts(1)
    three = ["test_example_turnip", "test_example_saffron", "test_example_saffron_two"]
    lint = Review((), (LINT,))
    talk.done("code", dict.fromkeys(three, Ending.FAILED), lint)
    assert rows(talk)["FIX"] == (
        'the visible tests "turnip is there" (line 3), "saffron is there" (line 3) and'
        ' "second saffron" (line 3); line 31: swallows every exception'
    )
    talk.done("other", dict.fromkeys([*three, "test_example_turnip_two"], Ending.FAILED), lint)
    assert rows(talk)["FIX"] == (
        'the visible tests "turnip is there" (line 3), "second turnip" (line 3) and 2 more;'
        " line 31: swallows every exception"
    )


def test_fix_is_left_out_where_only_a_hidden_test_failed() -> None:
    talk = Talk()
    talk.done("code", EDGE, Review())
    assert "FIX" not in rows(talk)


def test_fix_names_at_most_two_things_and_counts_the_rest() -> None:
    talk = Talk()
    talk.done("code", review=Review((), (LINT, REPEAT, API)))
    assert rows(talk)["FIX"].count("line ") == 2
    assert rows(talk)["FIX"].startswith("line 5:")
    assert rows(talk)["FIX"].endswith("; and 1 more")


def test_a_finding_about_sharing_waits_for_the_pass_of_a_part_that_tests_it() -> None:
    talk = Talk()  # part 2 has a hidden test of sharing
    talk.done("code 1", review=Review((), (SHARING,)))
    assert "FIX" not in rows(talk)
    talk.done("bad 2", {"test_saffron_edge": Ending.FAILED}, Review((), (SHARING,)))
    assert "FIX" not in rows(talk)
    talk.done("good 2", review=Review((), (SHARING,)))
    assert rows(talk)["FIX"] == "line 12: `history` returns the list it keeps"


def test_a_failure_says_the_same_whether_the_test_of_sharing_failed_or_not() -> None:
    said = []
    for failing in ("test_saffron_edge", "test_saffron_empty"):
        talk = Talk()
        talk.pass_parts(1)
        talk.done("code", {failing: Ending.FAILED}, Review((), (SHARING, LINT)))
        said.append(rows(talk)["FIX"])
    assert said[0] == said[1]


@pytest.mark.parametrize(
    "ending", [e for e in Ending if e not in (Ending.PASSED, Ending.FAILED, Ending.NOT_RUN)]
)
def test_a_hidden_failure_says_its_kind_its_category_and_one_sentence(ending: Ending) -> None:
    talk = Talk()
    said = talk.done("code", {"test_turnip_edge": ending})
    assert '"the last turnip" (' in said
    assert f"In the hidden tests: {feedback.SENTENCES[ending]}" in said
    assert "SECRET" not in said


@pytest.mark.parametrize("ending", [e for e in Ending if e not in (Ending.PASSED, Ending.NOT_RUN)])
def test_a_visible_failure_says_its_kind_and_its_detail(ending: Ending) -> None:
    talk = Talk()
    talk.send("code")
    said = talk.graded({"test_example_turnip": ending})
    kind = "" if ending is Ending.FAILED else r" \([a-z ]+\)"
    assert re.search(rf"^- ✗ turnip is there{kind}\nassert 1 == 2\n\(your line 3\)$", said, re.M)
    assert not any(sentence in said for sentence in feedback.SENTENCES.values())


def test_every_ending_but_a_plain_one_has_a_sentence_of_its_own() -> None:
    plain = {Ending.PASSED, Ending.FAILED, Ending.NOT_RUN}  # the last are counted
    assert set(feedback.SENTENCES) == set(Ending) - plain
    assert len(set(feedback.SENTENCES.values())) == len(feedback.SENTENCES)


LOOP = {
    "test_example_turnip": Ending.TIMEOUT,
    "test_example_turnip_two": Ending.TIMEOUT,
    "test_example_saffron": Ending.TIMEOUT,
    **dict.fromkeys(
        ["test_example_saffron_two", "test_turnip_empty", "test_turnip_edge",
         "test_saffron_empty", "test_saffron_edge"],
        Ending.NOT_RUN,
    ),
}  # fmt: skip


def test_tests_that_were_not_run_are_counted_with_the_reason_and_never_named() -> None:
    talk = Talk()
    talk.pass_parts(1)
    said = talk.done("while True: pass", LOOP)
    assert rows(talk)["CORRECTNESS"].startswith("visible 0 of 2 · hidden not run · part 1 no")
    assert (
        "1 visible and 4 hidden tests were not run, because 3 tests were stopped at the time limit."
        in said
    )
    for unknown in ("the last", "an empty", "second saffron", "broke off"):
        assert unknown not in said
    assert said.count("(stopped at the time limit)") == 3
    again = talk.word("done")
    assert "failed on a visible test; part 1 no longer held; 5 tests were not run." in again
    assert "the last" not in again + talk.notes[2]


def test_an_earlier_part_that_was_not_run_is_not_said_to_have_broken() -> None:
    talk = Talk()
    talk.pass_parts(1)
    unrun = {"test_turnip_empty": Ending.NOT_RUN, "test_example_turnip": Ending.NOT_RUN}
    said = talk.done("code", {"test_saffron_edge": Ending.TIMEOUT, **unrun})
    assert "no longer holds" not in said
    assert talk.s.stage.dones[0].regressed == ()
    assert not talk.s.stage.passed
    assert (
        "1 visible and 1 hidden tests were not run, because 1 test was stopped at the time limit."
        in said
    )


def test_a_run_counts_what_was_not_run_apart_from_what_failed() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.send("while True: pass")
    said = talk.graded(LOOP)
    assert said.startswith(
        "Took `solution.py`, 1 line. 4 visible tests: 0 ✓  3 ✗  1 not run\n"
        "part 1: 0 ✓  2 ✗ · part 2: 0 ✓  1 ✗  1 not run\n"
        "- ✗ part 1: turnip is there (stopped at the time limit)\n"
    )
    assert said.endswith(
        "1 visible test was not run, because 3 tests were stopped at the time limit."
    )


def test_categories_that_failed_alike_are_named_once() -> None:
    talk = Talk()
    said = talk.done("code", {**EDGE, "test_turnip_empty": Ending.TIMEOUT})
    assert 'hidden 0 of 2: "an empty turnip" (stopped at the time limit), "the last turnip"' in said


def test_categories_that_ended_alike_share_their_kind() -> None:
    talk = Talk()
    both = dict.fromkeys(["test_turnip_empty", "test_turnip_edge"], Ending.ERROR)
    talk.done("code", both)
    assert rows(talk)["CORRECTNESS"].endswith(
        'hidden 0 of 2: "an empty turnip", "the last turnip" (each raised an exception)'
    )


def test_visible_failures_of_an_earlier_part_are_counted_where_they_are_listed_below() -> None:
    talk = Talk()
    talk.pass_parts(1)
    both = ["test_example_turnip", "test_example_turnip_two"]
    said = talk.done("code 2", dict.fromkeys(both, Ending.ERROR))
    assert rows(talk)["CORRECTNESS"].endswith("part 1 no longer holds: 2 visible tests")
    assert said.count("(raised an exception)") == 2


def test_what_a_submission_printed_in_the_visible_tests_is_shown_whole() -> None:
    talk = Talk()
    talk.send("code")
    talk.graded(output="x\n" * 500)
    (code,) = (b for b in talk.last.blocks if isinstance(b, Code))
    assert code.text.count("x") == 500


def test_an_earlier_visible_test_that_broke_is_named() -> None:
    talk = Talk()
    talk.pass_parts(1)
    said = talk.done("code 2", {"test_example_turnip": Ending.FAILED})
    assert 'part 1 no longer holds: the visible test "turnip is there"' in said
    assert "✗ part 1: turnip is there" in said


def test_a_run_lists_failures_in_full_and_counts_what_passes_by_part() -> None:
    talk = Talk()
    talk.pass_parts(2)
    talk.send("code 3")
    said = talk.graded()
    assert said == (
        "Took `solution.py`, 1 line. 6 visible tests: 6 ✓\nparts 1–2: 4 ✓ · part 3: 2 ✓"
    )
    talk.send("code 3b")
    said = talk.graded({"test_example_saffron": Ending.FAILED})
    assert said == (
        "Took `solution.py`, 1 line. 6 visible tests: 5 ✓  1 ✗\n"
        "parts 1–2: 3 ✓  1 ✗ · part 3: 2 ✓\n"
        "- ✗ part 2: saffron is there\nassert 1 == 2\n(your line 3)"
    )


def test_the_last_part_failing_locks_nothing() -> None:
    talk = Talk()
    talk.pass_parts(3)
    said = talk.done("code", {"test_lantern_edge": Ending.FAILED})
    assert "Part 4 is not passed. Fix it and send it again" in said
    assert "Part 5" not in said


def test_a_run_that_could_not_start_says_why_and_what_is_kept() -> None:
    talk = Talk()
    talk.send("code")
    said = talk.graded(outcomes=(), refused="There is no class `Store` in your code.")
    assert said == "Not run: There is no class `Store` in your code.\nYour code is kept."


def test_a_run_never_lists_a_hidden_test_even_if_it_was_given_one() -> None:
    talk = Talk()
    talk.send("code")
    run = talk.runs["grade:1"]
    talk.send("code")
    whole = grade_of(replace(run, scope=Scope.DONE), talk.problem)
    talk.happen(Graded(talk.now, "grade:1", whole))
    assert "SECRET" not in text_of(talk.last)
    assert "2 visible tests: 2 ✓" in text_of(talk.last)
