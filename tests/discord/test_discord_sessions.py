"""A working session on Discord by typed options, buttons and windows, where nothing is read."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from drills.model import End
from drills.working_state import WorkPhase, WorkState
from storage.store import open_store
from tests.discord.hand import Hand
from tests.discord.person import shown, words
from tests.discord.practice import Practice

PROGRAM = (
    "import data\n\nopen('report.csv', 'w').write('a,b')\n"
    "print('tables', len([n for n in dir(data) if n.isupper()]))\n"
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def practice(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Practice]:
    """Where the bot reads no messages."""
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Practice(store, Catalog(), grader, reads=False) as made:
        yield made
        assert not made.refused()
        assert not made.unanswered()
        made.kept_its_secrets()
        made.spelled_as_discord_does()


async def begun(practice: Practice, **options: Any) -> Hand:
    hand = practice.hand()
    practice.ana.slash(practice.room, ("drill", "session"), **options)
    await practice.server.settled()
    return hand


def work(hand: Hand) -> WorkState:
    session = hand.session()
    assert session is not None
    assert session.work is not None
    return session.work


async def write(
    practice: Practice,
    hand: Hand,
    label: str,
    text: str = "",
    files: tuple[tuple[str, bytes], ...] = (),
) -> None:
    """Press a button that opens a window, and send that."""
    opened = practice.ana.press(hand.found(label))
    await practice.server.settled()
    assert opened.modal is not None, f"{label} opened nothing"
    practice.ana.submit(opened, text, files)
    await practice.server.settled()


async def test_a_session_is_played_by_buttons_and_windows_with_restarts_between(
    practice: Practice,
) -> None:
    hand = await begun(practice, domain="billing-reconciler", seed=3, time=45, ai=True)
    assert hand.thread.name.startswith("SESSION: ")
    files = {file.name for message in practice.ana.sees() for file in shown(message)}
    assert {"PROBLEM.md", "data.py", "solution.py", "decisions.md"} <= files
    await hand.restart()
    await hand.press("Go", again=False)
    sent = (("solution.py", PROGRAM.encode()), ("decisions.md", b"# Decisions\n"))
    await write(practice, hand, "Send code", files=sent)
    assert set(work(hand).files) == {"solution.py", "decisions.md"}
    back = [file for message in practice.ana.sees() for file in shown(message)]
    assert "report.csv" in {file.name for file in back}
    await write(practice, hand, "Log a decision", "the refunds stay out")
    await hand.restart()
    await hand.press("Time", again=False)
    await hand.press("Run", again=False)
    await hand.press("Done", again=False)
    session = hand.session()
    assert session is not None
    assert work(hand).phase is WorkPhase.WALK
    for _ in range(100):
        now = practice.store.session(session.id)
        if not now.open:
            break
        assert now.work is not None
        if now.work.waits.startswith("mark:"):
            await hand.press("4", again=False)
        elif now.work.waits in ("scope", "ai"):
            await hand.restart()
            await write(practice, hand, "Write answer", "a thin path through it all")
        else:
            await hand.press("Skip", again=False)
    after = practice.store.session(session.id)
    assert after.end is End.COMPLETED
    assert after.work is not None
    assert after.work.answer("scope") == "a thin path through it all"
    assert after.work.answer("ai") == "a thin path through it all"
    assert after.work.answer("mark:communication") == "4"
    assert [decided.text for decided in after.work.decided] == ["the refunds stay out"]


async def test_the_domains_are_offered_as_one_types_and_the_menu_begins_with_a_surprise(
    practice: Practice,
) -> None:
    asked = practice.ana.complete(practice.room, ("drill", "session"), "domain", "bill")
    await practice.server.settled()
    assert [choice["value"] for choice in asked.choices or []] == ["billing-reconciler"]
    hand = await begun(practice)
    menu = practice.ana.sees()[-1]
    assert menu.alone is practice.ana.user
    assert "/drill session random:True" in words(menu)
    await hand.press("billing-reconciler", again=False)
    session = hand.session()
    assert session is not None
    assert session.drill == "session"


async def test_an_option_that_cannot_be_is_told_in_discords_spelling(practice: Practice) -> None:
    await begun(practice, domain="billing-reconciler", next=True)
    assert "domain" in words(practice.ana.sees()[-1])
    assert "exclude each other" in words(practice.ana.sees()[-1])


async def test_a_repository_comes_as_a_zip_and_goes_back_as_one(practice: Practice) -> None:
    hand = await begun(practice, codebase=True, domain="webhook-receiver", seed=3)
    files = {file.name: file for message in practice.ana.sees() for file in shown(message)}
    assert set(files) == {"PROBLEM.md", "repository.zip"}
    raw = files["repository.zip"].raw
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert "README.md" in archive.namelist()
        python = {name for name in archive.namelist() if name.endswith(".py")}
    await write(practice, hand, "Send code", files=(("mine.zip", raw),))
    assert python <= work(hand).files.keys()
