"""Turns Markdown into rich text, in which nothing can ping, link or break out of its block.

Rich text is a tree of elements: what a person wrote stands in it as plain characters, so that
`<!channel>`, `&lt;` or a fence of backticks are only what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bot.platforms.slack.spelling import Element, Spelling, text
from drills.effects import Token, spell

_OPEN, _CLOSE = "\ue000", "\ue001"  # around the number of a token, while Markdown is read
_TOKEN = re.compile(f"{_OPEN}(\\d{{1,4}}){_CLOSE}")
_PARSER = (
    MarkdownIt("commonmark", {"html": False})
    .enable(["strikethrough", "table"])
    .disable(["link", "autolink", "image", "reference", "html_block", "html_inline"])
)
_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
# A control character would be refused, or lost: its picture is shown. A lone half of a pair, too.
_PICTURES = {n: 0x2400 + n for n in range(32) if chr(n) not in "\n\t"} | {127: 0x2421}


def rich(markdown: str, spelled: Spelling) -> list[Element]:
    """The elements of a rich text block: sections, lists, quotes, code. A line's end is one."""
    tokens: list[Token] = []

    def number(token: Token) -> str:
        tokens.append(token)
        return f"{_OPEN}{len(tokens) - 1}{_CLOSE}"

    tree = SyntaxTreeNode(_PARSER.parse(spell(clean(markdown), number)))
    return list(_Writer(tokens, spelled).blocks(tree.children))


def code(said: str, language: str = "") -> Element:
    """A block of code; `language` colours it."""
    shown = {"type": "rich_text_preformatted", "elements": [text(clean(said) or " ", {})]}
    return {**shown, "language": language} if language else shown


def section(elements: Sequence[Element]) -> Element:
    return {"type": "rich_text_section", "elements": joined(elements)}


def bullets(items: Iterable[Sequence[Element]]) -> Element:
    return _list([section(item) for item in items], "bullet")


def clean(said: str) -> str:
    """A text with nothing in it that JSON or Slack refuses; every character still shows."""
    return said.encode("utf-8", "replace").decode().translate(_PICTURES)


def joined(elements: Iterable[Element]) -> list[Element]:
    """Neighbours of one style made one; never empty, as Slack refuses that."""
    kept: list[Element] = []
    for element in elements:
        last = kept[-1] if kept else None
        if element["type"] != "text" or last is None or last["type"] != "text":
            kept.append(element)
        elif element.get("style") == last.get("style"):
            kept[-1] = {**last, "text": last["text"] + element["text"]}
        else:
            kept.append(element)
    return [e for e in kept if e["type"] != "text" or e["text"]] or [text(" ", {})]


def plain(elements: Iterable[Element]) -> str:
    """The same as the plain text of a notification, which Slack parses: so it is escaped."""
    return "".join(_plain(element) for element in elements)


def words(elements: Iterable[Element]) -> str:
    """The text alone, as it is read."""
    return "".join(element.get("text", "") for element in elements)


def _plain(element: Element) -> str:
    match element:
        case {"type": "user", "user_id": user}:
            return f"<@{user}>"
        case {"type": "date", "timestamp": at, "format": how, "fallback": fallback}:
            return f"<!date^{at}^{how}|{fallback}>"
        case {"text": said}:
            return escaped(said)
        case {"elements": elements}:
            return plain(elements)
    return ""


def escaped(said: str) -> str:
    return said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _list(items: list[Element], style: str, indent: int = 0, offset: int = 0) -> Element:
    shown: Element = {"type": "rich_text_list", "style": style, "elements": items}
    if indent:
        shown["indent"] = indent
    if offset:
        shown["offset"] = offset
    return shown


class _Writer:
    """One text on its way from a tree of Markdown to elements."""

    def __init__(self, tokens: Sequence[Token], spelled: Spelling) -> None:
        self._tokens, self._spelled = tokens, spelled

    def blocks(self, nodes: Iterable[SyntaxTreeNode]) -> Iterator[Element]:
        """Paragraphs that follow one another are one section, with an empty line between."""
        waiting: list[Element] = []
        after_list = False
        for node in nodes:
            if node.type in ("paragraph", "heading", "hr"):
                gap = "\n\n" if waiting else "\n" if after_list else ""
                waiting += [text(gap, {}), *self._paragraph(node)]
                continue
            if waiting:
                yield section(waiting)
                waiting = []
            yield from self._block(node)
            after_list = node.type in ("bullet_list", "ordered_list", "table")
        if waiting:
            yield section(waiting)

    def _paragraph(self, node: SyntaxTreeNode) -> list[Element]:
        if node.type == "hr":
            return [text("———", {})]
        return self._inline(node.children, {"bold": True} if node.type == "heading" else {})

    def _block(self, node: SyntaxTreeNode) -> Iterator[Element]:
        match node.type:
            case "bullet_list" | "ordered_list":
                yield from self._listed(node, 0)
            case "fence" | "code_block":
                language = (node.info.split() or [""])[0] if node.type == "fence" else ""
                yield code(node.content.rstrip("\n"), language)
            case "blockquote":
                inner = [*self.blocks(node.children)]
                yield {"type": "rich_text_quote", "elements": joined(_lines(inner))}
            case "table":
                yield from self._table(node)
            case _:
                yield from self.blocks(node.children)

    def _listed(self, node: SyntaxTreeNode, indent: int) -> Iterator[Element]:
        """A list. What is no text of an item (code, an inner list) stands between its items."""
        style = "ordered" if node.type == "ordered_list" else "bullet"
        start = int(node.attrs.get("start", 1)) - 1
        items: list[Element] = []
        done = 0
        for item in node.children:
            said: list[Element] = []
            inner: list[Element] = []
            for child in item.children:
                if child.type == "paragraph" and not inner:
                    said += [text("\n" if said else "", {}), *self._inline(child.children, {})]
                elif child.type in ("bullet_list", "ordered_list"):
                    inner += self._listed(child, indent + 1)
                else:
                    inner += self.blocks([child])
            items.append(section(said))
            if inner:
                yield _list(items, style, indent, start + done if style == "ordered" else 0)
                done, items = done + len(items), []
                yield from inner
        if items:
            yield _list(items, style, indent, start + done if style == "ordered" else 0)

    def _table(self, node: SyntaxTreeNode) -> Iterator[Element]:
        rows = [
            [self._inline(cell.children, {}) for cell in row.children]
            for group in node.children
            for row in group.children
        ]
        headings = [words(cell) for cell in rows[0]]
        yield bullets(row_of(headings, row) for row in rows[1:])

    def _inline(self, nodes: Iterable[SyntaxTreeNode], style: Element) -> list[Element]:
        said: list[Element] = []
        for node in nodes:
            match node.type:
                case "text":
                    said += self._spell(node.content, style)
                case "softbreak" | "hardbreak":
                    said.append(text("\n", style))
                case "code_inline":
                    said += self._spell(node.content, {**style, "code": True})
                case "strong" | "em" | "s":
                    said += self._inline(node.children, {**style, _STYLES[node.type]: True})
                case _:
                    said += self._inline(node.children, style)
        return joined(said)

    def _spell(self, said: str, style: Element) -> Iterator[Element]:
        """A text with the elements of its tokens in their places."""
        at = 0
        for found in _TOKEN.finditer(said):
            number = int(found[1])
            if number < len(self._tokens):
                yield text(said[at : found.start()], style)
                yield self._spelled.element(self._tokens[number], style)
                at = found.end()
        yield text(said[at:], style)


def row_of(headings: Sequence[str], cells: Sequence[Sequence[Element]]) -> list[Element]:
    """A row of a table as a line that a phone can wrap: the first cell, and the others by their
    headings. A dash says that there is nothing, so nothing is said."""
    first, *rest = cells
    said = [{**e, "style": {**e.get("style", {}), "bold": True}} for e in first]
    for heading, cell in zip(headings[1:], rest, strict=False):
        if words(cell).strip() not in ("", "—", "-"):
            said += [text(f" · {heading[:1].lower()}{heading[1:]} ", {}), *cell]
    return said


def _lines(blocks: Iterable[Element]) -> Iterator[Element]:
    """What stands in a quote, which holds no lists: each block on lines of its own."""
    for number, block in enumerate(blocks):
        yield text("\n" if number else "", {})
        if block["type"] == "rich_text_list":
            for item, each in enumerate(block["elements"]):
                yield text("\n• " if item else "• ", {})
                yield from each["elements"]
        else:
            yield from block["elements"]
