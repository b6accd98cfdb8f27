"""The windows to write in, code or words, what comes back when one is sent, and files."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.platforms.discord import ids
from drills import intake
from drills.effects import Form

log = logging.getLogger(__name__)

HOLDS = 4000  # characters in a text input
_TEXT, _FILES = "text", "files"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as Discord tells of it; it is still to be fetched from `url`."""

    name: str
    url: str
    size: int  # bytes
    kind: str = ""  # its media type

    @property
    def may_be_code(self) -> bool:
        """People post pictures too."""
        return not self.kind.startswith(("image/", "video/", "audio/"))


def upload(attachment: discord.Attachment) -> Upload:
    return Upload(
        attachment.filename, attachment.url, attachment.size, attachment.content_type or ""
    )


async def fetch(client: discord.Client, upload: Upload) -> bytes:
    """Raises intake.Refused where it is too large, or Discord does not give it."""
    intake.refuse_large(upload.name, upload.size)
    try:
        return await client.http.get_from_cdn(upload.url)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("a file could not be fetched: %s", error)
        name = upload.name.replace("`", "'")
        raise intake.Refused(f"I could not fetch `{name}` from Discord. Send it again.") from None


def window(form: Form, id: ids.Form) -> ui.Modal:
    """A modal. What is to stand in it does so if it fits.

    It is stopped from the start: what is sent is read by `sent`, also after a restart, so that
    nothing waits here for an answer that may never come.
    """
    fits = len(form.text) <= HOLDS
    hint = f"Up to {HOLDS:,} characters; longer code goes as a file."
    if not fits:
        hint = f"It is over {HOLDS:,} characters now: add it as a file."
    shown = ui.Modal(title=form.title, custom_id=str(id))
    shown.add_item(
        ui.Label(
            text=form.asks,
            description=hint if form.code else None,
            component=ui.TextInput(
                custom_id=_TEXT,
                style=discord.TextStyle.paragraph,
                default=form.text if fits and form.text else None,
                required=not form.code,
                max_length=HOLDS,
            ),
        )
    )
    if form.code:
        files: ui.FileUpload[Any] = ui.FileUpload(
            custom_id=_FILES, required=False, min_values=0, max_values=10
        )
        shown.add_item(ui.Label(text="Or a file", component=files))
    shown.stop()
    return shown


def sent(submitted: Mapping[str, Any]) -> tuple[str, tuple[Upload, ...]]:
    """The text and the files of a form that was sent: an interaction's `data`.

    https://discord.com/developers/docs/interactions/receiving-and-responding
    """
    text = ""
    chosen: list[str] = []
    for field in _fields(submitted.get("components", ())):
        if field.get("custom_id") == _TEXT:
            text = field.get("value") or ""
        elif field.get("custom_id") == _FILES:
            chosen = field.get("values") or []
    there = submitted.get("resolved", {}).get("attachments", {})
    files = (there[id] for id in chosen if id in there)
    return text, tuple(
        Upload(file["filename"], file["url"], file["size"], file.get("content_type") or "")
        for file in files
    )


def _fields(components: Any) -> Iterator[Mapping[str, Any]]:
    for component in components:
        if "component" in component:  # a label
            yield from _fields([component["component"]])
        elif "components" in component:  # a row
            yield from _fields(component["components"])
        else:
            yield component
