"""Turns a message into what Slack takes: its blocks and files, within Slack's limits.

What is too long becomes a file, never a cut. Limits: 50 blocks, 25 buttons a row of them, 75
characters a button's text and 2,000 its value, about 13,200 characters over all blocks
(`msg_blocks_too_long` past that).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from bot.platforms.packing import attached
from bot.platforms.slack.rich import (
    bullets,
    clean,
    code,
    joined,
    plain,
    rich,
    row_of,
    section,
    words,
)
from bot.platforms.slack.spelling import Element, Spelling, text
from drills.effects import Block, Choice, Code, Fields, Mention, Moment, Say, Settle, Table
from drills.model import Person, Session

BLOCKS = 48  # of the 50; two are left for the buttons and a line more
CHARACTERS = 12_000
CODE_LINES, CODE_CHARACTERS = 40, 3_000  # longer code is a file, which Slack folds up by itself
BUTTON = 75
BUTTONS = 25

Buttons = Callable[[int, Choice], tuple[str, str]]  # (action id, value) of the choice at a place


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to send along. `kind` is Slack's `snippet_type`: its colours; "" for no text."""

    name: str
    text: str
    kind: str = "text"
    raw: bytes = b""  # in the place of a text

    @property
    def content(self) -> bytes:
        """As UTF-8; Slack refuses a file of no length."""
        return self.raw or self.text.encode("utf-8", "replace") or b"\n"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message as it goes over the wire. `text` is what a notification shows."""

    text: str
    blocks: tuple[Element, ...]
    files: tuple[Upload, ...] = ()


def message(
    say: Say, spelled: Spelling, buttons: Buttons, calling: Sequence[Person] = ()
) -> Rendered:
    """A whole message. `calling` are the people that it mentions, before all else."""
    pieces = [_piece(block, spelled) for block in say.blocks]
    pieces[0] = _headed(pieces[0], calling, alone=len(pieces) == 1)
    first = _notice(pieces[0].elements)
    pieces = _fitting(pieces)
    blocks = [{"type": "rich_text", "elements": piece.shown} for piece in pieces]
    if len(blocks) > BLOCKS:
        every = [element for piece in pieces for element in piece.shown]
        blocks = [{"type": "rich_text", "elements": every}]
    files = [_upload(name, held) for name, held in attached(say.files)]
    there = {file.name: file.text.strip() for file in files}
    filed = (piece.file for piece in pieces if piece.filed)
    files += [file for file in filed if there.get(file.name) != file.text.strip()]
    blocks += _rows(say.choices, buttons)
    return Rendered(first, tuple(blocks), tuple(files))


def line(said: str, spelled: Spelling) -> Rendered:
    """One line of text that has neither files nor buttons."""
    elements = rich(said, spelled)
    return Rendered(_notice(elements), ({"type": "rich_text", "elements": elements},))


def of_session(session: Session, ask: int) -> Buttons:
    """Buttons that act in a session, also after a restart."""

    def one(number: int, choice: Choice) -> tuple[str, str]:
        kind = "form" if choice.form else "session"
        return f"{kind}:{choice.id}"[:255], f"{session.id}:{ask}:{choice.id}"

    return one


def picking(flags: str) -> Buttons:
    """Buttons of an answer outside every session; they carry what the command line said."""

    def one(number: int, choice: Choice) -> tuple[str, str]:
        return f"pick:{number}", f"{flags}:{choice.id}"

    return one


def settled(
    blocks: Sequence[Element], label: str, settle: Settle, at: datetime, spelled: Spelling
) -> tuple[Element, ...]:
    """A question after its answer: the buttons are gone, a line says what was chosen, by whom and
    when. A `label` of "" says that nobody answered."""
    arrow = text("→ ", {})
    told = [arrow, text("Not asked any more.", {})]
    if label:
        who, when = spelled.element(Mention(settle.by.user), {}), spelled.element(Moment(at), {})
        dot = text(" · ", {})
        more = [dot, text(clean(settle.said), {})] if settle.said else []
        told = [arrow, text(clean(label), {"bold": True}), *more, dot, who, dot, when]
    return (*shown(blocks), {"type": "rich_text", "elements": [section(told)]})


def shown(blocks: Sequence[Element]) -> tuple[Element, ...]:
    """A message without its buttons."""
    return tuple(block for block in blocks if block["type"] != "actions")


def without_buttons(said: Rendered) -> Rendered:
    return replace(said, blocks=shown(said.blocks))


def with_line(said: Rendered, told: str) -> Rendered:
    """The same without its files, and a line that says where they are."""
    added: Element = {"type": "rich_text", "elements": [section([text(told, {"italic": True})])]}
    buttons = [block for block in said.blocks if block["type"] == "actions"]
    return Rendered(said.text, (*shown(said.blocks), added, *buttons))


def bare(said: Rendered) -> Rendered:
    """A message whose form Slack refused: its first line and its buttons, all of it in a file."""
    elements = [e for block in shown(said.blocks) for e in block["elements"]]
    whole = Upload("message.md", f"{_words(elements)}\n", "markdown")
    told = [text("\nThe whole message: ", {}), text(whole.name, {"code": True})]
    head: Element = {"type": "rich_text", "elements": [section([*_first_line(elements), *told])]}
    actions = [block for block in said.blocks if block["type"] == "actions"]
    return Rendered(said.text, (head, *actions), (*said.files, whole))


def _upload(name: str, held: str | bytes) -> Upload:
    if isinstance(held, bytes):
        return Upload(name, "", "", held)
    return Upload(name, held, kind(name))


def kind(name: str) -> str:
    """The `snippet_type` of a file, by its name."""
    ending = name.rpartition(".")[2]
    return {"py": "python", "md": "markdown", "diff": "diff"}.get(ending, "text")


# --- one block -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """One block of a message; `file` is what it becomes where there is no room for it."""

    elements: list[Element]
    file: Upload
    filed: bool = False
    head: tuple[Element, ...] = ()  # what is shown of it beside the file

    @property
    def size(self) -> int:
        return len(_words(self.shown))

    @property
    def shown(self) -> list[Element]:
        if not self.filed:
            return self.elements
        count = self.file.text.count("\n")
        told = [text(self.file.name, {"code": True}), text(f" · {count} lines, as a file", {})]
        return [section([*self.head, text("\n" if self.head else "", {}), *told])]


def _piece(block: Block, spelled: Spelling) -> _Piece:
    match block:
        case str():
            elements = rich(block.strip("\n"), spelled) or [section([])]
            return _Piece(elements, _as_file(elements))
        case Code(text=said, language=language, name=name):
            said = said.strip("\n")
            shown = code(said, "" if language == "text" else language)
            file = Upload(name, f"{clean(said)}\n", _coloured(language, name))
            long = said.count("\n") >= CODE_LINES or len(said) > CODE_CHARACTERS
            return _Piece([shown], file, filed=long)
        case Table(columns=columns, rows=rows):
            cells = [[_inline(cell, spelled) for cell in row] for row in rows]
            shown = bullets(row_of(columns, row) for row in cells)
        case Fields(rows=rows):
            shown = bullets(
                [text(f"{label} ", {"bold": True}), *_inline(said, spelled)] for label, said in rows
            )
        case _:
            assert_never(block)
    return _Piece([shown], _as_file([shown]))


def _as_file(elements: Sequence[Element]) -> Upload:
    return Upload("message.md", f"{_words(elements)}\n", "markdown")


def _coloured(language: str, name: str) -> str:
    return language if language in ("python", "diff") else kind(name)


def _inline(said: str, spelled: Spelling) -> list[Element]:
    """A cell or a line: what stands in it, on one level."""
    return [each for element in rich(said, spelled) for each in _flat(element)]


def _flat(element: Element) -> list[Element]:
    if "elements" not in element:
        return [element]
    return [each for inner in element["elements"] for each in _flat(inner)]


def _words(elements: Sequence[Element]) -> str:
    """The text of whole elements, a line each."""
    lines = []
    for element in elements:
        if element["type"] == "rich_text_list":
            lines += [f"- {words(_flat(item))}" for item in element["elements"]]
        else:
            lines.append(_readable(_flat(element)))
    return "\n".join(lines)


def _readable(elements: Sequence[Element]) -> str:
    return "".join(each.get("text") or each.get("fallback") or "" for each in elements)


# --- the first line --------------------------------------------------------------------------


def _first_line(elements: Sequence[Element]) -> list[Element]:
    """What comes before the first end of a line."""
    head: list[Element] = []
    for element in _flat(elements[0]):
        said, end, _ = element.get("text", "").partition("\n")
        head.append({**element, "text": said} if "text" in element else element)
        if end:
            break
    return head


def _notice(elements: Sequence[Element]) -> str:
    """What a notification shows; Slack refuses a message that has nothing for it."""
    return plain(_first_line(elements)).strip() or "…"


def _headed(piece: _Piece, calling: Sequence[Person], alone: bool) -> _Piece:
    """The first line of a message that has more than it is bold; people are called before it."""
    elements = list(piece.elements)
    called = [e for p in calling for e in ({"type": "user", "user_id": p.user}, text(" ", {}))]
    if elements[0]["type"] != "rich_text_section":
        return replace(piece, elements=[section(called), *elements]) if called else piece
    first = elements[0]["elements"]
    if alone and len(elements) == 1 and "\n" not in _readable(first):
        elements[0] = section([*called, *first])
        return replace(piece, elements=elements)
    head: list[Element] = []
    rest = list(first)
    while rest:
        each = rest.pop(0)
        said, end, after = each.get("text", "").partition("\n")
        bold = {**each, "style": {**each.get("style", {}), "bold": True}}
        head.append({**bold, "text": said} if "text" in each else bold)
        if end:
            rest.insert(0, {**each, "text": f"\n{after}"})
            break
    elements[0] = section([*called, *head, *rest])
    return replace(piece, elements=elements)


# --- what fits -------------------------------------------------------------------------------


def _fitting(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The longest blocks become files until the others fit. Of the first its line stays."""
    fitting = list(pieces)
    while sum(piece.size for piece in fitting) > CHARACTERS:
        shown = [n for n, piece in enumerate(fitting) if not piece.filed]
        if not shown:
            break
        longest = max(shown, key=lambda n: fitting[n].size)
        head = joined(_first_line(fitting[0].elements)) if longest == 0 else []
        head = head if len(_readable(head)) <= CODE_CHARACTERS else []
        fitting[longest] = replace(fitting[longest], filed=True, head=tuple(head))
    return _numbered(fitting)


def _numbered(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Files of one name get numbers: message.md, message-2.md."""
    seen: Counter[str] = Counter()
    numbered = []
    for piece in pieces:
        if piece.filed:
            seen[piece.file.name] += 1
            if (count := seen[piece.file.name]) > 1:
                stem, dot, ending = piece.file.name.rpartition(".")
                name = f"{stem}-{count}{dot}{ending}"
                piece = replace(piece, file=replace(piece.file, name=name))
        numbered.append(piece)
    return numbered


def _rows(choices: Sequence[Choice], buttons: Buttons) -> list[Element]:
    made = [
        (choice.row, _button(choice, *buttons(number, choice)))
        for number, choice in enumerate(choices)
    ]
    rows = [[button for row, button in made if row == n] for n in sorted({row for row, _ in made})]
    cut = (row[n : n + BUTTONS] for row in rows for n in range(0, len(row), BUTTONS))
    return [{"type": "actions", "elements": row} for row in cut]


def _button(choice: Choice, action: str, value: str) -> Element:
    label = clean(choice.label).strip() or choice.id
    shown = {
        "type": "button",
        # What is cut of a label stands whole in the text of the question.
        "text": {"type": "plain_text", "text": label if len(label) <= BUTTON else label[:74] + "…"},
        "action_id": action,
        "value": value,
    }
    return {**shown, "style": "primary"} if choice.form else shown
