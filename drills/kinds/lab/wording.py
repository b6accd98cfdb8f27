"""What a lab says on the way: the plan, suggestions, results, questions, the clock."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from drills.command import LAB_WORDS, NOTES, TERMINAL_WORDS, suggested
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
from drills.kinds.lab.choices import ALWAYS, HERE, choices, state_of, task_of
from drills.kinds.lab.composing import Offer, offer
from drills.kinds.lab.results import Line, known, names, scripted
from drills.kinds.lab.scoring import shown_lines
from drills.model import Person, Problem, Session
from drills.task import REJECTED, LabPhase, LabState, Task
from drills.timing import left_of, mmss, of_budget
from drills.wording import STOPPED_LATE, after, controls

CONTINUE = Command("lab", (("continue", ""),))
RULES = "`README.md` holds these rules; `rules` shows them again."
NEXT = Command("lab", (("next", ""),))
_BEGINS = re.compile(r"\s*$|\s*([#>|]|[*+-] |\d{1,2}[.)] )")  # a line that goes on with none above
_ENDS = re.compile(r"\s*([#|]|```)")  # a line that none below goes on with


# --- opening -------------------------------------------------------------------------------------


def opened(session: Session, problem: Problem) -> Say:
    """The task, the starting file, and the question for a plan."""
    task = task_of(problem)
    head = (
        f"**LAB: {problem.title}** · {problem.seniority} · {problem.id}\n"
        f"⏱ {mmss(problem.seconds)} for all four phases{_until(session, problem)} ·"
        f" {len(task.suggestions)} suggestions · {len(names(problem))} tests"
    )
    return Say(
        (head, readme(problem), f"{RULES}\n\n`{task.file}` as it is now:",
         Code(task.start, name=task.file), plan_asked(session)),
        files=files(session, problem),
        choices=choices(session, problem),
        ask=session.ask,
        words=_words(session),
    )  # fmt: skip


def rules(session: Session, problem: Problem) -> Say:
    """The task and its rules once more; the question stays as it is."""
    said = say(session, problem, f"**{problem.title}**")
    return replace(said, blocks=(*said.blocks, readme(problem)))


def readme(problem: Problem) -> str:
    """Without its title, which stands above."""
    first, _, rest = problem.parts[0].spec.strip().partition("\n")
    return unwrapped(rest if first.startswith("# ") else problem.parts[0].spec)


def unwrapped(text: str) -> str:
    """A text of a file with a line a paragraph: lines that end for its width alone would end in a
    message too."""
    lines: list[str] = []
    fenced = False
    for line in text.strip().split("\n"):
        fence = line.lstrip().startswith("```")
        above = lines[-1] if lines else ""
        if fence or fenced or not above.strip() or _BEGINS.match(line) or _ENDS.match(above):
            lines.append(line)
        else:
            lines[-1] = f"{above.rstrip()} {line.lstrip()}"
        fenced ^= fence
    return "\n".join(lines)


def _until(session: Session, problem: Problem) -> str:
    since = session.clock.since
    if not session.room or since is None:
        return ""
    return f" (until {Moment(since + timedelta(seconds=problem.seconds - session.clock.spent))})"


def plan_asked(session: Session) -> str:
    return (
        "**Phase 1 of 4: Plan.** The assistant's suggestions may be right or wrong. What will you"
        " check, before you have seen one? Write it in one message, or say `done` to go on"
        " without."
    )


def files(session: Session, problem: Problem) -> tuple[File, ...]:
    """The files of a lab as they lie beside one another, the person's own as it stands."""
    task, lab = task_of(problem), state_of(session)
    return (
        File("README.md", problem.parts[0].spec, Keep.APPEND),
        File(task.file, lab.file, Keep.CREATE),
        File(task.tests_file, task.tests, Keep.APPEND),
    )


def written(session: Session, problem: Problem) -> tuple[File, ...]:
    """The person's file after a decision that they made; in a chat once all are made, as each is
    shown there as a diff."""
    lab = state_of(session)
    if session.room and lab.phase is not LabPhase.TEST:
        return ()
    return (File(task_of(problem).file, lab.file, Keep.WRITE),)


def announced(session: Session, problem: Problem) -> Announce:
    """What the channel sees: who began what, and how it ended."""
    who, what = Mention(session.starter.user), f"**LAB: {problem.title}** · {problem.seniority}"
    if not session.open:
        spent = of_budget(session.clock.spent, problem.seconds)
        result = state_of(session).result
        score = f" · {result.total:.0f} of 100" if result else ""
        return Announce(f"{who} · {what} · {session.end}{score} · {spent}")
    team = " · for the team: anyone in the thread may act" if session.team else ""
    return Announce(f"{who} started {what} · {problem.seconds // 60} min{team}")


# --- the question that waits ---------------------------------------------------------------------


def question(session: Session, problem: Problem, before: str = "", whole: bool = False) -> Say:
    """What the session waits for now. `before` is said first, of what has just happened; `whole`
    shows what a line or a reason is asked of."""
    lab = state_of(session)
    head = f"{before}\n\n" if before else ""
    match lab.phase:
        case LabPhase.PLAN:
            blocks: tuple[Block, ...] = (head + plan_asked(session),)
        case LabPhase.BUILD:
            blocks = _suggestion(lab, task_of(problem), head)
        case LabPhase.TEST:
            blocks = (
                f"{head}**Phase 3 of 4: Make the tests pass.** Edit `{task_of(problem).file}` as"
                " you like and run the tests; `back` takes up a suggestion again, `done` goes on"
                " to explaining. After that the file is closed.",
            )
        case LabPhase.EXPLAIN:
            blocks = _explain(lab, task_of(problem), head, whole)
        case LabPhase.MARK:
            blocks = _mark(lab, task_of(problem), head)
    return Say(blocks, choices=choices(session, problem), ask=session.ask, words=_words(session))


def _words(session: Session) -> bool:
    """Whether a number means something of its own: how sure, a line, a point."""
    lab = state_of(session)
    return not (lab.phase is LabPhase.EXPLAIN and lab.asking == "kind")


def _suggestion(lab: LabState, task: Task, head: str) -> tuple[Block, ...]:
    shown = offer(task, lab.file, lab.shown)
    s = task.suggestions[lab.shown]
    standing = lab.standing(lab.shown)
    told = f" · {said(standing.press, standing.sure)} before" if standing else ""
    first = (
        f"{head}**Suggestion {lab.shown + 1} of {len(task.suggestions)}** ·"
        f" `{task.file}`{told}\n“{s.says}”"
    )
    blocks: list[Block] = [first]
    if shown.diff:
        blocks.append(Code(shown.diff, "diff", f"suggestion-{lab.shown + 1}.diff"))
    if shown.note:
        blocks.append(shown.note)
    if standing and not shown.note:
        blocks.append(_standing(shown))
    blocks.append(
        "How sure are you, 1 to 5? `accept`, `edit`, `reject`, or `try` it with the tests first;"
        " `accept 4` says both."
    )
    return tuple(blocks)


def _standing(shown: Offer) -> str:
    return "It is in your file; `reject` takes it out." if shown.accepted != shown.rejected else ""


def _explain(lab: LabState, task: Task, head: str, whole: bool) -> tuple[Block, ...]:
    s, standing = task.suggestions[lab.shown], lab.standing(lab.shown)
    mine = f", which you {said(standing.press)}" if standing else ""
    where = f"**Explain {lab.shown + 1} of {len(task.suggestions)}**"
    lines = shown_lines(s)
    width = len(str(len(lines)))
    numbered = "\n".join(f"{n:>{width}}  {line}" for n, line in enumerate(lines, 1))
    piece: tuple[Block, ...] = (Code(numbered, "text", f"suggestion-{lab.shown + 1}.txt"),)
    own = lab.explanations[lab.shown]
    of = ""
    if whole and own.kind is not None and lab.asking != "kind":
        at = f", line {own.line}" if own.line else ""
        of = f"The assistant's proposal{mine}. You said: {own.kind}{at}."
    match lab.asking:
        case "kind":
            opening = ""
            if lab.shown == 0:
                opening = (
                    "**Phase 4 of 4: Explain your choices.** Your file is closed now. What you say"
                    " is sealed before the reasons are shown.\n\n"
                )
            return (
                f"{head}{opening}{where}: the assistant's proposal{mine}.",
                *piece,
                "What is it? Fine, breaks a rule, insecure, out of scope, or too much? You can say"
                " all at once: the kind, the line, why (`breaks a rule, 3, because …`).",
            )
        case "line":
            asks = "which line shows it? Its number, or `none`."
        case _:
            asks = "why, in your own words? One message, or `none`."
    if not of:
        return (f"{head}{where}: {asks}",)
    return (f"{head}{of}", *piece, f"{where}: {asks}")


def _mark(lab: LabState, task: Task, head: str) -> tuple[Block, ...]:
    s, own = task.suggestions[lab.shown], lab.explanations[lab.shown]
    points = "\n".join(
        f"{n}. {point.says}"
        + ("" if found(point.words, own.words) else " (not found in your words: read again)")
        for n, point in enumerate(s.points, 1)
    )
    numbers = "Say the numbers, or `none`." if len(s.points) > 1 else "Say `1`, or `none`."
    return (
        f"{head}**Suggestion {lab.shown + 1} of {len(task.suggestions)}** was: **{s.truth}**.\n"
        f"{s.reason}\nYour words: “{own.words}”",
        f"Which of these did your words name? {numbers}\n{points}",
    )


def found(patterns: Sequence[str], words: str) -> bool:
    """Whether a person's words may name a point; only ever a reason to read them again."""
    return not patterns or any(re.search(each, words, re.IGNORECASE) for each in patterns)


# --- results -------------------------------------------------------------------------------------


def results(session: Session, problem: Problem, lines: Sequence[Line], what: str, name: str) -> Say:
    """Each test by its name, and what the failing ones found."""
    passed = sum(line.passed is True for line in lines)
    skipped = [line for line in lines if line.passed is None]
    counts = f"{passed} of {len(lines)} tests pass"
    if skipped:
        counts += f", {len(skipped)} skipped"
    marks = {True: "✓", False: "✗", None: "–"}
    listed = "\n".join(f"{marks[line.passed]} {_title(line.test)}" for line in lines)
    blocks: list[Block] = [f"{what} · {counts}", Code(listed, "text", "tests.txt")]
    failing = [line for line in lines if line.passed is False and line.detail]
    if state_of(session).phase in (LabPhase.PLAN, LabPhase.BUILD):  # what nobody wrote yet is known
        begun = scripted(task_of(problem), problem, REJECTED * len(state_of(session).states))
        failing = [line for line in failing if line not in begun]
    if failing:
        told = "\n\n".join(f"{_title(line.test)}\n{line.detail}" for line in failing)
        blocks.append(Code(told, "text", "failures.txt"))
    if skipped:
        blocks.append(
            "Skipped: what depends on your own code was not run. Check it against the reference at"
            " the end."
        )
    return Say(
        tuple(blocks),
        choices=choices(session, problem),
        ask=session.ask,
        name=name,
        words=_words(session),
    )


def _title(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")


def refused(session: Session, problem: Problem, what: str, why: str, name: str) -> Say:
    text = f"{what} · nothing ran\n{why}"
    return Say(
        (text,),
        choices=choices(session, problem),
        ask=session.ask,
        name=name,
        words=_words(session),
    )


def running(session: Session, problem: Problem, name: str) -> Say:
    count = len(names(problem))
    return Say((f"Running {count} tests on your code{STOPPED_LATE} …",), name=name, progress=True)


# --- small answers -------------------------------------------------------------------------------


def say(session: Session, problem: Problem, text: str) -> Say:
    """A line that leaves the question as it is; while the clock is paused one can but go on."""
    offered = controls(session) if session.paused else choices(session, problem)
    return Say((text,), choices=offered, ask=session.ask, words=_words(session))


def said(press: str, sure: int = 0) -> str:
    word = {"accept": "accepted", "edit": "edited", "reject": "rejected"}[press]
    return f"{word}, sure {sure}" if sure else word


def send_yours(session: Session, problem: Problem) -> Say:
    if state_of(session).phase is LabPhase.TEST:
        text = f"Send `{task_of(problem).file}`, or the piece of it that you changed."
    else:
        text = "Send your own version of it: the piece alone or the whole file."
        if session.room:
            text += " Edit opens a window with what was proposed."
    if session.room:
        text += f" {Sending()}"
    return say(session, problem, text)


def noted(session: Session, problem: Problem, by: Person) -> Say:
    """How sure somebody is; in a chat for them alone, beside the question and its buttons."""
    text = f"Noted: sure {state_of(session).sure}."
    return Say((text,), to=by) if session.room else say(session, problem, text)


def time_told(session: Session, problem: Problem, elapsed: float) -> Say:
    paused = " · paused" if session.paused else ""
    return say(session, problem, f"⏱ {left_of(problem.seconds, elapsed)}{paused}")


def time_up(session: Session, problem: Problem, names: Sequence[str], rest: float) -> str:
    """What a timer says."""
    if "total-cap" in names:
        return f"⏱ The {mmss(problem.seconds)} are over. Going over is noted, not failed."
    return f"⏱ {mmss(rest)} left."


def help_listed(session: Session, problem: Problem) -> Say:
    """Every word, what means something now before what does not yet or any more."""
    lab, file = state_of(session), task_of(problem).file
    here = (*HERE[lab.phase], *ALWAYS)
    means = dict(LAB_WORDS)
    if session.place.platform == "terminal":
        means["files"] = TERMINAL_WORDS["files"]
        here += ("files",)
        if lab.phase in (LabPhase.PLAN, LabPhase.TEST):
            means["edit"] = f"open `{file}` in `$VISUAL` or `$EDITOR`"
            here += ("edit",)
    now = "\n".join(f"- `{word}`: {what}" for word, what in means.items() if word in here)
    rest = "\n".join(f"- `{word}`: {what}" for word, what in means.items() if word not in here)
    listed = f"{now}\n\nIn another phase:\n{rest}" if rest else now
    more = f"{CONTINUE} brings you back after `quit`. {NOTES} shows your notes."
    if session.room:
        more += f"\n{Sending()}"
    at = step(lab)
    return say(session, problem, f"At {at} one word does it:\n{listed}\n\n{more}")


def unknown(session: Session, problem: Problem, word: str, by: Person) -> Say:
    plain = word.replace("`", " ").strip()[:40]
    here = [*HERE[state_of(session).phase], *ALWAYS]
    if session.place.platform == "terminal":
        here.append("files")
    near = suggested(word, [each for each in here if each != word])
    meant = f" Did you mean `{near}`?" if near else ""
    text = f"There is no command `{plain}` here.{meant} `help` lists those there are."
    return Say(
        (text,), choices=choices(session, problem), ask=session.ask, to=by, words=_words(session)
    )


def unsure(session: Session, problem: Problem, by: Person) -> Say:
    """A number was said that is no measure of how sure one is."""
    said = say(session, problem, "How sure: 1 to 5. Nothing was decided.")
    return replace(said, to=by)


def not_now(session: Session, problem: Problem, word: str, by: Person) -> Say:
    """A word of another phase; it is never taken for a text."""
    first, file = word.split()[0].strip(",:;"), task_of(problem).file
    match state_of(session).phase:
        case LabPhase.PLAN:
            text = f"`{first}` comes with the first suggestion; `done` begins."
        case LabPhase.EXPLAIN | LabPhase.MARK:
            text = f"`{first}` is over: `{file}` is closed, and you explain it as it is."
        case _:
            text = f"`{first}` is for a suggestion, and all are decided; `back` takes one up again."
    return replace(say(session, problem, text), to=by)


def doubt(session: Session, problem: Problem) -> str:
    """Why somebody may not want to close their file yet; "" where nothing is known to fail."""
    tested = known(task_of(problem), problem, state_of(session))
    if tested is None:
        return "The tests were not run on your file as it is now."
    if tested.why:
        return tested.why
    if tested.failed:
        return "1 test fails." if tested.failed == 1 else f"{tested.failed} tests fail."
    return ""


def confirm(session: Session, problem: Problem, before: str = "") -> Say:
    """Ask for a yes or no to `session.pending`."""
    lab = state_of(session)
    if session.pending == "done":
        asked = f"{doubt(session, problem)} Go on to explaining? After that your file is closed."
    elif session.pending == "abandon":
        asked = "Abandon this lab? It ends at once with a note; there is no summary."
    elif lab.undecided:
        asked = (
            f"Finish here? {len(lab.undecided)} of {len(lab.states)} suggestions are not decided,"
            " so there is no score; you see what is known of those that are."
        )
    else:
        asked = "Finish here? What you have not explained counts as not explained."
    closing = session.pending == "done"
    return Say(
        (f"{before}{asked}\nSay `yes` or `no`.",),
        choices=(
            Choice("yes", "Yes, explain" if closing else f"Yes, {session.pending}", answer=True),
            Choice("no", "No, not yet" if closing else "No, go on", answer=True),
        ),
        ask=session.ask,
    )


def left_with(session: Session, problem: Problem) -> Say:
    spent = of_budget(session.clock.spent, problem.seconds)
    return Say(
        (f"Paused at {step(state_of(session))} · {spent}\nNothing is lost; the clock stands still"
         f" until you come back: {CONTINUE}",),
        choices=controls(session),
    )  # fmt: skip


def step(lab: LabState) -> str:
    """Where a session is: "the plan", "suggestion 2 of 4"."""
    match lab.phase:
        case LabPhase.PLAN:
            return "the plan"
        case LabPhase.BUILD:
            return f"suggestion {lab.shown + 1} of {len(lab.states)}"
        case LabPhase.TEST:
            return "the tests"
        case LabPhase.EXPLAIN | LabPhase.MARK:
            return f"explanation {lab.shown + 1} of {len(lab.states)}"


def back_at(session: Session, problem: Problem) -> str:
    left = left_of(problem.seconds, session.clock.spent)
    return f"**Back at {step(state_of(session))}** · {problem.title}\n⏱ {left}"


def paused(session: Session) -> Say:
    told = f"Nothing done: the clock is paused at {step(state_of(session))}. {CONTINUE}"
    return Say((told,), choices=controls(session))


def abandoned(session: Session, problem: Problem, idle: bool) -> Say:
    spent = of_budget(session.clock.spent, problem.seconds)
    head = "Closed after 14 days without a word" if idle else "Abandoned"
    at = step(state_of(session))
    told = f"{head} at {at} · {spent}\nThe note is kept. Next: {NEXT}"
    return Say((told,), choices=after(session))
