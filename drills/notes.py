"""The note of a part: what a person reads months later, and what may stand in it when.

Before a part's pass it holds result, time and categories alone. The design idea comes with the
pass, or with a skip, which has shown the model solution anyway. The growth lesson speaks of later
parts and so waits for the session's end, and for a part that was reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from drills import design, feedback
from drills.effects import KeepNote
from drills.model import Done, End, Note, Problem, Review, Session, Stage
from drills.timing import day, mmss, span

LITTLE = 0.05  # the share of lines under which almost nothing had to change


@dataclass(frozen=True, slots=True)
class Rewriting:
    """How much of the code before it a part changed: the share, and of how many lines."""

    share: float
    lines: int  # 0 where a review of before they were counted says none

    @property
    def weight(self) -> int:
        return max(1, self.lines)

    @property
    def changed(self) -> float:
        return self.share * self.weight


def keep(session: Session, problem: Problem, stage: Stage, at: datetime) -> KeepNote:
    text = note(session, problem, stage, at)
    return KeepNote(Note(session.id, stage.number, session.people[0], at, text))


def keep_all(session: Session, problem: Problem, at: datetime) -> tuple[KeepNote, ...]:
    """The notes of every part reached, now that the session is over."""
    return tuple(keep(session, problem, stage, at) for stage in session.stages)


def note(session: Session, problem: Problem, stage: Stage, at: datetime) -> str:
    """Markdown in the form of one entry of a running notes file."""
    part = problem.parts[stage.number - 1]
    graded_last = bool(stage.dones) and session.end is None
    elapsed = stage.dones[-1].elapsed if graded_last else stage.clock.elapsed(at)
    result = "Pass" if stage.passed else "Fail" if stage.dones else "Not graded"
    if result == "Fail" and session.open:
        result = "Fail so far"
    how = f" · {session.end}" if session.end is not None and stage is session.stage else ""
    lines = [
        f"## {problem.title} · Part {stage.number} · {problem.id} · {day(session, at)}",
        f"**Result:** {result} · {mmss(elapsed)} / {mmss(part.seconds)}{how}",
    ]
    lines += [_graded(number, done, problem) for number, done in enumerate(stage.dones, start=1)]
    if stage.hinted:
        lines.append("- hint used")
    if stage.pauses:
        over = f", {span(stage.paused_seconds)} in all" if stage.paused_seconds else ""
        lines.append(f"- pauses: {stage.pauses}{over}")
    if stage.passed or _opened(session, stage):
        lines.append(f"Design idea (of the model solution): {part.design_idea.strip()}")
    lines += _growth(session, problem, stage)
    lines += _seen(problem, stage)
    lines += _approach(session, problem, stage)
    return "\n".join(lines) + "\n"


def lesson(problem: Problem, number: int) -> str:
    """What a part's design means for the part after it, as the model solution shows it.

    The person's own code may be built otherwise, so the sentence says whose lesson it is.
    """
    return f"A lesson of part {number}'s model solution: {problem.parts[number - 1].lesson.strip()}"


def rewritten(stage: Stage) -> Rewriting | None:
    """What this part changed of the earlier parts' lines, by its last grade that knows."""
    known = [
        Rewriting(done.review.rewritten, done.review.lines_before)
        for done in stage.dones
        if done.review is not None and done.review.rewritten is not None
    ]
    return known[-1] if stage.number > 1 and known else None


def told(rewriting: Rewriting, of: str = "") -> str:
    """56% of them · few of them (2%) · none of them"""
    if not rewriting.share:
        return f"none{of}"
    percent = f"{rewriting.share:.0%}" if rewriting.share >= 0.005 else "under 1%"
    return f"few{of} ({percent})" if rewriting.share < LITTLE else f"{percent}{of}"


def _graded(number: int, done: Done, problem: Problem) -> str:
    result = "passed" if done.passed else feedback.failed_on(done, problem)
    return f"- done {number} at {mmss(done.elapsed)}: {result}"


def _growth(session: Session, problem: Problem, stage: Stage) -> list[str]:
    said = []
    found = rewritten(stage)
    if found is not None and (stage.passed or session.end is not None):
        text = told(found, " of the earlier parts' lines")
        said.append(f"{text[0].upper()}{text[1:]} changed in this part.")
    if session.end is not None and stage.number > 1:
        said.append(lesson(problem, stage.number - 1))
    return [f"Growth lesson: {' '.join(said)}"] if said else []


def _seen(problem: Problem, stage: Stage) -> list[str]:
    """What the grade that passed said of the code's costs and of how it will take a change."""
    review = next((done.review for done in stage.dones if done.passed), None)
    if review is None:
        return []
    worse = [design.worse(cost) for cost in review.costs if cost.worse]
    risk = feedback.growth_risk(review, problem)
    return [f"- design: {each}" for each in worse] + ([f"- growth risk: {risk}"] if risk else [])


def _approach(session: Session, problem: Problem, stage: Stage) -> list[str]:
    """Theirs at the first failed grade and a better one, from their code and what is out by now.

    An approach is what operations cost, how what is known is kept, and who shares it. Names,
    lint and sizes are none; with no more to say than these, nothing is said.
    """
    failed = next((done for done in stage.dones if not done.passed), None)
    if failed is None or not (stage.passed or session.end):
        return []
    review = failed.review or Review()
    theirs = [design.worse(cost) for cost in review.costs if cost.worse]
    risk = feedback.growth_risk(review, problem)
    theirs += [risk] if risk else []
    parts_passed = stage.number if stage.passed else stage.number - 1
    findings = feedback.sayable(review.findings, problem, parts_passed, stage.number)
    theirs += [f"line {f.line}: {f.text.rstrip('.')}" for f in findings if f.kind == "sharing"][:2]
    if not theirs:
        return []
    mended = ""
    if stage.passed:
        mended = _mended(review, next(d.review for d in stage.dones if d.passed), problem)
    better = ""
    if mended:
        better = f" A better one, as it passed: {mended}."
    elif stage.passed or _opened(session, stage):
        better = " A better one: the design idea above."
    return [f"Your approach at the first failed grade: {'; '.join(theirs)}.{better}"]


def _mended(before: Review, after: Review | None, problem: Problem) -> str:
    """What the code that passed no longer is."""
    if after is None:
        return ""
    fine = {c.operation: c for c in after.costs if c.measured is not None and not c.worse}
    said = [
        f"`{cost.operation}` is {fine[cost.operation].measured}"
        for cost in before.costs
        if cost.worse and cost.operation in fine
    ]
    gone = [
        problem.sentences[name].rstrip(".")
        for name in before.signals
        if name in problem.sentences and name not in after.signals
    ]
    return "; ".join([*said, *(f"no longer true: {sentence}" for sentence in gone)])


def _opened(session: Session, stage: Stage) -> bool:
    """A skip has shown this part's model solution."""
    return stage is session.stage and session.end is End.SKIPPED
