"""Opens a file in the person's own editor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from bot.platforms.terminal.workspace import shown

EDITORS = ("nano", "vim", "vi")  # where neither VISUAL nor EDITOR is set


async def edit(path: Path, environ: Mapping[str, str], terminal: bool) -> str:
    """Wait until the editor is closed; returns what went wrong in a sentence, or "".

    `terminal`: the editor may read from the terminal that this program reads from.
    """
    command = editor(environ)
    if command is None:
        return (
            f"No editor is set. Open `{shown(path)}` in yours, or set one for `edit`:"
            " `export EDITOR=nano`."
        )
    source = None if terminal else asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(*command, str(path), stdin=source)
    except OSError as e:
        return (
            f"`{command[0]}` did not start: {(e.strerror or str(e)).lower()}. Set VISUAL or EDITOR,"
            f" or open `{shown(path)}` yourself."
        )
    code = await process.wait()
    return f"`{command[0]}` ended with code {code}." if code else ""


def editor(environ: Mapping[str, str]) -> list[str] | None:
    """The person's editor as a command, None where there is none."""
    for name in ("VISUAL", "EDITOR"):
        with contextlib.suppress(ValueError):  # an unclosed quote
            if command := shlex.split(environ.get(name, "")):
                return command
    found = (shutil.which(name, path=environ.get("PATH", os.defpath)) for name in EDITORS)
    return next(([path] for path in found if path), None)
