"""Frames between the referee and a runner: four bytes of length, then JSON."""

from __future__ import annotations

import json
import os
import select
from collections.abc import Callable

TYPE_CHECKING = False  # importing `typing` takes a tenth of the start
if TYPE_CHECKING:
    from typing import Any


class Broken(BaseException):
    """Nothing more can be exchanged. No Exception: a test's `except Exception` must not hide it."""


class Violation(Broken):
    """The other side broke the protocol."""


class Gone(Broken):
    """The other side is no longer there."""


class Expired(Broken):
    """The other side took too long."""

    def __init__(self, idle: bool = False) -> None:
        super().__init__()
        self.idle = idle  # it ran out of wall time having used little of the CPU


class Stopped(Broken):
    """The runner stopped itself and said why: one of REASONS."""

    REASONS = ("output", "size", "memory", "depth")

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def _refuse(constant: str) -> None:
    raise ValueError(constant)


_decode = json.JSONDecoder(parse_constant=_refuse).decode


class Wire:
    """One end of a conversation in which only one side speaks at a time.

    `wait`, where given, says for how many milliseconds the other side may still be waited for,
    and raises Expired when it may not. `cap` is the largest frame accepted, in bytes; an end that
    has one trusts nothing that it receives.
    """

    def __init__(
        self,
        read_fd: int,
        write_fd: int,
        *,
        cap: int | None = None,
        wait: Callable[[], float] | None = None,
    ) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._cap = cap
        self._wait = wait
        self._buffer = bytearray()
        if wait is not None:
            os.set_blocking(read_fd, False)
            os.set_blocking(write_fd, False)
            self._readable = select.poll()
            self._readable.register(read_fd, select.POLLIN)
            self._writable = select.poll()
            self._writable.register(write_fd, select.POLLOUT)

    def send(self, message: Any) -> None:
        """Raises Gone, Expired; OverflowError, before anything was sent, where it exceeds 4 GB."""
        self.send_frame(frame(message))

    def send_frame(self, whole: bytes) -> None:
        rest = memoryview(whole)
        while rest:
            try:
                rest = rest[os.write(self._write_fd, rest) :]
            except BlockingIOError:
                self._until(self._writable)
            except OSError as error:
                raise Gone(str(error)) from None

    def receive(self) -> tuple[Any, int]:
        """The next message and its size in bytes. Raises Gone, Expired, Violation."""
        size = int.from_bytes(self._take(4), "big")
        if self._cap is not None and size > self._cap:
            raise Violation("a message is too large")
        body = self._take(size)
        if self._cap is None:
            return _decode(body.decode("ascii")), size
        if self._buffer:
            raise Violation("a message came out of turn")
        try:
            return _decode(body.decode("ascii")), size
        except (
            ValueError,
            RecursionError,
        ):  # not JSON, too deep, or an integer of thousands of digits
            raise Violation("a message is no JSON that Python would send") from None

    def _take(self, size: int) -> bytes:
        buffer = self._buffer
        while len(buffer) < size:
            if self._wait is not None:
                self._until(self._readable)
            try:
                chunk = os.read(self._read_fd, 1 << 18)
            except BlockingIOError:
                continue
            except OSError as error:
                raise Gone(str(error)) from None
            if not chunk:
                raise Gone("end of file")
            buffer += chunk
        taken = bytes(buffer[:size])
        del buffer[:size]
        return taken

    def _until(self, ready: select.poll) -> None:
        assert self._wait is not None
        while not ready.poll(self._wait()):
            pass


def frame(message: Any) -> bytes:
    body = _encode(message).encode("ascii")
    return len(body).to_bytes(4, "big") + body
