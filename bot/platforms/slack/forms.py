"""The form for code: a text to paste into and a file, and what comes back when it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.platforms.slack import incoming
from bot.platforms.slack.files import Shared, shared
from bot.platforms.slack.spelling import Element
from drills.model import Session

CODE = "code"  # the callback id
HOLDS = 3000  # characters in a text input
TEXT, FILES = "text", "files"  # block ids and action ids


def view(session: Session, last: str) -> Element:
    """A modal; `last` is what was sent before, and stands in it if it fits."""
    fits = len(last) <= HOLDS
    hint = f"Up to {HOLDS:,} characters; longer code goes as a file."
    if not fits:
        hint = f"Your last code has {len(last):,} characters, too many for this: add a file."
    text: Element = {
        "type": "plain_text_input",
        "action_id": TEXT,
        "multiline": True,
        "max_length": HOLDS,
    }
    if fits and last:
        text["initial_value"] = last
    return {
        "type": "modal",
        "callback_id": CODE,
        "private_metadata": session.id,
        "title": _plain("Send code"),
        "submit": _plain("Send"),
        "close": _plain("Cancel"),
        "blocks": [
            {
                "type": "input",
                "block_id": TEXT,
                "optional": True,
                "label": _plain("Your code"),
                "hint": _plain(hint),
                "element": text,
            },
            {
                "type": "input",
                "block_id": FILES,
                "optional": True,
                "label": _plain("Or files"),
                "element": {"type": "file_input", "action_id": FILES, "max_files": 5},
            },
        ],
    }


def sent(view: Mapping[str, Any]) -> tuple[str, list[Shared]]:
    """The text and the files of a form that was sent. Nothing is escaped in it."""
    values = view.get("state", {}).get("values", {})
    text = values.get(TEXT, {}).get(TEXT, {}).get("value") or ""
    files = values.get(FILES, {}).get(FILES, {}).get("files") or []
    return incoming.straightened(str(text).replace("\u00a0", " ")), shared(files)


def _plain(text: str) -> Element:
    return {"type": "plain_text", "text": text}
