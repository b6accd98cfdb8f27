"""What the code of a key-value store says about how it can grow."""

import ast


def reads_the_machines_clock(tree):
    return any(
        isinstance(node, ast.Import) and any(a.name in ("time", "datetime") for a in node.names)
        for node in ast.walk(tree)
    )
