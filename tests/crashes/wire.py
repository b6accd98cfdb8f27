"""The far end of a platform as a file, which outlives the process that writes to it.

A message is there once its line is whole: a kill may tear the last one, and then nothing of it
was sent. Nothing is dropped here; what a platform would drop as a repeat is for the tests to see.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from drills.effects import Announce, Choice, InsertStub, Say, Settle
from drills.model import Place, Session
from storage.codec import dump, load

SAID, SETTLED, LEFT, TAKEN = "said", "settled", "left", "taken"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that reached the platform, or a line of the script that the bot took."""

    life: int  # of the process that wrote it, from 1
    kind: str
    key: str = ""  # the message's; the number of the script's line
    text: str = ""  # the whole message, as `codec` writes it
    passed: int = 0  # parts of the session


def read(path: Path) -> list[Line]:
    """The whole lines of a file, in order."""
    whole = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
    return [Line(**json.loads(line)) for line in whole.splitlines()]


class Wire:
    """Implements `ports.Platform`. `tick` is called before and after each line is written."""

    name = "script"

    def __init__(self, path: Path, life: int, tick: Callable[[], None]) -> None:
        self.lines = read(path)
        self._life, self._tick = life, tick
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        os.ftruncate(self._file, path.read_bytes().rfind(b"\n") + 1)

    @property
    def taken(self) -> int:
        """How many lines of the script the bot has taken."""
        return sum(line.kind == TAKEN for line in self.lines)

    def button(self, label: str) -> tuple[int, Choice]:
        """The one that was shown last under a label, and what it asks."""
        said = [load(Say, line.text) for line in self.lines if line.kind == SAID]
        return [(say.ask, c) for say in said for c in say.choices if c.label == label][-1]

    def take(self, number: int) -> None:
        self._write(Line(self._life, TAKEN, str(number)))

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        await self._send(Line(self._life, SAID, key, dump(say), session.passed))
        return key

    async def settle(self, session: Session, settle: Settle) -> None:
        await self._send(Line(self._life, SETTLED, "", dump(settle), session.passed))

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        raise AssertionError("no session of this wire has a room")

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return Say((f"Signatures of {stub.required} inserted.",))

    async def leave(self, session: Session) -> None:
        await self._send(Line(self._life, LEFT, passed=session.passed))

    async def _send(self, line: Line) -> None:
        await asyncio.to_thread(self._write, line)  # as on a network, others go on meanwhile

    def _write(self, line: Line) -> None:
        rest = (json.dumps(asdict(line)) + "\n").encode()
        self._tick()
        while rest:
            rest = rest[os.write(self._file, rest) :]
        os.fsync(self._file)
        self._tick()
        self.lines.append(line)
