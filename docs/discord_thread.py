"""Plays the start of a drill in Discord's counterpart and draws the thread: `make picture`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from docs.chat_page import BEGAN, Message, buttons, code, draw, escaped, files, folded, previewed
from docs.moves import MOVES, SEED, SOLUTION
from storage.store import open_store
from tests.discord import limits
from tests.discord.practice import Practice
from tests.discord.world import Message as Sent
from tests.discord.world import World

PICTURE = Path(__file__).parent / "discord.png"
OWN = """
:root { --face: 50% }
.box { border: 1px solid #d5d8de; border-radius: 8px; padding: 8px 12px; margin-top: 5px;
  background: #fafafb; --under: #fafafb }
hr { border: 0; border-top: 1px solid #d5d8de; margin: 8px 0 }
p + p, ul + p, pre + p { margin-top: 0.8em }
.button.first { background: #3a5fc8; border-color: #3a5fc8 }
.button { background: #ebedf0; border-color: #ebedf0 }
"""
_PARSER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
_TIME = re.compile(r"&lt;t:(\d+):(\w)&gt;")
_PERSON = re.compile(r"&lt;@(\d+)&gt;")


async def played(folder: str) -> tuple[World, list[Sent]]:
    """The messages of a thread, as they stand in it after the last move."""
    pool = GraderPool(size=1, cache=Path(folder) / "selftest.json")
    await pool.start()
    store = open_store(f"sqlite:///{folder}/drillbot.db")
    async with Practice(store, Catalog(), pool) as practice:
        ana, room = practice.ana, practice.room
        ana.slash(room, ("drill", "progressive"), domain="kv-store", seed=SEED)
        await practice.server.settled()
        thread = practice.hand().thread
        for seconds, word in MOVES:
            practice.clock.at += timedelta(seconds=seconds)
            ana.write(thread, word, [] if word else [("solution.py", SOLUTION.encode())])
            await practice.server.settled()
        [first] = [sent for sent in room.messages.values() if sent.thread is thread]
    await pool.close()
    return practice.world, [first, *thread.messages.values()]


class Drawing:
    """The messages of a thread as its reader sees them when the last one has come."""

    def __init__(self, world: World, sent: Sequence[Sent]) -> None:
        self.world, self.sent = world, sent
        self.began, self.now = sent[0].at, sent[-1].at

    def messages(self) -> list[Message]:
        return [self._message(sent) for sent in self.sent]

    def _message(self, sent: Sent) -> Message:
        body = self._text(sent.content) if sent.content else ""
        body += "".join(self._component(component) for component in sent.components)
        if not sent.flags & limits.V2:
            body += "".join(previewed(file.name, file.raw.decode()) for file in sent.files)
        name = sent.author.name.capitalize()
        return Message(name, self._clock(sent.at), body, sent.author.bot)

    def _component(self, component: Mapping[str, Any]) -> str:
        match component["type"]:
            case limits.TEXT_DISPLAY:
                return self._text(component["content"])
            case limits.CONTAINER:
                return f'<div class="box">{self._inside(component["components"])}</div>'
            case limits.SEPARATOR:
                return "<hr>"
            case limits.FILE_SHOWN:
                return files([(component["name"], component["size"])])
            case limits.ROW:
                return buttons([(b["label"], b["style"] == 1) for b in component["components"]])
        raise ValueError(f"a component of type {component['type']} has no drawing")

    def _inside(self, components: Sequence[Mapping[str, Any]]) -> str:
        return "".join(map(self._component, components))

    def _text(self, markdown: str) -> str:
        drawn = []
        for token in _PARSER.parse(markdown):
            if token.type == "fence":
                drawn.append(code(token.content.rstrip("\n"), token.info))
            else:
                drawn.append(_PARSER.renderer.render([token], _PARSER.options, {}))
        text = folded("".join(drawn)) if len(markdown) > 800 else "".join(drawn)
        text = _PERSON.sub(lambda found: self._person(int(found[1])), text)
        return f"<div>{_TIME.sub(lambda found: self._moment(*found.groups()), text)}</div>"

    def _person(self, id: int) -> str:
        return f'<span class="person">@{escaped(self.world.users[id].name.capitalize())}</span>'

    def _moment(self, at: str, style: str) -> str:
        moment = datetime.fromtimestamp(int(at), UTC)
        if style == "R":
            return f"in {(moment - self.now) / timedelta(minutes=1):.0f} minutes"
        return self._clock(moment)

    def _clock(self, at: datetime) -> str:
        return f"{BEGAN + (at - self.began):%H:%M}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        world, sent = asyncio.run(played(folder))
    where = sent[-1].channel
    assert where.parent is not None
    draw(where.name, f"in # {where.parent.name}", Drawing(world, sent).messages(), OWN, PICTURE)


if __name__ == "__main__":
    main()
