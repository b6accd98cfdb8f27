"""Solutions of kv-store's first part, drawn with seed 7, for the conversations."""

from __future__ import annotations

from content.catalog import Catalog
from content.draw.drawing import Draw


def solution(part: int = 1) -> str:
    """The model solution of parts 1 to `part`."""
    catalog = Catalog()
    problem = catalog.draw("kv-store", 7)
    author = catalog.author("kv-store")
    return Draw(author, dict(problem.knobs), problem.skin, problem.seed).reference(part)
