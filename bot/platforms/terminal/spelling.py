"""Spells commands the way this person started the program, so that a line can be copied."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.platforms.terminal.workspace import shown
from drills.command import NOTES
from drills.effects import Command

PRACTICE = "practice"  # the folder where none is named


@dataclass(frozen=True, slots=True)
class Spelling:
    """`program` starts the program; `folder` is the practice folder where it is not the default."""

    program: str = "drill"
    make: bool = False
    folder: str = ""

    def __call__(self, command: Command) -> str:
        """`drill play --domain kv-store`, or `make play ARGS="--domain kv-store"`."""
        if command == NOTES:
            return self.other("notes")
        words = [] if command.drill == "progressive" else [command.drill]
        folder = self.folder
        for flag, value in command.options:
            if flag == "folder":
                folder = self._named(Path(value))
            elif flag == "task":
                words.append(value)
            else:
                words += [f"--{flag}", value] if value else [f"--{flag}"]
        if folder:
            words += ["--folder", folder]
        line = shlex.join(words)
        if self.make:
            return f'make play ARGS="{line}"' if line else "make play"
        return f"{self.program} play {line}".rstrip()

    def _named(self, folder: Path) -> str:
        """A practice folder as it must be named here, "" for the one where none is named."""
        if folder.resolve() == Path(self.folder or PRACTICE).resolve():
            return self.folder
        return "" if folder.resolve() == Path(PRACTICE).resolve() else shown(folder)

    def other(self, word: str) -> str:
        """A sub-command that is no drill: `drill doctor`."""
        return f"{self.program} {word}"


def spelling(argv0: str, environ: Mapping[str, str], folder: str = "") -> Spelling:
    """How this process was started. `DRILL_SPELLING=make` is set by the Makefile's play target."""
    return Spelling(_program(argv0), environ.get("DRILL_SPELLING") == "make", folder)


def _program(argv0: str) -> str:
    path = Path(argv0)
    if path.name == "__main__.py":
        return "python -m bot"
    found = shutil.which(path.name)
    if found is not None and os.path.realpath(found) == os.path.realpath(argv0):
        return path.name
    relative = os.path.relpath(argv0)
    return shlex.quote(relative if len(relative) < len(argv0) else argv0)
