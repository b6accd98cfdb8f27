"""The program in the sandbox: executes one submission, afresh for each test, and answers for it.

Control frames are JSON objects, `{"do": ...}` each answered by one object; the messages of
`peer` are arrays and belong to the test whose module was loaded last.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import linecache
import os
import resource
import sys
import traceback
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from . import measure
    from .fresh import Fresh
    from .peer import Peer
    from .wire import Gone, Wire, frame
else:  # in the sandbox, where this folder alone is on the path
    import measure
    from fresh import Fresh
    from peer import Peer
    from wire import Gone, Wire, frame

FILE = "solution.py"
LARGEST = 8 << 20  # bytes of one message; the referee takes no larger one
MOST_NAMES, LONGEST_NAME = 10_000, 100  # of a module, as far as they are told
NO_INPUT = "the code asks for input, and there is nobody to type it"


class Printed(io.TextIOBase):
    """Standard output and error of a submission: kept for the next message, up to `limit`."""

    encoding = "utf-8"

    def __init__(self, limit: int, keep: bool, stop: Any) -> None:
        self._limit = limit
        self._keep = keep
        self._stop = stop
        self._parts: list[str] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._size += len(text)
        if self._size > self._limit:
            self._stop("output")
        if self._keep:
            self._parts.append(text)
        return len(text)

    def take(self) -> str:
        taken, self._parts = "".join(self._parts), []
        return taken


class NoInput(io.TextIOBase):
    """Standard input: nobody types."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:
        raise EOFError(NO_INPUT)

    readline = read  # type: ignore[assignment]


def no_input(prompt: object = "") -> str:
    raise EOFError(NO_INPUT)


def line_of(error: BaseException) -> int | None:
    """The innermost line of the submission that an exception went through."""
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILE:
            line = step.tb_lineno
        step = step.tb_next
    return line


class _Side(Peer):
    """The runner's end of a test."""

    def __init__(self, wire: Wire, printed: Printed) -> None:
        super().__init__(wire, 2)
        self._printed = printed

    def printed(self) -> str:
        return self._printed.take()

    def line_of(self, error: BaseException) -> int | None:
        return line_of(error)


class Runner:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._code: CodeType | None = None
        self._printed = Printed(0, False, self._stop)
        self._keep = False
        self._limit = 0
        self._side: _Side | None = None
        self._module: ModuleType | None = None
        sys.stdin = NoInput()
        builtins.input = no_input
        self._fresh = Fresh()

    def run(self) -> None:
        """Answer until the referee closes its end."""
        while True:
            message, _ = self._wire.receive()
            if isinstance(message, dict):
                self._wire.send(getattr(self, "_" + message.pop("do"))(**message))
            else:
                assert self._side is not None
                question = self._side.unpacked(message)
                del message
                self._side.serve(question)
                del question

    def _begin(self, source: str, cpu: int, output: int, keep: bool) -> dict[str, Any]:
        """Compile the submission. `cpu` seconds for all its tests, `output` characters for each."""
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        cpu = cpu if hard == resource.RLIM_INFINITY else min(cpu, hard)
        end = cpu + 1 if hard == resource.RLIM_INFINITY else min(cpu + 1, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, end))  # both: the soft one can be raised
        self._keep, self._limit = keep, output
        try:
            self._code = compile(source, FILE, "exec", dont_inherit=True)
        except SyntaxError as error:
            return {"syntax": error.msg, "line": error.lineno}
        except (RecursionError, MemoryError):
            return {"syntax": "too deep", "line": None}
        except ValueError as error:  # a null byte, a lone surrogate
            return {"syntax": str(error), "line": None}
        linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
        return {}

    def _load(self) -> dict[str, Any]:
        """Execute the submission in a new module; what came before it is forgotten."""
        self._side = self._module = None
        self._fresh.restore()
        self._printed = Printed(self._limit, self._keep, self._stop)
        sys.stdout = sys.stderr = self._printed
        module = self._module = ModuleType("solution")
        sys.modules["solution"] = module
        module.__dict__["__file__"] = FILE
        assert self._code is not None
        try:
            exec(self._code, module.__dict__)
        except BaseException as error:
            text = "".join(traceback.format_exception_only(error)).strip()
            found = {"error": type(error).__name__, "text": text[-2000:], "line": line_of(error)}
            found["output"] = self._printed.take()
            return found
        self._fresh.remember()
        self._side = _Side(self._wire, self._printed)
        self._side.root = module
        names = [name for name in vars(module) if type(name) is str and len(name) <= LONGEST_NAME]
        return {"names": names[:MOST_NAMES], "output": self._printed.take()}

    def _settle(self) -> dict[str, Any]:
        """The end of a test; what was printed since its last message."""
        return {"output": self._printed.take()}

    def _measure(self, costs: str, budget: float) -> dict[str, Any]:
        """What `measure` finds for the module that was loaded last."""
        assert self._module is not None
        try:
            return {"costs": measure.measure(self._module, costs, budget)}
        except BaseException as error:
            return {"error": type(error).__name__}

    def _stop(self, reason: str) -> None:
        """Say why nothing more comes, and end."""
        self._wire.send({"stopped": reason})
        os._exit(1)


_OUT_OF_MEMORY = frame({"stopped": "memory"})


class _Capped(Wire):
    """Ends the program rather than send what the referee would refuse."""

    def send(self, message: Any) -> None:
        try:
            whole = frame(message)
        except RecursionError:
            whole = frame({"stopped": "depth"})
        if len(whole) > LARGEST:
            whole = frame({"stopped": "size"})
        self.send_frame(whole)


def main(read_fd: int, write_fd: int) -> None:
    with contextlib.suppress(OSError):  # where a lockdown has not done it, and so allows it
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.close(nowhere)
    wire = _Capped(read_fd, write_fd)
    try:
        Runner(wire).run()
    except Gone:
        os._exit(0)
    except MemoryError:
        wire.send_frame(_OUT_OF_MEMORY)
        os._exit(1)
