"""The progressive drill: four parts, each shown only when the one before it passes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from drills import feedback, intake, notes, presentation, timing, wording
from drills.command import CONTINUE, NEXT, WORDS
from drills.effects import (
    Effect,
    InsertStub,
    Leave,
    RunTests,
    Say,
    Settle,
    Step,
    StopTimer,
)
from drills.events import (
    Commanded,
    Continued,
    Event,
    Graded,
    Offered,
    Pressed,
    Said,
    Submitted,
    TimerFired,
    begun,
)
from drills.model import (
    Clock,
    Done,
    End,
    Ending,
    Grade,
    Phase,
    Problem,
    Scope,
    Session,
    Stage,
)
from drills.wrapup import wrap_up

_ANSWERS = {"yes": "yes", "y": "yes", "no": "no", "n": "no"}


def step(session: Session | None, event: Event, problem: Problem) -> Step:
    """What one event leads to; what does not fit leaves the session as it is."""
    if session is None:
        return _start(event, problem)
    event = _as_spoken(session, event)
    if session.open and _goes_on(session, event):
        after = _taken(_unasked(session), event, problem)
        return Step(after.session, (*_withdraw(session), *after.effects))
    return _taken(session, event, problem)


def _taken(session: Session, event: Event, problem: Problem) -> Step:
    match session.phase, event:
        case Phase.ENDED, _:
            return Step(session)

        case _, Graded(name=name) if name == session.grading:
            return _graded(session, event, problem)
        case _, TimerFired(name="idle"):
            return _idle(session, event, problem)
        case _, TimerFired():
            return _timer(session, event, problem)
        case _, Continued():
            return _continue(session, event.at, problem)
        case _, Submitted():
            return _submitted(session, event, problem)
        case _, Offered():
            return _offered(session, event, problem)

        case Phase.CONFIRMING, Said(text=answer, by=by) if by == (session.asked or session.starter):
            return _answered(session, answer, event, problem)
        case Phase.CONFIRMING, Said(text=answer, by=by) if _would_answer(session, answer):
            return Step(session, (wording.not_asked(session, by),))
        case _, Said() | Pressed():
            return Step(session)

        case _, Commanded(word="skip" | "finish" | "abandon" as word):
            return _ask(session, event, word, problem)
        case _, Commanded(word="quit"):
            return _quit(session, event.at, problem)
        case _, Commanded(word="help"):
            return Step(session, (wording.help_listed(session),))
        case _, Commanded(word="time"):
            return _time(session, event.at, problem)
        case _, Commanded(word="run" | "done" | "hint" | "stub") if session.paused:
            return Step(session, (wording.paused(session),))
        case _, Commanded(word="run"):
            return _run(replace(session, took=""), problem)
        case _, Commanded(word="done"):
            return _done(replace(session, took=""), event, problem)
        case _, Commanded(word="hint"):
            return _hint(session, event, problem)
        case _, Commanded(word="stub"):
            part = problem.parts[session.stage.number - 1]
            stub = InsertStub(session.submission, part.signatures, problem.required)
            return Step(session, (stub,))
        case _, Commanded(word=word, by=by):
            return Step(session, (wording.unknown(session, word, by),))
        case _:
            return Step(session)


# --- presses and words are one ---------------------------------------------------------------


def _as_spoken(session: Session, event: Event) -> Event:
    """A press that still counts is what it says; an unknown word may answer a question.

    A control counts for the whole part it was shown in, an answer for its question alone.
    """
    match event:
        case Pressed(ask=ask, choice=choice) if choice in WORDS:
            valid = session.stage.ask <= ask <= session.ask
            return Commanded(event.at, event.by, choice) if valid else event
        case Pressed(ask=ask, choice=choice):
            asked = session.phase is Phase.CONFIRMING and ask == session.ask
            return Said(event.at, event.by, choice) if asked else event
        case Commanded(word=word) | Said(text=word):
            folded = word.strip().rstrip(".!… ").casefold()
            if isinstance(event, Commanded) and folded in WORDS:
                return replace(event, word=folded)
            if session.phase is Phase.CONFIRMING:
                return Said(event.at, event.by, _ANSWERS.get(folded, folded))
    return event


def _goes_on(session: Session, event: Event) -> bool:
    """Whether a question waits and somebody goes on with the work: it is not asked any more."""
    match event:
        case Submitted():
            return bool(session.pending)
        case Commanded(word="done"):
            return bool(session.pending)
        case Commanded(word="run" | "stub" | "hint" as word):
            return session.pending not in ("", "take", word)
        case _:
            return False


def _would_answer(session: Session, text: str) -> bool:
    """Whether a text would answer the question that waits, from the person whom it was put to."""
    return text in ("yes", "no", *(str(n) for n in range(1, len(session.offers) + 1)))


# --- opening, leaving and coming back -----------------------------------------------------------


def _start(event: Event, problem: Problem) -> Step:
    session = begun(event, problem)
    opened = _open_part(session, 1, event.at, problem)
    if not session.room:
        return opened
    announced = presentation.announced(session, problem)
    return Step(opened.session, (announced, *opened.effects))


def _open_part(session: Session, number: int, at: datetime, problem: Problem) -> Step:
    """Show the next part: its clock starts now, and its buttons are new."""
    ask = session.ask + 1
    settled = _withdraw(session)
    session = replace(
        _unasked(session),
        phase=Phase.BUILDING,
        ask=ask,
        clock=Clock(at, session.clock.elapsed(at)),
        stages=(*session.stages, Stage(number, Clock(at), ask=ask)),
        told=tuple(name for name in session.told if name.startswith("total")),
    )
    opened = presentation.part_opened(session, problem)
    return Step(session, (*settled, opened, *timing.arm(session, problem)))


def _quit(session: Session, at: datetime, problem: Problem) -> Step:
    if session.paused:
        return Step(session, (wording.left_with(session, problem, already=True), Leave()))
    settled = _withdraw(session)  # nobody comes back to a question and knows what it was about
    stage = session.stage
    stage = replace(stage, clock=stage.clock.paused(at), pauses=stage.pauses + 1)
    session = replace(
        _unasked(_with_stage(session, stage)),
        phase=Phase.PAUSED,
        clock=session.clock.paused(at),
        paused_at=at,
    )
    said = wording.left_with(session, problem, already=False)
    return Step(session, (*settled, said, *timing.disarm(), Leave()))


def _continue(session: Session, at: datetime, problem: Problem) -> Step:
    if not session.paused:
        # Nobody said `quit`, so the clock ran on; it is shown as it stands.
        elapsed, total = _spent(session, at)
        shown = replace(
            _with_stage(session, replace(session.stage, clock=Clock(at, elapsed))),
            clock=Clock(at, total),
        )
        return Step(session, _said_again(shown, problem))
    session = replace(
        _back(session, at),
        phase=Phase.CONFIRMING if session.pending else Phase.BUILDING,
        clock=session.clock.running(at),
    )
    if session.stage.passed:
        return _open_part(session, session.stage.number + 1, at, problem)
    stage = replace(session.stage, clock=session.stage.clock.running(at))
    session = _with_stage(session, stage)
    return Step(session, (*_said_again(session, problem), *timing.arm(session, problem)))


def _back(session: Session, at: datetime) -> Session:
    """The pause under way, if there is one, is over; it belongs to the part that it began on."""
    if session.paused_at is None:
        return session
    away = (at - session.paused_at).total_seconds()
    stage = replace(session.stage, paused_seconds=session.stage.paused_seconds + away)
    return replace(_with_stage(session, stage), paused_at=None)


def _said_again(session: Session, problem: Problem) -> tuple[Effect, ...]:
    pending = (wording.question(session, problem),) if session.pending else ()
    return (presentation.part_again(session, problem), *pending)


# --- code and its grades ------------------------------------------------------------------------


def _submitted(session: Session, event: Submitted, problem: Problem) -> Step:
    took = event.took or intake.took(event.submission)
    return _take(session, event.submission.id, took, event.then, event, problem)


def _take(
    session: Session, id: str, took: str, then: Scope, event: Submitted | Said, problem: Problem
) -> Step:
    """Keep a revision as the one received last, and run or grade it where that can be done now."""
    before = session.submission
    session = replace(session, submission=id, took=took)
    if session.paused:
        return Step(session, (wording.kept_while_paused(session),))
    if session.done_elapsed is not None and id != before:
        return Step(session, (wording.kept_while_graded(session),))
    if then is Scope.DONE:
        return _done(session, event, problem)
    return _run(session, problem, again=id != before)


def _offered(session: Session, event: Offered, problem: Problem) -> Step:
    """Ask whether, or which, code that came in is to be taken."""
    settled = _withdraw(session)
    session = replace(
        session,
        phase=Phase.CONFIRMING,
        pending="take",
        ask=session.ask + 1,
        asked=event.by,
        offers=event.offers,
        why=event.why,
        then=event.then,
        restated=False,
    )
    return Step(session, (*settled, wording.question(session, problem)))


def _run(session: Session, problem: Problem, again: bool = False) -> Step:
    """Run the visible tests. `again`: other code than that of a run that may be under way."""
    if not session.submission:
        return Step(session, (wording.no_code(session),))
    if session.grading and not (again and session.done_elapsed is None):
        return Step(session, (wording.still_running(session),))
    number = session.stage.number
    count = sum(not test.hidden for part in problem.parts[:number] for test in part.tests)
    return _grade(session, Scope.RUN, f"Running {count} visible tests{wording.STOPPED_LATE} …")


def _done(session: Session, event: Commanded | Submitted | Said, problem: Problem) -> Step:
    """Grade the part. The time of the part is taken now, not when the grade is there."""
    if not session.submission:
        return Step(session, (wording.no_code(session),))
    if session.done_elapsed is not None:
        return Step(session, (wording.still_running(session),))
    stage = session.stage
    if session.submission in _unwritten(problem, stage.number):
        return Step(session, (wording.unwritten(session),))
    for number, done in enumerate(stage.dones, start=1):
        if done.submission == session.submission:
            failed = feedback.failed_on(done, problem)
            return Step(session, (wording.unchanged(session, number, failed),))
    before = session.stages[-2].dones[-1].submission if stage.number > 1 else ""
    graded = _grade(session, Scope.DONE, f"Grading part {stage.number} …", before)
    elapsed = stage.clock.elapsed(event.at)
    session = replace(graded.session, done_elapsed=elapsed, done_by=event.by)
    return Step(session, graded.effects)


def _unwritten(problem: Problem, number: int) -> frozenset[str]:
    """The ids of the signatures as they were given, in the file or in a message, by part."""
    given = [presentation.unwritten(problem.parts[0])]
    given += [part.signatures for part in problem.parts[:number]]
    # An editor or a chat may take or add the last line's end.
    forms = [form for text in given for form in (text, text.strip(), text.strip() + "\n")]
    return frozenset(intake.submission(form.encode()).id for form in forms)


def _grade(session: Session, scope: Scope, text: str, before: str = "") -> Step:
    stopped: tuple[Effect, ...] = ()
    if session.grading:
        stopped = (wording.stopped(session, scope),)
    asks = session.asks + 1
    session = replace(session, asks=asks, grading=f"grade:{asks}", done_elapsed=None)
    run = RunTests(session.grading, session.submission, session.stage.number, scope, before)
    return Step(session, (*stopped, wording.running(session, text), run))


def _graded(session: Session, event: Graded, problem: Problem) -> Step:
    at, name, elapsed, by = event.at, event.name, session.done_elapsed, session.done_by
    session = replace(session, grading="", done_elapsed=None, done_by=None)
    stage = session.stage
    if elapsed is None:
        grade = replace(event.grade, scope=Scope.RUN, part=stage.number)
        if grade.refused:
            return Step(session, (feedback.refused(session, grade, name, done=False),))
        return Step(session, (feedback.ran(session, problem, grade, name),))

    grade = replace(event.grade, scope=Scope.DONE, part=stage.number)
    waited = stage.clock.elapsed(at) - elapsed
    session = replace(session, clock=timing.forgive(session.clock, at, waited))
    stage = replace(stage, clock=timing.forgive(stage.clock, at, waited))
    if grade.refused:
        session = _with_stage(session, stage)
        said = feedback.refused(session, grade, name, done=True)
        return Step(session, (said, *_rearmed(session, problem)))
    done = replace(_done_of(grade, elapsed, at, problem), by=by)
    stage = replace(stage, dones=(*stage.dones, done))
    if done.passed:
        stage = replace(stage, clock=stage.clock.paused(at))
    session = _with_stage(session, stage)
    kept = notes.keep(session, problem, stage, at)
    last = stage.number == len(problem.parts)
    said = feedback.graded(session, problem, grade, name, _tail(session, done, last))
    if not done.passed:
        return Step(session, (said, kept, *_rearmed(session, problem)))
    if last:
        ended = _end(session, End.COMPLETED, at, problem)
        return Step(ended.session, (said, *ended.effects))
    if session.paused:  # the next part's clock waits for its person
        pending = _withdraw(session)
        session = _unasked(session)
        return Step(session, (said, kept, *pending))
    opened = _open_part(session, stage.number + 1, at, problem)
    return Step(opened.session, (said, kept, *opened.effects))


def _done_of(grade: Grade, elapsed: float, at: datetime, problem: Problem) -> Done:
    some = feedback.outcomes(grade, problem)
    return Done(
        at=at,
        elapsed=elapsed,
        passed=feedback.passed(some, grade),
        failed=feedback.failed_categories(some),
        regressed=feedback.regressed_parts(some, grade.part),
        submission=grade.submission,
        review=feedback.sure(grade.review, some),
        not_run=sum(outcome.ending is Ending.NOT_RUN for outcome in some),
    )


def _tail(session: Session, done: Done, last: bool) -> str:
    """What holds after a grade: what stays locked, or where the next part is."""
    number = session.stage.number
    if done.passed:
        waits = session.paused and not last
        return f"Part {number + 1} opens as you continue: {CONTINUE}" if waits else ""
    locked = f"Part {number} is not passed." if last else f"Part {number + 1} stays locked."
    return f"{locked} Fix it and send it again; your last code is kept."


# --- the clock ----------------------------------------------------------------------------------


def _spent(session: Session, at: datetime) -> tuple[float, float]:
    """Seconds of the part and of all parts, as a grade under way will leave them."""
    elapsed, total = session.stage.clock.elapsed(at), session.clock.elapsed(at)
    if session.done_elapsed is None:
        return elapsed, total
    return session.done_elapsed, total - (elapsed - session.done_elapsed)


def _time(session: Session, at: datetime, problem: Problem) -> Step:
    elapsed, total = _spent(session, at)
    return Step(session, (wording.time_told(session, problem, elapsed, total),))


def _timer(session: Session, event: TimerFired, problem: Problem) -> Step:
    """Tell what came due, all of it in one message; what was told or is not due yet is inert."""
    names = timing.told_now(session, problem, event.at, event.due)
    if event.name not in names:
        return Step(session)
    text = timing.announcement(session, problem, names, event.at)
    late = event.at - event.due
    if late > timing.LATE:
        text += (
            f" This was due {timing.span(late.total_seconds())} ago, while I was away."
            " Nothing is lost; the time counts and is noted."
        )
    said = replace(wording.say(session, text), mention=True)
    others = tuple(StopTimer(name) for name in names if name != event.name)
    return Step(replace(session, told=(*session.told, *names)), (said, *others))


def _rearmed(session: Session, problem: Problem) -> tuple[Effect, ...]:
    return () if session.paused else timing.arm(session, problem)


def _idle(session: Session, event: TimerFired, problem: Problem) -> Step:
    if event.at - session.last_at < timing.IDLE:
        return Step(session)
    return _end(session, End.ABANDONED, event.at, problem, idle=True)


# --- ending -------------------------------------------------------------------------------------


def _ask(session: Session, event: Commanded, word: str, problem: Problem) -> Step:
    """Ask once; asked for the same again, the question stands as it was."""
    if event.by != session.starter:
        return Step(session, (wording.not_the_starter(event.by, word),))
    if word != "abandon" and session.done_elapsed is not None:
        return Step(session, (wording.decide_later(session, word),))
    if word == "skip" and session.stage.passed:
        return Step(session, (wording.paused(session),))
    settled: tuple[Effect, ...] = ()
    if session.pending != word:
        settled = _withdraw(session)
        session = replace(_unasked(session), phase=Phase.CONFIRMING, pending=word)
        session = replace(session, ask=session.ask + 1)
    return Step(session, (*settled, wording.question(session, problem)))


def _hint(session: Session, event: Commanded, problem: Problem) -> Step:
    """The nudge again; the first time on a part it costs something, and so is asked about."""
    if session.stage.hinted:
        return Step(session, (wording.hint(session, problem),))
    settled: tuple[Effect, ...] = ()
    if (session.pending, session.asked) != ("hint", event.by):
        settled = _withdraw(session)
        session = replace(_unasked(session), phase=Phase.CONFIRMING, pending="hint")
        session = replace(session, ask=session.ask + 1, asked=event.by)
    return Step(session, (*settled, wording.question(session, problem)))


def _again(session: Session, problem: Problem) -> Step:
    """Ask once more: among others once is enough, and what else they say is their talk."""
    if session.room and session.restated:
        return Step(session)
    return Step(replace(session, restated=True), (wording.question(session, problem),))


def _answered(session: Session, answer: str, event: Said, problem: Problem) -> Step:
    """Do what was asked about, or not; any other answer is asked for once more."""
    word, offers, then = session.pending, session.offers, session.then
    settle = Settle(session.ask, answer, event.by)
    if answer == "no":
        session = _unasked(session)
        return Step(session, (settle, wording.went_on(session, word)))
    if word == "take":
        if answer == "yes" and len(offers) == 1:
            answer = "1"
        if not _would_answer(session, answer) or answer == "yes":
            return _again(session, problem)
        offer = offers[int(answer) - 1]
        taken = _take(_unasked(session), offer.submission, offer.took, then, event, problem)
        return Step(taken.session, (replace(settle, choice=answer), *taken.effects))
    if answer != "yes":
        return _again(session, problem)
    if word == "hint":
        said = wording.hint(session, problem)
        stage = replace(session.stage, hinted=True)
        return Step(_with_stage(_unasked(session), stage), (settle, said))
    end = {"skip": End.SKIPPED, "finish": End.FINISHED, "abandon": End.ABANDONED}[word]
    ended = _end(_unasked(session), end, event.at, problem)
    return Step(ended.session, (settle, *ended.effects))


def _unasked(session: Session) -> Session:
    """No question waits any more."""
    phase = Phase.PAUSED if session.paused else Phase.BUILDING
    return replace(
        session, phase=phase, pending="", asked=None, offers=(), then=Scope.RUN, restated=False
    )


def _end(session: Session, end: End, at: datetime, problem: Problem, idle: bool = False) -> Step:
    """Close the session: its clocks stand still, no timer is left, every note is completed."""
    stopped: tuple[Effect, ...] = _withdraw(session)
    if session.grading:
        stopped = (Say(("Stopped: the session is over.",), name=session.grading), *stopped)
    session = _unasked(_back(session, at))
    session = replace(
        _with_stage(session, replace(session.stage, clock=session.stage.clock.paused(at))),
        phase=Phase.ENDED,
        clock=session.clock.paused(at),
        grading="",
        done_elapsed=None,
        ended_at=at,
        end=end,
    )
    match end:
        case End.COMPLETED | End.FINISHED:
            said = wrap_up(session, problem, str(NEXT))
        case End.SKIPPED:
            said = wording.skipped(session, problem, str(NEXT))
        case End.ABANDONED:
            last_word = wording.closed_idle if idle else wording.abandoned
            said = last_word(session, problem, str(NEXT))
    kept = notes.keep_all(session, problem, at)
    closing = (presentation.announced(session, problem),) if session.room else ()
    return Step(session, (*stopped, said, *closing, *kept, *timing.disarm(), StopTimer("idle")))


def _withdraw(session: Session) -> tuple[Effect, ...]:
    asked = session.asked or session.starter
    return (Settle(session.ask, "", asked),) if session.pending else ()


def _with_stage(session: Session, stage: Stage) -> Session:
    return replace(session, stages=(*session.stages[:-1], stage))
