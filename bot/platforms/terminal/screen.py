"""What a terminal shows and reads: a rich console, and lines from a prompt or from a pipe."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text
from rich.theme import Theme

from bot.platforms.terminal.render import UNBROKEN
from drills.timing import mmss

INTERRUPT = "\x03"  # the line that Ctrl-C makes where nothing was typed
PATIENCE = 1.0  # seconds until a pipe, which shows no progress, is told what it waits for
LONG = 5  # seconds of waiting after which it is said how to leave it
WIDEST = 100  # columns; longer lines of prose read badly
STYLES = Theme(
    {"markdown.code": "cyan", "markdown.item.bullet": "none", "markdown.item.number": "none"}
)


def console(stderr: bool = False) -> Console:
    """A console that follows `sys.stdout`; colour only where there is a terminal that wants it."""
    made = Console(stderr=stderr, theme=STYLES, highlight=False)
    if not made.is_terminal:
        made.width = 80
    elif made.width > WIDEST:
        made.width = WIDEST
    return made


class Progress:
    """What is being done and for how long; drawn anew at every turn of the spinner."""

    def __init__(
        self, text: str, way_out: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._text, self._way_out, self._clock = text, way_out, clock
        self._since = clock()

    def __rich__(self) -> Text:
        seconds = self._clock() - self._since
        text = self._text
        if seconds >= 1:
            text += f" {mmss(seconds)}"
        if self._way_out and seconds >= LONG:
            text = f"{text.rpartition('. ')[2]} ({self._way_out})"
        # Never two lines: a terminal that echoes Ctrl-C would leave one of them standing.
        return Text(text, no_wrap=True, overflow="ellipsis")


def _turning(text: str, way_out: str) -> Spinner:
    return Spinner("dots", Progress(text, way_out), style="green")


class Screen:
    """Prints messages, keeps a progress line while one stands, and keeps quiet under an editor."""

    def __init__(self, console: Console, patience: float = PATIENCE) -> None:
        self.console = console
        self._patience = patience
        self._status: Live | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._held: list[RenderableType] | None = None

    @property
    def live(self) -> bool:
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def show(self, *what: RenderableType) -> None:
        """Print one message and the empty line below it."""
        self.quiet()
        if self._held is not None:
            self._held.append(Group(*what))
            return
        # Rendered into a string first: rich pads every line to the width.
        into = Console(
            file=io.StringIO(),
            theme=STYLES,
            highlight=False,
            width=self.console.width,
            force_terminal=self.console.is_terminal,
            no_color=self.console.no_color,
            color_system=self.console.color_system or None,  # type: ignore[arg-type]
            legacy_windows=False,
        )
        into.print(*what, crop=False, sep="\n")
        assert isinstance(into.file, io.StringIO)
        text = re.sub(r"[ ]+(?=\n)", "", into.file.getvalue()).replace(UNBROKEN, " ")
        self.console.file.write(text + "\n")
        self.console.file.flush()

    def busy(self, text: str, way_out: str = "") -> None:
        """Show what is being done, and for how long, until the next message.

        A pipe is told once, where it takes longer than a moment. `way_out` says how not to wait.
        """
        if self._held is not None:
            return
        if not self.live:
            self.quiet()
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(self._patience, self.show, Text(text))
        elif self._status is None:
            # The prompt may be made while it turns, and must find the terminal's own stdout.
            self._status = Live(
                _turning(text, way_out),
                console=self.console,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
                refresh_per_second=10,
            )
            self._status.start()
        else:
            self._status.update(_turning(text, way_out))

    def quiet(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        if self._status is not None:
            self._status.stop()
            self._status = None

    def bell(self) -> None:
        if self.live and self._held is None:
            self.console.bell()

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep messages back while another program owns the terminal."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            for what in held:
                self.show(what)


class Lines(Protocol):
    """Where the person's lines come from."""

    live: bool  # a person at a terminal, who may type while a grade runs
    unseen: bool  # a person who cannot see what is asked: `drill play | less`

    async def read(self, prompt: str = "> ") -> str | None:
        """The next line, "" where Ctrl-C cleared it, INTERRUPT where none was, None at the end."""

    def interrupts(self) -> contextlib.AbstractContextManager[asyncio.Event]:
        """While open, Ctrl-C sets the event and does nothing else."""


class Piped:
    """Lines of a file or pipe, echoed so that the output reads as a conversation."""

    live = False

    def __init__(self, source: IO[str], screen: Screen) -> None:
        self._source, self._screen = source, screen
        self.unseen = source.isatty()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reading = False

    async def read(self, prompt: str = "> ") -> str | None:
        if not self._reading:
            # A daemon: a read that never ends must not keep the program alive.
            arguments = (asyncio.get_running_loop(),)
            threading.Thread(target=self._pump, args=arguments, daemon=True).start()
            self._reading = True
        line = await self._lines.get()
        if line is not None:
            self._screen.console.file.write(f"{prompt}{line}\n")
        return line

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed
            for line in self._source:
                loop.call_soon_threadsafe(self._lines.put_nowait, line.rstrip("\r\n"))
            loop.call_soon_threadsafe(self._lines.put_nowait, None)

    @contextlib.contextmanager
    def interrupts(self) -> Iterator[asyncio.Event]:
        yield asyncio.Event()  # Ctrl-C ends a script as it ends any other program


class Prompted:
    """A person at a prompt, with completion and history; messages print above it."""

    live = True
    unseen = False

    def __init__(self, words: Sequence[str]) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        self._session: PromptSession[str] = PromptSession(
            completer=WordCompleter(list(words), sentence=True), complete_while_typing=False
        )

    async def read(self, prompt: str = "> ") -> str | None:
        from prompt_toolkit.patch_stdout import patch_stdout

        try:
            with patch_stdout(raw=True):
                return await self._session.prompt_async(prompt)
        except KeyboardInterrupt:
            return "" if self._session.default_buffer.text else INTERRUPT
        except EOFError:
            return None

    @contextlib.contextmanager
    def interrupts(self) -> Iterator[asyncio.Event]:
        pressed, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, pressed.set)
        try:
            yield pressed
        finally:
            loop.remove_signal_handler(signal.SIGINT)


def lines(screen: Screen, words: Sequence[str]) -> Lines:
    """The person at the terminal, or what is piped in."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return Prompted(words)
    return Piped(sys.stdin, screen)


class _Told(logging.Handler):
    """Shows a warning as a sentence between the messages, without a traceback."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(logging.WARNING)
        self._screen = screen

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f": {record.exc_info[1]}"
        self._screen.show(Text(text, "yellow"))


def tell_warnings(screen: Screen) -> None:
    """Let what other modules log appear above the prompt."""
    logging.getLogger().addHandler(_Told(screen))
