"""The working session's rules: the brief, the block, the walkthrough, the verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from drills import timing
from drills.command import SESSION_WORDS, session_word
from drills.effects import Effect, Leave, Say, Settle, Step
from drills.events import (
    Changed,
    Commanded,
    Continued,
    Event,
    Pressed,
    Probed,
    Ran,
    Said,
    Started,
    Submitted,
    TimerFired,
    begun,
)
from drills.kinds.session import block, clock, walking, wording
from drills.kinds.session.clock import away, state_of
from drills.kinds.session.wording import work_of
from drills.model import Clock, Phase, Problem, Session, Stage
from drills.working_state import Begun, WorkPhase, WorkState

_ANSWERS = {"y": "yes", "n": "no"}
_CONTROLS = ("run", "done", "time")  # valid as long as the block


def step(session: Session | None, event: Event, problem: Problem) -> Step:
    """What one event leads to; what does not fit leaves the session as it is."""
    if session is None:
        return _start(event, problem)
    event = _as_spoken(session, event)
    match session.phase, event:
        case Phase.ENDED, _:
            return Step(session)
        case _, Ran(name=name) if name == session.grading:
            if state_of(session).phase is WorkPhase.READING:
                return walking.read(session, event, problem)
            return block.ran(session, event)
        case _, Probed(name=name) if name == state_of(session).probing:
            return walking.probed(session, event, problem)
        case _, TimerFired(name="idle"):
            idle = event.at - session.last_at >= timing.IDLE
            return walking.abandon(session, event.at, problem, True) if idle else Step(session)
        case _, TimerFired():
            return block.timer(session, event)
        case _, Continued():
            return _continue(session, event.at, problem)

        case Phase.CONFIRMING, Commanded(word="yes" | "no" as answer):
            return _confirmed(session, answer, event, problem)
        case _, Commanded(word="help"):
            return Step(session, (wording.help_listed(session),))
        case _, Commanded(word="time"):
            return Step(session, (wording.time_told(session, event.at),))
        case _, Commanded(word="brief"):
            return Step(session, (wording.brief_again(session, problem),))
        case _, Commanded(word="finish" | "abandon" as word):
            return _confirm(session, event, word)
        case _, Commanded(word="quit"):
            return _quit(session, event.at)
        case _, Submitted() | Changed() | Commanded() | Said() if away(session):
            return Step(session, (wording.paused(session),))
        case Phase.CONFIRMING, Commanded(by=by) | Said(by=by) if by == session.starter:
            return Step(session, (wording.confirm(session),))
        case Phase.CONFIRMING, Submitted():
            return Step(session, (wording.confirm(session, "Nothing was taken. "),))
        case Phase.CONFIRMING, _:
            return Step(session)

        case _, Submitted():
            return block.submitted(session, event)
        case _, Changed():
            return block.changed(session, event)
        case _, Commanded() | Said():
            return _phase(session, event, problem)
        case _:
            return Step(session)


def _phase(session: Session, event: Commanded | Said, problem: Problem) -> Step:
    """What a word or a text means in the phase that is open."""
    match state_of(session).phase, event:
        case WorkPhase.BRIEF, Commanded(word="go"):
            return block.begin(session, event.at, Begun.GO, "go")
        case WorkPhase.BRIEF | WorkPhase.BLOCK, Commanded(word="go" | "reset" as word):
            if word == "reset":
                return block.reset(session, event.at)
            return Step(session, (wording.time_told(session, event.at),))
        case WorkPhase.BRIEF | WorkPhase.BLOCK, Commanded(word="run"):
            return block.run(session, event.at)
        case WorkPhase.BRIEF | WorkPhase.BLOCK, Commanded(word="done"):
            return block.freeze(session, event.at)
        case WorkPhase.BRIEF | WorkPhase.BLOCK, _:
            return block.spoken(session, event, work_of(problem).given)
        case WorkPhase.WALK, Commanded(word="run" | "done" | "go" | "reset"):
            text = f"What you sent was frozen at {clock.spent(session)}: the questions go on."
            return Step(session, (wording.say(session, text),))
        case WorkPhase.WALK, _:
            return walking.answered(session, event, problem)
    return Step(session)


# --- presses and words are one ---------------------------------------------------------------


def _as_spoken(session: Session, event: Event) -> Event:
    """A press that still counts is what it says; a word that is known is a command."""
    match event:
        case Pressed(ask=ask, choice=choice):
            fits = ask == session.ask or (choice in _CONTROLS and ask < session.ask)
            return Commanded(event.at, event.by, choice) if fits else event
        case Commanded(word=text) | Said(text=text):
            if word := spoken(session, text):
                return Commanded(event.at, event.by, word)
    return event


def spoken(session: Session, text: str) -> str | None:
    """The command that a whole message is, with case and final punctuation folded."""
    folded = text.strip().rstrip(".!?… ").casefold()
    folded = session_word(text) or _ANSWERS.get(folded, folded)
    if session.phase is Phase.CONFIRMING and folded in ("yes", "no"):
        return folded
    return folded if folded in SESSION_WORDS else None


# --- the session -----------------------------------------------------------------------------


def _start(event: Event, problem: Problem) -> Step:
    if not isinstance(event, Started):
        raise ValueError(f"a session begins with Started, not {type(event).__name__}")
    content = work_of(problem)
    minutes = event.minutes or content.minutes
    work = WorkState(minutes, event.at, event.ai, content.repository is not None)
    session = replace(
        begun(event, problem),
        clock=Clock(None),
        stages=(Stage(1, Clock(None)),),  # one clock: the session's
        ask=1,
        work=work,
    )
    opening = (wording.announced(session, problem),) if session.room else ()
    return Step(session, (*opening, wording.opened(session, problem), *clock.arm(session)))


def _confirm(session: Session, event: Commanded, word: str) -> Step:
    if event.by != session.starter:
        said = Say((f"Only the person who started this session may {word} it.",), to=event.by)
        return Step(session, (said,))
    if word == "finish" and state_of(session).phase is not WorkPhase.WALK:
        text = (
            "Nothing is frozen yet, so there is no verdict to end with: `done` freezes what you"
            " sent. `abandon` ends it with a note alone."
        )
        return Step(session, (wording.say(session, text),))
    settled = Settle(session.ask, "", event.by)
    session = replace(session, phase=Phase.CONFIRMING, pending=word, ask=session.ask + 1)
    return Step(session, (settled, wording.confirm(session)))


def _confirmed(session: Session, answer: str, event: Commanded, problem: Problem) -> Step:
    word, settle = session.pending, Settle(session.ask, answer, event.by)
    phase = Phase.PAUSED if away(session) else Phase.BUILDING
    session = replace(session, phase=phase, pending="", ask=session.ask + 1)
    if answer == "no":
        return Step(session, (settle, _where(session, problem, f"No {word}: it goes on.")))
    if word == "finish":
        ended = walking.finish(session, event.at, problem)
    else:
        ended = walking.abandon(session, event.at, problem, idle=False)
    return Step(ended.session, (settle, *ended.effects))


def _where(session: Session, problem: Problem, before: str) -> Say:
    """What the session waits for now."""
    if state_of(session).waits:
        return walking.asked(session, problem, before)
    return wording.say(session, before)


def _quit(session: Session, at: datetime) -> Step:
    if away(session):
        return Step(session, (wording.left_with(session), Leave()))
    settled: tuple[Effect, ...] = ()
    if session.pending:
        settled = (Settle(session.ask, "", session.starter),)
    stage = replace(session.stage, pauses=session.stage.pauses + 1)
    session = replace(
        session,
        phase=Phase.PAUSED,
        pending="",
        clock=session.clock.paused(at),
        stages=(stage,),
        paused_at=at,
    )
    return Step(session, (*settled, wording.left_with(session), *clock.arm(session), Leave()))


def _continue(session: Session, at: datetime, problem: Problem) -> Step:
    """Back after `quit`, or where the program was killed. The brief is read for as long again."""
    if away(session):
        phase = session.phase if session.pending else Phase.BUILDING
        session = replace(clock.back(session, at), phase=phase)
        work = state_of(session)
        if work.phase is WorkPhase.BRIEF:
            session = replace(session, work=replace(work, briefed_at=at))
        if work.phase is WorkPhase.BLOCK:
            session = replace(session, clock=session.clock.running(at))
    if session.pending:
        return Step(session, (wording.confirm(session), *clock.arm(session)))
    session = replace(session, ask=session.ask + 1)
    head = f"**Back at {wording.step(session)}** · {problem.title}"
    match state_of(session).phase:
        case WorkPhase.BRIEF:
            head += f"\n{wording.time_told(session, at).blocks[0]}"
        case WorkPhase.BLOCK:
            head += f"\n⏱ {clock.left(session, at)}"
    return Step(session, (_where(session, problem, head), *clock.arm(session)))
