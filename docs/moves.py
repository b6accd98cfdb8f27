"""What the person does in the pictures of a thread."""

from __future__ import annotations

SEED = 7

# It is right, and yet there is something to be said of it.
SOLUTION = """\
import collections


class KeyValueStore:
    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def set(self, key: str, value: str) -> str | None:
        if not key:
            raise ValueError("a key must not be empty")
        before = self._values.get(key)
        self._values[key] = value
        return before

    def get(self, key: str) -> str:
        return self._values[key]

    def delete(self, key: str) -> None:
        del self._values[key]

    def size(self) -> int:
        return len([key for key in self._values])
"""

# Seconds that pass, and what is then said; "" sends the solution as a file.
MOVES = ((140, ""), (25, "done"))
