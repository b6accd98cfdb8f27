"""What the code of a tally says about how it can grow."""

import ast

from content import predicates


def counts_anew(tree):
    """A list's `count` is called."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(isinstance(call, ast.Attribute) and call.attr == "count" for call in calls)


def shared_by_all_objects(tree):
    """A container of the class, the module or a default is changed for one object."""
    return predicates.shared_by_all_objects(tree)
