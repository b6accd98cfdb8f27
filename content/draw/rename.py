"""Put a skin's names into an authored module, and note which of its nodes read knobs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import libcst as cst

from content.draw.words import BUILT_IN, Words

# Their keyword arguments are Python's, whatever a problem calls a key.
_FOREIGN = {"sorted", "sort", "min", "max", "dict", "print", "field", "dataclass", "raises"}
_FOREIGN |= {"nlargest", "nsmallest", "merge", "groupby", "insort", "bisect"}
_FOREIGN |= {"insort_left", "insort_right", "bisect_left", "bisect_right"}
_MARKS = ("hidden", "wrong")  # their arguments are names of categories and knobs, never shown
# Nothing below these has a name or, but for a comment in an odd place, a word of its own.
_LEAVES = (
    cst.Name,
    cst.SimpleString,
    cst.BaseNumber,
    cst.SimpleWhitespace,
    cst.Newline,
    cst.BaseCompOp,
    cst.BaseBinaryOp,
    cst.AssignEqual,
    cst.Dot,
)


@dataclass(frozen=True)
class Renamed:
    """A module in a skin's words, its knobs not folded yet."""

    module: cst.Module
    knobbed: frozenset[int]  # identities of the nodes that read a knob, or hold one that does


def rename(module: cst.Module, words: Words) -> Renamed:
    """Rename identifiers, strings and comments; imports of `drawn` and `reference` go."""
    visitor = _Rename(words)
    renamed = module.visit(visitor)
    return Renamed(renamed, frozenset(visitor.knobbed))


@cache
def _leaf(kind: type[cst.CSTNode]) -> bool:
    return issubclass(kind, _LEAVES)


class _Rename(cst.CSTTransformer):
    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.reads = 0  # of knobs, so far
        self.before: list[int] = []
        self.knobbed: set[int] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.before.append(self.reads)
        if _leaf(type(node)):
            return False
        match node:
            case cst.Comparison(left=cst.Attribute(value=cst.Name(value="knobs"))):
                self.reads += 1  # its strings are options of the knob
                return False
            case cst.Attribute(value=cst.Name(value="knobs")):
                self.reads += 1
                return False
            case cst.Decorator(decorator=cst.Call(func=cst.Name(value=name))) if name in _MARKS:
                return False
            case cst.TrailingWhitespace() | cst.EmptyLine():
                return node.comment is not None
        return True

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        """Nothing: without this the visitor looks for a method a node and attribute."""

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        """Nothing, as above."""

    def on_leave(  # type: ignore[override]  # what a leave_ method may return is wider than CSTNode
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> object:
        result = super().on_leave(original_node, updated_node)
        if self.reads != self.before.pop():
            self.knobbed.add(id(result))
        return result

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        drawn = self.words.identifier(original_node.value)
        return (
            updated_node if drawn == original_node.value else updated_node.with_changes(value=drawn)
        )

    def leave_Attribute(
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.Attribute:
        if original_node.attr.value in BUILT_IN:
            return updated_node.with_changes(attr=original_node.attr)
        return updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        match original_node.func:
            case cst.Name(value=name) | cst.Attribute(attr=cst.Name(value=name)) if (
                name in _FOREIGN
            ):
                both = zip(original_node.args, updated_node.args, strict=True)
                return updated_node.with_changes(args=[self._foreign(*pair) for pair in both])
        return updated_node

    def _foreign(self, original: cst.Arg, updated: cst.Arg) -> cst.Arg:
        """An argument whose keyword is Python's own; a new node, that may read a knob as before."""
        if original.keyword is None:
            return updated
        argument = updated.with_changes(keyword=original.keyword)
        if id(updated) in self.knobbed:
            self.knobbed.add(id(argument))
        return argument

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.RemovalSentinel:
        match original_node.module:
            case cst.Name(value="drawn" | "reference"):
                return cst.RemoveFromParent()
        return updated_node

    def leave_SimpleString(
        self, original_node: cst.SimpleString, updated_node: cst.SimpleString
    ) -> cst.SimpleString:
        quote, text = original_node.quote, original_node.raw_value
        drawn = self.words.literal(text)
        if drawn == text:
            return updated_node
        return updated_node.with_changes(value=f"{original_node.prefix}{quote}{drawn}{quote}")

    def leave_FormattedStringText(
        self, original_node: cst.FormattedStringText, updated_node: cst.FormattedStringText
    ) -> cst.FormattedStringText:
        return updated_node.with_changes(value=self.words.literal(original_node.value))

    def leave_Comment(self, original_node: cst.Comment, updated_node: cst.Comment) -> cst.Comment:
        return updated_node.with_changes(value=self.words.prose(original_node.value))
