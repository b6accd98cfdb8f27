"""What a lab's score rewards, on the figures of people who go about it in one way."""

from __future__ import annotations

import pytest

from bot.check.lab.candidates import profiles
from content.catalog import Catalog
from drills.kinds.lab import scoring
from drills.kinds.lab.scoring import Piece, Story, explained, score, story
from drills.task import Explanation, Kind, Press, Suggestion, Verdict

RIGHT, FLAWED, UNBUILT, BROKEN = Verdict.RIGHT, Verdict.FLAWED, Verdict.UNBUILT, Verdict.BROKEN
BARE = Explanation()
NAMED = Explanation(Kind.RULE, 3, "round goes to even", (0, 1))


def suggestions() -> tuple[Suggestion, ...]:
    return Catalog().lab("total-cart").suggestions


BAD, GOOD = suggestions()[0], suggestions()[1]


def test_each_way_of_going_about_it_earns_its_points() -> None:
    told = {name: round(points) for name, points in profiles(suggestions()).items()}
    assert told == {
        "careful": 100,
        "repairs late and explains": 79,
        "rewrites everything and names the faults": 78,
        "edits only what turns red": 73,
        "accepts all and repairs what is red": 51,
        "accepts all": 15,
        "rejects all": 0,
        "tosses a coin": 13,
    }


@pytest.mark.parametrize(
    ("press", "built", "final", "said", "wanted"),
    [
        (Press.REJECT, UNBUILT, UNBUILT, NAMED, Story.CAUGHT),
        (Press.REJECT, UNBUILT, RIGHT, BARE, Story.UNNAMED),
        (Press.REJECT, UNBUILT, UNBUILT, Explanation(Kind.FINE, 3, "", (0,)), Story.UNNAMED),
        (Press.REJECT, UNBUILT, UNBUILT, Explanation(Kind.MUCH, 1, "hm"), Story.UNNAMED),
        (Press.EDIT, RIGHT, RIGHT, BARE, Story.CAUGHT),
        (Press.EDIT, BROKEN, BROKEN, BARE, Story.UNNAMED),
        (Press.EDIT, BROKEN, BROKEN, NAMED, Story.CAUGHT),
        (Press.EDIT, RIGHT, BROKEN, BARE, Story.CAUGHT),
        (Press.EDIT, FLAWED, BROKEN, NAMED, Story.MISSED),
        (Press.EDIT, FLAWED, FLAWED, NAMED, Story.MISSED),
        (Press.EDIT, FLAWED, RIGHT, NAMED, Story.LATE),
        (Press.ACCEPT, FLAWED, RIGHT, NAMED, Story.LATE),
        (Press.ACCEPT, RIGHT, RIGHT, NAMED, Story.LATE),  # mended by hand after it was accepted
        (Press.ACCEPT, FLAWED, FLAWED, NAMED, Story.MISSED),
        (Press.ACCEPT, FLAWED, BROKEN, NAMED, Story.MISSED),
        (Press.ACCEPT, FLAWED, UNBUILT, NAMED, Story.MISSED),
        (Press.ACCEPT, BROKEN, BROKEN, NAMED, Story.MISSED),
        (Press.ACCEPT, Verdict.UNKNOWN, RIGHT, NAMED, Story.UNKNOWN),
    ],
)
def test_a_fault_is_caught_late_or_missed(
    press: Press, built: Verdict, final: Verdict, said: Explanation, wanted: Story
) -> None:
    assert story(Piece(BAD, press, built, final, said)) is wanted


@pytest.mark.parametrize(
    ("press", "built", "final", "wanted"),
    [
        (Press.ACCEPT, RIGHT, RIGHT, Story.KEPT),
        (Press.EDIT, RIGHT, RIGHT, Story.KEPT),
        (Press.EDIT, BROKEN, BROKEN, Story.SPOILT),
        (Press.REJECT, UNBUILT, RIGHT, Story.REBUILT),
        (Press.REJECT, UNBUILT, UNBUILT, Story.ALARM),
        (Press.REJECT, UNBUILT, BROKEN, Story.ALARM),
    ],
)
def test_a_good_one_is_kept_or_a_false_alarm(
    press: Press, built: Verdict, final: Verdict, wanted: Story
) -> None:
    assert story(Piece(GOOD, press, built, final, BARE)) is wanted


@pytest.mark.parametrize("worth", [BROKEN, UNBUILT])
@pytest.mark.parametrize("press", [Press.ACCEPT, Press.EDIT])
def test_breaking_everything_earns_nothing_for_judgement(press: Press, worth: Verdict) -> None:
    broken = score([Piece(s, press, worth, worth, BARE) for s in suggestions()])
    assert (broken.judgement, broken.delivery) == (0, 0)


def test_breaking_the_file_after_all_was_accepted_earns_no_more_than_leaving_it() -> None:
    def accepted(final: Verdict | None) -> float:
        pieces = []
        for s in suggestions():
            built = RIGHT if s.good else FLAWED
            pieces.append(Piece(s, Press.ACCEPT, built, final or built, BARE))
        return score(pieces).judgement

    assert accepted(BROKEN) == accepted(UNBUILT) == accepted(None)
    assert accepted(RIGHT) > accepted(None)


def test_each_story_says_its_mark() -> None:
    assert Story.LATE.told == "caught late (½)"
    assert Story.CAUGHT.told == "caught (1)"
    assert Story.MISSED.told == "missed (0)"
    assert Story.UNKNOWN.told == "not judged"


def test_half_an_explanation_is_by_machine_and_half_by_the_person() -> None:
    def worth(said: Explanation) -> float:
        return explained(Piece(BAD, Press.EDIT, RIGHT, RIGHT, said))

    assert worth(BARE) == 0
    assert worth(Explanation(Kind.RULE)) == 0.25
    assert worth(Explanation(Kind.RULE, 3)) == 0.5
    assert worth(Explanation(Kind.RULE, 2)) == 0.25
    assert worth(Explanation(Kind.RULE, 3, "words", (0,))) == 0.75
    assert worth(Explanation(Kind.RULE, 3, "words", (0, 1))) == 1


def test_nobody_explains_a_good_one_that_they_refused() -> None:
    said = Explanation(Kind.FINE, 0, "all four things", (0,))
    assert explained(Piece(GOOD, Press.REJECT, UNBUILT, RIGHT, said)) == 0
    assert explained(Piece(GOOD, Press.ACCEPT, RIGHT, RIGHT, said)) == 1


def test_what_could_not_be_judged_counts_in_no_share() -> None:
    unknown = Piece(BAD, Press.EDIT, Verdict.UNKNOWN, Verdict.UNKNOWN, NAMED)
    kept = Piece(GOOD, Press.ACCEPT, RIGHT, RIGHT, Explanation(Kind.FINE, 0, "", (0,)))
    found = score([unknown, kept])
    assert (found.bad, found.good, found.kept) == (0, 1, 1)
    assert found.delivery == 1


def test_the_line_of_a_fault_is_counted_without_the_imports() -> None:
    assert scoring.shown_lines(BAD)[0].startswith("def line_cents")
    assert scoring.faulty_lines(BAD) == (3,)
