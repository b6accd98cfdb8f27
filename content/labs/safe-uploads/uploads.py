"""Where the files lie that customers attach to their tickets."""

from typing import Protocol

RESERVED = '/\\:*?"<>|'
MOST_BYTES = 200
MOST_COPIES = 100


class Refused(Exception):
    """An id, a name or a path that is not accepted."""


class Volume(Protocol):
    """The volume that all workers share."""

    def create(self, path: str, data: bytes) -> bool:
        """Write a new file; False when the path cannot be had (rule 4)."""


def folder_of(root: str, ticket: str) -> str:
    """The folder with the files of a ticket (rule 1)."""
    return f"{root}/{ticket}"


def parts_of(sent: str) -> list[str]:
    """The parts of a name as it was sent, outermost folder first (rule 2)."""
    raise NotImplementedError("parts_of")


def clean(part: str) -> str:
    """A part of a name as it is stored (rule 3)."""
    return part


class Uploads:
    """The store of one worker."""

    def __init__(self, root: str, volume: Volume) -> None:
        self.root = root
        self.volume = volume

    def put(self, ticket: str, sent: str, data: bytes) -> str:
        """Store an upload; its path in the ticket's folder (rule 4)."""
        raise NotImplementedError("put")

    def locate(self, ticket: str, asked: str) -> str:
        """The absolute path of a file that a link asks for (rule 5)."""
        raise NotImplementedError("locate")
