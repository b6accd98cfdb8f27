"""Fold the knobs of an authored module, so that only the code of one draw is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

import libcst as cst

Knobs = Mapping[str, str | int]
_UNKNOWN = object()
_COMPARE: dict[type[cst.BaseCompOp], Callable[[Any, Any], bool]] = {
    cst.Equal: lambda a, b: a == b,
    cst.NotEqual: lambda a, b: a != b,
    cst.In: lambda a, b: a in b,
    cst.NotIn: lambda a, b: a not in b,
    cst.LessThan: lambda a, b: a < b,
    cst.LessThanEqual: lambda a, b: a <= b,
    cst.GreaterThan: lambda a, b: a > b,
    cst.GreaterThanEqual: lambda a, b: a >= b,
}
_ATOMS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.BaseString, cst.BaseNumber)


class UnknownKnob(Exception):
    """The code reads a knob that problem.toml does not have."""


def fold(module: cst.Module, knobbed: Set[int], knobs: Knobs) -> cst.Module:
    """Decide everything that hangs on knobs alone: branches, operands, annotations, literals.

    `knobbed` holds the identity of each node that reads a knob somewhere below, itself
    included; all others are left alone, which is what makes folding quick.

    Raises UnknownKnob.
    """
    return module.visit(_Fold(knobbed, knobs))


class _Fold(cst.CSTTransformer):
    def __init__(self, knobbed: Set[int], knobs: Knobs) -> None:
        super().__init__()
        self.knobbed = knobbed
        self.knobs = knobs
        self.elifs: set[int] = set()
        self.emptied: set[int] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.If) and isinstance(node.orelse, cst.If):
            self.elifs.add(id(node.orelse))
        return id(node) in self.knobbed

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        """Nothing: without this the visitor looks for a method a node and attribute."""

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        """Nothing, as above."""

    # --- what is known -------------------------------------------------------------------

    def decided(self, node: cst.BaseExpression) -> object:
        """The value of an expression that hangs on knobs alone, else _UNKNOWN."""
        return self.known(node) if id(node) in self.knobbed else _UNKNOWN

    def known(self, node: cst.BaseExpression) -> object:
        match node:
            case cst.Attribute(value=cst.Name(value="knobs"), attr=cst.Name(value=name)):
                if name not in self.knobs:
                    raise UnknownKnob(name)
                return self.knobs[name]
            case cst.SimpleString() | cst.Integer():
                return node.evaluated_value
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                values = [self.known(element.value) for element in elements]
                return _UNKNOWN if any(value is _UNKNOWN for value in values) else values
            case cst.UnaryOperation(operator=cst.Not(), expression=operand):
                value = self.known(operand)
                return _UNKNOWN if value is _UNKNOWN else not value
            case cst.BooleanOperation(left=left, operator=operator, right=right):
                stops = isinstance(operator, cst.Or)  # one operand of this value decides
                sides = [self.known(left), self.known(right)]
                if any(side is not _UNKNOWN and bool(side) is stops for side in sides):
                    return stops
                return _UNKNOWN if any(side is _UNKNOWN for side in sides) else not stops
            case cst.Comparison(left=left, comparisons=[target]):
                a, b = self.known(left), self.known(target.comparator)
                compare = _COMPARE.get(type(target.operator))
                if compare is None or a is _UNKNOWN or b is _UNKNOWN:
                    return _UNKNOWN
                return compare(a, b)
        return _UNKNOWN

    # --- statements ----------------------------------------------------------------------

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        if updated_node.body:
            return updated_node
        block = updated_node.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])
        self.emptied.add(id(block))
        return block

    def leave_If(  # type: ignore[override]  # one that was an elif may become an Else
        self, original_node: cst.If, updated_node: cst.If
    ) -> cst.If | cst.Else | cst.RemovalSentinel | cst.FlattenSentinel[cst.BaseStatement]:
        verdict = self.decided(original_node.test)
        orelse = updated_node.orelse
        if verdict is _UNKNOWN:
            if isinstance(orelse, cst.Else) and id(orelse.body) in self.emptied:
                return updated_node.with_changes(orelse=None)
            return updated_node
        if id(original_node) in self.elifs:
            if verdict:
                return cst.Else(body=updated_node.body, leading_lines=updated_node.leading_lines)
            return orelse if orelse is not None else cst.RemoveFromParent()
        if verdict:
            return self._statements(updated_node.body, updated_node.leading_lines)
        if isinstance(orelse, cst.If):
            return orelse.with_changes(leading_lines=updated_node.leading_lines)
        if orelse is None:
            return cst.RemoveFromParent()
        return self._statements(orelse.body, updated_node.leading_lines)

    def _statements(
        self, suite: cst.BaseSuite, leading: Sequence[cst.EmptyLine]
    ) -> cst.FlattenSentinel[cst.BaseStatement] | cst.RemovalSentinel:
        if id(suite) in self.emptied:
            return cst.RemoveFromParent()
        if isinstance(suite, cst.SimpleStatementSuite):
            return cst.FlattenSentinel([cst.SimpleStatementLine(suite.body, leading)])
        first, *rest = suite.body
        comments = [line for line in _leading(first) if line.comment]
        first = first.with_changes(leading_lines=[*leading, *comments])
        return cst.FlattenSentinel([first, *rest])

    # --- expressions ---------------------------------------------------------------------

    def leave_IfExp(self, original_node: cst.IfExp, updated_node: cst.IfExp) -> cst.BaseExpression:
        verdict = self.decided(original_node.test)
        if verdict is _UNKNOWN:
            return updated_node
        return _instead(updated_node, updated_node.body if verdict else updated_node.orelse)

    def leave_BooleanOperation(
        self, original_node: cst.BooleanOperation, updated_node: cst.BooleanOperation
    ) -> cst.BaseExpression:
        whole = self.decided(original_node)
        if whole is not _UNKNOWN:
            return _literal(whole)
        # The whole is open, so a side that is known does not matter.
        if self.decided(original_node.left) is not _UNKNOWN:
            return _instead(updated_node, updated_node.right)
        if self.decided(original_node.right) is not _UNKNOWN:
            return _instead(updated_node, updated_node.left)
        return updated_node.with_changes(
            left=_bare(original_node.left, updated_node.left),
            right=_bare(original_node.right, updated_node.right),
        )

    def _leave_whole(
        self, original_node: cst.BaseExpression, updated_node: cst.BaseExpression
    ) -> cst.BaseExpression:
        value = self.decided(original_node)
        return updated_node if value is _UNKNOWN else _literal(value)

    leave_Attribute = leave_Comparison = leave_UnaryOperation = _leave_whole

    def leave_CompFor(self, original_node: cst.CompFor, updated_node: cst.CompFor) -> cst.CompFor:
        both = zip(original_node.ifs, updated_node.ifs, strict=True)
        kept = [new for old, new in both if self.decided(old.test) is not True]
        return updated_node.with_changes(ifs=kept)

    def leave_Annotation(
        self, original_node: cst.Annotation, updated_node: cst.Annotation
    ) -> cst.Annotation:
        if id(original_node) not in self.knobbed:
            return updated_node
        bare = updated_node.annotation.with_changes(lpar=[], rpar=[])
        return updated_node.with_changes(annotation=bare)


def _leading(statement: cst.CSTNode) -> Sequence[cst.EmptyLine]:
    lines: Sequence[cst.EmptyLine] = getattr(statement, "leading_lines", ())
    return lines


def _instead(whole: cst.BaseExpression, part: cst.BaseExpression) -> cst.BaseExpression:
    """A part in the place of its whole, in the whole's parentheses where it may need them."""
    if not whole.lpar or part.lpar or isinstance(part, _ATOMS):
        return part
    return part.with_changes(lpar=whole.lpar, rpar=whole.rpar)


def _bare(before: cst.BaseExpression, now: cst.BaseExpression) -> cst.BaseExpression:
    """A comparison that is left of an `if` expression needs no parentheses beside and, or."""
    if isinstance(before, cst.IfExp) and isinstance(now, cst.Comparison):
        return now.with_changes(lpar=[], rpar=[])
    return now


def _literal(value: object) -> cst.BaseExpression:
    if isinstance(value, str):
        return cst.SimpleString(f'"{value}"')
    return cst.Integer(str(value)) if type(value) is int else cst.Name(str(value))
