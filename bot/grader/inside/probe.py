"""Runs one trusted piece of source inside the sandbox, to see what can be done there.

The self-test and the attack suite use it. It reads a length of four bytes and Python source,
runs it with `tell(value)` at hand, and sends each told value back as one line of JSON.
"""

from __future__ import annotations

import json
import os


def main(read_fd: int, write_fd: int) -> None:
    def tell(value: object) -> None:
        line = json.dumps(value, default=repr).encode() + b"\n"
        while line:
            line = line[os.write(write_fd, line) :]

    def take(size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            piece = os.read(read_fd, size - len(taken))
            if not piece:
                raise EOFError
            taken += piece
        return taken

    tell("ready")
    source = take(int.from_bytes(take(4), "big"))
    exec(
        compile(source, "probe", "exec"), {"__name__": "probe", "tell": tell, "reply_fd": write_fd}
    )
