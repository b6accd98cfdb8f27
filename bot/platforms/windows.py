"""What is written in a chat and meant for a drill: the windows for it, and which code is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app import App
from drills import folder, intake
from drills.effects import File, Form, Keep
from drills.events import Event, Offered, Said, Submitted
from drills.kinds.lab import building, choices
from drills.model import Person, Problem, Session, Submission
from drills.task import ACCEPTED, LabPhase
from drills.working import ENTRY
from drills.working_state import WorkState

LOG = "log"  # the choice of the window for a decision
_BARE = "That reads like code. To have it taken, send it as a file or in a code block (```)."


@dataclass(frozen=True, slots=True)
class Opener:
    """The button that a window was opened by: what it was shown for, and its choice. By default
    that for code, which is no question's."""

    ask: int = 0
    choice: str = choices.FILE


@dataclass(frozen=True, slots=True)
class Files:
    """All that was sent at once, the program first."""

    sent: tuple[Submission, ...]


Found = Files | intake.Taken | intake.Unsure


def form(app: App, session: Session, opened: Opener) -> Form | None:
    """The window that a button opens; None where what it was shown for is settled."""
    if session.lab is not None:
        problem = app.problem(session.draw)
        return choices.form(session, problem, opened.ask, opened.choice)
    if session.work is not None:
        return _working(session, session.work, opened)
    last = app.store.submission(session.submission).text if session.submission else ""
    return Form("Send code", "Your code", last)


def _working(session: Session, work: WorkState, opened: Opener) -> Form | None:
    """Those of a working session: for code and the log until it is frozen, then for answers."""
    waits = work.waits and opened.ask == session.ask and not session.pending
    if opened.choice == choices.FILE and work.frozen is None:
        return Form("Send code", f"{ENTRY}, or files", work.files.get(ENTRY, ""))
    if opened.choice == LOG and work.frozen is None:
        return Form("Decision", "What you decided, and why", code=False)
    if opened.choice == choices.OWN_WORDS and waits:
        return Form("Walkthrough", "Your answer", code=False)
    return None


def meant(
    app: App,
    by: Person,
    session: Session,
    opened: Opener,
    text: str,
    files: Sequence[tuple[str, bytes]],
) -> Event:
    """What was written in a window is taken for. Raises intake.Refused."""
    opens, now = form(app, session, opened), app.clock.now()
    if opens is None:
        raise intake.Refused(building.SETTLED)
    if not opens.code:
        if not text.strip():
            raise intake.Refused("There is nothing in it.")
        words = f"decision: {text.strip()}" if opened.choice == LOG else text.strip()
        return Said(now, by, words)
    typed = text.strip("\n")
    if typed.strip() == opens.text.strip():  # what stood in it, untouched
        if typed and not files and session.lab is not None and not _undoes(session, opened):
            raise intake.Refused("Nothing was changed, so nothing was taken.")
        typed = "" if files else typed
    pieces, _ = intake.split(typed)
    if not pieces and typed.strip():
        pieces = [intake.Piece(f"{typed}\n".encode(), "solution.py", "your code")]
    pieces = [*(intake.file(name, raw) for name, raw in files), *pieces]
    if not pieces:
        raise intake.Refused("There is no code in it. Paste your code, or add a file.")
    problem = app.problem(session.draw)
    match found(problem, pieces):
        case intake.Taken(submission, took) if session.lab is not None:
            assert problem.lab is not None
            edit = opened.choice == choices.EDIT
            building.taken(problem.lab, session.lab.file, submission, edit)
            return Submitted(now, by, submission, took, ask=opened.ask if edit else None)
        case Files(sent):
            return Submitted(now, by, sent[0], folder.took(sent), more=sent[1:])
        case intake.Taken(submission, took):
            return Submitted(now, by, submission, took)
        case intake.Unsure(why, offers, submissions):
            return Offered(now, by, why, offers, submissions)
    raise AssertionError("pieces are refused, or something is found in them")


def _undoes(session: Session, opened: Opener) -> bool:
    """Whether the proposal, as it stood in the window, takes the place of another decision."""
    lab = session.lab
    if lab is None or opened.choice != choices.EDIT or lab.phase is not LabPhase.BUILD:
        return False
    return lab.standing(lab.shown) is not None and lab.states[lab.shown] != ACCEPTED


def found(
    problem: Problem, pieces: Sequence[intake.Piece], meant: intake.Unsure | None = None
) -> Found | None:
    """The code of a message or a window; `meant` is what came without a fence. Raises Refused."""
    if problem.work is not None:
        if meant is not None:
            raise intake.Refused(_BARE)
        return Files(folder.received(pieces, problem.work.given)) if pieces else None
    if problem.lab is None:
        return intake.choose(pieces, problem.required) if pieces else meant
    if meant is not None:
        raise intake.Refused(_BARE)
    file, tests = problem.lab.file, problem.lab.tests_file
    code = [each for each in pieces if each.name != tests]
    if pieces and not code:
        raise intake.Refused(f"Nothing was taken: `{tests}` is the tests. Send `{file}`.")
    return intake.Taken(intake.piece(code, file), "") if code else None


def back(opened: Opener, text: str) -> File:
    """What was written in a window and not taken, for it stands nowhere else."""
    words = opened.choice in (choices.OWN_WORDS, LOG)
    name = "words.md" if words else "solution.py"
    return File(name, text, Keep.WRITE)
