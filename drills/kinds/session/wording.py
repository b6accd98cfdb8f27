"""What a working session says before and during the block; of the rows it says nothing."""

from __future__ import annotations

import re
from datetime import datetime

from drills.command import NOTES, SESSION_WORDS, TERMINAL_WORDS, suggested
from drills.effects import (
    Announce,
    Block,
    Choice,
    Code,
    Command,
    File,
    Keep,
    Mention,
    Moment,
    Say,
    Sending,
)
from drills.kinds.lab.wording import unwrapped
from drills.kinds.session.clock import READING, away, left, spent, state_of
from drills.model import Person, Problem, Session
from drills.timing import mmss
from drills.working import DATA, ENTRY, ProgramRun, Work
from drills.working_state import LOG, Begun, WorkPhase

CONTINUE = Command("session", (("continue", ""),))
NEXT = Command("session", (("next", ""),))
START = "import data\n"  # the solution file before a line of it is written
READING_IT = "Reading what you sent"
YOURS = "Yours to decide; put it in the log."
SHOWN = 40  # lines of output in a message; all of a longer one is a file
FIRST = 12  # lines of it once the work is frozen
LONGEST = 200  # letters of a line that is shown


def work_of(problem: Problem) -> Work:
    assert problem.work is not None, "no working session"
    return problem.work


# --- opening -----------------------------------------------------------------------------------


def opened(session: Session, problem: Problem) -> Say:
    """The brief, and how the clock begins."""
    work = state_of(session)
    first, _, rest = work_of(problem).briefed(work.minutes).strip().partition("\n")
    tools = " · tools are allowed, and asked about afterwards" if work.ai else ""
    head = f"**{first.lstrip('# ')}** · {problem.id}\n⏱ {mmss(work.cap)} once the clock runs{tools}"
    return Say(
        (head, unwrapped(rest), _begins(session)),
        files=files(session, problem),
        choices=choices(session),
        ask=session.ask,
        words=True,
    )


def brief_again(session: Session, problem: Problem) -> Say:
    work = state_of(session)
    return say(session, unwrapped(work_of(problem).briefed(work.minutes).strip()))


def _begins(session: Session) -> str:
    at = Moment(state_of(session).briefed_at + READING)
    return f"`go` starts the clock. So does your first code, and at {at} it starts by itself."


def files(session: Session, problem: Problem) -> tuple[File, ...]:
    """The files as they lie beside one another; the person's own as they begin."""
    work = work_of(problem)
    own = {ENTRY: START} if work.repository is None else work.given
    data = (File(DATA, work.data, Keep.APPEND),) if work.data else ()
    return (
        File("PROBLEM.md", work.briefed(state_of(session).minutes), Keep.APPEND),
        *data,
        *(File(name, text, Keep.CREATE) for name, text in own.items()),
        File(LOG, "# Decisions\n", Keep.CREATE),
    )


def announced(session: Session, problem: Problem) -> Announce:
    """What the channel sees: who began what, and how it ended."""
    who = Mention(session.starter.user)
    what = f"**WORKING SESSION: {problem.title}**"
    if not session.open:
        return Announce(f"{who} · {what} · {session.end} · {spent(session)}")
    team = " · for the team: anyone in the thread may act" if session.team else ""
    return Announce(f"{who} started {what} · {state_of(session).minutes} min{team}")


# --- what can be pressed -----------------------------------------------------------------------


def choices(session: Session) -> tuple[Choice, ...]:
    work = state_of(session)
    time = Choice("time", "Time")
    send = _window(session, "file", "Send code")
    match work.phase:
        case WorkPhase.BRIEF:
            return (Choice("go", "Go", answer=True), *send, time)
        case WorkPhase.BLOCK:
            log = _window(session, "log", "Log a decision")
            return (Choice("run", "Run"), *send, *log, Choice("done", "Done"), time)
        case WorkPhase.READING:
            return ()
    skip = Choice("skip", "Skip", answer=True)
    if work.waits.startswith("mark:"):
        return (*(Choice(str(n), str(n), answer=True) for n in range(5, 0, -1)), skip)
    return (*_window(session, "write", "Write answer"), skip)


def _window(session: Session, id: str, label: str) -> tuple[Choice, ...]:
    """Where there are windows: in a chat."""
    return (Choice(id, label, form=True),) if session.room else ()


# --- the clock ---------------------------------------------------------------------------------


def begun(session: Session, by: Begun) -> Say:
    first = "the code" if state_of(session).codebase else f"`{ENTRY}`"
    how = {
        Begun.GO: "",
        Begun.SENT: " It began with your first code.",
        Begun.CHANGED: f" It began with the first change of {first}.",
        Begun.WAITED: " It began by itself, 10 minutes after the brief.",
    }[by]
    undo = "" if state_of(session).coded else " `reset` puts it back to nought before any code."
    return say(session, f"⏱ {mmss(state_of(session).cap)}, running.{how}{undo}")


def reset(session: Session) -> Say:
    return say(session, f"⏱ The clock is back at nought and stands. {_begins(session)}")


def no_reset(session: Session) -> Say:
    return say(session, "There is code already, so the clock stays as it is.")


def time_told(session: Session, at: datetime) -> Say:
    match state_of(session).phase:
        case _ if away(session):
            return say(session, f"⏱ {left(session, at)} · paused")
        case WorkPhase.BRIEF:
            return say(session, f"⏱ The clock does not run yet. {_begins(session)}")
        case WorkPhase.BLOCK:
            return say(session, f"⏱ {left(session, at)}")
        case _:
            return say(session, f"⏱ The block is over: {spent(session)}. The rest is not timed.")


def warned(session: Session, rest: float) -> str:
    return f"⏱ {mmss(rest)} left."


def capped(session: Session) -> str:
    return (
        f"⏱ The {mmss(state_of(session).cap)} are over. Say `done`, and the walkthrough begins."
        " What you send from here on is taken, and marked as over time."
    )


# --- running -----------------------------------------------------------------------------------


def running(session: Session, name: str) -> Say:
    what = "the tests" if state_of(session).codebase else f"`{ENTRY}`"
    return Say((f"Running {what} …",), name=name, progress=True)


def reading(name: str) -> Say:
    """The same words for the same wait, whatever the rows hold."""
    return Say((READING_IT,), name=name, progress=True)


def ran(session: Session, run: ProgramRun, name: str, over: str) -> Say:
    """What the program printed and wrote, for its author."""
    head = f"{how_it_ran(run, state_of(session).codebase)}{over}"
    blocks: list[Block] = [head, *_trace(run)]
    sent: list[File] = []
    shown, whole = _beginning(run.output, SHOWN)
    if shown:
        blocks.append(Code(shown, "text", "output.txt"))
    if not whole:
        blocks.append("That is its beginning: `output.txt` has all of it.")
        sent.append(File("output.txt", run.output, Keep.WRITE))
    for path, text in run.files.items():
        sent.append(File(f"out/{_plain(path)}", text, Keep.WRITE))
    if run.files:
        named = ", ".join(f"`{file.name}`" for file in sent if file.name.startswith("out/"))
        blocks.append(f"It wrote {named}.")
    return Say(tuple(blocks), tuple(sent), choices(session), ask=session.ask, name=name, words=True)


def frozen(session: Session, run: ProgramRun, name: str) -> Say:
    """What was taken, and the first lines that it shows, or its crash."""
    names = ", ".join(f"`{each}`" for each in state_of(session).files)
    head = f"**Frozen at {spent(session)}**: {names}. Nothing more is taken."
    told = how_it_ran(run, state_of(session).codebase)
    blocks: list[Block] = [f"{head}\n{told}", *_trace(run)]
    shown, whole = _beginning(run.output, FIRST)
    if shown:
        blocks.append(Code(shown, "text", "output.txt"))
    if not whole:
        blocks.append("… and so on.")
    if run.files:
        blocks.append(f"It wrote {', '.join(f'`{_plain(path)}`' for path in run.files)}.")
    return Say(tuple(blocks), name=name)


def _beginning(output: str, most: int) -> tuple[str, bool]:
    """The first lines of what was printed, none too long to read, and whether that is all."""
    if not output.strip():
        return "", True
    lines = output.rstrip("\n").split("\n")
    shown = [short(line) for line in lines[:most]]
    return "\n".join(shown), shown == lines


def short(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def how_it_ran(run: ProgramRun, tests: bool = False) -> str:
    if run.trouble:
        return run.trouble
    if tests:
        passed = "All tests pass" if run.code == 0 else "Some tests do not pass"
        return f"{passed}; they ran for {run.seconds:.1f} s."
    printed = "" if run.output.strip() or run.files else " It printed nothing and wrote nothing."
    return f"It ran to its end in {run.seconds:.1f} s.{printed}"


def _trace(run: ProgramRun) -> tuple[Code, ...]:
    return (Code(run.trace, "text", "traceback.txt"),) if run.trace else ()


def _plain(path: str) -> str:
    """A name that the program chose, as one that names no other place."""
    return re.sub(r"[^\w.-]+", "-", path).lstrip(".-") or "file"


# --- small answers -----------------------------------------------------------------------------


def say(session: Session, text: str) -> Say:
    """A line that leaves everything as it is."""
    return Say((text,), choices=choices(session), ask=session.ask, words=True)


def defect(file: str, line: int, error: str) -> str:
    return f"It stops at line {line} of `{file}`: `{error.replace('`', chr(39))}`."


def help_listed(session: Session) -> Say:
    own = TERMINAL_WORDS if session.place.platform == "terminal" else {}
    listed = "\n".join(f"- `{word}`: {what}" for word, what in {**SESSION_WORDS, **own}.items())
    more = f"{CONTINUE} brings you back after `quit`. {NOTES} shows your notes."
    if session.room:
        more += f"\n{Sending()}"
    return say(session, f"One word does it:\n{listed}\n\n{more}")


def unknown(session: Session, word: str, by: Person) -> Say:
    plain = word.replace("`", " ").strip()[:40]
    near = suggested(word, list(SESSION_WORDS))
    meant = f" Did you mean `{near}`?" if near else ""
    text = f"There is no command `{plain}` here.{meant} `help` lists those there are."
    return Say((text,), choices=choices(session), ask=session.ask, to=by, words=True)


def confirm(session: Session, before: str = "") -> Say:
    """Ask for a yes or no to `session.pending`."""
    asked = {
        "abandon": "Abandon this session? It ends at once with a note; there is no verdict.",
        "finish": "End the walkthrough here? The verdict says what is known by now.",
    }[session.pending]
    return Say(
        (f"{before}{asked}\nSay `yes` or `no`.",),
        choices=(
            Choice("yes", f"Yes, {session.pending}", answer=True),
            Choice("no", "No, go on", answer=True),
        ),
        ask=session.ask,
    )


def step(session: Session) -> str:
    """Where a session is: "the brief", "the walkthrough"."""
    return str(state_of(session).phase)


def left_with(session: Session) -> Say:
    return Say(
        (f"Paused at {step(session)} · {spent(session)}\nNothing is lost; the clock stands still"
         f" until you come back: {CONTINUE}",)
    )  # fmt: skip


def paused(session: Session) -> Say:
    return Say((f"Nothing done: the session is paused at {step(session)}. {CONTINUE}",))


def abandoned(session: Session, idle: bool) -> Say:
    head = "Closed after 14 days without a word" if idle else "Abandoned"
    at = step(session)
    return Say((f"{head} at {at} · {spent(session)}\nThe note is kept. Next: {NEXT}",))
