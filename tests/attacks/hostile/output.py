"""Submissions that drown whoever listens."""

import os
import sys


def reply_flood(target, tell):
    """Writes to the pipe of replies without end.

    Proof: output. Control: none, the parent's bound is the same on every rung.
    """
    while True:
        os.write(target["reply_fd"], b"x" * 65536)


def print_flood(target, tell):
    """Prints megabytes to the standard streams, which nobody may be left to drain.

    Proof: output. Control: none, the streams lead nowhere on every rung.
    """
    for _ in range(200):
        sys.stdout.write("x" * 65536)
        sys.stderr.write("x" * 65536)
        os.write(1, b"x" * 65536)
    tell("done")


def every_descriptor(target, tell):
    """Writes to every descriptor that may have been left open.

    Proof: unwritten. Control: none, no descriptor is passed on any rung.
    """
    for fd in range(3, 256):
        if fd != target["reply_fd"]:
            try:
                os.write(fd, b"succeeded")
            except OSError:
                continue
