"""Faults that stand in the shape of the code."""

import ast

from drills.kinds.lab.units import CONSTANT, added, units


def flaw_compare(before, after):
    """A class or a table of handlers was added, which rule 7 forbids."""
    if _classes(after) > _classes(before):
        return True
    tables = (ast.Dict, ast.DictComp)
    new = {name for name, kind in added(before, after) if kind == CONSTANT}
    return any(
        name in new and isinstance(unit.node.value, tables)
        for name, unit in units(ast.unparse(after)).items()
    )


def _classes(tree):
    return sum(isinstance(node, ast.ClassDef) for node in ast.walk(tree))
