"""Turns a message into what rich can print: nothing is cut, with and without colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, assert_never

from markdown_it import MarkdownIt
from rich import markdown
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.syntax import Syntax
from rich.table import Table as RichTable
from rich.text import Text

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

UNBROKEN = "\ue000"  # stands for a space that no line may end at; the screen turns it back
THEME = "ansi_dark"  # the terminal's own sixteen colours
QUANTITY = re.compile(r"[\d:.,/%×+-]*|—|over")  # cells that line up on the right


def message(
    say: Say, spelled: Callable[[Command], str], folder: str = "", opens: str = ""
) -> RenderableType:
    """A whole message. `folder` is where its files lie, as the person would type it, and `opens`
    what `edit` opens now, "" where it opens nothing."""
    parts: list[RenderableType] = []
    for number, block in enumerate(say.blocks):
        if number:
            parts.append("")
        parts.append(_block(block, spelled, first=number == 0))
    if say.files and folder:
        parts += ["", path(folder, opens)]
    if say.choices:
        parts += ["", choices(say.choices, say.words)]
    return Group(*parts)


def sentence(text: str, spelled: Callable[[Command], str]) -> RenderableType:
    """What the terminal says itself."""
    return Words(spell(text, tokens(spelled)))


def tokens(spelled: Callable[[Command], str], quote: str = "`") -> Callable[[Token], str]:
    """How a terminal spells what each platform spells its own way."""

    def one(token: Token) -> str:
        match token:
            case Command():
                return f"{quote}{spelled(token)}{quote}"
            case Option():
                return f"{quote}{token.typed}{quote}"
            case Mention(user=user):
                return user
            case Moment(at=at):
                return f"{at.astimezone():%H:%M}"
            case Thread(place=place):
                return f"in {place.platform.capitalize()}"
            case Sending():
                return "Write your code in `solution.py` with your own editor."
            case _:
                assert_never(token)

    return one


def path(folder: str, opens: str = "") -> RenderableType:
    """Where the files lie, on a line that is never broken, and what `edit` opens."""
    said = [Words(f"`edit` opens {opens}.")] if opens else []
    return Group(_whole(Text.assemble("Folder: ", (folder, "bold"))), *said)


def choices(offered: Sequence[Choice], words: bool = False) -> Text:
    """Answers as numbers, controls as the words to type; with `words` all of them so."""
    if any(choice.answer for choice in offered) and not words:
        return numbered(offered)
    return Text(" · ".join(choice.label.lower() for choice in offered), "dim")


def numbered(offered: Sequence[Choice], but: Collection[str] = ()) -> Text:
    """What a number can be typed for, without those labels that stand elsewhere with theirs."""
    return Text("   ").join(
        Text.assemble((str(number), "bold"), " ", choice.label)
        for number, choice in enumerate(offered, 1)
        if choice.label not in but
    )


def with_numbers(
    blocks: Sequence[Block], offered: Sequence[Choice]
) -> tuple[tuple[Block, ...], frozenset[str]]:
    """Blocks in which a table's row that is a choice has its number before it, so that no name
    is printed twice; and the labels of those choices."""
    number = {choice.label: str(n) for n, choice in enumerate(offered, 1)}
    listed: set[str] = set()
    made: list[Block] = []
    for block in blocks:
        if isinstance(block, Table) and any(row[0] in number for row in block.rows):
            rows = tuple((number.get(row[0], ""), *row) for row in block.rows)
            listed |= {row[0] for row in block.rows} & number.keys()
            block = replace(block, columns=("", *block.columns), rows=rows)
        made.append(block)
    return tuple(made), frozenset(listed)


def _block(block: Block, spelled: Callable[[Command], str], first: bool) -> RenderableType:
    match block:
        case str():
            text = spell(block, tokens(spelled))
            if not first or not text or text[0] in "#-*>|`":
                return Words(text)
            head, _, rest = text.strip().partition("\n")
            gap = [""] if rest.startswith("\n") else []
            return Group(Words(head, style="bold"), *gap, *([Words(rest)] if rest else []))
        case Code(text=text, language=language):
            return code(text, language)
        case Table(columns=columns, rows=rows):
            return _table(
                columns, [[spell(cell, tokens(spelled, "")) for cell in row] for row in rows]
            )
        case Fields(rows=rows):
            grid = RichTable.grid(padding=(0, 2), pad_edge=False)
            grid.add_column(no_wrap=True)
            grid.add_column(overflow="fold")
            for label, text in rows:
                grid.add_row(Text(label, "bold"), Words(spell(text, tokens(spelled))))
            return grid
        case _:
            assert_never(block)


def code(text: str, language: str = "python") -> Text:
    """Code in colour, indented, its lines never broken: the terminal itself wraps a long one."""
    lines = Syntax("", language, theme=THEME).highlight(text.rstrip("\n")).split("\n")
    return _whole(Text("\n").join(Text("    ") + line if line else line for line in lines))


def _whole(text: Text) -> Text:
    text.no_wrap, text.overflow = True, "ignore"
    return text


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> RenderableType:
    rows = list(rows)
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for index, heading in enumerate(columns):
        cells = [row[index] for row in rows]
        right = bool(rows) and all(QUANTITY.fullmatch(cell) for cell in cells)
        table.add_column(heading, overflow="fold", justify="right" if right else "left")
    for row in rows:
        table.add_row(*row)
    return table


class _Heading(markdown.Heading):
    LEVEL_ALIGN: ClassVar = {}  # all on the left

    def on_enter(self, context: markdown.MarkdownContext) -> None:
        self.text = Text()
        context.enter_style("bold")


class _CodeBlock(markdown.CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield code(str(self.text), self.lexer_name)


class _Paragraph(markdown.Paragraph):
    """A word longer than the line stays whole, as what is copied must; the terminal wraps it.

    In a list or a table, which crop to their own width, it is broken.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        longest = max(map(cell_len, self.text.plain.split()), default=0)
        if longest <= width or width < console.width:
            yield from super().__rich_console__(console, options)
            return
        for line in self.text.split("\n", allow_blank=True):
            breaks, column = [], 0
            for word in re.finditer(r"\S+\s*", line.plain):
                if column and column + cell_len(word[0].rstrip()) > width:
                    breaks.append(word.start())
                    column = 0
                column += cell_len(word[0])
            yield from map(_whole, line.divide(breaks))


class Words(markdown.Markdown):
    """Markdown as chat reads it: a line's end is a line's end, and no HTML.

    Without colour, inline code keeps its backticks.
    """

    elements: ClassVar = {
        **markdown.Markdown.elements,
        "paragraph_open": _Paragraph,
        "heading_open": _Heading,
        "fence": _CodeBlock,
        "code_block": _CodeBlock,
    }

    def __init__(self, text: str, style: str = "none") -> None:
        super().__init__(text, style=style, hyperlinks=False)
        parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
        self.plain, self.coloured = parser.parse(text), parser.parse(text)
        for token in self._flatten_tokens([*self.plain, *self.coloured]):
            if token.type == "softbreak":
                token.type = "hardbreak"
            elif token.type == "code_inline":  # a command that is copied must be whole
                token.content = token.content.replace(" ", UNBROKEN)
        for token in self._flatten_tokens(self.plain):
            if token.type == "code_inline":
                token.content = f"`{token.content}`"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        bare = console.no_color or console.color_system is None
        self.parsed = self.plain if bare else self.coloured
        segments = iter(super().__rich_console__(console, options))
        first = next(segments, Segment(""))
        if first != Segment.line():  # rich puts one before a list, also where nothing is above
            yield first
        yield from segments
