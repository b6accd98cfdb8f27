"""Trusted predicates on the shape of the code, for what no call shows."""

import ast


def flaw_create(before, after):
    """Something is drawn from `random`, but not through the system's source."""
    modules, names = set(), set()
    for node in ast.walk(after):
        if isinstance(node, ast.Import):
            modules |= {a.asname or a.name for a in node.names if a.name == "random"}
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            names |= {a.asname or a.name for a in node.names if a.name != "SystemRandom"}
    return any(_drawn(node, modules, names) for node in ast.walk(after))


def _drawn(node, modules, names):
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            return name in modules and attr != "SystemRandom"
        case ast.Name(id=name):
            return name in names
    return False
