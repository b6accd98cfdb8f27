"""How a part is shown: what to build, both budgets, and the files that grow with it."""

from __future__ import annotations

import ast
from datetime import timedelta

from drills import wording
from drills.effects import Announce, Block, Code, File, Keep, Mention, Moment, Say, Sending
from drills.model import Part, Problem, Session
from drills.timing import left_of, mmss, of_budget

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def part_opened(session: Session, problem: Problem) -> Say:
    """The open part: what must be built, both budgets, and the files that grow with it."""
    part = problem.parts[session.stage.number - 1]
    first = part.number == 1
    spent = session.clock.spent
    budgets = (
        f"⏱ {mmss(problem.seconds)} for {len(problem.parts)} parts ·"
        f" part 1: {mmss(part.seconds)}{_until(session, part)} · Python"
        if first
        else f"⏱ part {part.number}: {mmss(part.seconds)}{_until(session, part)} ·"
        f" all parts: {left_of(problem.seconds, spent)}"
    )
    header = f"**BUILD: {problem.title}** · {problem.seniority} · {problem.id}\n{budgets}"
    heading = f"**{_heading(part, problem)}**\n\n"
    if not first:
        header = f"**{_heading(part, problem)}** · {problem.title}\n{budgets}"
        heading = ""
    files = [*_growing(part, problem)]
    if first:
        files.insert(1, File("solution.py", unwritten(part), Keep.CREATE))
    return Say(
        (header, *_body(part, heading), _what_to_do(session, problem, part)),
        files=tuple(files),
        choices=wording.controls(session),
        ask=session.ask,
    )


def _until(session: Session, part: Part) -> str:
    """When the part's target is over, for a reader who has no other clock beside the message."""
    since = session.stage.clock.since
    if not session.room or since is None:
        return ""
    left = part.seconds - session.stage.clock.spent
    return f" (until {Moment(since + timedelta(seconds=left))})" if left > 0 else ""


def announced(session: Session, problem: Problem) -> Announce:
    """What the channel sees of a session: who began what, and how it ended."""
    who, what = Mention(session.starter.user), f"**BUILD: {problem.title}** · {problem.seniority}"
    parts = len(problem.parts)
    if not session.open:
        spent = of_budget(session.clock.spent, problem.seconds)
        how = f"{session.end} · {session.passed} of {parts} parts · {spent}"
        return Announce(f"{who} · {what} · {how}")
    team = " · for the team: anyone in the thread may act" if session.team else ""
    return Announce(f"{who} started {what} · {problem.seconds // 60} min{team}")


def unwritten(part: Part) -> str:
    """What the solution file holds before a line of it is written."""
    return f"# --- your code ---\n{part.signatures}"


def files_so_far(session: Session, problem: Problem) -> tuple[File, ...]:
    """The bot's own files of every part reached, in order, for a workspace that lost them."""
    reached = problem.parts[: session.stage.number]
    return tuple(file for part in reached for file in _growing(part, problem))


def part_again(session: Session, problem: Problem) -> Say:
    """The open part once more, for somebody who came back."""
    part = problem.parts[session.stage.number - 1]
    header = (
        f"**Back at part {part.number} of {len(problem.parts)}: {part.title}** · {problem.title}\n"
        f"⏱ part {part.number}: {left_of(part.seconds, session.stage.clock.spent)} ·"
        f" all parts: {left_of(problem.seconds, session.clock.spent)}"
    )
    return Say(
        (header, *_body(part), _what_to_do(session, problem, part)),
        choices=wording.controls(session),
        ask=session.ask,
    )


def added_signatures(part: Part) -> str:
    """The signatures that a part brings or changes, each inside its class, and their imports."""
    if part.number == 1:
        return part.signatures.strip()
    blocks = []
    given = ast.parse(part.signatures).body
    for node in given:
        if not isinstance(node, ast.ClassDef | _FUNCTION):
            continue
        if node.name in part.added:
            blocks.append(_source(part, node))
        elif isinstance(node, ast.ClassDef):
            methods = [
                _source(part, method)
                for method in node.body
                if isinstance(method, _FUNCTION)
                and (method.name in part.added or f"{node.name}.{method.name}" in part.added)
            ]
            if methods:
                blocks.append(f"class {node.name}:\n" + "\n\n".join(methods))
    reads = {
        node.id for node in ast.walk(ast.parse("\n".join(blocks))) if isinstance(node, ast.Name)
    }
    imports = []
    for node in given:
        if isinstance(node, ast.Import | ast.ImportFrom):
            bound = [a for a in node.names if (a.asname or a.name).partition(".")[0] in reads]
            if bound:
                node.names = bound
                imports.append(ast.unparse(node))
    if imports:
        blocks.insert(0, "\n".join(imports))
    return "\n\n\n".join(blocks)


def _source(part: Part, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The lines of a definition as they stand, decorators included."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return "\n".join(part.signatures.splitlines()[first - 1 : node.end_lineno])


def _body(part: Part, heading: str = "") -> tuple[Block, ...]:
    reworks = "Earlier methods have more to do in this part.\n\n" if part.reworks else ""
    blocks: list[Block] = [f"{heading}{reworks}{part.spec.strip()}"]
    if signatures := added_signatures(part):
        blocks.append(Code(signatures, "python", f"part{part.number}.py"))
    return tuple(blocks)


def _what_to_do(session: Session, problem: Problem, part: Part) -> str:
    rest = len(problem.parts) - part.number
    lines = []
    if rest:
        others = f"The other {rest} parts build" if rest > 1 else "The last part builds"
        lines.append(f"{others} on this code and {'are' if rest > 1 else 'is'} shown as you pass.")
    if part.number == 1 and len(problem.parts) == 4:
        lines.append("Finishing all four is not expected; a clean part 3 is a solid result.")
    return "\n".join(
        [
            *([" ".join(lines)] if lines else []),
            # In a chat they hang on the message itself, names and all.
            *([] if session.room else ["Files: `PROBLEM.md` `solution.py` `tests_visible.py`"]),
            str(Sending()),
            "",
            "`run` tries the visible tests · `done` grades the part · `hint` gives one nudge for"
            " a point of one score ·"
            " `skip` shows a model solution and ends · `time` · `help` lists the rest",
        ]
    )


def _growing(part: Part, problem: Problem) -> tuple[File, ...]:
    return (
        File("PROBLEM.md", _for_problem_file(part, problem), Keep.APPEND),
        File("tests_visible.py", f"# Part {part.number}\n{part.visible}", Keep.APPEND),
    )


def _heading(part: Part, problem: Problem) -> str:
    return f"Part {part.number} of {len(problem.parts)}: {part.title}"


def _for_problem_file(part: Part, problem: Problem) -> str:
    lines = []
    if part.number == 1:
        lines += [
            f"# {problem.title}",
            f"{problem.seniority} · {problem.id} · {mmss(problem.seconds)} for"
            f" {len(problem.parts)} parts · Python · seed {problem.seed}",
        ]
    lines += [f"## {_heading(part, problem)} · {mmss(part.seconds)}"]
    if part.reworks:
        lines.append("Earlier methods have more to do in this part.")
    lines.append(part.spec.strip())
    if signatures := added_signatures(part):
        lines.append(f"```python\n{signatures}\n```")
    return "\n\n".join(lines) + "\n"
