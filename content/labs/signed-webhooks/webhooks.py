"""Receives the signed webhooks of Tallybrook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

WINDOW_SECONDS = 300


class Malformed(Exception):
    """The headers are not ones that Tallybrook sends."""


@dataclass(frozen=True)
class Reply:
    """What the web server answers."""

    status: int
    note: str


class Events(Protocol):
    """The table of event ids that all workers share."""

    def seen(self, event_id: str) -> bool:
        """Whether the id is in the table."""

    def claim(self, event_id: str) -> bool:
        """Insert the id; False when it is there already."""

    def release(self, event_id: str) -> None:
        """Take the id out again and ask Tallybrook for another delivery."""


def read_headers(headers: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """The stamp, and the proofs by key id (rule 1)."""
    raise NotImplementedError("read_headers")


def is_proven(
    keys: Mapping[str, bytes], stamp: int, body: bytes, proofs: Mapping[str, str]
) -> bool:
    """Whether a proof is right (rule 2)."""
    raise NotImplementedError("is_proven")


def is_fresh(stamp: int, now: int) -> bool:
    """Whether the stamp is near enough to now (rule 3)."""
    raise NotImplementedError("is_fresh")


class Receiver:
    """The receiver of one worker."""

    def __init__(
        self,
        keys: Mapping[str, bytes],
        events: Events,
        handle: Callable[[dict], None],
        clock: Callable[[], int],
    ) -> None:
        self.keys = keys
        self.events = events
        self.handle = handle
        self.clock = clock

    def once(self, event_id: str, work: Callable[[], None]) -> bool:
        """Do the work unless the event was taken before; whether it was done (rule 5)."""
        work()
        return True

    def receive(self, headers: Mapping[str, str], body: bytes) -> Reply:
        """Answer one request (rule 6)."""
        raise NotImplementedError("receive")
