"""A message as a person sees it: its words, its buttons, its files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.slack.counterpart.state import File, Json, Post, Workspace

MARKUP = re.compile(r"<((?:[@#!]|https?:|mailto:)[^<>\n]+)>")
PINGS = re.compile(r"<!(channel|here|everyone|subteam)\b")
SHOWN_AS_NAMES = ("PROBLEM.md", "solution.py", "tests_visible.py")


def words(post: Post, workspace: Workspace) -> str:
    """All of a message: its blocks (else its text), the labels of its buttons, its files."""
    shown = [*blocks(post.blocks, workspace)] if post.blocks else [plain(post.text, workspace)]
    return "\n".join([part for part in [*shown, *map(attached, post.files)] if part])


def attached(file: File) -> str:
    """A file's name; what is no file of the drill itself is text that was too long, and read."""
    if file.name in SHOWN_AS_NAMES:
        return f"({file.name})"
    return f"({file.name})\n{file.text}"


def blocks(given: Sequence[Json], workspace: Workspace) -> list[str]:
    return [_block(block, workspace) for block in given]


def buttons(given: Sequence[Json]) -> list[tuple[Json, Json]]:
    """Every button with the block that it stands in."""
    found = []
    for block in given:
        elements = [*block.get("elements", []), *filter(None, [block.get("accessory")])]
        found += [(element, block) for element in elements if element.get("type") == "button"]
    return found


def pings(given: Sequence[Json], text: str) -> bool:
    """Whether a message calls everybody in the channel."""
    if PINGS.search(text):
        return True
    for block in given:
        match block["type"]:
            case "rich_text":
                if '"broadcast"' in str(block).replace("'", '"'):
                    return True
            case "section" | "context" | "markdown":
                if any(PINGS.search(found) for found in _mrkdwn(block)):
                    return True
    return False


def _mrkdwn(block: Json) -> list[str]:
    if block["type"] == "markdown":
        return [block["text"]]
    objects = [block.get("text"), *block.get("fields", []), *block.get("elements", [])]
    return [o["text"] for o in objects if o and o.get("type") == "mrkdwn"]


def _block(block: Json, workspace: Workspace) -> str:
    match block["type"]:
        case "section":
            parts = [o for o in [block.get("text"), *block.get("fields", [])] if o]
            labels = [f"[{e['text']['text']}]" for e, _ in buttons([block])]
            return "\n".join([*(_object(part, workspace) for part in parts), *labels])
        case "header":
            return str(block["text"]["text"])
        case "context":
            return " ".join(_object(part, workspace) for part in block["elements"])
        case "actions":
            return "\n".join(f"[{element['text']['text']}]" for element, _ in buttons([block]))
        case "markdown":
            return plain(block["text"], workspace)
        case "rich_text":
            return "\n".join(_rich(element, workspace) for element in block["elements"])
        case "table":
            return "\n".join("  ".join(_cell(c, workspace) for c in row) for row in block["rows"])
        case "input":
            return str(block["label"]["text"])
        case _:
            return ""


def _object(part: Json, workspace: Workspace) -> str:
    if part["type"] == "mrkdwn":
        return plain(part["text"], workspace)
    return str(part.get("text", ""))


def _cell(cell: Json, workspace: Workspace) -> str:
    if cell["type"] == "rich_text":
        return " ".join(_rich(element, workspace) for element in cell["elements"])
    return str(cell["text"])


def _rich(element: Json, workspace: Workspace) -> str:
    if element["type"] == "rich_text_list":
        return "\n".join(_rich(part, workspace) for part in element["elements"])
    return "".join(_part(part, workspace) for part in element["elements"])


def _part(part: Json, workspace: Workspace) -> str:
    match part["type"]:
        case "text":
            return str(part["text"])
        case "link":
            return str(part.get("text") or part["url"])
        case "user":
            return f"@{_named(part['user_id'], workspace)}"
        case "channel":
            return f"#{part['channel_id']}"
        case "date":
            return str(part.get("fallback", ""))
        case "broadcast":
            return f"@{part['range']}"
        case "emoji":
            return f":{part['name']}:"
        case _:
            return ""


def plain(text: str, workspace: Workspace) -> str:
    """mrkdwn without its escapes: mentions as names, links as their labels, dates as their text."""

    def one(match: re.Match[str]) -> str:
        target, _, label = match[1].partition("|")
        if target.startswith("@"):
            return f"@{_named(target[1:], workspace)}"
        if target.startswith("!"):
            return label or f"@{target[1:]}"
        return label or target

    shown = re.sub(MARKUP, one, text)
    return shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _named(id: str, workspace: Workspace) -> str:
    user = workspace.users.get(id)
    return user.name if user else id
