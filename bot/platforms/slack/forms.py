"""The windows to write in, code or words, and what comes back when one is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.platforms.slack import incoming
from bot.platforms.slack.files import Shared, shared
from bot.platforms.slack.spelling import Element
from bot.platforms.windows import Opener
from drills.effects import Form

CODE = "code"  # the callback id of them all
HOLDS = 3000  # characters in a text input
TEXT, FILES = "text", "files"  # block ids and action ids


def view(form: Form, session: str, opened: Opener) -> Element:
    """A modal. What is to stand in it does so if it fits."""
    fits = len(form.text) <= HOLDS
    hint = f"Up to {HOLDS:,} characters; longer code goes as a file."
    if not fits:
        hint = f"It has {len(form.text):,} characters now, too many for this: add a file."
    written: Element = {
        "type": "plain_text_input",
        "action_id": TEXT,
        "multiline": True,
        "max_length": HOLDS,
    }
    if fits and form.text:
        written["initial_value"] = form.text
    text: Element = {
        "type": "input",
        "block_id": TEXT,
        "optional": form.code,
        "label": _plain(form.asks),
        "element": written,
    }
    files: Element = {
        "type": "input",
        "block_id": FILES,
        "optional": True,
        "label": _plain("Or files"),
        "element": {"type": "file_input", "action_id": FILES, "max_files": 5},
    }
    return {
        "type": "modal",
        "callback_id": CODE,
        "private_metadata": f"{session}:{opened.ask}:{opened.choice}",
        "title": _plain(form.title),
        "submit": _plain("Send"),
        "close": _plain("Cancel"),
        "blocks": [{**text, "hint": _plain(hint)}, files] if form.code else [text],
    }


def opened_by(value: str) -> tuple[str, Opener]:
    """The session and the button, of a button's value or a form's metadata."""
    session, _, rest = value.partition(":")
    ask, _, choice = rest.partition(":")
    return session, Opener(int(ask or 0), choice)


def sent(view: Mapping[str, Any]) -> tuple[str, list[Shared]]:
    """The text and the files of a form that was sent. Nothing is escaped in it."""
    values = view.get("state", {}).get("values", {})
    text = values.get(TEXT, {}).get(TEXT, {}).get("value") or ""
    files = values.get(FILES, {}).get(FILES, {}).get("files") or []
    return incoming.straightened(str(text).replace("\u00a0", " ")), shared(files)


def _plain(text: str) -> Element:
    return {"type": "plain_text", "text": text}
