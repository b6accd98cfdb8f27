"""The lab's rules: plan, build with the assistant, make the tests pass, explain, summary."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from drills import timing
from drills.command import LAB_WORDS, lab_word
from drills.effects import Effect, Leave, RunTests, Say, Settle, Step, StopTimer
from drills.events import (
    Commanded,
    Continued,
    Event,
    Graded,
    Pressed,
    Said,
    Submitted,
    TimerFired,
    begun,
)
from drills.kinds.lab import building, explaining, judging, results, summary, wording
from drills.kinds.lab.choices import ALWAYS, HERE, state_of, task_of
from drills.model import Clock, End, Phase, Problem, Scope, Session, Stage
from drills.task import (
    REJECTED,
    Explanation,
    LabPhase,
    LabState,
    Press,
    Verdict,
)
from drills.wording import not_the_starter

_DECISION = re.compile(r"(accept|reject)(?:ed)?\W*(?:sure\W*)?([1-5])?")
_SURE = re.compile(r"(?:sure\W*)?([1-5])")
_EDIT = re.compile(r"edit(?:ed)?\W*(?:sure\W*)?([1-5])")
_UNSURE = re.compile(r"(?:(?:accept|reject|edit)(?:ed)?|sure)\W*(?:sure\W*)?\d+")  # "accept 6"
_PLAN = re.compile(r"\s*plan\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_BACK = re.compile(r"back(?:\W*(?:to\W*)?([1-9]))?")
_VISIBLE = "judge:visible"  # the run of the visible tests on the file as it is closed
_ANSWERS = {"y": "yes", "n": "no"}
_GO_ON = "done"  # to explaining, where the file is in doubt: what anyone of a team may confirm
_ENDS = {"finish": End.FINISHED, "abandon": End.ABANDONED}


def step(session: Session | None, event: Event, problem: Problem) -> Step:
    """What one event leads to; what does not fit leaves the session as it is."""
    if session is None:
        return _start(event, problem)
    event = _as_spoken(session, event)
    lab = state_of(session)
    match session.phase, event:
        case Phase.ENDED, _:
            return Step(session)
        case _, Graded(name=name) if name in lab.judging:
            return _judged(session, event, problem)
        case _, Graded(name=name) if lab.running is not None and name == lab.running.name:
            return building.ran(session, event, problem)
        case _, TimerFired(name="idle"):
            idle = event.at - session.last_at >= timing.IDLE
            return _end(session, End.ABANDONED, event.at, problem) if idle else Step(session)
        case _, TimerFired():
            return _timer(session, event, problem)
        case _, Continued():
            return _continue(session, event.at, problem)

        case Phase.CONFIRMING, Commanded(word="yes" | "no", by=by) if (
            by != session.starter and session.pending != _GO_ON
        ):
            return Step(session, (not_the_starter(by, session.pending),))
        case Phase.CONFIRMING, Commanded(word="yes" | "no" as answer):
            return _confirmed(session, answer, event, problem)
        case _, Commanded(word="help"):
            return Step(session, (wording.help_listed(session, problem),))
        case _, Commanded(word="time"):
            elapsed = session.clock.elapsed(event.at)
            return Step(session, (wording.time_told(session, problem, elapsed),))
        case _, Commanded(word="rules"):
            return Step(session, (wording.rules(session, problem),))
        case _, Commanded(word="finish" | "abandon" as word):
            return _confirm(session, event, word, problem)
        case _, Commanded(word="quit"):
            return _quit(session, event.at, problem)
        case _, Submitted() | Commanded() | Said() if session.paused:
            return Step(session, (wording.paused(session),))
        case Phase.CONFIRMING, Said() if session.room and session.restated:
            return Step(session)  # among others once is enough
        case Phase.CONFIRMING, Commanded(by=by) | Said(by=by) if by == session.starter:
            return Step(replace(session, restated=True), (wording.confirm(session, problem),))
        case Phase.CONFIRMING, Submitted():
            return Step(session, (wording.confirm(session, problem, "Nothing was taken. "),))
        case Phase.CONFIRMING, _:
            return Step(session)

        case _, Submitted():
            return building.submitted(session, event, problem)
        case _, Commanded(word="run"):
            return building.run(session, lab.file, problem)
        case _, Commanded() | Said():
            return _phase(session, event, problem)
        case _:
            return Step(session)


def _phase(session: Session, event: Commanded | Said, problem: Problem) -> Step:
    """What a word or a text means in the phase that is open."""
    lab, word = state_of(session), _text(event)
    if isinstance(event, Commanded) and _elsewhere(lab.phase, word):
        return Step(session, (wording.not_now(session, problem, word, event.by),))
    match lab.phase, event:
        case LabPhase.PLAN, Commanded(word="done"):
            return building.begin(session, "", event, problem)
        case LabPhase.PLAN, Said(text=text):
            plan = _PLAN.fullmatch(text)
            return building.begin(session, (plan[1] if plan else text).strip(), event, problem)
        case LabPhase.BUILD, Said() | Commanded() if plan := _PLAN.fullmatch(word):
            return building.planned_anew(session, plan[1].strip(), problem)

        case LabPhase.BUILD, Commanded():
            if decision := _DECISION.fullmatch(word):
                return building.decide(
                    session, Press(decision[1]), int(decision[2] or 0), event, problem
                )
            if sure := _SURE.fullmatch(word):
                session = building.changed(session, sure=int(sure[1]))
                return Step(session, (wording.noted(session, problem, event.by),))
            if sure := _EDIT.fullmatch(word):
                session = building.changed(session, sure=int(sure[1]))
                return Step(session, (wording.send_yours(session, problem),))
            if _UNSURE.fullmatch(word) or word.isdecimal():
                return Step(session, (wording.unsure(session, problem, event.by),))
            match word:
                case "try":
                    return building.try_it(session, problem)
                case "next":
                    return building.go_on(session, event, problem)
                case "done":
                    left = len(lab.undecided)
                    if not left:
                        return building.go_on(session, event, problem)
                    text = f"{left} of {len(lab.states)} suggestions are still to be decided."
                    return Step(session, (wording.say(session, problem, text),))
                case "edit":
                    return Step(session, (wording.send_yours(session, problem),))
        case LabPhase.TEST, Commanded(word="edit"):
            return Step(session, (wording.send_yours(session, problem),))
        case LabPhase.TEST, Commanded(word="done"):
            if wording.doubt(session, problem):
                return _ask(session, event, _GO_ON, problem)
            return _explain(session, building.settle(session, "done", event), problem)
        case LabPhase.EXPLAIN | LabPhase.MARK, Commanded(word=text) | Said(text=text):
            return _explained(session, text, event, problem)
    if (back := _BACK.fullmatch(word)) and lab.phase in (LabPhase.BUILD, LabPhase.TEST):
        return building.back(session, int(back[1] or 0), event, problem)
    if isinstance(event, Said):
        return Step(session)
    return Step(session, (wording.unknown(session, problem, word, event.by),))


def _elsewhere(phase: LabPhase, word: str) -> bool:
    """Whether a word means something in another phase than this one."""
    known = word in LAB_WORDS or any(each.fullmatch(word) for each in (_DECISION, _EDIT, _BACK))
    return known and word.split()[0].strip(",:;") not in (*HERE[phase], *ALWAYS)


def _text(event: Commanded | Said) -> str:
    return event.word if isinstance(event, Commanded) else event.text


# --- presses and words are one ---------------------------------------------------------------


def _as_spoken(session: Session, event: Event) -> Event:
    """A press that still counts is what it says; a word that is known is a command.

    A control counts as long as the session, an answer for its question alone.
    """
    match event:
        case Pressed(ask=ask, choice=choice):
            fits = ask == session.ask or (choice in ("run", "time") and ask < session.ask)
            return Commanded(event.at, event.by, choice.removeprefix("sure-")) if fits else event
        case Commanded(word=text) | Said(text=text):
            if word := spoken(session, text):
                return Commanded(event.at, event.by, word)
    return event


def spoken(session: Session, text: str) -> str | None:
    """The command that a whole message is, "accept 4", with case and final punctuation folded."""
    folded = text.strip().rstrip(".!?… ").casefold()
    folded = lab_word(folded) or _ANSWERS.get(folded, folded)
    if session.phase is Phase.CONFIRMING and folded in ("yes", "no"):
        return folded
    patterns = [_DECISION, _EDIT, _BACK]
    if state_of(session).phase is LabPhase.BUILD:
        patterns += [_SURE, _UNSURE]
    known = folded in LAB_WORDS or any(pattern.fullmatch(folded) for pattern in patterns)
    return folded if known else None


# --- the session -----------------------------------------------------------------------------


def _start(event: Event, problem: Problem) -> Step:
    task = task_of(problem)
    count = len(task.suggestions)
    session = replace(
        begun(event, problem),
        stages=(Stage(1, Clock(None)),),  # one clock: the session's
        ask=1,
        lab=LabState(task.start, REJECTED * count, explanations=(Explanation(),) * count),
    )
    opening = (wording.announced(session, problem),) if session.room else ()
    armed = timing.arm(session, problem)
    return Step(session, (*opening, wording.opened(session, problem), *armed))


# --- explaining --------------------------------------------------------------------------------


def _explain(session: Session, settle: Settle, problem: Problem) -> Step:
    """The file is closed; what its pieces are worth is found out while the person explains."""
    session, runs = _judge(session, problem)
    session = building.changed(session, phase=LabPhase.EXPLAIN, shown=0, asking="kind")
    session, said = building.asked(session, problem)
    return Step(session, (settle, said, *runs))


def _judge(session: Session, problem: Problem) -> tuple[Session, tuple[RunTests, ...]]:
    """Verdicts on every piece as it was when Build closed and as it is now; by runs where no
    table knows."""
    lab, task = state_of(session), task_of(problem)
    verdicts, runs = dict(lab.verdicts or {}), []
    files = {"final": lab.file, "built": lab.built}
    if lab.built == lab.file:
        del files["built"]
    for when, file in files.items():
        for index, verdict in enumerate(judging.known(task, file)):
            name = f"judge:{when}:{index}"
            wanted = judging.to_run(task, file, index) if verdict is None else None
            if verdict is not None:
                verdicts[name] = verdict
            elif wanted is None:
                verdicts[name] = Verdict.BROKEN
            else:
                runs.append(RunTests(name, "", 1, Scope.DONE, text=wanted))
    if results.known(task, problem, lab) is None:
        runs.append(RunTests(_VISIBLE, "", 1, Scope.RUN, text=lab.file))
    names = tuple(run.name for run in runs)
    return building.changed(session, verdicts=verdicts, judging=names), tuple(runs)


def _judged(session: Session, event: Graded, problem: Problem) -> Step:
    """A run told what one piece is worth."""
    lab, task = state_of(session), task_of(problem)
    left = tuple(name for name in lab.judging if name != event.name)
    session = building.changed(session, judging=left)
    if event.name == _VISIBLE:
        session = building.changed(session, tested=building.tested(lab.file, event.grade, problem))
    else:
        _, when, index = event.name.split(":")
        file = lab.file if when == "final" else lab.built
        verdict = judging.verdict(task, file, int(index), event.grade)
        session = building.changed(session, verdicts={**(lab.verdicts or {}), event.name: verdict})
    if lab.asking == "verdicts" and not left:
        return _end(session, session.end or End.COMPLETED, event.at, problem)
    return Step(session)


def _explained(session: Session, text: str, event: Commanded | Said, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    if lab.asking == "verdicts":
        return Step(session)
    taken = explaining.taken(lab, task, text, peer=event.by != session.starter)
    if isinstance(taken, str):
        return Step(session, (wording.say(session, problem, taken),))
    settle = building.settle(session, explaining.choice(lab, task, text), event)
    session = replace(session, lab=taken)
    if taken.asking == "verdicts":
        closed = _close(session, End.COMPLETED, event.at, problem)
        return Step(closed.session, (settle, *closed.effects))
    session, said = building.asked(session, problem)
    return Step(session, (settle, said))


# --- leaving and ending ------------------------------------------------------------------------


def _confirm(session: Session, event: Commanded, word: str, problem: Problem) -> Step:
    if event.by != session.starter:
        return Step(session, (not_the_starter(event.by, word),))
    return _ask(session, event, word, problem)


def _ask(session: Session, event: Commanded, word: str, problem: Problem) -> Step:
    settled = (Settle(session.ask, "", event.by),)
    session = replace(session, phase=Phase.CONFIRMING, pending=word, ask=session.ask + 1)
    session = replace(session, restated=False)
    return Step(session, (*settled, wording.confirm(session, problem)))


def _confirmed(session: Session, answer: str, event: Commanded, problem: Problem) -> Step:
    word, settle = session.pending, Settle(session.ask, answer, event.by)
    phase = Phase.PAUSED if session.paused else Phase.BUILDING
    session = replace(session, phase=phase, pending="")
    if answer == "no":
        before = "Your file stays open." if word == _GO_ON else f"No {word}: it goes on."
        session, said = building.asked(session, problem, before)
        return Step(session, (settle, said))
    if word == _GO_ON:
        return _explain(session, settle, problem)
    closed = _close(session, _ENDS[word], event.at, problem)
    return Step(closed.session, (settle, *closed.effects))


def _quit(session: Session, at: datetime, problem: Problem) -> Step:
    if session.paused:
        return Step(session, (wording.left_with(session, problem), Leave()))
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
    said = wording.left_with(session, problem)
    return Step(session, (*settled, said, *timing.disarm(), Leave()))


def _continue(session: Session, at: datetime, problem: Problem) -> Step:
    if session.paused:
        phase = Phase.CONFIRMING if session.pending else Phase.BUILDING
        session = replace(_back_here(session, at), phase=phase)
        session = replace(session, clock=session.clock.running(at))
    shown = replace(session, clock=session.clock.paused(at))
    before = wording.back_at(shown, problem)
    if session.pending:
        asked = wording.confirm(session, problem)
        return Step(session, (asked, *timing.arm(session, problem)))
    settled = Settle(session.ask, "", session.starter)  # the same question is put anew
    session, said = building.asked(session, problem, before, whole=True)
    return Step(session, (settled, said, *timing.arm(session, problem)))


def _back_here(session: Session, at: datetime) -> Session:
    if session.paused_at is None:
        return session
    away = session.stage.paused_seconds + (at - session.paused_at).total_seconds()
    stage = replace(session.stage, paused_seconds=away)
    return replace(session, stages=(stage,), paused_at=None)


def _timer(session: Session, event: TimerFired, problem: Problem) -> Step:
    """Tell what came due; what was told or is not due yet is inert."""
    names = timing.told_now(session, problem, event.at, event.due)
    if event.name not in names:
        return Step(session)
    rest = problem.seconds - session.clock.elapsed(event.due)
    text = wording.time_up(session, problem, names, rest)
    late = event.at - event.due
    if late > timing.LATE:
        text += f" This was due {timing.span(late.total_seconds())} ago, while I was away."
    said = replace(wording.say(session, problem, text), mention=True)
    others = tuple(StopTimer(name) for name in names if name != event.name)
    return Step(replace(session, told=(*session.told, *names)), (said, *others))


def _close(session: Session, end: End, at: datetime, problem: Problem) -> Step:
    """End it; where there is a score, and verdicts are still to come, once they are there."""
    lab = state_of(session)
    if end is End.ABANDONED or lab.undecided:
        return _end(session, end, at, problem)
    runs: tuple[RunTests, ...] = ()
    if lab.verdicts is None:
        session, runs = _judge(session, problem)
    if not state_of(session).judging:
        return _end(session, end, at, problem)
    name = f"summary:{session.asks + 1}"
    session = replace(session, asks=session.asks + 1, grading=name, end=end)
    session = building.changed(session, asking="verdicts")
    said = Say(("Running each piece that you wrote yourself …",), name=name, progress=True)
    return Step(session, (said, *runs))


def _end(session: Session, end: End, at: datetime, problem: Problem) -> Step:
    """Close the session: its clock stands still, no timer is left, the note is written."""
    idle = end is End.ABANDONED and at - session.last_at >= timing.IDLE
    name = session.grading
    stopped: tuple[Effect, ...] = ()
    if session.pending:
        stopped = (Settle(session.ask, "", session.starter),)
    session = replace(
        _back_here(session, at),
        phase=Phase.ENDED,
        pending="",
        grading="",
        clock=session.clock.paused(at),
        ended_at=at,
        end=end,
    )
    if end is not End.ABANDONED and not state_of(session).undecided:
        session = building.changed(session, result=summary.scored(session, problem).result)
    if end is End.ABANDONED:
        said = wording.abandoned(session, problem, idle)
    else:
        said = summary.summed_up(session, problem)
    kept = summary.note(session, problem, at)
    closing = (wording.announced(session, problem),) if session.room else ()
    said = replace(said, name=name)
    return Step(session, (*stopped, said, *closing, kept, *timing.disarm(), StopTimer("idle")))
