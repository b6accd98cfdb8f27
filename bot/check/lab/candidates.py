"""Point 8: the score of people who go about a lab in the same way from end to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from statistics import mean

from bot.check.lab.subject import Fault
from drills.kinds.lab.scoring import JUDGEMENT, Piece, faulty_lines, score
from drills.task import KIND_OF, Explanation, Press, Suggestion, Verdict

ACCEPT, EDIT, REJECT = Press
RIGHT, FLAWED, UNBUILT = Verdict.RIGHT, Verdict.FLAWED, Verdict.UNBUILT
FLAT = ("accepts all", "rejects all", "tosses a coin")
MOST, MOST_IN_THE_MEAN = 30, 21  # points that a flat policy may earn
LEAST = 65  # points for a person who mends everything late, or writes it anew, and says why
BARE = Explanation()


def profiles(suggestions: Sequence[Suggestion]) -> Mapping[str, float]:
    """Way of going about it -> points."""

    def all(*ways: Piece) -> float:
        return score(ways).total

    return {
        "careful": all(*map(_careful, suggestions)),
        "repairs late and explains": all(*map(_late, suggestions)),
        "rewrites everything and names the faults": all(*map(_rewrites, suggestions)),
        "edits only what turns red": all(*map(_by_tests, suggestions)),
        "accepts all and repairs what is red": all(*map(_repairs_red, suggestions)),
        "accepts all": all(*(_flat(s, ACCEPT) for s in suggestions)),
        "rejects all": all(*(_flat(s, REJECT) for s in suggestions)),
        "tosses a coin": mean(
            all(*(_flat(s, press) for s, press in zip(suggestions, presses, strict=True)))
            for presses in product((ACCEPT, REJECT), repeat=len(suggestions))
        ),
    }


def _explained(s: Suggestion, share: float = 1.0) -> Explanation:
    ticks = tuple(range(round(share * len(s.points))))
    line = faulty_lines(s)[0] if faulty_lines(s) and share == 1 else 0
    return Explanation(KIND_OF[s.truth], line, "in words", ticks)


def _careful(s: Suggestion) -> Piece:
    return Piece(s, ACCEPT if s.good else EDIT, RIGHT, RIGHT, _explained(s))


def _late(s: Suggestion) -> Piece:
    return Piece(s, ACCEPT, RIGHT if s.good else FLAWED, RIGHT, _explained(s))


def _rewrites(s: Suggestion) -> Piece:
    return Piece(s, REJECT, UNBUILT, RIGHT, _explained(s))


def _by_tests(s: Suggestion) -> Piece:
    if s.good:
        return Piece(s, ACCEPT, RIGHT, RIGHT, _explained(s))
    if s.fails:
        return Piece(s, EDIT, RIGHT, RIGHT, _explained(s))
    return Piece(s, ACCEPT, FLAWED, FLAWED, BARE)


def _repairs_red(s: Suggestion) -> Piece:
    if s.good:
        return Piece(s, ACCEPT, RIGHT, RIGHT, _explained(s, 0.5))
    if s.fails:
        return Piece(s, ACCEPT, FLAWED, RIGHT, _explained(s, 0.5))
    return Piece(s, ACCEPT, FLAWED, FLAWED, BARE)


def _flat(s: Suggestion, press: Press) -> Piece:
    worth = UNBUILT if press is REJECT else RIGHT if s.good else FLAWED
    return Piece(s, press, worth, worth, BARE)


def judged(suggestions: Sequence[Suggestion]) -> list[Fault]:
    """What is wrong with the scores that one task gives."""
    told = profiles(suggestions)
    faults = []

    def want(holds: bool, text: str) -> None:
        if not holds:
            shown = ", ".join(f"{name} {points:.0f}" for name, points in told.items())
            faults.append(Fault(8, f"{text} ({shown})"))

    careful, red = told["careful"], told["accepts all and repairs what is red"]
    late = told["repairs late and explains"]
    anew = told["rewrites everything and names the faults"]
    want(careful > 99.9, "the careful one does not get 100")
    want(min(late, anew) >= LEAST, f"one who mends everything gets less than {LEAST}")
    want(red < min(late, anew), "one who repairs what is red gets as much as who mends all")
    for name in FLAT:
        want(told[name] <= MOST, f"one who {name} gets more than {MOST}")
    bad = [s for s in suggestions if not s.good]
    hidden = sum(not s.fails for s in bad) / len(bad)
    want(
        careful - told["edits only what turns red"] >= JUDGEMENT * hidden - 1e-9,
        "one who edits only what turns red loses less than the hidden share of judgement",
    )
    return faults


def judged_together(tasks: Sequence[Sequence[Suggestion]]) -> list[Fault]:
    """What flat policies earn in the mean over all tasks."""
    told = [profiles(suggestions) for suggestions in tasks]
    return [
        Fault(8, f"one who {name} gets {points:.0f} in the mean, more than {MOST_IN_THE_MEAN}")
        for name in FLAT
        if (points := mean(each[name] for each in told)) > MOST_IN_THE_MEAN
    ]
