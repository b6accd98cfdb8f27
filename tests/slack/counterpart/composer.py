"""What becomes of typed text before an app gets it: entities, links, curly quotes, rich text."""

from __future__ import annotations

import re

from tests.slack.counterpart.state import BOT, Json

# Slack makes a link of what looks like a host's name: Python's file ending is Paraguay's.
_LINK = re.compile(r"https?://[^\s<>\"]+|\b[\w-]+\.(?:py|com|io|in|is|so|it|sh)\b(?![\w(])")
_MENTION = re.compile(r"@drill\b")


def composed(typed: str, smart: bool = True) -> tuple[str, list[Json]]:
    """The `text` and `blocks` of a message. Code between fences stays as it is; around it a phone
    (`smart`) makes quotes curly and two hyphens a dash."""
    texts: list[str] = []
    elements: list[Json] = []
    for index, part in enumerate(typed.split("```")):
        if index % 2:
            code = part.strip("\n")
            texts.append(f"```{escaped(code)}```")
            shown = [{"type": "text", "text": code}]
            elements.append({"type": "rich_text_preformatted", "elements": shown, "border": 0})
        elif part:
            said = curled(part) if smart else part
            pieces = _pieces(said)
            texts.append("".join(_written(piece) for piece in pieces))
            elements.append({"type": "rich_text_section", "elements": pieces})
    return "".join(texts), [{"type": "rich_text", "block_id": "b1", "elements": elements}]


def curled(text: str) -> str:
    """Quotes and hyphens as a phone's keyboard turns them."""
    text = re.sub(r'(^|[\s(\[=])"', r"\1“", text).replace('"', "”")
    text = re.sub(r"(^|[\s(\[=])'", r"\1‘", text).replace("'", "’")
    return text.replace("--", "—")


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _pieces(text: str) -> list[Json]:
    """Text, links and mentions of the bot, in order."""
    pieces: list[Json] = []
    at = 0
    for found in re.finditer(f"{_LINK.pattern}|{_MENTION.pattern}", text):
        if found.start() > at:
            pieces.append({"type": "text", "text": text[at : found.start()]})
        if found[0].startswith("@"):
            pieces.append({"type": "user", "user_id": BOT})
        elif found[0].startswith("http"):
            pieces.append({"type": "link", "url": found[0]})
        else:
            pieces.append({"type": "link", "url": f"http://{found[0]}", "text": found[0]})
        at = found.end()
    if at < len(text):
        pieces.append({"type": "text", "text": text[at:]})
    return pieces


def _written(piece: Json) -> str:
    match piece:
        case {"type": "user", "user_id": user}:
            return f"<@{user}>"
        case {"type": "link", "url": url, "text": label}:
            return f"<{escaped(url)}|{escaped(label)}>"
        case {"type": "link", "url": url}:
            return f"<{escaped(url)}>"
        case _:
            return escaped(piece["text"])
