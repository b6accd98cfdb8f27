"""Spells what every platform spells its own way: commands, people, moments, threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from bot.platforms.slack.places import where
from drills.command import CONTINUE
from drills.effects import Command, Mention, Moment, Option, Sending, Thread, Token
from drills.model import Place

Element = dict[str, Any]  # of Block Kit, as it goes over the wire

SEND = "Send your code as a file, a snippet or a code block (```), or press Send code."


@dataclass(frozen=True, slots=True)
class Spelling:
    """`inside`: for a session's own thread, where slash commands do not work. `url` is the
    workspace's address, https://example.slack.com/, and "" where it is not known."""

    inside: bool = False
    url: str = ""

    def element(self, token: Token, style: Element) -> Element:
        """A token as an element of rich text: nothing in it is ever parsed."""
        match token:
            case Command():
                return text(self.command(token), {**style, "code": True})
            case Option():
                return text(token.typed, {**style, "code": True})
            case Mention(user=user):
                return {"type": "user", "user_id": user, **_styled(style)}
            case Moment(at=at):
                return {
                    "type": "date",
                    "timestamp": int(at.timestamp()),
                    "format": "{time}",
                    "fallback": f"{at:%H:%M} UTC",
                    **_styled(style),
                }
            case Thread(place=place):
                if link := permalink(self.url, place):
                    return {"type": "link", "url": link, "text": "its thread", **_styled(style)}
                return text("its thread", style)
            case Sending():
                return text(SEND, style)
            case _:
                assert_never(token)

    def command(self, command: Command) -> str:
        """`/drill progressive --domain kv-store`; in a session's thread `continue`, a word."""
        if self.inside and command.options == CONTINUE.options:
            return "continue"
        words = ["/drill", command.drill]
        for name, value in command.options:
            words += [f"--{name}"] if name != "task" else []
            if value:
                words.append(f'"{value}"' if " " in value else value)
        return " ".join(words)


def text(said: str, style: Element) -> Element:
    return {"type": "text", "text": said, **_styled(style)}


def _styled(style: Element) -> Element:
    return {"style": style} if style else {}


def permalink(url: str, place: Place) -> str:
    """The address of a thread, as Slack's own "Copy link" gives it; "" while there is none."""
    at = where(place)
    if not url or at is None:
        return ""
    channel, ts = at
    return (
        f"{url.rstrip('/')}/archives/{channel}/p{ts.replace('.', '')}?thread_ts={ts}&cid={channel}"
    )
