"""Where a session lives in Slack: a thread, known by its channel and its first message."""

from __future__ import annotations

from drills.model import Place

NAME = "slack"


def place(team: str, channel: str, ts: str) -> Place:
    """The place of the thread under the message `ts` of a channel (C…, G… or D…)."""
    return Place(NAME, team, f"{channel}:{ts}")


def where(place: Place) -> tuple[str, str] | None:
    """Its channel and its first message's `ts`; None while the thread is not opened yet."""
    channel, found, ts = place.thread.partition(":")
    return (channel, ts) if found else None
