"""Plays the start of a drill and draws the terminal as the README's picture: `make picture`."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bot.app import App
from bot.grader.pool import GraderPool
from bot.platforms.terminal.adapter import Terminal
from bot.platforms.terminal.conversation import Conversation
from bot.platforms.terminal.screen import STYLES, Screen
from bot.platforms.terminal.spelling import Spelling
from content.catalog import Catalog
from drills.model import Person, Session
from storage.store import open_store

WIDTH = 88
PICTURE = Path(__file__).parent / "play.svg"
SEED = 3


class Still(Screen):
    """A screen in colour, without the progress line, which moves."""

    live = False


@dataclass
class MovedClock:
    at: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self.at += timedelta(seconds=9)
        return self.at


class Typing:
    """What the person does: saves a solution, says a word, saves a better one."""

    live = False
    unseen = False

    def __init__(self, practice: Path, out: io.StringIO, wrong: str, right: str) -> None:
        self._out = out
        self._steps = iter([(wrong, "run"), ("", "done"), (right, "done"), ("", "quit")])
        self._practice = practice

    async def read(self, prompt: str = "> ") -> str | None:
        source, word = next(self._steps)
        if source:
            [solution] = self._practice.glob("*/solution.py")
            solution.write_text(source)
        self._out.write(f"\x1b[1m{prompt}{word}\x1b[0m\n")
        return word

    @contextlib.contextmanager
    def interrupts(self) -> Iterator[asyncio.Event]:
        yield asyncio.Event()


async def played(folder: str) -> str:
    """Everything that the terminal printed, with its colours."""
    out, practice = io.StringIO(), Path(folder) / "practice"
    store = open_store(f"sqlite:///{folder}/drillbot.db")
    console = Console(
        file=out, width=WIDTH, theme=STYLES, force_terminal=True, color_system="standard"
    )
    terminal = Terminal(store, Still(console), Spelling())
    pool = GraderPool(Path(folder) / "selftest.json", size=1)
    catalog = Catalog()
    app = App(store, catalog, pool, MovedClock(), {"terminal": terminal}, "picture")
    right = catalog.draw("kv-store", SEED).parts[0].reference
    wrong = re.sub(r"if not (\w+):", r"if \1 is None:", right, count=1)
    assert wrong != right, "the solution has no check of an empty key to leave out"

    @contextlib.asynccontextmanager
    async def during(session: Session) -> AsyncIterator[None]:
        yield

    person = Person("terminal", "local", "ana")
    typing = Typing(practice, out, wrong, right)
    conversation = Conversation(app, pool, terminal, person, practice, typing, {}, during)
    await conversation.start(["--domain", "kv-store", "--seed", str(SEED)])
    await app.idle()
    await app.close()
    await pool.close()
    store.close()
    return out.getvalue()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        lines = asyncio.run(played(os.path.realpath(folder))).splitlines()
    plain = [Text.from_ansi(line).plain for line in lines]
    first = next(n for n, line in enumerate(plain) if line.startswith("> run"))
    opened = next(n for n, line in enumerate(plain) if line.startswith("Part 2 of 4"))
    last = next(n for n, line in enumerate(plain) if n > opened + 12 and not line.strip())
    canvas = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    canvas.print(Text.from_ansi("\n".join(lines[first:last])))
    svg = canvas.export_svg(title="drill play")
    # No font is fetched: whoever looks has one of a fixed width.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL))


if __name__ == "__main__":
    main()
