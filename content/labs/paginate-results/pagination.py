"""One page of what a search found."""

from dataclasses import dataclass

MAX_SIZE = 100


@dataclass(frozen=True)
class Page:
    """What the search page draws: some of the results, a line above them, and two buttons."""

    items: list[str]
    number: int
    pages: int
    caption: str
    has_previous: bool
    has_next: bool


def page_items(results: list[str], number: int, size: int) -> list[str]:
    """The results on one page (rule 3)."""
    raise NotImplementedError("page_items")


def page_count(total: int, size: int) -> int:
    """How many pages there are (rules 2 and 3)."""
    raise NotImplementedError("page_count")


def caption(number: int, size: int, total: int) -> str:
    """Which results a page shows, in words (rule 5)."""
    raise NotImplementedError("caption")


def paginate(results: list[str], number: int, size: int) -> Page:
    """The page to draw (rules 4 and 6)."""
    return Page(list(results), 1, 1, "", has_previous=False, has_next=False)
