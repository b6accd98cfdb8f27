"""What is kept of a message that was sent, to find and change it later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from bot.platforms.slack.spelling import Element


@dataclass(frozen=True, slots=True)
class Receipt:
    """Where a message stands. Of a question also what it showed: it is settled without its
    buttons, and Slack limits how often a message may be read."""

    channel: str
    ts: str
    waiting: bool = False  # the text is sent, its files are not
    text: str = ""
    blocks: tuple[Element, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)  # of the answers, by choice

    def dump(self) -> str:
        kept = {name: value for name, value in asdict(self).items() if value}
        return json.dumps(kept, separators=(",", ":"))


def load(text: str) -> Receipt | None:
    """The receipt that `dump` gave; None where nothing was kept."""
    if not text:
        return None
    kept = json.loads(text)
    return Receipt(**{**kept, "blocks": tuple(kept.get("blocks", ()))})
