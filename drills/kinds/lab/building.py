"""Building with the assistant: decisions, the person's own code, and runs of the tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from drills import intake
from drills.effects import Effect, RunTests, Say, Settle, Step
from drills.events import Commanded, Graded, Said, Submitted
from drills.kinds.lab import judging, results, wording
from drills.kinds.lab.choices import begun_with, state_of, task_of
from drills.kinds.lab.composing import compose, edited, offer, part, piece, touches
from drills.kinds.lab.units import meanings, parsed, where
from drills.model import Grade, Problem, Scope, Session, Submission
from drills.task import ACCEPTED, OWN, REJECTED, Decision, LabPhase, Press, Ran, Task, Tested

SETTLED = "Nothing was taken: what it was meant for is settled."
_STOPPED = "The run of the tests was stopped: a newer one takes its place. What you sent is kept."


def changed(session: Session, **fields: object) -> Session:
    """The session with some fields of its lab changed."""
    return replace(session, lab=replace(state_of(session), **fields))  # type: ignore[arg-type]


def asked(
    session: Session, problem: Problem, before: str = "", whole: bool = False
) -> tuple[Session, Say]:
    """Put the question that waits, under a number of its own; `whole`: with what it is about,
    also where that was shown for the question before."""
    session = replace(session, ask=session.ask + 1)
    return session, wording.question(session, problem, before, whole)


def settle(
    session: Session, choice: str, event: Commanded | Said | Submitted, sure: int = 0
) -> Settle:
    return Settle(session.ask, choice, event.by, f"sure {sure}" if sure else "")


# --- plan and build --------------------------------------------------------------------------


def begin(session: Session, plan: str, event: Commanded | Said, problem: Problem) -> Step:
    settled = settle(session, "write" if plan else "done", event)
    session = changed(session, phase=LabPhase.BUILD, plan=plan)
    before = "No plan; that is kept too."
    if plan:
        before = "Your plan is kept; `plan: …` writes it anew until your first decision."
    session, said = asked(
        session, problem, f"{before}\n\n**Phase 2 of 4: Build with the assistant.**"
    )
    return Step(session, (settled, said))


def planned_anew(session: Session, plan: str, problem: Problem) -> Step:
    """Another plan in the place of the first, as long as nothing is decided."""
    lab = state_of(session)
    if lab.decisions:
        text = "The plan is as it was when you decided first; it cannot be changed any more."
        return Step(session, (wording.say(session, problem, text),))
    session = changed(session, plan=plan)
    text = f"This is your plan now: “{plan}”" if plan else "You have no plan now."
    return Step(session, (wording.say(session, problem, text),))


def decide(session: Session, press: Press, sure: int, event: Commanded, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    shown = offer(task, lab.file, lab.shown)
    if press is Press.ACCEPT and shown.accepted is None:
        return Step(session, (wording.say(session, problem, shown.note),))
    file = shown.accepted if press is Press.ACCEPT else shown.rejected
    assert file is not None
    settled = settle(session, press.value, event, sure or lab.sure)
    state = ACCEPTED if press is Press.ACCEPT else REJECTED
    states = lab.states[: lab.shown] + state + lab.states[lab.shown + 1 :]
    decided = _decided(session, press, sure, event.at)
    decided = changed(decided, file=file, states=_states(task, file, states))
    after, said = _on(decided, problem, event)
    if file != lab.file:
        said = replace(said, files=(*wording.written(after, problem), *said.files))
    return Step(after, (settled, said))


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
    return changed(session, decisions=(*lab.decisions, decision), sure=0, ran=False)


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
        session = changed(session, shown=(later or list(lab.undecided))[0], sure=0, ran=False)
        return asked(session, problem, before)
    if not lab.built:
        session = changed(session, built=lab.file)
    session = changed(session, phase=LabPhase.TEST)
    return asked(session, problem, before)


def go_on(session: Session, event: Commanded, problem: Problem) -> Step:
    if state_of(session).standing(state_of(session).shown) is None:
        text = "Decide on this one first: accept, edit or reject."
        return Step(session, (wording.say(session, problem, text),))
    settled = settle(session, "next", event)
    session, said = _on(session, problem, event)
    return Step(session, (settled, said))


def back(session: Session, to: int, event: Commanded | Said, problem: Problem) -> Step:
    """Take up a suggestion again: the one before, or that of a number."""
    lab, count = state_of(session), len(task_of(problem).suggestions)
    if to > count or (to and to - 1 in lab.undecided):
        return Step(session, (wording.say(session, problem, f"There is no {to} to go back to."),))
    here = count if lab.phase is LabPhase.TEST else lab.shown
    if not to and not here:
        return Step(session, (wording.say(session, problem, "This is the first suggestion."),))
    settled = settle(session, "back", event)
    index = to - 1 if to else here - 1
    session = changed(session, phase=LabPhase.BUILD, shown=index, sure=0, ran=False)
    session, said = asked(session, problem)
    return Step(session, (settled, said))


# --- code that comes in ------------------------------------------------------------------------


def submitted(session: Session, event: Submitted, problem: Problem) -> Step:
    lab, task = state_of(session), task_of(problem)
    if lab.phase in (LabPhase.EXPLAIN, LabPhase.MARK):
        text = f"Nothing was taken: `{task.file}` is closed, and you explain it as it is."
        return Step(session, (wording.say(session, problem, text),))
    if event.ask is not None and event.ask != session.ask:
        return Step(session, (wording.say(session, problem, SETTLED),))
    edit, sent = event.ask is not None, event.submission
    try:
        file = taken(task, lab.file, sent, edit)
    except intake.Refused as why:
        return Step(session, (wording.say(session, problem, str(why)),))
    session = replace(session, submission=sent.id)
    if lab.phase is LabPhase.BUILD:
        edit = edit or (file != sent.text and touches(task, sent.text, lab.shown))
        if edit:
            return _edit(session, file, event, problem)
    return _rewritten(session, file, event, problem)


def taken(task: Task, file: str, sent: Submission, edit: bool) -> str:
    """The file with what was sent. A file of its name takes its place, whatever is in it, unless
    it is meant as an `edit` of a piece. Raises intake.Refused where it does not parse."""
    if sent.name == task.file and not edit:
        return sent.text
    what = "your version"
    try:
        parsed(sent.text)
        what = f"`{task.file}`"
        return edited(task, file, sent.text)
    except SyntaxError as error:
        why = f"Nothing was taken: {what} does not parse ({where(error)})."
        raise intake.Refused(f"{why} Fix it and send it again.") from None


def _edit(session: Session, file: str, event: Submitted, problem: Problem) -> Step:
    """A person's own version of the suggestion that is shown: decided, and run for real."""
    lab = state_of(session)
    task, number = task_of(problem), lab.shown + 1
    proposed = (task.suggestions[lab.shown].proposed, begun_with(task, lab.shown))
    as_proposed = event.submission.text.strip() in map(str.strip, proposed)
    press = Press.ACCEPT if as_proposed else Press.EDIT
    state = ACCEPTED if as_proposed else OWN
    took = f"Took your version of suggestion {number}."
    if as_proposed:
        took = f"Your version of suggestion {number} is the proposal itself, so that is accepted."
    elif absent := _absent(task, file, lab.shown):
        took += f" {absent}"
    settled = settle(session, press.value, event, lab.sure)
    states = lab.states[: lab.shown] + state + lab.states[lab.shown + 1 :]
    session = _decided(session, press, 0, event.at)
    session = changed(session, file=file, states=_states(task, file, states))
    session, said = _on(session, problem, event, took)
    said = replace(said, files=(*wording.written(session, problem), *said.files))
    ran = run(session, file, problem, edited=number)
    return Step(ran.session, (settled, said, *ran.effects))


def _absent(task: Task, file: str, index: int) -> str:
    """What of a piece a person's version leaves as the file began, by name."""
    start, mine = meanings(task.start), meanings(file)
    proposed = meanings(task.suggestions[index].proposed)
    left = [
        name
        for name in part(task, index, ACCEPTED).units
        if name in start and mine.get(name) == start[name] != proposed.get(name)
    ]
    if not left:
        return ""
    stub = all("NotImplementedError" in start[name] for name in left)
    named = " and ".join(f"`{name}`" for name in left)
    what = f"{named} {'is' if len(left) == 1 else 'are'} still"
    return f"{what} {'the stub' if stub else 'as the file began'}: your version does not have it."


def _rewritten(session: Session, file: str, event: Submitted, problem: Problem) -> Step:
    """The person's file was changed by hand."""
    lab, task = state_of(session), task_of(problem)
    if file == lab.file:
        text = f"Nothing changed: `{task.file}` is so already."
        return Step(session, (wording.say(session, problem, text),))
    before = offer(task, lab.file, lab.shown) if lab.phase is LabPhase.BUILD else None
    after = changed(session, file=file, states=_states(task, file, lab.states))
    took = f"Took `{task.file}`: {_changed(lab.file, file)}"
    if before is not None:
        now = offer(task, file, lab.shown)
        if (now.note, now.diff) != (before.note, before.diff):
            settled = settle(session, "", event)
            after, said = asked(after, problem, took)
            return Step(after, (settled, said))
        if lab.standing(lab.shown) is None:
            took += f" Suggestion {lab.shown + 1} still waits."
    return Step(after, (wording.say(after, problem, took),))


def _changed(before: str, after: str) -> str:
    """What a hand edit touched, by name."""
    try:
        old, new = meanings(before), meanings(after)
    except SyntaxError as error:
        return f"it does not parse ({where(error)})."
    inner = {name for name in new if any(other.startswith(f"{name}.") for other in new)}
    touched = [n for n in {**old, **new} if old.get(n) != new.get(n) and n not in inner]
    if not touched:
        return "what it does is as before."
    return f"you changed {', '.join(f'`{name}`' for name in touched)}."


# --- running the tests -------------------------------------------------------------------------


def run(session: Session, file: str, problem: Problem, edited: int = 0) -> Step:
    """Run the visible tests on the file; `edited` is the suggestion, from 1, whose edit this
    follows."""
    lab, task = state_of(session), task_of(problem)
    session = changed(session, runs=lab.runs + 1)
    if judging.plain_states(task, file, lab.states):
        lines = results.scripted(task, problem, lab.states)
        return Step(session, (wording.results(session, problem, lines, _what(edited), ""),))
    return _really(session, file, problem, edited=edited)


def _what(edited: int) -> str:
    return f"After your edit of suggestion {edited}" if edited else "Tests"


def try_it(session: Session, problem: Problem) -> Step:
    """Run the tests on the file with the suggestion, and leave the file as it is."""
    lab, task = state_of(session), task_of(problem)
    shown = offer(task, lab.file, lab.shown)
    if shown.accepted is None:
        return Step(session, (wording.say(session, problem, shown.note),))
    session = changed(session, runs=lab.runs + 1, ran=True)
    states = lab.states[: lab.shown] + ACCEPTED + lab.states[lab.shown + 1 :]
    if judging.plain_states(task, shown.accepted, states):
        lines = results.scripted(task, problem, states)
        what = f"With suggestion {lab.shown + 1}"
        return Step(session, (wording.results(session, problem, lines, what, ""),))
    return _really(session, shown.accepted, problem, trying=True)


def _really(
    session: Session, file: str, problem: Problem, trying: bool = False, edited: int = 0
) -> Step:
    """Run a file that no table knows. A newer run takes the place of one under way."""
    stopped: tuple[Effect, ...] = ()
    if session.grading:
        stopped = (Say((_STOPPED,), name=session.grading),)
    asks = session.asks + 1
    name = f"run:{asks}"
    session = replace(session, asks=asks, grading=name)
    session = changed(session, running=Ran(name, file, trying, edited))
    effect = RunTests(name, "", 1, Scope.RUN, text=file)
    return Step(session, (*stopped, wording.running(session, problem, name), effect))


def tested(file: str, grade: Grade, problem: Problem) -> Tested | None:
    """What a run told of a file; None where nothing ran for a reason that is not the file's."""
    task = task_of(problem)
    if grade.unconfined:
        return results.counted(file, results.unsandboxed(task, problem, file))
    if grade.refused and results.loads(task, grade):
        return None
    return results.counted(file, results.ran(problem, grade), grade.refused)


def ran(session: Session, event: Graded, problem: Problem) -> Step:
    lab, task, grade = state_of(session), task_of(problem), event.grade
    running = lab.running
    assert running is not None
    session = changed(replace(session, grading=""), running=None)
    what = f"With suggestion {lab.shown + 1}" if running.trying else _what(running.edited)
    if running.file != lab.file and not running.trying:
        what += ", on your file as it was then"
    if grade.unconfined:
        lines = results.unsandboxed(task, problem, running.file)
        what = f"{what} ({grade.refused.split(',')[0]})"
    elif grade.refused:
        if not running.trying:
            session = changed(session, tested=tested(running.file, grade, problem) or lab.tested)
        said = wording.refused(session, problem, what, grade.refused, event.name)
        return Step(session, (said,))
    else:
        lines = results.ran(problem, grade)
    if not running.trying:
        session = changed(session, tested=tested(running.file, grade, problem))
    return Step(session, (wording.results(session, problem, lines, what, event.name),))
