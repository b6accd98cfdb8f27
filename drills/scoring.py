"""The six scores of a session with the evidence of each, and the band of its parts.

The anchors are 5, 3 and 1; 4 and 2 are interpolated as each function says. Every score comes from
grades and reviews that the session keeps, and one without evidence is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drills import design, feedback, notes
from drills.model import Problem, Review, Session, Stage

HIGH, MIDDLE, LOW = 3, 2, 1
BANDS = ("not yet", "not yet", "below a screen's bar", "passes a screen", "strong")
MOST = 3  # pieces of evidence that are named; more are counted
UNSEEN = "no code that passes the visible tests was reviewed"


@dataclass(frozen=True, slots=True)
class Score:
    """One dimension, 1 to 5; `value` is None where there was nothing to judge it by."""

    dimension: str
    weight: int
    value: int | None
    evidence: str


def scores(session: Session, problem: Problem) -> tuple[Score, ...]:
    """The six dimensions in their order."""
    reached = [stage for stage in session.stages if stage.dones]
    return (
        Score("correctness", HIGH, *_correctness(reached)),
        Score("incremental design", HIGH, *_incremental(session)),
        Score("structures and complexity", HIGH, *_complexity(reached)),
        Score("API and semantics", MIDDLE, *_api(session, problem)),
        Score("edges", MIDDLE, *_edges(reached, problem)),
        Score("clarity", LOW, *_clarity(session)),
    )


def overall(some: Sequence[Score]) -> float | None:
    """The weighted mean of what was judged."""
    judged = [(score.value, score.weight) for score in some if score.value is not None]
    if not judged:
        return None
    return sum(value * weight for value, weight in judged) / sum(weight for _, weight in judged)


def band(session: Session) -> str:
    """What the passed parts amount to; "with rework" after a hint or three grades on a part."""
    name = BANDS[min(session.passed, len(BANDS) - 1)]
    rework = any(stage.hinted or len(stage.dones) >= 3 for stage in session.stages)
    return f"{name}, with rework" if rework else name


def _correctness(graded: Sequence[Stage]) -> tuple[int | None, str]:
    """5: every part at its first `done`; one less for each failed grade (3: two in all).

    A part that was graded and never passed leaves at most 2, and no part passed leaves 1.
    """
    if not graded:
        return None, "no part was graded"
    failed = {s.number: sum(not done.passed for done in s.dones) for s in graded}
    count = sum(failed.values())
    value = max(1, 5 - count)
    if not all(stage.passed for stage in graded):
        value = min(value, 2)
    if not any(stage.passed for stage in graded):
        value = 1
    if not count:
        return value, "every graded part passed at the first `done`"
    where = ", ".join(f"part {number}: {n}" for number, n in failed.items() if n)
    return value, f"{count} failed grade{'' if count == 1 else 's'} ({where})"


def _incremental(session: Session) -> tuple[int | None, str]:
    """By the lines that later parts changed, of all the lines that they found.

    The share is the sum of the changed lines over the later parts, through the sum of the lines
    that stood before each of them; so a change of a few lines early on weighs no more than as
    many later. Under 15% 5, under 25% 4, under 40% 3, up to 70% 2, more 1. Each hint takes one
    off.
    """
    known = {
        stage.number: rewriting
        for stage in session.stages
        if (rewriting := notes.rewritten(stage)) is not None
    }
    hints = sum(stage.hinted for stage in session.stages)
    told = f"{hints} hint{'' if hints == 1 else 's'}" if hints else "no hint"
    if not known:
        return None, f"no later part was graded on earlier code; {told}"
    found = known.values()
    share = sum(each.changed for each in found) / sum(each.weight for each in found)
    value = next(
        (v for bound, v in ((0.15, 5), (0.25, 4), (0.40, 3)) if share < bound),
        2 if share <= 0.70 else 1,
    )
    where = ", ".join(
        f"part {number} {each.share:.0%}" + (f" of {each.lines}" if each.lines else "")
        for number, each in known.items()
    )
    return max(1, value - hints), f"earlier lines changed: {share:.0%} ({where}); {told}"


def _complexity(graded: Sequence[Stage]) -> tuple[int | None, str]:
    """By the classes above the expected, summed over the operations of the last measured code:
    none 5 (4 where an earlier grade had one), one 3, two 2, more 1."""
    reviews = [d.review for stage in graded for d in stage.dones if d.review is not None]
    sure = [[cost for cost in r.costs if cost.measured is not None] for r in reviews]
    sure = [costs for costs in sure if costs]
    if not sure:
        return None, "no operation's growth was measured for sure"
    last = sure[-1]
    above = sum(
        cost.measured.rank - cost.expected.rank
        for cost in last
        if cost.worse and cost.measured is not None
    )
    earlier = dict.fromkeys(cost.operation for costs in sure[:-1] for cost in costs if cost.worse)
    value = {0: 4 if earlier else 5, 1: 3, 2: 2}.get(above, 1)
    if not above:
        count = f"{len(last)} operation{'' if len(last) == 1 else 's'}"
        named = ", ".join(f"`{operation}`" for operation in earlier)
        mended = f"; at an earlier grade {named} did" if earlier else ""
        return value, f"{count} measured last, none grows more than expected{mended}"
    return value, design.line(last)


def _api(session: Session, problem: Problem) -> tuple[int | None, str]:
    """By the findings on the interface and on sharing: none 5, then one less each (3: two).

    A finding on sharing that may not be told yet is not judged either.
    """
    review, number = last_review(session)
    if review is None:
        return None, UNSEEN
    passed = session.passed
    found = [
        finding
        for finding in feedback.sayable(review.findings, problem, max(passed, number), number)
        if finding.kind in ("api", "sharing")
        and (finding.kind == "api" or feedback.sharing_may_be_said(problem, passed))
    ]
    return max(1, 5 - len(found)), _found([(f.line, f.text) for f in found], number)


def _edges(graded: Sequence[Stage], problem: Problem) -> tuple[int | None, str]:
    """By the categories that failed at a part's first grade: none 5, one 4, two 3, more 2, and 1
    where it was most of the categories of the graded parts.

    A grade that could not run every test tells of the categories that it failed alone; then the
    next one is looked at too.
    """
    if not graded:
        return None, "no part was graded"
    known: set[str] = set()
    first: dict[str, None] = {}  # in order
    for stage in graded:
        for done in stage.dones:
            failed = [category for category in done.failed if category != "visible"]
            first |= dict.fromkeys(failed)
            known.update(failed)
            if not done.not_run:
                tests = problem.parts[stage.number - 1].tests
                known.update(test.category for test in tests if test.category)
                break
    if not known:
        return None, "no hidden test was run"
    value = max(2, 5 - len(first))
    if first and len(first) * 2 > len(known):
        value = 1
    if not first:
        return value, f"none of {len(known)} kinds of edge failed at the first `done`"
    named = ", ".join(feedback.spoken(problem, category) for category in list(first)[:MOST])
    more = f"; {len(first) - MOST} more" if len(first) > MOST else ""
    return value, f"{len(first)} of {len(known)} kinds failed at the first `done`: {named}{more}"


def _clarity(session: Session) -> tuple[int | None, str]:
    """By the findings on lint, size, repetition and names: none 5, one 4, up to four 3, up to
    seven 2, more 1."""
    review, number = last_review(session)
    if review is None:
        return None, UNSEEN
    kinds = ("lint", "size", "repeat", "name")
    found = [(f.line, f.text) for f in review.findings if f.kind in kinds]
    value = next((v for most, v in ((0, 5), (1, 4), (4, 3), (7, 2)) if len(found) <= most), 1)
    return value, _found(found, number)


def last_review(session: Session) -> tuple[Review | None, int]:
    """The review of the last code that passed a part, and that part.

    Where none did: of the last graded that passes the visible tests. Code that does nothing has
    no faults, so what fails those is not judged.
    """
    known = [
        (done.passed, done.review, stage.number)
        for stage in session.stages
        for done in stage.dones
        if done.review is not None and "visible" not in done.failed
    ]
    best = [entry for entry in known if entry[0]] or known
    return (best[-1][1], best[-1][2]) if best else (None, 0)


def _found(found: Sequence[tuple[int, str]], part: int) -> str:
    """What was found in the code of a part, which may not be the code that came last."""
    if not found:
        return "nothing to fault in the code that was judged"
    named = "; ".join(f"line {line}: {text.rstrip('.')}" for line, text in found[:MOST])
    more = f"; {len(found) - MOST} more" if len(found) > MOST else ""
    return f"{len(found)} in the code of part {part}: {named}{more}"
