"""The end of a lab: what was decided, what it was, the counts, the score, and the note."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from drills.effects import Block, Fields, File, Keep, KeepNote, Say
from drills.kinds.lab import results
from drills.kinds.lab.choices import state_of, task_of
from drills.kinds.lab.composing import reference, unified
from drills.kinds.lab.scoring import (
    DELIVERY,
    EXPLANATION,
    JUDGEMENT,
    Piece,
    Score,
    Story,
    explained,
    score,
)
from drills.kinds.lab.wording import NEXT, said, step
from drills.model import End, Note, Problem, Session
from drills.task import Decision, Explanation, LabState, Suggestion, Verdict
from drills.timing import day, mmss, of_budget, span
from drills.wording import after

_RIGHT = (Story.CAUGHT, Story.UNNAMED, Story.KEPT)  # calls that were right when Build closed


def pieces(session: Session, problem: Problem) -> tuple[Piece, ...]:
    """The story of each suggestion, once all are decided and judged."""
    lab, task = state_of(session), task_of(problem)
    verdicts = lab.verdicts or {}
    found = []
    for index, s in enumerate(task.suggestions):
        decision = lab.standing(index, late=False) or lab.standing(index)
        assert decision is not None, "undecided"
        final = verdicts.get(f"judge:final:{index}", Verdict.UNKNOWN)
        built = final if lab.built == lab.file else verdicts.get(
            f"judge:built:{index}", Verdict.UNKNOWN
        )  # fmt: skip
        found.append(Piece(s, decision.press, built, final, lab.explanations[index]))
    return tuple(found)


def scored(session: Session, problem: Problem) -> Score:
    """The score, with how sure the person was of each call that was right or wrong."""
    lab, whole = state_of(session), score(pieces(session, problem))
    calls = tuple(
        (decision.sure, story in _RIGHT)
        for index, story in enumerate(whole.stories)
        if (decision := lab.standing(index, late=False)) is not None
        and decision.sure
        and story is not Story.UNKNOWN
    )
    return replace(whole, calls=calls)


# --- the summary ---------------------------------------------------------------------------------


def summed_up(session: Session, problem: Problem) -> Say:
    """Everything that is known now, its counts first."""
    lab, task = state_of(session), task_of(problem)
    spent = of_budget(session.clock.spent, problem.seconds)
    if lab.undecided:
        head = f"**{problem.title}** · ended at {step(lab)} · {spent}"
        left = f"{len(lab.undecided)} of {len(task.suggestions)} suggestions were not decided, so"
        known = [_undecided(lab, index, s) for index, s in enumerate(task.suggestions)]
        told = "\n\n".join(filter(None, known))
        blocks = [f"{head}\n{left} there is no score.", *([told] if told else []), f"Next: {NEXT}"]
        return Say(tuple(blocks), choices=after(session))
    whole, all = scored(session, problem), pieces(session, problem)
    head = f"**{problem.title}** · {whole.total:.0f} of 100 · {spent}"
    closed = results.known(task, problem, lab)
    loads = closed is None or not closed.why
    tests = f"\n{passed}" if (passed := _passed(session, problem)) else ""
    said: list[Block] = [f"{head}\n{counts(whole)}{tests}", Fields(_shares(whole, all))]
    said += [
        _told(lab, index, piece, story, loads)
        for index, (piece, story) in enumerate(zip(all, whole.stories, strict=True))
    ]
    said.append("\n".join([*_facts(session, problem, whole), f"Next: {NEXT}"]))
    right = reference(task)
    files = [File("reference.py", right, Keep.WRITE)]
    if diff := unified(lab.file, right, task.file):
        files.insert(0, File("to-the-reference.diff", diff, Keep.WRITE))
    return Say(tuple(said), files=tuple(files), choices=after(session))


def _passed(session: Session, problem: Problem) -> str:
    """How many visible tests passed on the file as it was closed, or why none could run."""
    closed = results.known(task_of(problem), problem, state_of(session))
    if closed is None:
        return ""
    if closed.why:
        return f"At the end nothing could run: {closed.why}"
    skipped = closed.count - closed.passed - closed.failed
    more = f", {skipped} skipped" if skipped else ""
    return f"At the end {closed.passed} of {closed.count} visible tests passed{more}."


def counts(whole: Score) -> str:
    """Caught 2 of 3 faults · kept 1 of 1 good ones · 1 caught late · 1 false alarm"""
    told = [
        f"Caught {whole.caught} of {whole.bad} faults",
        f"kept {whole.kept} of {whole.good} good",
    ]
    late, missed = whole.stories.count(Story.LATE), whole.stories.count(Story.MISSED)
    alarms = sum(story in (Story.ALARM, Story.REBUILT) for story in whole.stories)
    unknown = whole.stories.count(Story.UNKNOWN)
    for number, what in (
        (late, "caught late"),
        (missed, "missed"),
        (alarms, f"false alarm{'s' if alarms != 1 else ''}"),
        (unknown, "not judged"),
    ):
        if number:
            told.append(f"{number} {what}")
    return " · ".join(told)


def _shares(whole: Score, all: tuple[Piece, ...]) -> tuple[tuple[str, str], ...]:
    right = sum(piece.final is Verdict.RIGHT for piece in all)
    peers = any(piece.explanation.peer for piece in all)
    marked = "points marked by a peer" if peers else "points marked by you"
    return (
        ("JUDGEMENT", f"{JUDGEMENT * whole.judgement:.0f} of {JUDGEMENT}: {_weighed(whole)}"),
        ("DELIVERY", f"{DELIVERY * whole.delivery:.0f} of {DELIVERY}: {right} of {len(all)} pieces"
                     " right at the end"),
        ("EXPLANATION", f"{EXPLANATION * whole.explanation:.0f} of {EXPLANATION}: kind and line"
                        f" by machine, {marked}"),
    )  # fmt: skip


def _weighed(whole: Score) -> str:
    """How the counts come to the judgement, wherever some mark is lacking."""
    if whole.judgement == 1:
        return "caught and kept"
    return (
        f"{whole.marks_bad:g} of {whole.bad} marks for faults, {whole.marks_good:g} of {whole.good}"
        " for good ones. A fault refused and not named, or caught late, is ½, and so is a good one"
        " rebuilt; a good one refused is 0. Both sides count together: to refuse or accept"
        " everything earns next to nothing"
    )


def _told(lab: LabState, index: int, piece: Piece, story: Story, loads: bool) -> str:
    """One suggestion: the decision, the truth, the words, the reason, production."""
    s, own = piece.suggestion, piece.explanation
    decision = lab.standing(index, late=False)
    lines = [
        f"**{index + 1}. `{s.name}`** · {_decision(decision)} · it was **{s.truth}** · {story.told}"
    ]
    if changes := _changes(lab, index):
        lines.append(changes)
    if own.kind is not None:
        lines.append(f"You said: {_explanation(own)} ({explained(piece):.0%})")
    else:
        lines.append("You said nothing of it.")
    seen = "" if s.good or s.fails else " No visible test sees it."
    lines.append(f"Why: {s.reason}{seen}\nIn production: {s.consequence}")
    if story is Story.UNKNOWN:
        lines.append("Your own code was not run here: check it against `reference.py`.")
    elif piece.final is Verdict.BROKEN and loads:
        lines.append("At the end this piece breaks a rule of another kind.")
    return "\n".join(lines)


def _explanation(own: Explanation) -> str:
    """breaks a rule, line 3: “round goes to the even neighbour”"""
    where = f", line {own.line}" if own.line else ""
    words = f": “{own.words}”" if own.words else ""
    return f"{own.kind}{where}{words}"


def _undecided(lab: LabState, index: int, s: Suggestion) -> str:
    decision = lab.standing(index)
    if decision is None:
        return ""
    return f"**{index + 1}. `{s.name}`** · {_decision(decision)} · it was **{s.truth}**\n{s.reason}"


def _decision(decision: Decision | None) -> str:
    if decision is None:
        return "not decided"
    ran = ", tests run first" if decision.ran else ""
    return f"{said(decision.press, decision.sure)}{ran}"


def _changes(lab: LabState, index: int) -> str:
    """Every decision on a suggestion, where there was more than one."""
    made = [d for d in lab.decisions if d.suggestion == index]
    if len(made) < 2:
        return ""
    told = ", then ".join(f"{said(d.press)} at {mmss(d.at)}" for d in made)
    return f"You changed your mind: {told}."


def _facts(session: Session, problem: Problem, whole: Score) -> Iterator[str]:
    lab, task = state_of(session), task_of(problem)
    hidden = [s for s in task.suggestions if not s.good and not s.fails]
    if hidden:
        named = ", ".join(f"`{s.name}`" for s in hidden)
        yield f"Faults that no visible test sees: {named}."
    yield from _calibration(lab, whole)
    first = [lab.standing(index, late=False) for index in range(len(task.suggestions))]
    ran = sum(decision is not None and decision.ran for decision in first)
    if lab.runs:
        times = "once" if lab.runs == 1 else f"{lab.runs} times"
        yield f"Tests were run before {ran} of {len(first)} decisions, {times} in all."
    else:
        yield "You did not run the tests."
    yield f"Your plan: “{lab.plan}”" if lab.plan else "You wrote no plan."
    if session.pauses:
        away = f", {span(session.paused_seconds)} in all" if session.paused_seconds else ""
        yield f"Pauses: {session.pauses}{away}."
    if lab.file != reference(task):
        yield "What is left between your file and the reference: `to-the-reference.diff`."


def _calibration(lab: LabState, whole: Score) -> Iterator[str]:
    """How sure against how right, in words: so few decisions make no figure."""
    known = [
        (decision.sure, story in _RIGHT, f"`{lab_name}`")
        for lab_name, decision, story in _stories(lab, whole)
        if decision.sure and story is not Story.UNKNOWN
    ]
    if not known:
        yield "You did not say how sure you were."
        return
    right = [sure for sure, well, _ in known if well]
    wrong = [sure for sure, well, _ in known if not well]
    told = []
    if right:
        told.append(f"{sum(right) / len(right):.1f} where you were right")
    if wrong:
        told.append(f"{sum(wrong) / len(wrong):.1f} where you were not")
    yield f"How sure you were, of 5: {', '.join(told)}."
    most = max(sure for sure, _, _ in known)
    if wrong and max(wrong) == most:
        name = next(name for sure, well, name in known if not well and sure == most)
        yield f"You were surest, {most}, where you were wrong: {name}."


def _stories(lab: LabState, whole: Score) -> Iterator[tuple[str, Decision, Story]]:
    for index, story in enumerate(whole.stories):
        decision = lab.standing(index, late=False)
        if decision is not None:
            yield whole.names[index], decision, story


# --- the note ------------------------------------------------------------------------------------


def note(session: Session, problem: Problem, at: datetime) -> KeepNote:
    """What is kept, as an entry of a running notes file. An abandoned lab gives no truth away."""
    lab, task = state_of(session), task_of(problem)
    spent = of_budget(session.clock.spent, problem.seconds)
    lines = [f"## {problem.title} · lab · {problem.id} · {day(session, at)}"]
    if lab.result is None:
        lines.append(f"**Result:** {session.end} at {step(lab)} · {spent}")
    else:
        whole = scored(session, problem)
        lines += [f"**Result:** {whole.total:.0f} of 100 · {spent}", f"- {counts(whole)}"]
        if passed := _passed(session, problem):
            lines.append(f"- {passed}")
    if lab.plan:
        lines.append(f"- plan: {lab.plan}")
    if session.pauses:
        lines.append(f"- pauses: {session.pauses}")
    for index, s in enumerate(task.suggestions):
        decision = lab.standing(index, late=False) or lab.standing(index)
        line = f"- {s.name}: {_decision(decision)}"
        if changes := _changes(lab, index):
            line += f". {changes}"
        own = lab.explanations[index]
        if own.kind is not None:
            line += f". You said: {_explanation(own)}"
        if session.end is not End.ABANDONED and decision is not None:
            line += f". It was {s.truth}: {s.reason}"
        lines.append(line)
    text = "\n".join(lines) + "\n"
    return KeepNote(Note(session.id, 1, session.starter, at, text))
