"""What people wrote, as they wrote it: Slack's escapes, links and typography undone."""

from __future__ import annotations

import ast
import re

_MARKUP = re.compile(r"<([^<>\n]*)>")
_FENCED = re.compile(r"(```+|~~~+)(.*?)(```+|~~~+|\Z)", re.DOTALL)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‘’‚‛", "'"),
        **dict.fromkeys("\u00a0\u2007\u202f", " "),
        "–": "-",
        "—": "--",
        "…": "...",
    }
)
_LANGUAGE = re.compile(r"\n*(?:python3?|py)[ \t]*\n", re.IGNORECASE)


def written(text: str, bot: str = "") -> tuple[str, bool]:
    """A message as it was typed, without the bot's own name; and whether it named the bot.

    A literal `<`, `>` or `&` always arrives as an entity, so that what stands in angle brackets is
    Slack's own: of a link what was typed, of a mention a name.
    https://docs.slack.dev/messaging/formatting-message-text
    """
    named = False

    def typed(match: re.Match[str]) -> str:
        nonlocal named
        inside, _, label = match[1].partition("|")
        kind = inside[:1]
        if kind == "@" and bot and inside[1:] == bot:
            named = True
            return " "
        if kind == "@":
            return f"@{label.removeprefix('@') or inside[1:]}"
        if kind == "#":
            return f"#{label or inside[1:]}"
        if kind == "!":  # <!here>, <!subteam^S1|@team>, <!date^…|in words>
            return label or f"@{inside[1:].partition('^')[0]}"
        return label or inside.removeprefix("mailto:").removeprefix("tel:")

    plain = _entities(_MARKUP.sub(typed, text))
    if named:
        plain = plain.strip()
    return straightened(plain), named


def _entities(text: str) -> str:
    """The three that Slack makes; `&amp;lt;` was typed as `&lt;`."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def straightened(text: str) -> str:
    """The code in a message, or the message where it is code as a whole, as it was meant."""
    if not _FENCED.search(text):
        straight = text.translate(_SIGNS)
        return straight if not _parses(text) and _parses(straight) else text
    return _FENCED.sub(lambda fenced: f"{fenced[1]}{code(fenced[2])}{fenced[3]}", text)


def code(text: str) -> str:
    """Code without the curly quotes, smart dashes and hard spaces that Slack and keyboards put in.

    Those that stand rightly in a string stay: only code that does not parse is changed.
    """
    language = _LANGUAGE.match(text)
    head = language[0] if language else ""
    body = text[len(head) :]
    return text if _parses(body) else head + body.translate(_SIGNS)


def _parses(text: str) -> bool:
    try:
        ast.parse(text.strip("\n"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
