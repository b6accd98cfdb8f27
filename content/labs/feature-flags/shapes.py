"""Faults in the shape of the code, which no call shows."""

import ast

from drills.kinds.lab.units import added

GATHERED = (ast.List, ast.Tuple, ast.Dict, ast.Set)
GATHERING = {"list", "tuple", "dict", "set", "OrderedDict", "MappingProxyType"}


def flaw_decide(before, after):
    """A class or a table of handlers was added, which rule 7 forbids."""
    new = added(before, after)
    constants = {name for name, kind in new if kind == "constant"}
    return any(kind == "class" for _, kind in new) or any(
        isinstance(target, ast.Name) and target.id in constants and _gathers(node.value)
        for node in after.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _gathers(value):
    if isinstance(value, ast.Call):
        return getattr(value.func, "id", "") in GATHERING
    return isinstance(value, GATHERED)
