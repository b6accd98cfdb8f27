"""A lab in Slack by its buttons and windows alone, and what its windows hold."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platforms.slack import forms
from bot.platforms.windows import Opener
from drills.effects import Form
from drills.model import Session
from drills.task import LabPhase, Press
from tests.slack.counterpart import limits, reading
from tests.slack.practice import Practice

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begun(practice: Practice, plan: str = "rounding") -> Session:
    await practice.slash("lab total-cart")
    session = practice.session()
    assert session is not None, practice.told(practice.ana)
    if plan:
        await practice.write(plan)
    return session


async def written(practice: Practice, label: str, text: str | None) -> dict[str, Any]:
    """Open a window and send it as filled in, or as it opened; what it then says is wrong."""
    await practice.press(label)
    errors: dict[str, Any] = {}

    async def submit() -> None:
        errors.update(await practice.ana.submit(text))

    await practice.surviving(submit())
    return errors


def opened(practice: Practice) -> str:
    """What stands in the window that is open."""
    [text, *_] = [b["element"] for b in practice.ana.window()["blocks"] if b["type"] == "input"]
    return str(text.get("initial_value", ""))


async def test_a_lab_is_played_by_buttons_and_windows_with_restarts_between(
    practice: Practice,
) -> None:
    await practice.slash("lab")
    await practice.press("total-cart")
    await practice.restart()
    assert await written(practice, "Write plan", "rounding; the cart is only read") == {}
    await practice.restart()
    await practice.press("Edit")
    proposal = opened(practice)
    assert "return round(line.unit_cents * line.quantity)" in proposal
    mended = proposal.replace("round(line.unit_cents * line.quantity)", "249")
    assert await practice.ana.submit("def line_cents(:") != {}
    await practice.surviving(practice.ana.submit(mended))
    for label in ("5", "Accept", "Try", "Reject", "Back", "Reject", "Reject"):
        await practice.restart()
        await practice.press(label)
    await practice.press("Run")
    await practice.press("Done")
    await practice.restart()
    await practice.press("Yes, explain")
    for label in ("Breaks a rule", "3"):
        await practice.restart()
        await practice.press(label)
    await written(practice, "Write why", "it goes to the even neighbour")
    for n in range(3):
        await written(practice, "Write it", f"fine, no idea {n}")
    for label in ("Both", "Named it", "None", "None"):
        await practice.press(label)
    session = practice.session()
    assert session is not None
    assert session.lab is not None
    presses = [decision.press for decision in session.lab.decisions]
    assert presses == [Press.EDIT, Press.ACCEPT, Press.REJECT, Press.REJECT, Press.REJECT]
    assert session.lab.decisions[1].sure == 5
    own = session.lab.explanations[0]
    assert (own.line, own.words, own.ticks) == (3, "it goes to the even neighbour", (0, 1))
    assert not session.open
    assert any("of 100" in text for text in practice.said())
    names = [file.name for post in practice.workspace.posts for file in post.files]
    assert names[-2:] == ["to-the-reference.diff", "reference.py"]


async def test_a_suggestion_is_a_diff_with_colours_and_is_settled_where_it_stands_last(
    practice: Practice,
) -> None:
    await begun(practice)
    [shown] = [
        element
        for post in practice.workspace.posts
        for block in post.blocks
        for element in block.get("elements", [])
        if element.get("language") == "diff"
    ]
    assert "+    return round(" in shown["elements"][0]["text"]
    await practice.write("time")
    await practice.press("4")
    assert practice.told(practice.ana)[-1] == "Noted: sure 4."
    with_buttons = [post for post in practice.workspace.posts if _has(post.blocks, "Accept")]
    assert len(with_buttons) == 1, "the question has buttons only where it stands last"
    await practice.press("Accept")
    assert any("→ Accept · sure 4 · @ana" in text for text in practice.said())
    await practice.press("Accept", again=True)
    session = practice.session()
    assert session is not None
    assert session.lab is not None
    assert len(session.lab.decisions) == 1


def _has(blocks: list[dict[str, Any]], label: str) -> bool:
    return any(button["text"]["text"] == label for button, _ in reading.buttons(blocks))


async def test_a_window_of_what_is_settled_meanwhile_says_so_and_keeps_the_words(
    practice: Practice,
) -> None:
    await begun(practice, plan="")
    await practice.press("Write plan")
    await practice.write("rounding")
    errors = await practice.ana.submit("another plan")
    assert "settled" in str(errors)
    session = practice.session()
    assert session is not None
    assert session.lab is not None
    assert (session.lab.phase, session.lab.plan) == (LabPhase.BUILD, "rounding")


async def test_the_window_for_code_holds_the_file_and_an_unchanged_one_is_not_taken(
    practice: Practice,
) -> None:
    session = await begun(practice)
    assert session.lab is not None
    await practice.press("Send code")
    assert opened(practice) == session.lab.file
    assert "Nothing was changed" in str(await practice.ana.submit())


async def test_the_home_tab_shows_labs_and_begins_one(practice: Practice) -> None:
    await practice.surviving(practice.ana.open_home())
    await practice.surviving(practice.ana.press_home("total-cart"))
    session = practice.session()
    assert session is not None
    assert (session.drill, practice.where(session)[0].kind) == ("lab", "im")
    await practice.surviving(practice.ana.open_home())
    home = str(practice.workspace.homes[practice.ana.user.id])
    assert "Total a Shopping Cart, the plan" in home


@pytest.mark.parametrize("length", [0, 3_000, 3_001, 60_000])
@pytest.mark.parametrize("code", [True, False])
async def test_every_window_is_one_that_slack_takes(length: int, code: bool) -> None:
    form = Form("Suggestion 5 of 5", "Your version of it", "x" * length, code)
    view = forms.view(form, "0123456789abcdef", Opener(12, "edit"))
    assert limits.view_faults(view) == []
    assert forms.opened_by(view["private_metadata"]) == ("0123456789abcdef", Opener(12, "edit"))
    assert ("too many for this: add a file" in str(view)) == (code and length > 3_000)
