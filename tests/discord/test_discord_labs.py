"""A lab on Discord by typed options, buttons and windows alone, over the real wire."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from bot.platforms.discord import forms, ids
from content.catalog import Catalog
from drills.effects import Form
from drills.task import LabState, Press
from storage.store import open_store
from tests.discord import limits
from tests.discord.hand import Hand
from tests.discord.person import shown, words
from tests.discord.practice import Practice

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
    asked = options or {"task": "total-cart"}
    practice.ana.slash(practice.room, ("drill", "lab"), **asked)
    await practice.server.settled()
    return hand


def lab(hand: Hand) -> LabState:
    session = hand.session()
    assert session is not None
    assert session.lab is not None
    return session.lab


async def window(practice: Practice, hand: Hand, label: str) -> Any:
    """Press a button that opens a window."""
    opened = practice.ana.press(hand.found(label))
    await practice.server.settled()
    assert opened.modal is not None, f"{label} opened nothing"
    return opened


async def write(practice: Practice, hand: Hand, label: str, text: str) -> None:
    practice.ana.submit(await window(practice, hand, label), text)
    await practice.server.settled()


def text_of(modal: dict[str, Any]) -> str:
    """What stands in a window."""
    field = modal["components"][0]["component"]
    return str(field.get("value", ""))


async def test_a_lab_is_played_by_buttons_and_windows_with_restarts_between(
    practice: Practice,
) -> None:
    hand = await begun(practice)
    await write(practice, hand, "Write plan", "rounding; the cart is only read")
    await hand.restart()
    opened = await window(practice, hand, "Edit")
    proposal = text_of(opened.modal)
    assert "return round(line.unit_cents * line.quantity)" in proposal
    practice.ana.submit(opened, proposal.replace("round(line.unit_cents * line.quantity)", "249"))
    await practice.server.settled()
    for label in ("5", "Accept", "Try", "Reject", "Back", "Reject", "Reject"):
        await hand.restart()
        await hand.press(label, again=False)
    await hand.press("Run", again=False)
    await hand.press("Done", again=False)
    await hand.restart()
    await hand.press("Yes, explain", again=False)
    for label in ("Breaks a rule", "3"):
        await hand.restart()
        await hand.press(label, again=False)
    await write(practice, hand, "Write why", "it goes to the even neighbour")
    for n in range(3):
        await write(practice, hand, "Write it", f"fine, no idea {n}")
    for label in ("Both", "Named it", "None", "None"):
        await hand.press(label, again=False)
    presses = [decision.press for decision in lab(hand).decisions]
    assert presses == [Press.EDIT, Press.ACCEPT, Press.REJECT, Press.REJECT, Press.REJECT]
    assert lab(hand).decisions[1].sure == 5
    own = lab(hand).explanations[0]
    assert (own.line, own.words, own.ticks) == (3, "it goes to the even neighbour", (0, 1))
    last = [message for message in practice.ana.sees() if shown(message)][-1]
    assert "of 100" in words(last)
    assert {file.name for file in shown(last)} >= {"to-the-reference.diff", "reference.py"}


async def test_a_suggestion_is_a_diff_and_is_settled_where_it_stands_last(
    practice: Practice,
) -> None:
    hand = await begun(practice)
    await write(practice, hand, "Write plan", "rounding")
    [suggestion] = [m for m in practice.ana.sees() if "Suggestion 1 of 4" in words(m)]
    assert "```diff" in words(suggestion)
    assert "+    return round(" in words(suggestion)
    await hand.press("Time", again=False)
    await hand.press("4", again=False)
    assert practice.ana.sees()[-1].alone is practice.ana.user
    assert len(practice.ana.buttons("Accept")) == 1, "only where it stands last"
    await hand.press("Accept", again=False)
    settled = "\n".join(words(message) for message in practice.ana.sees())
    assert f"→ **Accept** · sure 4 · <@{practice.ana.user.id}>" in settled
    assert len(lab(hand).decisions) == 1


async def test_a_result_that_comes_later_takes_the_buttons_of_its_question(
    practice: Practice,
) -> None:
    hand = await begun(practice)
    await write(practice, hand, "Write plan", "rounding")
    opened = await window(practice, hand, "Edit")
    practice.ana.submit(opened, text_of(opened.modal).replace("round(", "1 + round("))
    await practice.server.settled()
    assert "of 8 tests pass" in words(practice.ana.buttons("Reject")[-1].message)
    assert len(practice.ana.buttons("Reject")) == 1
    await hand.press("Reject", again=False)
    assert [decision.press for decision in lab(hand).decisions] == [Press.EDIT, Press.REJECT]


async def test_the_tasks_are_offered_as_one_types_and_the_levels_to_choose(
    practice: Practice,
) -> None:
    asked = practice.ana.complete(practice.room, ("drill", "lab"), "task", "cart")
    await practice.server.settled()
    assert [choice["value"] for choice in asked.choices or []] == ["total-cart"]
    hand = await begun(practice, level="staff", private=True)
    session = hand.session()
    assert session is not None
    assert practice.store.problem(session.draw).seniority == "staff"
    assert hand.thread.name.startswith("LAB: ")
    assert session.private


async def test_the_menu_has_a_row_of_buttons_for_each_level(practice: Practice) -> None:
    practice.ana.slash(practice.room, ("drill", "lab"))
    await practice.server.settled()
    menu = practice.ana.sees()[-1]
    assert menu.alone is practice.ana.user
    rows = [part for part in limits.walk(menu.components) if part["type"] == limits.ROW]
    assert 1 < len(rows) <= 5
    hand = practice.hand()
    await hand.press("total-cart", again=False)
    session = hand.session()
    assert session is not None
    assert session.problem == "total-cart"


@pytest.mark.parametrize("length", [0, 4_000, 4_001, 60_000])
@pytest.mark.parametrize("code", [True, False])
async def test_every_window_is_one_that_discord_takes(length: int, code: bool) -> None:
    form = Form("Suggestion 5 of 5", "Your version of it", "x" * length, code)
    id = ids.Form("0123456789abcdef", 12, "edit")
    told = forms.window(form, id).to_dict()
    assert len(told["title"]) <= 45
    assert ids.read(told["custom_id"]) == id
    text: Any = told["components"][0]
    assert len(text["label"]) <= 45
    assert len(text["component"].get("value") or "") <= 4_000
    assert ("add it as a file" in str(text)) == (code and length > 4_000)
