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
    Started,
    Submitted,
    TimerFired,
)
from drills.kinds.lab import explaining, judging, results, summary, wording
from drills.kinds.lab.composing import compose, edited, offer, piece
from drills.kinds.lab.units import meanings
from drills.kinds.lab.wording import state_of, task_of
from drills.model import Clock, End, Phase, Problem, Scope, Session, Stage
from drills.task import (
    ACCEPTED,
    OWN,
    REJECTED,
    Decision,
    Explanation,
    LabPhase,
    LabState,
    Press,
    Ran,
    Task,
    Verdict,
)

_DECISION = re.compile(r"(accept|reject)(?:ed)?\W*(?:sure\W*)?([1-5])?")
_SURE = re.compile(r"(?:sure\W*)?([1-5])")
_BACK = re.compile(r"back(?:\W*(?:to\W*)?([1-9]))?")
_ANSWERS = {"y": "yes", "n": "no"}
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
            return _ran(session, event, problem)
        case _, TimerFired(name="idle"):
            idle = event.at - session.last_at >= timing.IDLE
            return _end(session, End.ABANDONED, event.at, problem) if idle else Step(session)
        case _, TimerFired():
            return _timer(session, event, problem)
        case _, Continued():
            return _continue(session, event.at, problem)

        case Phase.CONFIRMING, Commanded(word="yes" | "no" as answer):
            return _confirmed(session, answer, event, problem)
        case _, Commanded(word="help"):
            return Step(session, (wording.help_listed(session, problem),))
        case _, Commanded(word="time"):
            elapsed = session.clock.elapsed(event.at)
            return Step(session, (wording.time_told(session, problem, elapsed),))
        case _, Commanded(word="finish" | "abandon" as word):
            return _confirm(session, event, word)
        case _, Commanded(word="quit"):
            return _quit(session, event.at, problem)
        case _, Submitted() | Commanded() | Said() if session.paused:
            return Step(session, (wording.paused(session),))
        case Phase.CONFIRMING, Commanded(by=by) | Said(by=by) if by == session.starter:
            return Step(session, (wording.confirm(session),))
        case Phase.CONFIRMING, _:
            return Step(session)

        case _, Submitted():
            return _submitted(session, event, problem)
        case _, Commanded(word="run"):
            return _run(session, lab.file, problem)
        case _, Commanded() | Said():
            return _phase(session, event, problem)
        case _:
            return Step(session)


def _phase(session: Session, event: Commanded | Said, problem: Problem) -> Step:
    """What a word or a text means in the phase that is open."""
    lab, word = state_of(session), _text(event)
    match lab.phase, event:
        case LabPhase.PLAN, Commanded(word="done"):
            return _build(session, "", event, problem)
        case LabPhase.PLAN, Said(text=text):
            return _build(session, re.sub(r"(?i)^plan:\s*", "", text).strip(), event, problem)

        case LabPhase.BUILD, Commanded():
            if decision := _DECISION.fullmatch(word):
                return _decide(session, Press(decision[1]), int(decision[2] or 0), event, problem)
            if sure := _SURE.fullmatch(word):
                session = _with(session, sure=int(sure[1]))
                return Step(session, (wording.say(session, problem, f"Noted: sure {sure[1]}."),))
            match word:
                case "try":
                    return _try(session, problem)
                case "next":
                    return _next(session, event, problem)
                case "done":
                    left = len(lab.undecided)
                    if not left:
                        return _next(session, event, problem)
                    text = f"{left} of {len(lab.states)} suggestions are still to be decided."
                    return Step(session, (wording.say(session, problem, text),))
                case "edit":
                    text = "Send your own version of it: the piece alone or the whole file."
                    return Step(session, (wording.say(session, problem, text),))
        case LabPhase.TEST, Commanded(word="done"):
            return _explain(session, event, problem)
        case LabPhase.EXPLAIN | LabPhase.MARK, Commanded(word=text) | Said(text=text):
            return _explained(session, text, event, problem)
    if (back := _BACK.fullmatch(word)) and lab.phase in (LabPhase.BUILD, LabPhase.TEST):
        return _back(session, int(back[1] or 0), event, problem)
    if isinstance(event, Said):
        return Step(session)
    return Step(session, (wording.unknown(session, problem, word, event.by),))


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
        case Commanded(word=word) | Said(text=word):
            folded = word.strip().rstrip(".!?… ").casefold()
            folded = lab_word(folded) or _ANSWERS.get(folded, folded)
            lab = state_of(session)
            asked = session.phase is Phase.CONFIRMING
            if folded in LAB_WORDS or (asked and folded in ("yes", "no")):
                return Commanded(event.at, event.by, folded)
            if lab.phase is LabPhase.BUILD and any(
                pattern.fullmatch(folded) for pattern in (_DECISION, _SURE, _BACK)
            ):
                return Commanded(event.at, event.by, folded)
            if lab.phase is LabPhase.TEST and _BACK.fullmatch(folded):
                return Commanded(event.at, event.by, folded)
    return event


# --- the session -----------------------------------------------------------------------------


def _start(event: Event, problem: Problem) -> Step:
    if not isinstance(event, Started):
        raise ValueError(f"a session begins with Started, not {type(event).__name__}")
    task = task_of(problem)
    count = len(task.suggestions)
    session = Session(
        id=event.session,
        drill=event.drill,
        problem=problem.id,
        draw=event.draw,
        place=event.place,
        people=(event.by,),
        room=event.room,
        private=event.private,
        team=event.team,
        phase=Phase.BUILDING,
        started_at=event.at,
        clock=Clock(event.at),
        stages=(Stage(1, Clock(None)),),  # one clock: the session's
        last_at=event.at,
        ask=1,
        lab=LabState(task.start, REJECTED * count, explanations=(Explanation(),) * count),
    )
    opening = (wording.announced(session, problem),) if session.room else ()
    armed = timing.arm(session, problem)
    return Step(session, (*opening, wording.opened(session, problem), *armed))


def _with(session: Session, **fields: object) -> Session:
    """The session with some fields of its lab changed."""
    return replace(session, lab=replace(state_of(session), **fields))  # type: ignore[arg-type]


def _asked(session: Session, problem: Problem, before: str = "") -> tuple[Session, Say]:
    """Put the question that waits, under a number of its own."""
    session = replace(session, ask=session.ask + 1)
    return session, wording.question(session, problem, before)


def _settle(session: Session, choice: str, event: Commanded | Said | Submitted) -> Settle:
    return Settle(session.ask, choice, event.by)


# --- plan and build --------------------------------------------------------------------------


def _build(session: Session, plan: str, event: Commanded | Said, problem: Problem) -> Step:
    settle = _settle(session, "done" if not plan else "", event)
    session = _with(session, phase=LabPhase.BUILD, plan=plan)
    before = "Your plan is kept." if plan else "No plan; that is kept too."
    session, said = _asked(
        session, problem, f"{before}\n\n**Phase 2 of 4: Build with the assistant.**"
    )
    return Step(session, (settle, said))


def _decide(session: Session, press: Press, sure: int, event: Commanded, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    shown = offer(task, lab.file, lab.shown)
    if press is Press.ACCEPT and shown.accepted is None:
        return Step(session, (wording.say(session, problem, shown.note),))
    file = shown.accepted if press is Press.ACCEPT else shown.rejected
    assert file is not None
    settle = _settle(session, press.value, event)
    state = ACCEPTED if press is Press.ACCEPT else REJECTED
    states = lab.states[: lab.shown] + state + lab.states[lab.shown + 1 :]
    decided = _decided(session, press, sure, event.at)
    decided = _with(decided, file=file, states=_states(task, file, states))
    after, said = _on(decided, problem, event)
    if file != lab.file:
        said = replace(said, files=(wording.written(after, problem), *said.files))
    return Step(after, (settle, said))


def _decided(session: Session, press: Press, sure: int, at: datetime) -> Session:
    """The decision written down; what was known of the suggestion before goes with it."""
    lab = state_of(session)
    decision = Decision(
        lab.shown,
        press,
        session.clock.elapsed(at),
        sure or lab.sure,
        lab.ran,
        late=bool(lab.built),
    )
    return _with(session, decisions=(*lab.decisions, decision), sure=0, ran=False)


def _states(task: Task, file: str, states: str) -> str:
    """The states that a file keeps: OWN for each piece that is not, to its meaning, as its
    decision left it."""
    if compose(task, states.replace(OWN, REJECTED)) == file and OWN not in states:
        return states
    try:
        return "".join(
            state if state != OWN and piece(task, file, index) == state else OWN
            for index, state in enumerate(states)
        )
    except SyntaxError:
        return OWN * len(states)


def _on(
    session: Session, problem: Problem, event: Commanded | Submitted, before: str = ""
) -> tuple[Session, Say]:
    """To the next suggestion that is not decided; when all are, Build closes for the first time."""
    lab = state_of(session)
    if lab.undecided:
        later = [index for index in lab.undecided if index > lab.shown]
        session = _with(session, shown=(later or list(lab.undecided))[0], sure=0, ran=False)
        return _asked(session, problem, before)
    if not lab.built:
        session = _with(session, built=lab.file)
    session = _with(session, phase=LabPhase.TEST)
    return _asked(session, problem, before)


def _next(session: Session, event: Commanded, problem: Problem) -> Step:
    if state_of(session).standing(state_of(session).shown) is None:
        text = "Decide on this one first: accept, edit or reject."
        return Step(session, (wording.say(session, problem, text),))
    settle = _settle(session, "next", event)
    session, said = _on(session, problem, event)
    return Step(session, (settle, said))


def _back(session: Session, to: int, event: Commanded | Said, problem: Problem) -> Step:
    """Take up a suggestion again: the one before, or that of a number."""
    lab, count = state_of(session), len(task_of(problem).suggestions)
    if to > count or (to and to - 1 in lab.undecided):
        return Step(session, (wording.say(session, problem, f"There is no {to} to go back to."),))
    here = count if lab.phase is LabPhase.TEST else lab.shown
    if not to and not here:
        return Step(session, (wording.say(session, problem, "This is the first suggestion."),))
    settle = _settle(session, "back", event)
    index = to - 1 if to else here - 1
    session = _with(session, phase=LabPhase.BUILD, shown=index, sure=0, ran=False)
    session, said = _asked(session, problem)
    return Step(session, (settle, said))


# --- code that comes in ------------------------------------------------------------------------


def _submitted(session: Session, event: Submitted, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    if lab.phase in (LabPhase.EXPLAIN, LabPhase.MARK):
        text = f"Nothing was taken: `{task.file}` is closed, and you explain it as it is."
        return Step(session, (wording.say(session, problem, text),))
    if event.ask is not None and event.ask != session.ask:
        text = "Nothing was taken: that suggestion is settled."
        return Step(session, (wording.say(session, problem, text),))
    sent = event.submission.text
    try:
        file = edited(task, lab.file, sent)
        whole = file == sent
    except SyntaxError as error:
        whole = event.ask is None
        if not whole:
            where = f"line {error.lineno}: {error.msg}" if error.lineno else error.msg
            text = f"Nothing was taken: your version does not parse ({where}). Mend it, and again."
            return Step(session, (wording.say(session, problem, text),))
        file = sent  # the person's own file, whatever is in it
    session = replace(session, submission=event.submission.id)
    meant = event.ask is not None or (lab.phase is LabPhase.BUILD and not whole)
    if lab.phase is LabPhase.BUILD and meant:
        return _edit(session, file, event, problem)
    return _rewritten(session, file, event, problem)


def _edit(session: Session, file: str, event: Submitted, problem: Problem) -> Step:
    """A person's own version of the suggestion that is shown: decided, and run for real."""
    lab = state_of(session)
    settle = _settle(session, "edit", event)
    states = lab.states[: lab.shown] + OWN + lab.states[lab.shown + 1 :]
    number = lab.shown + 1
    session = _decided(session, Press.EDIT, 0, event.at)
    session = _with(session, file=file, states=states)
    session, said = _on(session, problem, event, f"Took your version of suggestion {number}.")
    said = replace(said, files=(wording.written(session, problem), *said.files))
    ran = _run(session, file, problem)
    return Step(ran.session, (settle, said, *ran.effects))


def _rewritten(session: Session, file: str, event: Submitted, problem: Problem) -> Step:
    """The person's file was changed by hand."""
    lab, task = state_of(session), task_of(problem)
    if file == lab.file:
        return Step(session)
    before = offer(task, lab.file, lab.shown) if lab.phase is LabPhase.BUILD else None
    after = _with(session, file=file, states=_states(task, file, lab.states))
    took = f"Took `{task.file}`: {_changed(lab.file, file)}"
    if before is not None:
        now = offer(task, file, lab.shown)
        if (now.note, now.diff) != (before.note, before.diff):
            settle = _settle(session, "", event)
            after, said = _asked(after, problem, took)
            return Step(after, (settle, said))
    return Step(after, (wording.say(after, problem, took),))


def _changed(before: str, after: str) -> str:
    """What a hand edit touched, by name."""
    try:
        old, new = meanings(before), meanings(after)
    except SyntaxError as error:
        where = f" (line {error.lineno}: {error.msg})" if error.lineno else ""
        return f"it does not parse{where}."
    inner = {name for name in new if any(other.startswith(f"{name}.") for other in new)}
    touched = [n for n in {**old, **new} if old.get(n) != new.get(n) and n not in inner]
    if not touched:
        return "what it does is as before."
    return f"you changed {', '.join(f'`{name}`' for name in touched)}."


# --- running the tests -------------------------------------------------------------------------


def _run(session: Session, file: str, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    session = _with(session, runs=lab.runs + 1)
    if judging.plain_states(task, file, lab.states):
        lines = results.scripted(task, problem, lab.states)
        return Step(session, (wording.results(session, problem, lines, "Tests", ""),))
    return _really(session, file, problem, trying=False)


def _try(session: Session, problem: Problem) -> Step:
    """Run the tests on the file with the suggestion, and leave the file as it is."""
    lab, task = state_of(session), task_of(problem)
    shown = offer(task, lab.file, lab.shown)
    if shown.accepted is None:
        return Step(session, (wording.say(session, problem, shown.note),))
    session = _with(session, runs=lab.runs + 1, ran=True)
    states = lab.states[: lab.shown] + ACCEPTED + lab.states[lab.shown + 1 :]
    if judging.plain_states(task, shown.accepted, states):
        lines = results.scripted(task, problem, states)
        what = f"With suggestion {lab.shown + 1}"
        return Step(session, (wording.results(session, problem, lines, what, ""),))
    return _really(session, shown.accepted, problem, trying=True)


def _really(session: Session, file: str, problem: Problem, trying: bool) -> Step:
    """Run a file that no table knows. A newer run takes the place of one under way."""
    stopped: tuple[Effect, ...] = ()
    if session.grading:
        stopped = (Say(("Stopped: a newer one took its place.",), name=session.grading),)
    asks = session.asks + 1
    name = f"run:{asks}"
    session = replace(session, asks=asks, grading=name)
    session = _with(session, running=Ran(name, file, trying))
    effect = RunTests(name, "", 1, Scope.RUN, text=file)
    return Step(session, (*stopped, wording.running(session, problem, name), effect))


def _ran(session: Session, event: Graded, problem: Problem) -> Step:
    lab, task, grade = state_of(session), task_of(problem), event.grade
    running = lab.running
    assert running is not None
    session = _with(replace(session, grading=""), running=None)
    what = f"With suggestion {lab.shown + 1}" if running.trying else "Tests"
    if running.file != lab.file and not running.trying:
        what = "Tests, on your file as it was then"
    if grade.unconfined:
        lines = results.unsandboxed(task, problem, running.file)
        what = f"{what} ({grade.refused.split(',')[0]})"
    elif grade.refused:
        said = wording.refused(session, problem, what, grade.refused, event.name)
        return Step(session, (said,))
    else:
        lines = results.ran(problem, grade)
    return Step(session, (wording.results(session, problem, lines, what, event.name),))


# --- explaining --------------------------------------------------------------------------------


def _explain(session: Session, event: Commanded, problem: Problem) -> Step:
    """The file is closed; what its pieces are worth is found out while the person explains."""
    settle = _settle(session, "done", event)
    session, runs = _judge(session, problem)
    session = _with(session, phase=LabPhase.EXPLAIN, shown=0, asking="kind")
    session, said = _asked(session, problem)
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
    names = tuple(run.name for run in runs)
    return _with(session, verdicts=verdicts, judging=names), tuple(runs)


def _judged(session: Session, event: Graded, problem: Problem) -> Step:
    """A run told what one piece is worth."""
    lab, task = state_of(session), task_of(problem)
    _, when, index = event.name.split(":")
    file = lab.file if when == "final" else lab.built
    verdict = judging.verdict(task, file, int(index), event.grade)
    left = tuple(name for name in lab.judging if name != event.name)
    verdicts = {**(lab.verdicts or {}), event.name: verdict}
    session = _with(session, verdicts=verdicts, judging=left)
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
    settle = _settle(session, explaining.choice(lab, task, text), event)
    session = replace(session, lab=taken)
    if taken.asking == "verdicts":
        closed = _close(session, End.COMPLETED, event.at, problem)
        return Step(closed.session, (settle, *closed.effects))
    session, said = _asked(session, problem)
    return Step(session, (settle, said))


# --- leaving and ending ------------------------------------------------------------------------


def _confirm(session: Session, event: Commanded, word: str) -> Step:
    if event.by != session.starter:
        said = Say((f"Only the person who started this session may {word} it.",), to=event.by)
        return Step(session, (said,))
    settled = (Settle(session.ask, "", event.by),)
    session = replace(session, phase=Phase.CONFIRMING, pending=word, ask=session.ask + 1)
    return Step(session, (*settled, wording.confirm(session)))


def _confirmed(session: Session, answer: str, event: Commanded, problem: Problem) -> Step:
    word, settle = session.pending, Settle(session.ask, answer, event.by)
    phase = Phase.PAUSED if session.paused else Phase.BUILDING
    session = replace(session, phase=phase, pending="")
    if answer == "no":
        session, said = _asked(session, problem, f"No {word}: it goes on.")
        return Step(session, (settle, said))
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
        session = replace(_back_here(session, at), phase=Phase.BUILDING)
        session = replace(session, clock=session.clock.running(at))
    shown = replace(session, clock=session.clock.paused(at))
    before = wording.back_at(shown, problem)
    if session.pending:
        return Step(session, (wording.confirm(session),))
    session, said = _asked(session, problem, before)
    return Step(session, (said, *timing.arm(session, problem)))


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
    session = _with(session, asking="verdicts")
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
        session = _with(session, result=summary.scored(session, problem).result)
    if end is End.ABANDONED:
        said = wording.abandoned(session, problem, idle)
    else:
        said = summary.summed_up(session, problem)
    kept = summary.note(session, problem, at)
    closing = (wording.announced(session, problem),) if session.room else ()
    said = replace(said, name=name)
    return Step(session, (*stopped, said, *closing, kept, *timing.disarm(), StopTimer("idle")))
