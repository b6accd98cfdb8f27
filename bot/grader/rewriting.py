"""Tells how much of earlier code a later text changed or deleted."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from bot.grader.shape import Function, without_docstring

LONGEST = 3_000  # lines; comparing more takes too long
ALIKE = 20_000  # pairs of equal lines, one of each text; the time goes with them
MOVED = 2  # lines in a row that count as moved where they are found elsewhere
MOVES = 200


def rewritten(before: ast.Module, after: ast.Module) -> tuple[float, int] | None:
    """The share (0 to 1) of the lines of `before` that `after` no longer has, and their number.

    Lines are compared as they would be written afresh, so that comments, docstrings, blank lines,
    quotes, indentation and breaks do not count; nor do the lines that begin a function. Moved
    code is kept code. None where there is nothing to compare, or too much.
    """
    old, new = _lines(before), _lines(after)
    if not old or max(len(old), len(new)) > LONGEST or _alike(old, new) > ALIKE:
        return None
    lost, fresh = _unmatched(old, new)
    for _ in range(MOVES):
        match = SequenceMatcher(None, lost, fresh, autojunk=False).find_longest_match()
        if match.size < MOVED:
            break
        lost = [*lost[: match.a], *lost[match.a + match.size :]]
        fresh = [*fresh[: match.b], *fresh[match.b + match.size :]]
    lost, old = [each for each in lost if _own(each)], [each for each in old if _own(each)]
    return (len(lost) / len(old), len(old)) if old else None


def _own(line: str) -> bool:
    """Whether a line is its writer's: a part may prescribe another signature."""
    return not line.startswith(("def ", "async def "))


def _lines(tree: ast.Module) -> list[str]:
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef | ast.Module):
            node.body = without_docstring(node.body)
    return [line.strip() for line in ast.unparse(tree).splitlines() if line.strip()]


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    there = Counter(new)
    return sum(there[line] for line in old)


def _unmatched(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is left of both when the lines that stand in the same order are taken out."""
    lost: list[str] = []
    fresh: list[str] = []
    i = j = 0
    for match in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        lost += old[i : match.a]
        fresh += new[j : match.b]
        i, j = match.a + match.size, match.b + match.size
    return lost, fresh
