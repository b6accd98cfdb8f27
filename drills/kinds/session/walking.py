"""The walkthrough: what was frozen is run and probed, then one question, one answer at a time."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from drills.effects import Effect, Probe, Say, Settle, Step
from drills.events import Commanded, Probed, Ran, Said
from drills.kinds.session import block, clock, questions, verdict, wording
from drills.kinds.session.clock import state_of
from drills.kinds.session.wording import work_of
from drills.model import End, Phase, Problem, Session
from drills.working_state import Answer, PeerMark, WorkPhase

_NOTHING = ("skip", "none", "nothing", "-", "–", "—")
_MARK = re.compile(r"([1-5])(?:\s*(?:of|/)\s*5)?\W*")
KEPT = 2000  # letters of its output that the session keeps
PEERS = (
    "Others here: press yours too, before this is answered. Each is shown beside the rest at the"
    " end, and to nobody before."
)
MARK = "A mark is a number from 1 to 5, or `skip`."


def read(session: Session, event: Ran, problem: Problem) -> Step:
    """The frozen work ran: say so, begin to ask, and probe it without a word."""
    asks = session.asks + 1
    name = f"probe:{asks}"
    run = event.run
    printed = sum(bool(line.strip()) for line in run.output.splitlines())
    kept = replace(run, output=run.output.strip()[:KEPT], files=dict.fromkeys(run.files, ""))
    work = replace(state_of(session), phase=WorkPhase.WALK, run=kept, printed=printed, probing=name)
    session = replace(session, asks=asks, grading="", work=work)
    said = wording.frozen(session, run, event.name)
    probe = Probe(name, block.revisions(work.files))
    asked = ask(session, problem)
    return Step(asked.session, (said, probe, *asked.effects))


def ask(session: Session, problem: Problem) -> Step:
    """Put the next question; before the first on a trap, the probe is waited for."""
    work, content = state_of(session), work_of(problem)
    question = questions.following(work, content)
    if question.startswith("trap:") and work.calls is None:
        session = replace(session, grading=work.probing, work=replace(work, waits=""))
        return Step(session, (wording.reading(work.probing),))
    if not question:
        return end(session, End.COMPLETED, session.last_at, problem)
    session = replace(session, ask=session.ask + 1, work=replace(work, waits=question))
    return Step(session, (asked(session, problem),))


def asked(session: Session, problem: Problem, before: str = "") -> Say:
    """The question that waits."""
    work = state_of(session)
    blocks = questions.put(work.waits, work, work_of(problem))
    if session.team and work.waits.startswith("mark:"):
        blocks = (*blocks, PEERS)
    if before:
        blocks = (before, *blocks)
    return Say(blocks, choices=wording.choices(session), ask=session.ask, words=True)


def probed(session: Session, event: Probed, problem: Problem) -> Step:
    """The calls are there; whoever waits for them goes on."""
    waited = session.grading == event.name
    session = replace(
        session, work=replace(state_of(session), calls=event.calls, broken=event.broken)
    )
    if not waited:
        return Step(session)
    session = replace(session, grading="")
    if session.end is not None:  # `finish` waited for them
        return end(session, session.end, event.at, problem, event.name)
    went_on = ask(session, problem)
    effects = tuple(
        replace(effect, name=event.name) if isinstance(effect, Say) else effect
        for effect in went_on.effects
    )
    return Step(went_on.session, effects)


def answered(session: Session, event: Commanded | Said, problem: Problem) -> Step:
    """Take one answer: of a trap tell what is there, and go on without a comment."""
    work, content = state_of(session), work_of(problem)
    text = event.word if isinstance(event, Commanded) else event.text
    if not work.waits:
        return Step(session)
    kind, _, of = work.waits.partition(":")
    if kind == "mark" and event.by != session.starter:
        return _peer(session, event, of)
    words = "" if text.strip().casefold() in _NOTHING else text.strip()
    choice = "skip" if not words else ""
    if kind == "mark" and words:
        mark = _MARK.fullmatch(words)
        if mark is None:
            return Step(session, (wording.say(session, MARK),))
        words = choice = mark[1]
    settle = Settle(session.ask, choice, event.by)
    answers = (*work.answers, Answer(work.waits, words))
    session = replace(session, work=replace(work, answers=answers, waits=""), last_at=event.at)
    told: tuple[Effect, ...] = ()
    if kind == "trap":
        call = work.call(of)
        assert call is not None, "a trap is asked about once its call is there"
        told = (Say(questions.told(questions.trap_of(of, content), call, work.codebase)),)
    next = ask(session, problem)
    return Step(next.session, (settle, *told, *next.effects))


def _peer(session: Session, event: Commanded | Said, dimension: str) -> Step:
    """A mark of somebody else in a team, by its button, which nobody sees before the verdict; what
    they write is talk."""
    if not (isinstance(event, Commanded) and (mark := _MARK.fullmatch(event.word))):
        return Step(session)
    work = state_of(session)
    others = (p for p in work.peers if (p.by, p.dimension) != (event.by.user, dimension))
    peers = (*others, PeerMark(event.by.user, dimension, int(mark[1])))
    session = replace(session, work=replace(work, peers=peers))
    text = f"Noted: {mark[1]} for {dimension}. Nobody sees it before the end."
    return Step(session, (Say((text,), to=event.by),))


def finish(session: Session, at: datetime, problem: Problem) -> Step:
    """End it here, with the calls: where they are still to come, once they are there."""
    work = state_of(session)
    if work.calls is not None:
        return end(session, End.FINISHED, at, problem)
    work = replace(work, waits="")
    session = replace(session, grading=work.probing, end=End.FINISHED, work=work)
    return Step(session, (wording.reading(work.probing),))


def end(session: Session, how: End, at: datetime, problem: Problem, name: str = "") -> Step:
    """Close it with the verdict, and the note."""
    work = replace(state_of(session), waits="", result=verdict.result(state_of(session)))
    session = closed(replace(session, work=work), how, at)
    said = replace(verdict.said(session, problem), name=name)
    closing = (wording.announced(session, problem),) if session.room else ()
    return Step(session, (said, *closing, verdict.note(session, problem, at), *clock.disarm()))


def abandon(session: Session, at: datetime, problem: Problem, idle: bool) -> Step:
    """Close it with a note alone, which gives nothing away."""
    session = closed(session, End.ABANDONED, at)
    said = wording.abandoned(session, idle)
    closing = (wording.announced(session, problem),) if session.room else ()
    return Step(session, (said, *closing, verdict.note(session, problem, at), *clock.disarm()))


def closed(session: Session, how: End, at: datetime) -> Session:
    return replace(
        clock.back(session, at),
        phase=Phase.ENDED,
        pending="",
        grading="",
        clock=session.clock.paused(at),
        ended_at=at,
        end=how,
    )
