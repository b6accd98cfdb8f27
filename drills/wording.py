"""What a progressive drill says beside its grades: parts, questions, the clock, refusals."""

from __future__ import annotations

from datetime import timedelta

from drills.command import AFTER, CONTINUE, NOTES, TERMINAL_WORDS, WORDS, suggested
from drills.effects import Choice, Code, Mention, Moment, Say, Sending
from drills.model import TEST_SECONDS, Person, Problem, Scope, Session, Why
from drills.timing import left, of_budget, span

_CONTROLS = tuple(
    Choice(word, word.capitalize()) for word in ("run", "done", "hint", "skip", "time")
)
_SEND = Choice("send", "Send code", form=True)
_GO_ON = Choice("continue", "Continue")


_NEXT = Choice(AFTER, "Next")

STOPPED_LATE = f", each for {TEST_SECONDS} s at most"

_COSTS = '1 of the 5 points for incremental design, and the band then says "with rework".'
HINT_COSTS = f"The hint of a part costs {_COSTS}"


def controls(session: Session) -> tuple[Choice, ...]:
    """What can be pressed while a part is open, or while its clock is paused; where there are no
    windows, no form, and nobody to press anything after `quit`."""
    if session.paused:
        return (_GO_ON,) if session.room else ()
    return (_SEND, *_CONTROLS) if session.room else _CONTROLS


def after(session: Session) -> tuple[Choice, ...]:
    """What can be pressed once it is over."""
    return (_NEXT,) if session.room else ()


# --- questions that are asked once ---------------------------------------------------------------


def question(session: Session, problem: Problem) -> Say:
    """Ask for a yes or no to `session.pending`, saying what will be shown and ended."""
    if session.pending == "take":
        return _which(session)
    number = session.stage.number
    result = f"{session.passed} of {len(problem.parts)} parts passed"
    reached = "part 1" if number == 1 else f"the {number} parts reached"
    asked, yes = {
        "skip": (
            f"Skip part {number}? You see its model solution and why it matters later, and the"
            f" session ends here with {result}.",
            "Yes, skip",
        ),
        "finish": (
            f"Finish here? You get the whole wrap-up for {reached}, no model solution is shown,"
            f" and the session ends with {result}.",
            "Yes, finish",
        ),
        "abandon": (
            "Abandon this session? It ends at once with a note; there is no wrap-up and nothing"
            " more is shown.",
            "Yes, abandon",
        ),
        "hint": (f"A hint for part {number}? It costs {_COSTS}", "Yes, show it"),
    }[session.pending]
    return Say(
        (f"{asked}\nSay `yes` or `no`.",),
        choices=(Choice("yes", yes, answer=True), Choice("no", "No, go on", answer=True)),
        ask=session.ask,
    )


def _which(session: Session) -> Say:
    """Which code to take, or whether."""
    sizes = [offer.label for offer in session.offers]
    asked, no = {
        Why.SEVERAL: ("More than one of these defines what is asked for. Which one?", "None"),
        Why.UNFENCED: (f"That reads like code: {sizes[0]}. Run it?", "No"),
        Why.EDITED: ("That message changed after I read it. Run the new text?", "Keep the old"),
    }[session.why]
    if len(session.offers) == 1:
        choices = [Choice("1", "Run this" if session.why is Why.UNFENCED else "Run", answer=True)]
        how = "Say `yes` or `no`."
    else:
        choices = [
            Choice(str(number), label.capitalize(), answer=True)
            for number, label in enumerate(sizes, start=1)
        ]
        listed = "\n".join(f"{number}. {label}" for number, label in enumerate(sizes, start=1))
        how = f"{listed}\nSay a number, or `no`."
    return Say(
        (f"{asked}\n{how}",),
        choices=(*choices, Choice("no", no, answer=True)),
        ask=session.ask,
    )


def went_on(session: Session, what: str) -> Say:
    if what == "take":
        return say(session, "Nothing was taken; your last code is kept.")
    kept = "the clock stays paused" if session.paused else "your clock runs on"
    return say(session, f"No {what}: part {session.stage.number} goes on, {kept}.")


# --- small answers -------------------------------------------------------------------------------


def say(session: Session, text: str, name: str = "") -> Say:
    """A line that leaves the person with the open part's controls."""
    return Say((text,), choices=controls(session), ask=session.ask, name=name)


def hint(session: Session, problem: Problem) -> Say:
    number = session.stage.number
    counted = "the same one; not counted again" if session.stage.hinted else "counted"
    nudge = problem.parts[number - 1].hint.strip()
    return say(session, f"Hint for part {number} · {counted}\n{nudge}")


def time_told(session: Session, problem: Problem, elapsed: float, total: float) -> Say:
    number = session.stage.number
    part = problem.parts[number - 1]
    if session.done_elapsed is not None:
        return say(
            session,
            f"⏱ Part {number} is being graded; its clock stands at"
            f" {of_budget(elapsed, part.seconds)} since your `done`\n"
            f"Waiting costs no time · all parts: {of_budget(total, problem.seconds)},"
            f" {left(problem.seconds, total)}",
        )
    paused = " · paused" if session.paused else ""
    rest, since = part.seconds - session.stage.clock.spent, session.stage.clock.since
    until = ""
    if session.room and since is not None and elapsed < part.seconds:
        until = f" · until {Moment(since + timedelta(seconds=rest))}"
    return say(
        session,
        f"⏱ {left(part.seconds, elapsed)} on part {number}{until}{paused}\n"
        f"Part {number}: {of_budget(elapsed, part.seconds)} ·"
        f" all parts: {of_budget(total, problem.seconds)}, {left(problem.seconds, total)}",
    )


def help_listed(session: Session) -> Say:
    own = TERMINAL_WORDS if session.place.platform == "terminal" else {}
    lines = "\n".join(f"- `{word}`: {what}" for word, what in {**WORDS, **own}.items())
    told = (
        f"{HINT_COSTS} Waiting for the grade of a `done` costs no time. A note of each part is"
        " kept from its first grade on, and of every part reached when the drill ends"
        f"{'; all who act in the drill have them' if session.team else ''}. {NOTES} shows your"
        " notes."
    )
    return say(session, f"One word does it:\n{lines}\n\n{told}\n{Sending()}")


def unknown(session: Session, word: str, by: Person) -> Say:
    plain = word.replace("`", " ").strip()[:40]
    near = suggested(word, list(WORDS))
    meant = f" Did you mean `{near}`?" if near else ""
    return Say(
        (f"There is no command `{plain}`.{meant} `help` lists those there are.",),
        choices=controls(session),
        ask=session.ask,
        to=by,
    )


def no_code(session: Session) -> Say:
    return say(session, f"There is no code yet, so nothing ran. {Sending()}")


def still_running(session: Session) -> Say:
    number = session.stage.number
    if session.done_elapsed is not None:
        return say(session, f"Part {number} is being graded already; the result comes here.")
    return say(session, "The visible tests run already; the result comes here.")


def decide_later(session: Session, word: str) -> Say:
    number = session.stage.number
    return say(session, f"Part {number} is being graded. Say `{word}` again after its result.")


def unwritten(session: Session) -> Say:
    return say(
        session,
        "Not graded: these are the signatures as you got them, with nothing written yet. This"
        " `done` does not count.",
    )


def unchanged(session: Session, which: int, failed: str) -> Say:
    number = session.stage.number
    return say(
        session,
        f"Nothing changed since grade {which} of part {number}: {failed}. That grade stands, and"
        " this `done` does not count.",
    )


def kept_while_graded(session: Session) -> Say:
    number = session.stage.number
    return say(
        session,
        f"{session.took} Part {number} is still being graded with the code before it; say `run`"
        " or `done` after that result.",
    )


def kept_while_paused(session: Session) -> Say:
    text = f"{session.took} It is kept and did not run: the clock is paused. {CONTINUE}"
    return say(session, text)


def paused(session: Session) -> Say:
    stage = session.stage
    if stage.passed:
        return say(
            session,
            f"Part {stage.number} is passed; the next part opens as you continue: {CONTINUE}",
        )
    return say(session, f"Nothing done: the clock is paused at part {stage.number}. {CONTINUE}")


def left_with(session: Session, problem: Problem, already: bool) -> Say:
    number = session.stage.number
    part = problem.parts[number - 1]
    graded = session.done_elapsed  # of a grade that is still under way
    elapsed = session.stage.clock.spent if graded is None else graded
    return say(
        session,
        f"{'Paused already' if already else 'Paused'} at part {number} of"
        f" {len(problem.parts)} · {of_budget(elapsed, part.seconds)}\n"
        f"Nothing is lost; the clock stands still until you come back: {CONTINUE}",
    )


def running(session: Session, text: str) -> Say:
    return Say((f"{session.took} {text}".strip(),), name=session.grading, progress=True)


def still_at_it(session: Session) -> Say:
    """In the place of a progress line that has stood long; of any drill."""
    text = "Still running …"
    if session.done_elapsed is not None:
        text = f"Still grading part {session.stage.number} … Waiting costs no time."
    return Say((text,), name=session.grading, progress=True)


def stopped(session: Session, scope: Scope) -> Say:
    """What becomes of a run of the visible tests that something newer makes pointless."""
    newer = "your `done`" if scope is Scope.DONE else "your newer code"
    text = f"The run of the visible tests was stopped: {newer} takes its place; all code is kept."
    return say(session, text, session.grading)


def clock_went_back(seconds: float) -> Say:
    return Say(
        (
            f"The computer's clock was set back by {span(seconds)}. The drill's clock stands still"
            " until it has caught up; no time is lost or invented.",
        )
    )


def not_the_starter(by: Person, word: str) -> Say:
    return Say((f"Only the person who started this session may {word} it.",), to=by)


def not_asked(session: Session, by: Person) -> Say:
    """Somebody else answers the question that waits."""
    if session.asked is None:
        return not_the_starter(by, session.pending)
    return Say((f"{Mention(session.asked.user)} was asked that, and answers it.",), to=by)


# --- the end -------------------------------------------------------------------------------------


def skipped(session: Session, problem: Problem, next: str) -> Say:
    number = session.stage.number
    part = problem.parts[number - 1]
    return Say(
        (
            f"Skipped at part {number} · {session.passed} of {len(problem.parts)} parts passed ·"
            f" {of_budget(session.clock.spent, problem.seconds)}\n"
            f"A model solution of part {number}:",
            Code(part.reference.strip(), "python", f"model_part{number}.py"),
            f"Why it matters later: {part.lesson.strip()}\nNext: {next}",
        ),
        choices=after(session),
    )


def abandoned(session: Session, problem: Problem, next: str) -> Say:
    return Say(
        (
            f"Abandoned at part {session.stage.number} of {len(problem.parts)} ·"
            f" {of_budget(session.clock.spent, problem.seconds)}\n"
            f"The note is kept. Next: {next}",
        ),
        choices=after(session),
    )


def closed_idle(session: Session, problem: Problem, next: str) -> Say:
    return Say(
        (
            f"Closed after 14 days without a word · part {session.stage.number} of"
            f" {len(problem.parts)}, {session.passed} passed\n"
            f"It counts as abandoned; the note and your code are kept. Next: {next}",
        ),
        choices=after(session),
    )
