"""Plays the start of a drill in Slack's counterpart and draws the thread: `make picture`."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.grader.pool import GraderPool
from docs.chat_page import BEGAN, Message, buttons, code, draw, escaped, files, folded, previewed
from docs.moves import MOVES, SOLUTION
from storage.store import open_store
from tests.slack.counterpart.state import BOT, Post, Workspace
from tests.slack.practice import Practice
from tests.stage import StageClock

PICTURE = Path(__file__).parent / "slack.png"
OWN = ":root { --face: 8px } .block + .block { margin-top: 6px }"


async def played(folder: str) -> tuple[Workspace, list[Post]]:
    """The posts of a thread, as they stand in it after the last move."""
    pool = GraderPool(size=1, cache=Path(folder) / "selftest.json")
    await pool.start()
    store, clock = open_store(f"sqlite:///{folder}/drillbot.db"), StageClock()
    practice = Practice(store, pool, clock=clock)
    await practice.open()
    session = await practice.start()
    for seconds, word in MOVES:
        clock.at += timedelta(seconds=seconds)
        await practice.write(word, files=[] if word else [("solution.py", SOLUTION.encode())])
    posts = practice.workspace.thread(practice.channel.id, practice.where(session)[1])
    await practice.close()
    await pool.close()
    store.close()
    practice.slack.check()
    return practice.workspace, posts


def message(post: Post, workspace: Workspace) -> Message:
    rich = [_rich(b["elements"], workspace) for b in post.blocks if b["type"] == "rich_text"]
    blocks = [f'<div class="block">{text}</div>' for text in rich]
    long = max((n for n, text in enumerate(rich) if "<pre>" in text), default=-1) + 1
    body = (folded("".join(blocks[:long])) if long else "") + "".join(blocks[long:])
    match post.files:
        case [file]:
            body += previewed(file.name, file.text)
        case several:
            body += files([(file.name, file.length) for file in several])
    for block in post.blocks:
        if block["type"] == "actions":
            labels = [(e["text"]["text"], "style" in e) for e in block["elements"]]
            body += buttons(labels)
    name = "Drillbot" if post.user == BOT else workspace.users[post.user].name.capitalize()
    return Message(name, _clock(float(post.ts)), body, post.user == BOT)


def _clock(at: float) -> str:
    """What the reader's clock shows; theirs is the zone in which the stage begins at ten."""
    return f"{datetime.fromtimestamp(at, UTC) + (BEGAN - StageClock().at):%H:%M}"


def _rich(elements: Sequence[Mapping[str, Any]], workspace: Workspace) -> str:
    drawn = []
    for element in elements:
        inner = element["elements"]
        match element["type"]:
            case "rich_text_list":
                items = "".join(f"<li>{_rich([item], workspace)}</li>" for item in inner)
                drawn.append(f"<ul>{items}</ul>")
            case "rich_text_preformatted":
                text = "".join(part["text"] for part in inner)
                drawn.append(code(text, element.get("language", "")))
            case "rich_text_quote":
                drawn.append(f"<blockquote>{_parts(inner, workspace)}</blockquote>")
            case "rich_text_section":
                drawn.append(_parts(inner, workspace))
    return "".join(drawn)


def _parts(parts: Sequence[Mapping[str, Any]], workspace: Workspace) -> str:
    return "".join(_part(part, workspace) for part in parts).replace("\n", "<br>")


def _part(part: Mapping[str, Any], workspace: Workspace) -> str:
    match part["type"]:
        case "user":
            name = workspace.users[part["user_id"]].name.capitalize()
            shown = f'<span class="person">@{escaped(name)}</span>'
        case "date":
            shown = escaped(part["format"].replace("{time}", _clock(part["timestamp"])))
        case _:
            shown = escaped(part["text"])
    for style, tag in (("code", "code"), ("bold", "b"), ("italic", "i"), ("strike", "s")):
        if part.get("style", {}).get(style):
            shown = f"<{tag}>{shown}</{tag}>"
    return shown


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace, posts = asyncio.run(played(folder))
    while not posts[-1].blocks:
        posts.pop()  # the files of the part of which the picture shows the beginning
    drawn = [message(post, workspace) for post in posts]
    draw("Thread", "in # practice", drawn, OWN, PICTURE)


if __name__ == "__main__":
    main()
