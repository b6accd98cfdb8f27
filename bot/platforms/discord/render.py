"""Turns a message into Discord's components, within its limits: what is too long becomes a file.

One line or paragraph (nothing longer calls anybody) is a plain message: a push notification shows
its text, and of components nothing (discord/discord-api-docs#7854). Anything more is Components
V2: the first line stands alone at the top, the rest and the files in a container under it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

import discord
from discord import ui

from bot.platforms.discord import words
from bot.platforms.discord.places import is_direct, link
from bot.platforms.packing import attached
from drills.command import CONTINUE
from drills.effects import (
    Block,
    Choice,
    Code,
    Command,
    Fields,
    Mention,
    Moment,
    Option,
    Say,
    Sending,
    Table,
    Thread,
    Token,
    spell,
)

PLAIN = 1_900  # characters; of 2,000, so that what was chosen can be added
RICH = 3_900  # of all the texts of a message of Components V2, of 4,000
LABEL = 80
ROW = 5  # buttons
ROWS = 5
FILES = 5  # a message may have 10; so many leave room for 25 buttons among its components
THREAD_NAME = 100
WHOLE = "message.md"  # a message that does not fit, whole
SMALL = 300  # code up to here stays where it is as long as something larger can go into a file

# Code, and the tokens that are spelled later: in them nothing is escaped.
_KEPT = re.compile(r"(```.*?```|`[^`\n]+`|⟦[^⟧]*⟧)", re.DOTALL)
_MARKUP = re.compile(r"<(?=\S)|__|\|\||~~|(?<=\])\(|^-(?=# )|^>>(?=> )", re.MULTILINE)
_EVERYONE = re.compile(r"@(?=everyone|here)")

Id = Callable[[Choice], str]
Spelling = Callable[[Token], str]
View = ui.View | ui.LayoutView


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent. `content` is "" where the texts are components."""

    content: str
    view: View | None
    files: tuple[tuple[str, str | bytes], ...]  # name, and text or bytes

    @property
    def rich(self) -> bool:
        return isinstance(self.view, ui.LayoutView)


def message(
    say: Say, spelled: Spelling, id: Id, call: Sequence[str] = (), rich: bool = False
) -> Message:
    """A whole message. `call` are the ids of the people that its first line calls.

    `rich`: components in any case, as a message that has them cannot go back to a plain text.
    """
    head, *rest = _pieces(say.blocks, spelled)
    first, _, under = head.text.partition("\n")
    if call:
        first = " ".join([first, *(f"<@{user}>" for user in call)])
    files = tuple(attached(say.files))
    alone = not rest and not files and head.file is None
    plain = f"{first}\n{under}" if under else first
    if alone and not rich and length(plain) <= PLAIN:
        return Message(plain, _buttons(say.choices, id), ())
    pieces = [_Piece(_bold(first)), *([_Piece(under.strip("\n"))] if under.strip() else []), *rest]
    if head.file:
        pieces[0] = head
    texts, more = _fitted(pieces, FILES - len(files))
    there = {name: text.strip() for name, text in files}
    files = _renamed([*(f for f in more if there.get(f[0]) != f[1].strip()), *files])
    return Message("", _layout(texts, [name for name, _ in files], say.choices, id), files)


def spelling(content: bool, where: str = "") -> Spelling:
    """How tokens are spelled.

    `where` is the thread of a session, in the session's own messages; `content`: whether plain
    messages can be read there.
    """
    readable = content or is_direct(where)

    def one(token: Token) -> str:
        match token:
            case Command() if where and readable and token.options == CONTINUE.options:
                return "`continue`"
            case Command():
                return f"`{words.spelled(token)}`"
            case Option():
                return f"`{words.option(token)}`"
            case Mention(user=user):
                return f"<@{user}>"
            case Moment(at=at):
                return f"{time(at.timestamp())}, {time(at.timestamp(), 'R')}"
            case Thread(place=place):
                return link(place.thread)
            case Sending() if readable:
                return "Send your code as a file or a block, or press Send code."
            case Sending():
                return (
                    "Press Send code, or mention me with the file. I can't read other messages"
                    " here: words go as buttons, as `/drill run`, or with a mention of me."
                )
            case _:
                assert_never(token)

    return one


def time(at: float, style: str = "t") -> str:
    """A moment in the reader's own zone; the style R counts down by itself, with no edit."""
    return f"<t:{at:.0f}:{style}>"


def thread_name(text: str) -> str:
    return _short(text, THREAD_NAME)


def label(sent: dict[str, Any], custom_id: str) -> str:
    """The label of a button of a sent message, "" where it is not there."""
    for component in _walk(sent.get("components", [])):
        if component.get("custom_id") == custom_id:
            return str(component.get("label", ""))
    return ""


def same(sent: dict[str, Any], message: Message) -> bool:
    """Whether a message that was sent is this one, by its first text and its buttons."""
    view = message.view.to_components() if message.view else []
    there, wanted = _walk(sent.get("components", [])), _walk(view)
    return _first(sent.get("content", ""), there) == _first(message.content, wanted)


def without_buttons(old: dict[str, Any], line: str = "") -> dict[str, Any] | None:
    """What to change of a sent message so that its buttons go and a line comes, if there is one.

    None where it has no buttons any more.
    """
    components = old.get("components", [])
    left = [part for part in components if part["type"] != discord.ComponentType.action_row.value]
    if len(left) == len(components):
        return None
    left = [_sendable(part) for part in left]
    if not old.get("flags", 0) & discord.MessageFlags(components_v2=True).value:
        return {"content": f"{old['content']}\n{line}".rstrip("\n"), "components": []}
    if line:
        left.append({"type": discord.ComponentType.text_display.value, "content": line})
    changes: dict[str, Any] = {"components": left}
    if kept := _attached(old):
        changes["attachments"] = [{"id": id} for id in kept]
    return changes


def _attached(sent: dict[str, Any]) -> list[str]:
    """The ids of a message's files; those that a component shows may be told of there alone
    (discord/discord-api-docs#8279)."""
    shown = [part["file"] for part in _walk(sent.get("components", [])) if "file" in part]
    ids = [file["id"] for file in sent.get("attachments", [])]
    ids += [file["attachment_id"] for file in shown if "attachment_id" in file]
    return list(dict.fromkeys(map(str, ids)))


def _sendable(part: dict[str, Any]) -> dict[str, Any]:
    """A component that was read as it is sent: a file by its name, which the message keeps."""
    if part["type"] == discord.ComponentType.file.value:
        return {"type": part["type"], "file": {"url": f"attachment://{part['name']}"}}
    if "components" in part:
        return {**part, "components": [_sendable(inner) for inner in part["components"]]}
    return part


def length(text: str) -> int:
    """As Discord's clients count: a sign outside the basic plane is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# --- texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the message as text; `file` is what it is where it does not stand there."""

    text: str
    code: Code | None = None
    file: Code | None = None

    def filed(self) -> _Piece:
        assert self.code is not None
        lines = self.code.text.strip("\n").count("\n") + 1
        told = f"→ `{self.code.name}`, {lines:,} line{'' if lines == 1 else 's'}"
        return _Piece(told, None, self.code)


def _pieces(blocks: Sequence[Block], spelled: Spelling) -> list[_Piece]:
    return [_piece(block, spelled) for block in blocks]


def _piece(block: Block, spelled: Spelling) -> _Piece:
    match block:
        case str():
            return _Piece(spell(escaped(block.strip("\n")), spelled))
        case Code(text=text, language=language):
            body = text.strip("\n")
            fence = "" if language == "text" else language
            piece = _Piece(f"```{fence}\n{body}\n```", block)
            return piece.filed() if "```" in body or not body.strip() else piece
        case Table(columns=columns, rows=rows):
            lines = [_row(columns, row) for row in rows]
            return _Piece(spell("\n".join(lines), spelled))
        case Fields(rows=rows):
            lines = [f"**{escaped(label)}** {escaped(text)}" for label, text in rows]
            return _Piece(spell("\n".join(lines), spelled))
        case _:
            assert_never(block)


def _row(columns: Sequence[str], row: Sequence[str]) -> str:
    """A line a row, which a phone can wrap; columns of signs would need a wide screen."""
    cells = [
        f"{heading.lower()} {escaped(cell)}" if re.match(r"\d|over", cell) else escaped(cell)
        for heading, cell in list(zip(columns, row, strict=True))[1:]
        if cell != "—"
    ]
    return " · ".join([f"- **{escaped(row[0])}**", *cells])


def escaped(text: str) -> str:
    """Markdown as it is meant: no mention, hidden link, spoiler or underline is made by chance."""
    pieces = _KEPT.split(text)
    for number in range(0, len(pieces), 2):
        plain = _MARKUP.sub(lambda found: re.sub(r"(.)", r"\\\1", found[0]), pieces[number])
        pieces[number] = _EVERYONE.sub("@\u200b", plain)
    return "".join(pieces)


def _bold(line: str) -> str:
    """The first line stands out, unless it does so already."""
    return line if "*" in line or line[:1] in "#->|" else f"**{line}**"


def _fitted(pieces: list[_Piece], files: int) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts, and as files what they have no room for: first the longest code, then all."""
    kept = list(pieces)
    while _size(kept) > RICH:
        long = [piece for piece in kept if piece.code and length(piece.text) > SMALL]
        if not long:
            break
        longest = max(long, key=lambda piece: length(piece.text))
        kept[kept.index(longest)] = longest.filed()
    filed = [(piece.file.name, f"{piece.file.text}\n") for piece in kept if piece.file]
    if _size(kept) <= RICH and len(filed) <= files:
        return [piece.text for piece in kept], filed
    note = f"That is not all of it: → `{WHOLE}`"
    texts: list[str] = []
    for piece in pieces:
        if _total([*texts, piece.text, note]) > RICH:
            break
        texts.append(piece.text)
    if not texts:  # one endless line
        texts = [_short(pieces[0].text, PLAIN)]
    whole = "\n\n".join(_in_full(piece) for piece in pieces)
    return [*texts, note], [(WHOLE, f"{whole}\n")]


def _in_full(piece: _Piece) -> str:
    code = piece.file or piece.code
    if code is None:
        return piece.text
    longest = max(map(len, re.findall(r"`+", code.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{code.language}\n{code.text.strip(chr(10))}\n{fence}"


def _size(pieces: Sequence[_Piece]) -> int:
    return _total([piece.text for piece in pieces])


def _total(texts: Sequence[str]) -> int:
    return sum(length(text) + 2 for text in texts)  # they are joined by two lines' ends


def _short(text: str, most: int) -> str:
    """For a name, a label, or the beginning of what a file holds whole."""
    if length(text) <= most:
        return text
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * (most - 1)]
    return units.decode("utf-16-le", "ignore") + "…"


def _renamed(files: Sequence[tuple[str, str | bytes]]) -> tuple[tuple[str, str | bytes], ...]:
    """Every file under a name of its own, of signs that an attachment's address keeps."""
    taken: dict[str, str | bytes] = {}
    for name, text in files:
        plain = re.sub(r"[^\w.-]+", "_", name, flags=re.ASCII) or "file.txt"
        stem, dot, ending = plain.rpartition(".")
        number = 2
        while plain in taken:
            plain = f"{stem}-{number}{dot}{ending}"
            number += 1
        taken[plain] = text
    return tuple(taken.items())


# --- components ----------------------------------------------------------------------------------


def _layout(
    texts: Sequence[str], files: Sequence[str], choices: Sequence[Choice], id: Id
) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(texts[0]))
    body, last = list(texts[1:]), ""
    if len(body) > 2 and not body[-1].startswith("```"):
        last = body.pop()  # what can be done next stands by itself
    inside: list[ui.Item[ui.LayoutView]] = []
    if body:
        inside.append(ui.TextDisplay("\n\n".join(body)))
    if last:
        inside += [ui.Separator(), ui.TextDisplay(last)]
    inside += [ui.File(f"attachment://{name}") for name in files]
    if inside:
        view.add_item(ui.Container(*inside))
    for row in _rows(choices, id):
        view.add_item(ui.ActionRow(*row))
    return view


def _buttons(choices: Sequence[Choice], id: Id) -> ui.View | None:
    if not choices:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(_rows(choices, id)):
        for button in row:
            button.row = number
            view.add_item(button)
    return view


def _rows(choices: Sequence[Choice], id: Id) -> list[list[ui.Button[Any]]]:
    """The first 25 choices: a message has no room for more, and all can be said in words."""
    rows: list[list[ui.Button[Any]]] = []
    for row in sorted({choice.row for choice in choices}):
        buttons: list[ui.Button[Any]] = [
            ui.Button(
                style=discord.ButtonStyle.primary if choice.form else discord.ButtonStyle.secondary,
                label=_short(choice.label, LABEL),
                custom_id=id(choice),
            )
            for choice in choices
            if choice.row == row
        ]
        lines = math.ceil(len(buttons) / ROW)
        across = math.ceil(len(buttons) / lines)  # six are three and three, not five, one
        rows += [buttons[start : start + across] for start in range(0, len(buttons), across)]
    return rows[:ROWS]


def _first(content: str, components: Sequence[dict[str, Any]]) -> tuple[str, list[str]]:
    texts = [content, *(str(part["content"]) for part in components if "content" in part)]
    buttons = [str(part["custom_id"]) for part in components if "custom_id" in part]
    return next((text.strip() for text in texts if text), ""), buttons


def _walk(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [inner for part in components for inner in (part, *_walk(part.get("components", [])))]
