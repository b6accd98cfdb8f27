"""What the store refuses, and why."""

from __future__ import annotations

from drills.model import Session


class Conflict(Exception):
    """The session was written by someone else since it was read: read it again and step again."""


class Duplicate(Exception):
    """This event was recorded before: nothing is left to do but to resume."""


class PlaceTaken(Exception):
    """Another open session lives in this place."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.id)
        self.session = session


class StoreProblem(Exception):
    """The database cannot be used now. The text is for the person: what happened, what to do."""
