"""The error that names what is wrong with an authored file."""

from __future__ import annotations

from pathlib import Path


class BrokenContent(Exception):
    """An authored file cannot be used; the text names the file and the cause."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(f"{path}: {cause}")
        self.path = path
        self.cause = cause
