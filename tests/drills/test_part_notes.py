"""The note of each part: its form, when it is written, and what must not stand in it yet."""

from __future__ import annotations

import pytest
from talk import Talk, text_of

from drills.effects import KeepNote
from drills.model import Cost, Ending, Finding, Growth, Review

EDGE = {"test_turnip_edge": Ending.FAILED}
SLOW = Cost("pop", "tasks", Growth.FLAT, Growth.LINEAR, 64_000, "3 µs at 1,000, 190 µs at 64,000")
FAST = Cost("pop", "tasks", Growth.FLAT, Growth.FLAT, 64_000, "")


def end(talk: Talk, word: str) -> None:
    talk.word(word)
    talk.chat("yes")


def test_the_first_grade_writes_the_note_with_result_time_and_categories_alone() -> None:
    talk = Talk()
    assert talk.notes == {}
    talk.wait(100)
    talk.done("bad", EDGE, Review((SLOW,), (Finding("lint", 3, "unused"),), ("same-check",)))
    assert talk.notes[1] == (
        "## Session cache · Part 1 · kv-store · 2026-03-02\n"
        "**Result:** Fail so far · 1:40 / 8:00\n"
        '- done 1 at 1:40: failed on "the last turnip"\n'
    )


def test_a_run_writes_no_note() -> None:
    talk = Talk()
    talk.send("code")
    talk.graded()
    assert talk.notes == {}


def test_the_pass_completes_it_with_every_done_and_the_design_idea() -> None:
    talk = Talk()
    talk.wait(60)
    talk.done("bad", EDGE)
    talk.hint()
    talk.wait(60)
    talk.done("good")
    assert talk.notes[1] == (
        "## Session cache · Part 1 · kv-store · 2026-03-02\n"
        "**Result:** Pass · 2:00 / 8:00\n"
        '- done 1 at 1:00: failed on "the last turnip"\n'
        "- done 2 at 2:00: passed\n"
        "- hint used\n"
        "Design idea (of the model solution): IDEA-1.\n"
    )


def test_an_approach_is_told_only_where_it_is_one() -> None:
    fussy = Review(
        (), (Finding("name", 3, "`_d` does not say what it is"), Finding("lint", 4, "x"))
    )
    talk = Talk()
    talk.done("bad", EDGE, fussy)
    talk.done("good")
    assert "approach" not in talk.notes[1]
    other = Talk()
    other.done("bad", EDGE, Review(signals=("same-check",)))
    other.done("good", review=Review(signals=("same-check",)))
    assert (
        "Your approach at the first failed grade: the same check stands in four methods."
        " A better one: the design idea above.\n" in other.notes[1]
    )


def test_costs_of_code_that_failed_a_visible_test_are_no_approach() -> None:
    talk = Talk()
    talk.done("bad", {"test_example_turnip": Ending.FAILED}, Review((SLOW,)))
    talk.done("good", review=Review((FAST,)))
    assert "approach" not in talk.notes[1]


def test_what_was_mended_is_told_from_their_own_code() -> None:
    talk = Talk()
    talk.done("bad", EDGE, Review((SLOW,), (), ("same-check",)))
    talk.done("good", review=Review((FAST,)))
    assert (
        "Your approach at the first failed grade: `pop` grows with tasks: 3 µs at 1,000,"
        " 190 µs at 64,000; expected flat; the same check stands in four methods."
        " A better one, as it passed: `pop` is flat; no longer true: the same check stands in four"
        " methods." in talk.notes[1]
    )


def test_the_growth_lesson_waits_for_the_end() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("code 2", review=Review(rewritten=0.18))
    assert "LESSON" not in talk.notes[1] + talk.notes[2]
    assert "Growth lesson: 18% of the earlier parts' lines changed in this part." in talk.notes[2]
    end(talk, "finish")
    assert "changed in this part. A lesson of part 1's model solution: LESSON-1." in talk.notes[2]
    assert "LESSON" not in talk.notes[1]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "None of the earlier parts' lines changed in this part."),
        (0.001, "Few of the earlier parts' lines (under 1%) changed in this part."),
        (0.02, "Few of the earlier parts' lines (2%) changed in this part."),
        (0.05, "5% of the earlier parts' lines changed in this part."),
    ],
)
def test_a_small_share_is_told_as_almost_nothing(share: float, said: str) -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("code 2", review=Review(rewritten=share, lines_before=40))
    assert f"Growth lesson: {said}" in talk.notes[2]


def test_an_unpassed_part_keeps_its_design_idea_to_itself() -> None:
    for word in ("finish", "abandon"):
        talk = Talk()
        talk.done("bad", EDGE)
        end(talk, word)
        assert "IDEA" not in talk.notes[1]
        assert "better" not in talk.notes[1]
        assert "**Result:** Fail · 0:00 / 8:00 · " in talk.notes[1]


def test_a_skip_has_shown_the_idea_and_so_notes_it() -> None:
    talk = Talk()
    talk.done("bad", EDGE)
    end(talk, "skip")
    assert "Design idea (of the model solution): IDEA-1." in talk.notes[1]
    assert "LESSON-1" not in talk.notes[1]


def test_a_part_without_a_grade_is_noted_as_not_graded_at_the_end() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.wait(30)
    end(talk, "abandon")
    assert "**Result:** Not graded · 0:30 / 10:00 · abandoned" in talk.notes[2]


def test_at_the_end_an_unpassed_part_counts_its_whole_time() -> None:
    talk = Talk()
    talk.wait(60)
    talk.done("bad", EDGE)
    assert "Fail so far · 1:00 / 8:00" in talk.notes[1]
    talk.wait(60)
    end(talk, "finish")
    assert "Fail · 2:00 / 8:00 · finished" in talk.notes[1]


def test_a_regression_is_noted() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.done("bad", EDGE)
    assert 'failed on "the last turnip"; part 1 no longer held' in talk.notes[2]


def test_a_pause_is_noted_at_the_part_that_it_was_made_in() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.word("quit")
    talk.wait(90)
    talk.back()
    talk.pass_parts(2)
    talk.word("quit")
    talk.wait(30)
    end(talk, "finish")
    assert "pauses" not in talk.notes[1]
    assert "- pauses: 1, 1:30 in all" in talk.notes[2]
    assert "- pauses: 1, 0:30 in all" in talk.notes[3]
    assert "pauses: 2 (2:00)" in text_of(talk.last)


def test_no_note_says_anything_of_sharing_that_was_not_told() -> None:
    talk = Talk()
    sharing = Finding("sharing", 12, "returns the list it keeps")
    talk.done("bad", EDGE, Review((), (sharing,)))
    talk.done("good", review=Review((), (sharing,)))
    end(talk, "finish")
    assert "returns the list" not in "".join(talk.notes.values())


def test_the_note_belongs_to_who_started() -> None:
    talk = Talk()
    talk.done("code")
    notes = [e.note for e in talk.effects if isinstance(e, KeepNote)]
    assert [(n.session, n.part, n.person) for n in notes] == [("s1", 1, talk.s.people[0])]
