"""The program in the sandbox that runs a person's own one, once, and tells what it put out.

    {"files": {name: text}, "entry": name, "now": seconds since 1970, "cpu": seconds,
     "wall": seconds, "room": bytes}

is answered by one object: `output`, `files` that it wrote, and `ended`, which is "" or one of
ENDINGS; with "" an exit `code` that is not 0, with "left" the text that it left with as `error`,
with "raised" also `trace`, `file` and `line`.
"""

from __future__ import annotations

import builtins
import gc
import io
import os
import resource
import sys
import threading
from types import ModuleType

TYPE_CHECKING = False  # importing `typing` takes a tenth of the start
if TYPE_CHECKING:
    import signal
    import traceback
    from typing import Any, NoReturn
else:
    import _signal as signal  # as long as `typing`, since `signal` makes enumerations of it

if TYPE_CHECKING or __package__:
    from .folder import Folder, Kept, Room, execute
    from .still import stop_clock
    from .wire import Gone, Wire
else:  # in the sandbox, where this folder alone is on the path
    from folder import Folder, Kept, Room, execute
    from still import stop_clock
    from wire import Gone, Wire

ENDINGS = ("raised", "left", "memory", "room", "cpu", "wall")
NO_INPUT = "the program asks for input, and there is nobody to type it"
LONGEST_TRACE, LONGEST_ERROR = 8000, 500  # characters
OWN = ("program", "folder", "still", "wire")  # modules that a file of the person may be named as


class NoInput(io.TextIOBase):
    """Standard input: nobody types."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:
        raise EOFError(NO_INPUT)

    readline = read  # type: ignore[assignment]


def no_input(prompt: object = "") -> NoReturn:
    raise EOFError(NO_INPUT)


class Program:
    """One run, which ends the process."""

    def __init__(
        self, wire: Wire, files: dict[str, str], entry: str, now: float, room: int
    ) -> None:
        self._wire = wire
        self._entry = entry
        self._own = frozenset(files)
        self._telling = threading.Lock()
        self._thread = threading.get_ident()
        bounded = Room(room, lambda: self.tell("room"))
        self._said = Kept(bounded)
        self._folder = Folder(files, bounded)
        self._folder.install(list(dict.fromkeys([os.path.dirname(entry), ""])))
        sys.stdin, builtins.input = NoInput(), no_input
        sys.stdout, sys.stderr = self._stream(), self._stream()
        sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]
        builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]
        sys.argv = [entry]
        stop_clock(now)

    def _stream(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(
            self._said, "utf-8", errors="backslashreplace", newline="\n", write_through=True
        )

    def limit(self, cpu: int, wall: float) -> None:
        """Say what was put out so far when the time is up; whoever asked ends us soon after."""
        signal.signal(signal.SIGXCPU, lambda *_: self.tell("cpu"))
        signal.signal(signal.SIGALRM, lambda *_: self.tell("wall"))
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        soft = cpu if hard == resource.RLIM_INFINITY else min(cpu, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        signal.setitimer(signal.ITIMER_REAL, wall)

    def run(self) -> None:
        module = ModuleType("__main__")
        module.__file__ = self._entry
        sys.modules["__main__"] = module
        try:
            execute(self._folder, self._entry, module)
            for thread in threading.enumerate():
                if thread is not threading.main_thread() and not thread.daemon:
                    thread.join()
        except SystemExit as error:
            self._left(error)
        except MemoryError:
            self.tell("memory")
        except BaseException as error:
            self._raised(error)
        self.tell("")

    def _left(self, error: SystemExit) -> None:
        """As Python ends: a text is printed, and anything but 0 is a failure."""
        if error.code is None or error.code == 0:
            return
        if isinstance(error.code, int):
            self.tell("", code=int(error.code))  # a bool is an int that JSON has another word for
        print(error.code, file=sys.stderr)  # noqa: T201
        self.tell("left", error=str(error.code)[:LONGEST_ERROR])

    def _raised(self, error: BaseException) -> None:
        import linecache
        import traceback

        for name in self._own:
            source = self._folder.source(name) or ""
            linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        found = traceback.TracebackException.from_exception(error)
        own = [frame for frame in found.stack if frame.filename in self._own]
        _own_frames(found, self._own)
        named = [(frame.filename, frame.lineno or 0) for frame in own]
        if isinstance(error, SyntaxError) and error.filename in self._own:
            named.append((str(error.filename), error.lineno or 0))
        file, line = named[-1] if named else ("", 0)
        trace = "".join(found.format())
        last = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1:]
        self.tell(
            "raised",
            error="".join(last)[-LONGEST_ERROR:],
            trace=trace[-LONGEST_TRACE:],
            file=file,
            line=line,
        )

    def tell(self, ended: str, **more: Any) -> None:
        """Answer, once, and end; also in the middle of whatever it was that went on."""
        if not self._telling.acquire(blocking=threading.get_ident() != self._thread):
            return  # a limit is passed while the answer is on its way
        signal.setitimer(signal.ITIMER_REAL, 0)
        if ended == "memory":
            gc.collect()
        if ended == "":
            try:
                self._folder.settle()
            except Exception as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201
        files = {name: held.decode(errors="replace") for name, held in self._folder.written.items()}
        output = self._said.getvalue().decode(errors="replace")
        self._wire.send({"output": output, "files": files, "ended": ended, **more})
        os._exit(0)


def _own_frames(found: traceback.TracebackException, own: frozenset[str]) -> None:
    """Leave of a traceback, and of what it came from, the person's own frames."""
    step: traceback.TracebackException | None = found
    while step is not None:
        step.stack[:] = [frame for frame in step.stack if frame.filename in own]
        step = step.__cause__ or step.__context__


def main(read_fd: int, write_fd: int) -> None:
    wire = Wire(read_fd, write_fd)
    try:
        asked, _ = wire.receive()
        cpu, wall = asked.pop("cpu"), asked.pop("wall")
        here = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [path for path in sys.path if path != here]
        for name in OWN:
            sys.modules.pop(name, None)
        program = Program(wire, **asked)
        program.limit(cpu, wall)
        program.run()
    except Gone:
        os._exit(0)
