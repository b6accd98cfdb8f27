"""Deep copies of what lies on both sides: what one side has copied, the other takes as it is."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .codec import Codec
else:  # in the sandbox, where this folder alone is on the path
    from codec import Codec


class Copies:
    """The memo of one `copy.deepcopy`, as the other side holds it between two questions."""

    def __init__(self, memo: dict[int, Any]) -> None:
        self._memo = memo


class Copying(Codec):
    """Under id(self) a memo keeps the other side's `Copies`, which lasts as long as the memo."""

    def __init__(self, first_id: int) -> None:
        super().__init__(first_id)
        self._copying: list[Copies] = []

    def request(self, action: str, *parts: Any) -> Any:
        raise NotImplementedError

    def deepcopy(self, standin: Any, memo: dict[int, Any]) -> Any:
        """What `copy.deepcopy(standin, memo)` gives."""
        copies = next((each for each in self._copying if each._memo is memo), None) or Copies(memo)
        self._copying.append(copies)
        try:
            found, theirs, pairs = self.request(
                "deepcopy", standin, copies, memo.get(id(self)), self._pairs(memo)
            )
        finally:
            self._copying.pop()
        memo[id(self)] = theirs
        _learn(memo, pairs)
        return found

    def copied(self, target: Any, theirs: Any, mine: Any, pairs: Any) -> Any:
        """Answers `deepcopy`: the copy, this side's Copies, and what it has copied so far."""
        copies = mine if type(mine) is Copies else Copies({})
        memo = copies._memo
        memo[id(self)] = theirs
        _learn(memo, pairs)
        self._copying.append(copies)
        try:
            found = copy.deepcopy(target, memo)
        finally:
            self._copying.pop()
            memo.pop(id(self), None)  # or each side's would keep the other's
        return found, copies, self._pairs(memo)

    def _pairs(self, memo: dict[int, Any]) -> tuple[Any, ...]:
        """Originals that both sides know, each with its copy."""
        return tuple(
            part for known in self.known() if id(known) in memo for part in (known, memo[id(known)])
        )


def _learn(memo: dict[int, Any], pairs: tuple[Any, ...]) -> None:
    for original, found in zip(pairs[::2], pairs[1::2], strict=True):
        if memo.setdefault(id(original), found) is found:
            memo.setdefault(id(memo), []).append(original)  # as `copy` does: it keeps its id
