"""The wrap-up of a session: result and band, scores, splits, growth, questions, what is next."""

from __future__ import annotations

from drills import feedback, notes, scoring
from drills.command import NOTES
from drills.effects import Block, Code, Fields, Say
from drills.model import Problem, Session
from drills.timing import of_budget, span
from drills.wording import after

WIDTH = 20  # columns of the chart for the longest time or target


def wrap_up(session: Session, problem: Problem, next: str) -> Say:
    """Told of the ended session. Nothing of a part that was not reached stands in it."""
    parts, total = len(problem.parts), session.clock.spent
    result = "Complete" if session.passed == parts else "Finished"
    hints = sum(stage.hinted for stage in session.stages)
    header = (
        f"{result} · {session.passed} of {parts} parts · {of_budget(total, problem.seconds)}\n"
        f"**{problem.title}** · hints: {hints}"
    )
    if session.pauses:
        header += f" · pauses: {session.pauses} ({span(session.paused_seconds)})"
    scale = " · ".join(dict.fromkeys(scoring.BANDS))
    why = f"for {session.passed} of {parts} parts passed"
    header += f"\nBand: **{scoring.band(session)}**, {why} (the scale: {scale})"
    if session.passed < parts:
        header += "\nFinishing all parts is not expected; a clean part 3 is a solid result."
    scores = scoring.scores(session, problem)
    mean = scoring.overall(scores)
    weights = ", ".join(str(score.weight) for score in scores)
    weighted = f"; the mean of what was judged is {mean:.1f} of 5" if mean is not None else ""
    blocks: list[Block] = [
        header,
        Fields(tuple(_row(score) for score in scores)),
        f"Weights, from the top: {weights}{weighted}.\n\nTimes against targets:",
        Code(chart(session, problem), "text", "times.txt"),
        growth_story(session, problem),
    ]
    reached = problem.parts[: session.stage.number]
    # A question belongs to the part that it speaks of: those of later parts would tell of them.
    if questions := [question for part in reached for question in part.follow_ups][-5:]:
        asked = "\n".join(f"{n}. {question}" for n, question in enumerate(questions, start=1))
        blocks.append(f"To talk through, without code:\n{asked}")
    hold = ", with the design idea of each part you passed" if session.passed else ""
    blocks.append(f"{NOTES} shows your notes{hold}.\nNext: {next}")
    return Say(tuple(blocks), choices=after(session))


def chart(session: Session, problem: Problem) -> str:
    """A line a part reached: █ used, ░ left of the target, ▓ over it."""
    rows = [(s, s.clock.spent, problem.parts[s.number - 1].seconds) for s in session.stages]
    longest = max(max(spent, target) for _, spent, target in rows)
    lines = []
    for stage, spent, target in rows:
        inside = round(WIDTH * min(spent, target) / longest)
        rest = round(WIDTH * max(spent, target) / longest) - inside
        bar = "█" * inside + ("▓" if spent > target else "░") * rest
        mark = "✓" if stage.passed else "✗"
        lines.append(f"part {stage.number} {mark} {bar:<{WIDTH}} {of_budget(spent, target)}")
    return "\n".join(lines)


def growth_story(session: Session, problem: Problem) -> str:
    """Two sentences: what later parts rewrote, and the lesson where it was most lines.

    A lesson explains the step to the part after it, so only lessons of parts with a later part
    reached are told.
    """
    if len(session.stages) == 1:
        return "Growth: only part 1 was reached, so this code never had to take a new part."
    found = {stage.number: notes.rewritten(stage) for stage in session.stages[1:]}
    known = {number: rewriting for number, rewriting in found.items() if rewriting is not None}
    told = ", ".join(f"part {n} changed {notes.told(each)}" for n, each in known.items())
    most = max(known.values(), key=lambda each: each.changed).changed if known else 0.0
    first = f"of the lines before it, {told}" if told else "no later part was graded"
    worst = max(known, key=lambda number: known[number].changed) if known else 2
    why = f" Most lines changed in part {worst}." if most and len(known) > 1 else ""
    review, _ = scoring.last_review(session)
    risk = feedback.growth_risk(review, problem) if review is not None else ""
    stayed = f" What may make the next change hard: {risk}." if risk else ""
    return f"Growth: {first}.{why} {notes.lesson(problem, worst - 1)}{stayed}"


def _row(score: scoring.Score) -> tuple[str, str]:
    value = f"{score.value} of 5" if score.value is not None else "not judged"
    return score.dimension, f"{value} · {score.evidence}"
