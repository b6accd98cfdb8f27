"""The block: the clock, what comes in, and runs of the program. The bot is quiet."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from drills.effects import Effect, RunProgram, Say, Settle, Step, StopTimer
from drills.events import Changed, Commanded, Ran, Said, Submitted, TimerFired
from drills.kinds.session import clock, wording
from drills.kinds.session.clock import state_of
from drills.model import Clock, Scope, Session
from drills.timing import LATE, mmss, span
from drills.working import DATA, ENTRY
from drills.working_state import Begun, Decided, WorkPhase

_STOPPED = "The run of your program was stopped: a newer one takes its place; all files are kept."
_LOGGED = re.compile(r"(?:log|decision|decided)\s*:\s*(.+)", re.IGNORECASE | re.DOTALL)
_ASKING = re.compile(
    r"(may|can|could|should|shall|must|do|does|did|is|are|am|will|would|what|how|why|which|where"
    r"|who|when) ",
    re.IGNORECASE,
)
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')
_ERROR = re.compile(r"^(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Iteration|Warning)\b.*")


# --- the clock ---------------------------------------------------------------------------------


def begin(session: Session, at: datetime, how: Begun, choice: str = "") -> Step:
    """Let the clock run, if it does not run yet."""
    if state_of(session).phase is not WorkPhase.BRIEF:
        return Step(session)
    settled = Settle(session.ask, choice, session.starter)
    work = replace(state_of(session), phase=WorkPhase.BLOCK)
    session = replace(session, work=work, clock=Clock(at), ask=session.ask + 1)
    return Step(session, (settled, wording.begun(session, how), *clock.arm(session)))


def changed(session: Session, event: Changed) -> Step:
    """There is code now."""
    session = replace(session, work=replace(state_of(session), coded=True))
    return begin(session, event.at, Begun.CHANGED)


def reset(session: Session, at: datetime) -> Step:
    work = state_of(session)
    if work.phase is not WorkPhase.BLOCK:
        return Step(session, (wording.time_told(session, at),))
    if work.coded:
        return Step(session, (wording.no_reset(session),))
    work = replace(work, phase=WorkPhase.BRIEF, briefed_at=at)
    session = replace(session, work=work, clock=Clock(None), told=(), ask=session.ask + 1)
    return Step(session, (wording.reset(session), *clock.arm(session)))


def timer(session: Session, event: TimerFired) -> Step:
    """Tell what came due; what was told or is not due yet is inert."""
    due = {name: when for name, when in clock.dues(session).items() if when <= event.at}
    if event.name not in due:
        return Step(session)
    if event.name == "begin":
        return begin(session, due["begin"], Begun.WAITED)
    if "cap" in due:
        text = wording.capped(session)
    else:
        text = wording.warned(session, state_of(session).cap - session.clock.elapsed(due["warn"]))
    late = event.at - event.due
    if late > LATE:
        text += f" This was due {span(late.total_seconds())} ago, while I was away."
    said = replace(wording.say(session, text), mention=True)
    others = tuple(StopTimer(name) for name in due if name != event.name)
    return Step(replace(session, told=(*session.told, *due)), (said, *others))


# --- what comes in -----------------------------------------------------------------------------


def submitted(session: Session, event: Submitted) -> Step:
    """Take what was sent: several files are all there is, and one alone joins those before it."""
    work = state_of(session)
    if work.frozen is not None:
        text = f"Nothing was taken: what you sent was frozen at {clock.spent(session)}."
        return Step(session, (wording.say(session, text),))
    sent = {each.name: each.text for each in (event.submission, *event.more) if each.name != DATA}
    files = sent if event.more else {**work.files, **sent}
    session = replace(session, submission=event.submission.id)
    session = replace(session, work=replace(work, coded=True, files=files))
    begun = begin(session, event.at, Begun.SENT)
    next = (freeze if event.then is Scope.DONE else run)(begun.session, event.at)
    return Step(next.session, (*begun.effects, *next.effects))


def spoken(session: Session, event: Commanded | Said, given: Mapping[str, str]) -> Step:
    """What is no word of the block: a crash, a question, a decision, or talk. `given` are the
    files of the repository that is worked on."""
    work = state_of(session)
    commanded = isinstance(event, Commanded)
    text = event.word if isinstance(event, Commanded) else event.text
    if found := crash(text, {**given, **work.files}):
        return Step(session, (wording.say(session, found),))
    if logged := _LOGGED.fullmatch(text.strip()):
        at = session.clock.elapsed(event.at)
        decided = (*work.decided, Decided(at, logged[1].strip()))
        session = replace(session, work=replace(work, decided=decided))
        return Step(session, (wording.say(session, f"In your log, at {mmss(at)}."),))
    if text.rstrip().endswith("?") or (commanded and _ASKING.match(text)):
        return Step(session, (wording.say(session, wording.YOURS),))
    if commanded and text == "skip":
        return Step(session, (wording.say(session, "No question waits that could be skipped."),))
    if commanded:
        return Step(session, (wording.unknown(session, text, event.by),))
    return Step(session)


def crash(text: str, files: Mapping[str, str]) -> str:
    """The concrete defect in a pasted crash: its error, and the last line of the person's own."""
    errors = [line.strip() for line in text.splitlines() if _ERROR.match(line.strip())]
    own = {ENTRY, *files} - {DATA}
    frames = [
        (name, int(line))
        for path, line in _FRAME.findall(text)
        for name in own
        if path == name or path.endswith(f"/{name}")
    ]
    if not errors or not frames:
        return ""
    return wording.defect(*frames[-1], errors[-1])


# --- running -----------------------------------------------------------------------------------


def run(session: Session, at: datetime) -> Step:
    """Run what was sent last. A newer run takes the place of one under way."""
    work = state_of(session)
    if not _programs(work.files) and not work.codebase:
        return Step(session, (wording.say(session, "There is no code to run yet."),))
    session, name, stopped = _named(session, "run")
    session = replace(session, work=replace(work, runs=work.runs + 1))
    effects = (*stopped, wording.running(session, name), RunProgram(name, revisions(work.files)))
    return Step(session, effects)


def ran(session: Session, event: Ran) -> Step:
    work, elapsed = state_of(session), session.clock.elapsed(event.at)
    late = f" ({mmss(elapsed - work.cap)} over time)" if int(elapsed) > work.cap else ""
    session = replace(session, grading="")
    return Step(session, (wording.ran(session, event.run, event.name, late),))


def freeze(session: Session, at: datetime) -> Step:
    """Nothing more is taken: what was sent is run once on the whole data."""
    work = state_of(session)
    if work.phase is not WorkPhase.BLOCK or not _programs(work.files):
        sent = "changed" if work.codebase else "sent"
        text = f"Nothing was {sent} yet, so there is nothing to talk about. `abandon` ends it."
        return Step(session, (wording.say(session, text),))
    session, name, stopped = _named(session, "read")
    work = replace(work, phase=WorkPhase.READING, frozen=session.clock.elapsed(at))
    session = replace(session, work=work, clock=session.clock.paused(at), ask=session.ask + 1)
    asked = RunProgram(name, revisions(work.files))
    return Step(session, (*stopped, wording.reading(name), asked, *clock.arm(session)))


def _named(session: Session, kind: str) -> tuple[Session, str, tuple[Effect, ...]]:
    """A name for a run of the program; the one under way is told off."""
    stopped: tuple[Effect, ...] = ()
    if session.grading:
        stopped = (Say((_STOPPED,), name=session.grading),)
    name = f"{kind}:{session.asks + 1}"
    return replace(session, asks=session.asks + 1, grading=name), name, stopped


def _programs(files: Mapping[str, str]) -> bool:
    return any(name.endswith(".py") for name in files)


def revisions(files: Mapping[str, str]) -> dict[str, str]:
    """Each file's revision: a submission's id is the hash of its text."""
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
