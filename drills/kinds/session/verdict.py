"""The end of a working session: marks side by side, every trap, best and weakest, a note."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from drills.effects import Block, Fields, KeepNote, Say, Table
from drills.kinds.session import clock, evidence, idioms
from drills.kinds.session.changes import changes, surface_changes
from drills.kinds.session.clock import state_of
from drills.kinds.session.questions import HEADS
from drills.kinds.session.wording import NEXT, how_it_ran, work_of
from drills.model import End, Note, Problem, Session
from drills.timing import day, mmss, span
from drills.working import Call, Trap, Work
from drills.working_state import DIMENSIONS, WorkResult, WorkState

LONGEST = 400  # letters of an answer that is quoted
_ORDER = (Call.HANDLED, Call.APART, Call.MISSED, Call.CRASHED, Call.UNREACHED, Call.UNTOLD)
_EXPLAINED = (Call.MISSED, Call.CRASHED)


def result(work: WorkState) -> WorkResult:
    marks = {d: int(work.answer(f"mark:{d}")) for d in DIMENSIONS if work.answer(f"mark:{d}")}
    return WorkResult({call.value: n for call, n in evidence.counts(work).items()}, marks)


def said(session: Session, problem: Problem) -> Say:
    """Everything that is known now."""
    work, content = state_of(session), work_of(problem)
    blocks: list[Block] = [
        f"**{problem.title}** · {counted(result(work))} · {clock.spent(session)}\n"
        + " ".join(_paragraph(session)),
        _marks(work, problem),
        "\n".join([f"**{_posed(work)}**", *(_trap(trap, work) for trap in content.traps)]),
        Fields(
            (
                ("BEST", evidence.best(work, content)),
                ("WEAKEST", evidence.weakest(work, content)),
            )
        ),
    ]
    if own := _own_words(work):
        blocks.append(Fields(tuple((HEADS[question].upper(), words) for question, words in own)))
    if differing := list(_differing(work)):
        blocks.append("\n".join(differing))
    if work.codebase:
        blocks.append("\n".join(["**Your changes**", *_changed(work, content)]))
    elif read := idioms.remarks(work.files):
        blocks.append("\n".join(["**A close read of the code**", *(f"- {each}" for each in read)]))
    blocks.append(f"Next: {NEXT}")
    return Say(tuple(blocks))


def counted(result: WorkResult) -> str:
    """5 handled, 1 set apart, 3 missed"""
    told = [f"{result.count(call)} {call}" for call in _ORDER if result.count(call)]
    return ", ".join(told) or "nothing could be told"


def _paragraph(session: Session) -> Iterator[str]:
    """What happened, from what ran, the calls and the log; no mark, and nothing that is guessed."""
    work = state_of(session)
    if work.codebase and work.run is not None and not work.run.unconfined:
        yield how_it_ran(work.run, tests=True)
    elif work.run is not None and not work.run.unconfined:
        ended = "runs to its end" if work.run.ended else "stops before its end"
        count = len(work.run.files)
        also = f", and writes {count} file{'s' if count > 1 else ''}" if count else ""
        yield f"What you froze {ended} and shows {work.printed} lines{also}."
    reached = sum(call.call is not Call.UNREACHED for call in work.calls or ())
    if work.calls and not work.codebase:
        yield f"Of {len(work.calls)} things that the rows pose, {reached} reach what it shows."
    lines = evidence.log_lines(work)
    yield f"The log has {lines} line{'' if lines == 1 else 's'}." if lines else "There is no log."
    over = int(work.frozen or 0) - work.cap
    if over > 0:
        yield f"It was frozen {mmss(over)} over time."
    if session.pauses:
        away = f", {span(session.paused_seconds)} in all" if session.paused_seconds else ""
        yield f"Pauses: {session.pauses}{away}."


def _marks(work: WorkState, problem: Problem) -> Table:
    """Side by side, never averaged."""
    proposed = {p.dimension: p for p in evidence.proposals(work, work_of(problem))}
    rows = []
    for dimension in DIMENSIONS:
        own = work.answer(f"mark:{dimension}") or "—"
        proposal = proposed.get(dimension)
        output = f"{proposal.mark}: {proposal.why}" if proposal else "self only"
        peers = ", ".join(map(str, work.peers_on(dimension))) or "—"
        rows.append((dimension.capitalize(), own, *((peers,) if work.peers else ()), output))
    shown = "your repository" if work.codebase else "your output"
    beside = ("Peers",) if work.peers else ()
    return Table(("Dimension", "Yours", *beside, f"From {shown}"), tuple(rows))


def _posed(work: WorkState) -> str:
    return "What the code did wrong" if work.codebase else "What the rows pose"


def _changed(work: WorkState, content: Work) -> Iterator[str]:
    """How large the diff is, and what worked before it and does not now."""
    for change in changes(content.given, work.files):
        new = "" if change.file in content.given else ", new"
        lines = "line" if change.added == 1 else "lines"
        yield f"- `{change.file}`: {change.added} {lines} added, {change.removed} removed{new}"
    for sentence in surface_changes(content.given, work.files):
        yield f"- The public API: {sentence}"
    for test in work.broken:
        yield f"- `{test}` passed as it was handed over, and does not pass now."


def name(trap: Trap) -> str:
    return trap.id.replace("_", " ")


def _trap(trap: Trap, work: WorkState) -> str:
    call = work.call(trap.id)
    told = call.call if call is not None else Call.UNTOLD
    line = f"- {name(trap)}: **{told}**"
    if call is not None and call.literal:
        line += ", for these very rows alone"
    if seen := evidence.noticed(trap, work):
        line += f" · noticed {seen}"
    if told in _EXPLAINED:
        line += f"\n  {trap.tell} {trap.notice}"
    return line


def _own_words(work: WorkState) -> list[tuple[str, str]]:
    """The answers that no output can tell of, each as one line."""
    said = [(question, " ".join(work.answer(question).split())) for question in HEADS]
    return [(question, f"“{shortened(words)}”") for question, words in said if words]


def shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def _differing(work: WorkState) -> Iterator[str]:
    for dimension in DIMENSIONS:
        if words := work.answer(f"differs:{dimension}"):
            yield f"You said of the two marks for {dimension}: “{words}”"


# --- the note ----------------------------------------------------------------------------------


def note(session: Session, problem: Problem, at: datetime) -> KeepNote:
    """What is kept, as an entry of a running notes file. An abandoned one gives nothing away."""
    work, content = state_of(session), work_of(problem)
    lines = [f"## {problem.title} · working session · {problem.id} · {day(session, at)}"]
    if session.end is End.ABANDONED or work.calls is None:
        lines.append(f"**Result:** {session.end} at {work.phase} · {clock.spent(session)}")
    else:
        lines.append(f"**Result:** {counted(result(work))} · {clock.spent(session)}")
        if session.end is not End.COMPLETED:
            lines.append(f"- the walkthrough was ended early: {session.end}")
        marks = result(work).marks
        if marks:
            given = ", ".join(f"{dimension} {mark}" for dimension, mark in marks.items())
            lines.append(f"- own marks: {given}")
        if work.peers:
            told = ", ".join(f"{peer.dimension} {peer.mark}" for peer in work.peers)
            lines.append(f"- peers' marks: {told}")
        shown = "repository" if work.codebase else "output"
        lines += [f"- {p.dimension} from the {shown}: {p.mark} ({p.why})"
                  for p in evidence.proposals(work, content)]  # fmt: skip
        lines += [_noted(trap, work) for trap in content.traps]
        if work.codebase:
            lines += _changed(work, content)
        lines += [f"- {HEADS[question].lower()}: {words}" for question, words in _own_words(work)]
        lines.append(f"- best: {evidence.best(work, content)}")
        lines.append(f"- weakest: {evidence.weakest(work, content)}")
    if session.pauses:
        lines.append(f"- pauses: {session.pauses}")
    log = evidence.log_lines(work)
    count = f"{log} line{'' if log == 1 else 's'}"
    lines.append(f"- decisions log: {count}" if log else "- no decisions log")
    text = "\n".join(lines) + "\n"
    return KeepNote(Note(session.id, 1, session.starter, at, text))


def _noted(trap: Trap, work: WorkState) -> str:
    call = work.call(trap.id)
    told = call.call if call is not None else Call.UNTOLD
    lesson = f". {trap.notice}" if told in _EXPLAINED else ""
    return f"- {name(trap)}: {told}{lesson}"
