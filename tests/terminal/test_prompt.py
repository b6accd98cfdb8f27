"""The interactive prompt, driven through a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desk import CACHE

DRILL = Path(sys.executable).with_name("drill")
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][A-Z0-9]?|\r")
PATIENCE = 60.0  # seconds, on a machine however busy

EDITOR = """\
#!{python}
import pathlib, sys
path = pathlib.Path(sys.argv[1])
path.write_text(path.read_text() + "\\n# edited\\n")
"""


class Person:
    """Types on one end of the terminal and reads what appears."""

    def __init__(self, process: subprocess.Popen[bytes], fd: int) -> None:
        self.process, self._fd = process, fd
        self._seen = b""

    def sees(self, text: str) -> None:
        """Wait until a text appears below what was seen before."""
        deadline = time.monotonic() + PATIENCE
        while True:
            shown = ESCAPES.sub(b"", self._seen).decode(errors="replace")
            if text in shown:
                self._seen = shown.partition(text)[2].encode()
                return
            if not select.select([self._fd], [], [], deadline - time.monotonic())[0]:
                raise AssertionError(f"{text!r} never appeared after:\n{shown}")
            try:
                self._seen += os.read(self._fd, 65536)
            except OSError:  # the program has ended
                raise AssertionError(f"it ended before {text!r}, after:\n{shown}") from None

    def types(self, text: str) -> None:
        """Wait for the prompt, then type."""
        self.sees("\n>")
        self.presses(text)

    def presses(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def ended(self) -> int:
        """Wait until the program has ended; what it still said is then in `last_words`."""
        while True:  # a terminal that nobody reads would hold the program up
            try:
                read = os.read(self._fd, 65536)
            except OSError:
                break
            if not read:
                break
            self._seen += read
        return self.process.wait(PATIENCE)

    @property
    def last_words(self) -> str:
        return ESCAPES.sub(b"", self._seen).decode(errors="replace")


@contextmanager
def drill(tmp_path: Path, *words: str) -> Iterator[Person]:
    editor = tmp_path / "editor"
    editor.write_text(EDITOR.format(python=sys.executable))
    editor.chmod(0o755)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [DRILL, *words],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(CACHE.parent),  # the sandbox is chosen once for all tests
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "COLUMNS": "80",
            "LINES": "40",
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "DATABASE_URL": f"sqlite:///{tmp_path}/drill.db",
            "EDITOR": str(editor),
        },
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Person(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_from_the_menu_to_a_grade_and_back_the_next_day(tmp_path: Path) -> None:
    with drill(tmp_path, "play") as me:
        me.sees("Starting …")
        me.sees("Enter leaves")
        me.types("1\r")
        me.sees("Part 1 of 4")
        me.types("edit\r")
        me.types("run\r")
        me.sees("visible tests: 0 ✓")
        me.types("done\r")
        me.sees("Part 1 failed")
        me.types("half a li\x03")  # Ctrl-C clears the line and ends nothing
        me.types("\x03")
        me.sees("quit leaves")
        me.types("time\r")
        me.sees("left on part 1")
        me.types("\x04")  # Ctrl-D leaves
        me.sees("leave as with quit")
        me.sees("Paused at part 1")
        assert me.ended() == 0
    (solution,) = tmp_path.glob("practice/*/solution.py")
    assert solution.read_text().endswith("# edited\n")
    with drill(tmp_path, "play", "--continue") as me:
        me.sees("Back at part 1")
        me.types("ti\t")
        me.sees("time")  # completed
        me.presses("\r")
        me.sees("left on part 1")
        with drill(tmp_path, "play", "--continue") as other:
            other.sees("drill play is open in practice")
            assert other.ended() == 1
        me.types("quit\r")
        assert me.ended() == 0


def test_ctrl_c_while_it_starts_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with drill(tmp_path, "play") as me:
        me.sees("Starting …")
        me.process.send_signal(signal.SIGINT)  # no key: it is not the terminal's own program
        assert me.ended() == 130
        assert "Stopped." in me.last_words
        assert "Traceback" not in me.last_words


def test_while_a_grade_goes_on_the_prompt_is_free_and_ctrl_d_leaves(tmp_path: Path) -> None:
    with drill(tmp_path, "play", "--domain", "kv-store", "--seed", "7") as me:
        me.types("time\r")
        me.sees("left on part 1")
        (solution,) = tmp_path.glob("practice/*/solution.py")
        solution.write_text("while True:\n    pass\n")
        me.types("done\r")
        me.sees("Grading part 1")
        me.process.send_signal(signal.SIGINT)
        me.sees("The tests go on")
        me.types("time\r")
        me.sees("is being graded; its clock stands")
        me.types("\x04")
        me.sees("Paused at part 1")
        assert me.ended() == 0


def test_a_working_session_begins_its_clock_while_nobody_types_and_takes_a_pasted_crash(
    tmp_path: Path,
) -> None:
    pasted = 'Traceback (most recent call last):\n  File "solution.py", line 9\nKeyError: 7'
    with drill(tmp_path, "play", "session", "--domain", "billing-reconciler") as me:
        me.sees("go · time")
        (solution,) = tmp_path.glob("practice/*/solution.py")
        solution.write_text("import data\nprint(len(data.INVOICES))\n")
        me.sees("It began with the first change of solution.py")
        me.types("log: every row counts\r")
        me.sees("In your log")
        me.types(f"\x1b[200~{pasted}\x1b[201~\r")
        me.sees("It stops at line 9 of solution.py: KeyError: 7")
        me.types("done\r")
        me.sees("Frozen at")
        me.sees("Scope")
        me.types("the invoices alone\r")
        me.sees("Modelling")
        me.types("none\r")
        me.sees("Ambiguity 1 of")
        me.types("quit\r")
        assert me.ended() == 0
