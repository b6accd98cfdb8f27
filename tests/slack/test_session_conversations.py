"""A working session in Slack: its files, its buttons and windows, with restarts between."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from drills.model import End, Session
from drills.working_state import WorkPhase, WorkState
from tests.slack.practice import Practice

PROGRAM = "import data\n\nprint('tables', len([n for n in dir(data) if n.isupper()]))\n"
LOG = "# Decisions\n\nRefunds: left out.\n"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begun(practice: Practice, flags: str = "--time 45") -> Session:
    await practice.slash(f"session --domain billing-reconciler --seed 3 {flags}")
    session = practice.session()
    assert session is not None, practice.told(practice.ana)
    return session


def state(practice: Practice, session: Session) -> WorkState:
    found = practice.store.session(session.id).work
    assert found is not None
    return found


async def written(practice: Practice, label: str, text: str) -> dict[str, Any]:
    """Open a window and send it as filled in; what it then says is wrong."""
    await practice.press(label)
    errors: dict[str, Any] = {}

    async def submit() -> None:
        errors.update(await practice.ana.submit(text))

    await practice.surviving(submit())
    return errors


async def test_a_session_is_played_by_buttons_and_windows_with_restarts_between(
    practice: Practice,
) -> None:
    await practice.slash("session")
    await practice.press("billing-reconciler")
    session = practice.session()
    assert session is not None
    names = {file.name for post in practice.workspace.posts for file in post.files}
    assert {"PROBLEM.md", "data.py", "solution.py", "decisions.md"} <= names
    await practice.restart()
    await practice.press("Go")
    await practice.restart()
    assert await written(practice, "Send code", PROGRAM) == {}
    assert any("tables " in text for text in practice.said())
    assert await written(practice, "Log a decision", "the refunds stay out") == {}
    await practice.restart()
    await practice.press("Run")
    await practice.press("Done")
    assert state(practice, session).phase is WorkPhase.WALK
    for _ in range(100):
        waits = state(practice, session).waits
        if not waits:
            break
        if waits.startswith("mark:"):
            await practice.press("4")
        elif waits in ("scope", "next"):
            await practice.restart()
            assert await written(practice, "Write answer", "a thin path through it all") == {}
        elif waits == "modelling":
            await practice.write("simple rows")
        else:
            await practice.press("Skip")
    after = practice.store.session(session.id)
    assert after.end is End.COMPLETED
    work = state(practice, session)
    assert work.answer("scope") == "a thin path through it all"
    assert work.answer("modelling") == "simple rows"
    assert work.answer("mark:communication") == "4"
    assert [decided.text for decided in work.decided] == ["the refunds stay out"]
    assert len(practice.store.notes(practice.person(practice.ana))) == 1


async def test_files_and_a_zip_are_fetched_run_and_what_is_written_comes_back(
    practice: Practice,
) -> None:
    session = await begun(practice)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("work/solution.py", "open('report.csv', 'w').write('a,b')\n" + PROGRAM)
        archive.writestr("work/rules/money.py", "CENTS = 100\n")
    await practice.write(
        "decision: totals first", files=[("all.zip", made.getvalue()), ("decisions.md", b"# D\n")]
    )
    work = state(practice, session)
    assert set(work.files) == {"solution.py", "rules/money.py", "decisions.md"}
    assert [decided.text for decided in work.decided] == ["totals first"]
    sent = {file.name: file for post in practice.workspace.posts for file in post.files}
    assert sent["report.csv"].content == b"a,b"


async def test_a_zip_that_leads_out_is_refused_to_its_sender_alone(practice: Practice) -> None:
    session = await begun(practice)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("../solution.py", PROGRAM)
    await practice.write("", files=[("all.zip", made.getvalue())])
    assert "no path inside" in practice.told(practice.ana)[-1]
    assert state(practice, session).files == {}


async def test_a_repository_comes_as_a_zip_and_goes_back_as_one(practice: Practice) -> None:
    await practice.slash("session --codebase --domain webhook-receiver --seed 3")
    session = practice.session()
    assert session is not None, practice.told(practice.ana)
    problem = practice.store.problem(session.draw).work
    assert problem is not None
    sent = {file.name: file for post in practice.workspace.posts for file in post.files}
    assert set(sent) == {"PROBLEM.md", "repository.zip"}
    raw = sent["repository.zip"].content
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert held.items() >= dict(problem.given).items()
    await practice.write("", files=[("mine.zip", raw)])
    assert {name for name in problem.given if name.endswith(".py")} <= state(
        practice, session
    ).files.keys()
    assert "tests" in practice.said()[-1]


async def test_nobody_else_sees_a_private_one_and_no_trap_is_told_to_anyone(
    practice: Practice,
) -> None:
    session = await begun(practice, "--private")
    problem = practice.store.problem(session.draw).work
    assert problem is not None
    await practice.write("go")
    await practice.write("which rows are the odd ones?")
    await practice.write("", files=[("solution.py", PROGRAM.encode())])
    await practice.write("done")
    assert state(practice, session).waits == "scope"
    everything = [
        json.dumps([post.text, post.blocks]) + "".join(str(f.content) for f in post.files)
        for post in practice.workspace.posts
    ]
    for trap in problem.traps:
        for hidden in (trap.ask, trap.tell, trap.notice, f"trap:{trap.id}"):
            assert not any(hidden in seen for seen in everything)
    assert not any(session.id in text for text in practice.public())
    assert not any("Working Session" in text for text in practice.public())
