"""Links that show a design to people without an account."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

LONGEST_DAYS = 30
CDN_SECONDS = 60


class NotAllowed(Exception):
    """The user does not own the design."""


class NoSuchLink(Exception):
    """What everybody is told who may not know more."""


@dataclass(frozen=True)
class Link:
    """A row of the table of links."""

    id: int
    digest: str
    design: str
    expires: datetime
    revoked: datetime | None = None


@dataclass(frozen=True)
class Page:
    """What the web server shows, and for how long the CDN may keep it."""

    design: str
    seconds: int


class Links(Protocol):
    """The table of links. The database removes a design's links with the design."""

    def add(self, digest: str, design: str, expires: datetime) -> None:
        """Insert a link, with the next free id."""

    def get(self, link_id: int) -> Link | None:
        """The link with this id."""

    def find(self, digest: str) -> Link | None:
        """The link whose token has this digest."""

    def revoke(self, link_id: int, when: datetime) -> None:
        """Set `revoked` where it is still empty, in one statement."""


class Designs(Protocol):
    """The table of designs."""

    def owner(self, design: str) -> str | None:
        """The user who owns a design now; None when there is no such design."""


def digest(token: str) -> str:
    """What the table knows a token by (rule 3)."""
    return hashlib.sha256(token.encode()).hexdigest()


def seconds_to_keep(link: Link, now: datetime) -> int | None:
    """How long a page may be kept; None when the link is dead (rules 4 and 5)."""
    return None if link.revoked else CDN_SECONDS


class ShareLinks:
    """The share links, as one worker makes and opens them."""

    def __init__(self, links: Links, designs: Designs, clock: Callable[[], datetime]) -> None:
        self.links = links
        self.designs = designs
        self.clock = clock

    def create(self, user: str, design: str, days: int) -> str:
        """Make a link and return its token (rules 1 to 4)."""
        raise NotImplementedError("create")

    def revoke(self, user: str, link_id: int) -> None:
        """End a link for good (rule 7)."""
        raise NotImplementedError("revoke")

    def open(self, token: str) -> Page:
        """The page that a link leads to (rule 6)."""
        raise NotImplementedError("open")
