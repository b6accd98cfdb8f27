"""A person at a terminal, for tests: lines in, text out; everything between is the real thing."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import io
import os
import resource
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from bot.app import App
from bot.grader.pool import GraderPool
from bot.grader.selftest import SelfTest, choose
from bot.platforms.terminal.adapter import Terminal
from bot.platforms.terminal.conversation import UNSANDBOXED, Conversation
from bot.platforms.terminal.screen import STYLES, Screen
from bot.platforms.terminal.spelling import Spelling
from bot.platforms.terminal.workspace import Workspace
from content.catalog import Catalog
from drills.model import Person, Place, Problem, Session
from storage.store import Store, open_store

CACHE = Path(tempfile.gettempdir()) / f"drill-tests-{os.getuid()}" / "sandbox.json"
ME = Person("terminal", "local", "ana")
CTRL_C = "\x03"  # where nothing is typed, or while something is waited for
# What is typed, or done in another window before the next line, or happens while nobody types.
Line = str | Callable[[], None] | Callable[[], Awaitable[None]]


@contextlib.contextmanager
def no_file_may_grow() -> Iterator[None]:
    """As on a full disk: every write to a file fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@dataclass
class DeskClock:
    at: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@dataclass
class Typed:
    """Lines that a test types; at the end the input ends."""

    lines: list[Line]
    out: io.StringIO
    live = False
    unseen = False

    async def read(self, prompt: str = "> ") -> str | None:
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                self.out.write(f"{prompt}{line}\n")
                return line
            if inspect.iscoroutinefunction(line):
                await line()
                await asyncio.Event().wait()
            line()
        return None

    @contextlib.contextmanager
    def interrupts(self) -> Iterator[asyncio.Event]:
        pressed = asyncio.Event()
        if self.lines[:1] == [CTRL_C]:
            self.lines.pop(0)
            pressed.set()
        yield pressed


@dataclass
class Desk:
    """One practice folder and one database, over any number of runs of the program."""

    folder: Path
    choose: Callable[[Path], SelfTest] = choose
    environ: Mapping[str, str] = field(default_factory=dict)
    clock: DeskClock = field(default_factory=DeskClock)
    patience: float = 3600.0  # seconds until it is said what is waited for

    def __post_init__(self) -> None:
        self.store: Store = open_store(f"sqlite:///{self.folder}/drill.db")
        self.practice = self.folder / "practice"
        self.place = Place("terminal", "local", str(self.practice))

    async def play(self, words: str, *lines: Line) -> str:
        """Run the program once with these words and lines; returns all that it printed."""
        out = io.StringIO()
        screen = Screen(Console(file=out, width=80, theme=STYLES), self.patience)
        terminal = Terminal(self.store, screen, Spelling())
        platforms = {"terminal": terminal}
        agreed = self.store.setting(ME, UNSANDBOXED) == "yes"
        pool = GraderPool(CACHE, size=1, allow_unsandboxed=agreed, choose=self.choose)
        self.app = app = App(self.store, Catalog(), pool, self.clock, platforms, "desk")

        @contextlib.asynccontextmanager
        async def during(session: Session) -> AsyncIterator[None]:
            yield

        typed = Typed(list(lines), out)
        conversation = Conversation(
            app, pool, terminal, ME, self.practice, typed, self.environ, during
        )
        try:
            self.code = await conversation.start(words.split())
        finally:
            screen.quiet()
            await app.close()
            await pool.close()
        return out.getvalue()

    # --- what a test looks at ----------------------------------------------------------------

    @property
    def session(self) -> Session:
        found = self.store.session_at(self.place)
        assert found is not None, "no session is open"
        return found

    @property
    def problem(self) -> Problem:
        return self.store.problem(self.session.draw)

    @property
    def files(self) -> Workspace:
        folders = [p.parent.parent for p in self.practice.glob("*/.drill/session")]
        return Workspace(max(folders, key=lambda p: p.stat().st_mtime_ns))

    def write(self, text: str | bytes) -> Callable[[], None]:
        """Saves the solution file, as an editor would."""
        raw = text if isinstance(text, bytes) else text.encode()

        def save() -> None:
            self.files.solution.write_bytes(raw)

        return save

    def solve(self, part: int) -> Callable[[], None]:
        """Saves a right solution of the parts up to this one."""
        return lambda: self.write(self.problem.parts[part - 1].reference)()
