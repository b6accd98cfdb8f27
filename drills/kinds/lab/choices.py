"""What can be pressed and written in a lab: buttons, windows, and what is meant as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from drills.effects import Choice, Form
from drills.kinds.lab.scoring import shown_lines
from drills.model import Problem, Session
from drills.task import Kind, LabPhase, LabState, Suggestion, Task

KINDS = {"fine": Kind.FINE, "rule": Kind.RULE, "insecure": Kind.INSECURE,
         "scope": Kind.SCOPE, "much": Kind.MUCH}  # fmt: skip
SURE = tuple(str(n) for n in range(1, 6))
OPEN = (LabPhase.PLAN, LabPhase.BUILD, LabPhase.TEST)  # the person may write in their file
WRITING = (LabPhase.PLAN, LabPhase.EXPLAIN, LabPhase.MARK)  # what is said is meant as text
# Which words mean something in a phase; those of ALWAYS do in each.
ALWAYS = ("rules", "time", "finish", "abandon", "quit", "help")
HERE = {
    LabPhase.PLAN: ("done", "run"),
    LabPhase.BUILD: ("accept", "edit", "reject", "try", "run", "back", "next", "done"),
    LabPhase.TEST: ("run", "edit", "back", "done"),
    LabPhase.EXPLAIN: ("run",),
    LabPhase.MARK: ("run",),
}
FILE, EDIT, OWN_WORDS = "file", "edit", "write"  # the choices that open a window
POINTED_AT = 20  # lines that have a button each; of more than these the number is said


def state_of(session: Session) -> LabState:
    assert session.lab is not None, "no lab"
    return session.lab


def task_of(problem: Problem) -> Task:
    assert problem.lab is not None, "no lab"
    return problem.lab


def begun_with(task: Task, index: int) -> str:
    """What Edit opens: the proposal, with the imports that it brings and not those of the task."""
    lines = task.suggestions[index].proposed.splitlines()
    own = f"from {task.module} import"
    kept, inside = [], False
    for line in lines:
        if line.startswith(own) or inside:
            inside = (inside or "(" in line) and ")" not in line
            continue
        kept.append(line)
    return "\n".join(kept).strip("\n") + "\n"


def is_text(session: Session, said: str) -> bool:
    """Whether what is said beside files is meant as text, also where code stands in it: a plan
    with words in it, an explanation."""
    if session.lab is None:
        return False
    phase = session.lab.phase
    return phase in WRITING and (phase is not LabPhase.PLAN or bool(said.strip()))


# --- buttons -----------------------------------------------------------------------------------


def choices(session: Session, problem: Problem) -> tuple[Choice, ...]:
    """What can be pressed for the question that waits."""
    lab, s = state_of(session), task_of(problem).suggestions[state_of(session).shown]
    run, time = Choice("run", "Run", row=2), Choice("time", "Time", row=2)
    back = Choice("back", "Back", answer=True, row=1)
    send = _window(session, FILE, "Send code", row=2)
    match lab.phase:
        case LabPhase.PLAN:
            done = Choice("done", "Done", answer=True)
            return (*_window(session, OWN_WORDS, "Write plan"), done, replace(time, row=0))
        case LabPhase.BUILD:
            decided = lab.standing(lab.shown) is not None
            return (
                *(Choice(f"sure-{n}", n) for n in SURE),
                Choice("accept", "Accept", answer=True, row=1),
                Choice(EDIT, "Edit", form=True, row=1),
                Choice("reject", "Reject", answer=True, row=1),
                Choice("try", "Try", row=1),
                *((back,) if lab.shown else ()),
                *((Choice("next", "Next", answer=True, row=2),) if decided else ()),
                run,
                *send,
                time,
            )
        case LabPhase.TEST:
            done = Choice("done", "Done", answer=True, row=3)
            return (*send, run, time, replace(back, row=3), done)
        case LabPhase.EXPLAIN:
            nothing = Choice("none", "Nothing", answer=True, row=9)
            if lab.asking == "words":
                return (*_window(session, OWN_WORDS, "Write why"), replace(nothing, row=0))
            write = _window(session, OWN_WORDS, "Write it", row=9)
            if lab.asking == "line":
                return (*(_lines(s) if session.room else ()), nothing, *write)
            kinds = (Choice(id, str(k).capitalize(), answer=True) for id, k in KINDS.items())
            return (*kinds, *write)
        case LabPhase.MARK:
            return (*_ticks(s), *_window(session, OWN_WORDS, "Write it", row=9))


def _window(session: Session, id: str, label: str, row: int = 0) -> tuple[Choice, ...]:
    """Where there are windows: in a chat."""
    return (Choice(id, label, form=True, row=row),) if session.room else ()


def _lines(s: Suggestion) -> tuple[Choice, ...]:
    """A button for each line of a proposal that has something in it."""
    found = [n for n, line in enumerate(shown_lines(s), 1) if line.strip()]
    if len(found) > POINTED_AT:
        return ()
    return tuple(
        Choice(f"line-{n}", str(n), answer=True, row=place // 5) for place, n in enumerate(found)
    )


def form(session: Session, problem: Problem, ask: int, choice: str) -> Form | None:
    """The window that a choice opens; None where what it was shown for is settled."""
    lab, task = state_of(session), task_of(problem)
    current = ask == session.ask and not session.pending
    match choice:
        case "file" if lab.phase in OPEN:
            return Form("Send code", f"{task.file}, or a piece of it", lab.file)
        case "edit" if current and lab.phase is LabPhase.BUILD:
            title = f"Suggestion {lab.shown + 1} of {len(lab.states)}"
            return Form(title, "Your version of it", begun_with(task, lab.shown))
        case "write" if current and lab.phase is LabPhase.PLAN:
            return Form("Plan", "What will you check?", code=False)
        case "write" if current and lab.phase is LabPhase.MARK:
            return Form("Your words", "The numbers of what they named", code=False)
        case "write" if current and lab.phase is LabPhase.EXPLAIN:
            asks = {"kind": "What it is, the line, why", "line": "The line's number"}
            title = f"Explain {lab.shown + 1} of {len(lab.states)}"
            return Form(title, asks.get(lab.asking, "Why, in your own words"), code=False)
    return None


def _ticks(s: Suggestion) -> tuple[Choice, ...]:
    count = len(s.points)
    if count == 1:
        return (Choice("all", "Named it", answer=True), Choice("none", "Not", answer=True))
    some = [
        those for n in range(1, min(count, 3)) for those in combinations(range(1, count + 1), n)
    ]
    every = Choice("all", "Both" if count == 2 else "All", answer=True)
    return (
        every,
        *(Choice(ticked(those), f"Only {_and(those)}", answer=True) for those in some),
        Choice("none", "None", answer=True),
    )


def ticked(numbers: Sequence[int]) -> str:
    """The choice of some points."""
    return "-".join(["point", *map(str, numbers)])


def _and(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers))
