"""Pages through the home feed of a person."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MOST = 50  # items of a page
NUMBER = "[1-9][0-9]{0,14}"  # an id or a time in a cursor
TOP = 10**15  # above every id and time


class BadCursor(Exception):
    """What the client sent is no cursor of this viewer."""


@dataclass(frozen=True)
class Place:
    """An item's place in the feed of its owner; what comes behind it is older."""

    owner_id: int
    shown_ms: int
    post_id: int


@dataclass(frozen=True)
class Post:
    """A post as the app shows it."""

    post_id: int
    body: str


@dataclass(frozen=True)
class Page:
    """What the app gets: posts, and the cursor to go on with."""

    posts: list[Post]
    next: str | None


class Database(Protocol):
    """A connection of the pool."""

    def execute(self, sql: str, params: Sequence[int] = (), /) -> list[tuple]:
        """Run one statement, with `?` for each parameter, and fetch all its rows."""


def read_cursor(text: str, viewer: int) -> Place:
    """The place that a client's cursor stands for (rules 4 and 5)."""
    raise NotImplementedError("read_cursor")


def write_cursor(place: Place) -> str:
    """The cursor of a place (rule 4)."""
    raise NotImplementedError("write_cursor")


def items_after(db: Database, place: Place, count: int) -> list[Place]:
    """The items behind a place, in the order of the feed (rules 2 and 3)."""
    raise NotImplementedError("items_after")


def load_posts(db: Database, ids: Sequence[int]) -> list[Post]:
    """The posts of these ids, in their order (rule 8)."""
    posts = []
    for post_id in ids:
        rows = db.execute("SELECT post_id, body FROM posts WHERE post_id = ?", (post_id,))
        posts += [Post(*row) for row in rows]
    return posts


def page(db: Database, viewer: int, cursor: str | None, limit: int) -> Page:
    """One page of the viewer's feed (rule 7)."""
    raise NotImplementedError("page")
