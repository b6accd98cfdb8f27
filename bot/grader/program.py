"""Runs a person's program in its sandbox, and says how it ended in one clear sentence."""

from __future__ import annotations

import ast
import posixpath
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drills.working import DATA, ENTRY, ProgramRun

from . import explain
from .inside.program import ENDINGS, LONGEST_ERROR, LONGEST_TRACE, NO_INPUT
from .inside.wire import Broken, Expired, Gone, Violation, Wire
from .sandbox import Child

LARGEST = 10 << 20  # bytes of an answer: what was put out, escaped, and some
GRACE = 1.0  # seconds for a program that is past its limits to say what it had put out


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one run of a program may use."""

    cpu: int = 10  # seconds
    wall: float = 30.0  # seconds
    room: int = 1 << 20  # bytes that it prints and writes, in all


def entry(files: Mapping[str, str]) -> str:
    """The file to run: solution.py, or the only one, or the only one that has a `main`.

    Raises ValueError, with a sentence, where that is none or several.
    """
    modules = [name for name in files if name.endswith(".py") and name != DATA]
    if ENTRY in modules:
        return ENTRY
    begins = [name for name in modules if _begins(files[name])]
    match begins or modules:
        case [only]:
            return only
        case []:
            raise ValueError("There is no Python file to run.")
        case several:
            said = ", ".join(sorted(several))
            raise ValueError(f"It is not clear which file to run: {said}. Call it {ENTRY}.")


def _begins(source: str) -> bool:
    """Whether a file has a `main`, or something that is done only where it is run itself."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == "main")
        or (isinstance(node, ast.If) and "'__main__'" in ast.unparse(node.test))
        for node in body
    )


def run(
    child: Child,
    files: Mapping[str, str],
    data: str | None,
    now: float,
    allowance: Allowance,
    start: str = "",
) -> ProgramRun:
    """Run the program of `files`, or the one that `start` names, with `data` as its data.py, and
    end the child.

    `now` is what its clock shows, in seconds since 1970. Raises for nothing that the program does.
    """
    try:
        start = start or entry(files)
    except ValueError as error:
        child.kill()
        return ProgramRun(trouble=str(error))
    ends = time.monotonic() + allowance.wall + GRACE
    wire = Wire(child.recv_fd, child.send_fd, cap=LARGEST, wait=lambda: _left(ends))
    asked: dict[str, Any] = {
        "files": files if data is None else {**files, DATA: data},
        "entry": start,
        "now": now,
        "cpu": allowance.cpu,
        "wall": allowance.wall,
        "room": allowance.room,
    }
    try:
        wire.send(asked)
        answer, _ = wire.receive()
        return _told(answer, start, allowance, child.cpu_seconds())
    except Broken as reason:
        trouble = f"{start} {_broken(reason, child, allowance)}."
        return ProgramRun(trouble=trouble, seconds=child.cpu_seconds())
    finally:
        child.kill()


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise Expired
    return max(1.0, left * 1000)


def _told(answer: Any, start: str, allowance: Allowance, seconds: float) -> ProgramRun:
    """What the sandbox says, of which nothing is trusted. Raises Violation."""
    if type(answer) is not dict or answer.get("ended") not in ("", *ENDINGS):
        raise Violation("an answer")
    files = answer.get("files")
    if type(files) is not dict or any(type(text) is not str for text in files.values()):
        raise Violation("files")
    line, code = answer.get("line", 0), answer.get("code", 0)
    if type(line) is not int or type(code) is not int or not 0 <= line < 10_000_000:
        raise Violation("a number")
    file = explain.bounded(_text(answer, "file"), 200)
    trace = explain.printable(_text(answer, "trace"))[-LONGEST_TRACE:].strip()
    return ProgramRun(
        output=explain.printable(_text(answer, "output")),
        files={_relative(name): explain.printable(text) for name, text in files.items()},
        trouble=_sentence(answer, start, file, line, allowance),
        trace=trace,
        file=file,
        line=line,
        code=min(max(code, -1), 255),
        seconds=seconds,
    )


def _sentence(
    answer: dict[str, Any], start: str, file: str, line: int, allowance: Allowance
) -> str:
    match answer["ended"]:
        case "":
            return ""
        case "cpu":
            return f"{start} computed for {allowance.cpu} s and did not end, so it was stopped."
        case "wall":
            return f"{start} did not end within {allowance.wall:g} s, so it was stopped."
        case "memory":
            return f"{start} needed more memory than there is."
        case "room":
            size = f"{allowance.room // 1024:,} kB"
            return f"{start} printed and wrote more than {size}, so it was stopped."
        case "left":
            said = explain.bounded(_text(answer, "error"), LONGEST_ERROR)
            return f"{start} left with the words: {said}"
    where = f"{file or start}, line {line}" if line else file or start
    error = explain.bounded(_text(answer, "error"), LONGEST_ERROR)
    if NO_INPUT in error:
        return f"{where}: the program asks for input, and nobody is there to type."
    return f"{where}: {explain.explained(error)}"


def _broken(reason: Broken, child: Child, allowance: Allowance) -> str:
    if isinstance(reason, Expired):
        return f"did not end within {allowance.wall:g} s, so it was stopped"
    if isinstance(reason, Gone):
        death = _death(child)
        if death == "cpu":
            return f"computed for {allowance.cpu} s and did not end, so it was stopped"
        if death == "memory":
            return "needed more memory than there is"
        ways = {"signal 11": "overflowed its stack", "exit 0": "ended its own process"}
        return ways.get(death, f"died ({death})")
    return "broke off what its sandbox was to say"


def _death(child: Child) -> str:
    ends = time.monotonic() + 1
    while not (death := child.death()) and time.monotonic() < ends:
        time.sleep(0.001)  # the pipe closes a moment before the process is gone
    return death


def _relative(name: str) -> str:
    """A file's name, which whoever saves it may join to a folder."""
    return posixpath.normpath("/" + explain.bounded(name, 200)).lstrip("/") or "file"


def _text(answer: dict[str, Any], key: str) -> str:
    found = answer.get(key, "")
    if type(found) is not str:
        raise Violation("a text")
    return found
