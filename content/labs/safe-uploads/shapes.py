"""Predicates on the shape of the code, on the trees of the start and of a person's file."""

import ast

from drills.kinds.lab.units import added


def flaw_clean(before, after):
    """`clean` works through a class, or a list or table of functions: rule 7 takes neither in."""
    new = dict(added(before, after))
    functions = {node.name for node in after.body if isinstance(node, ast.FunctionDef)}
    for node in _used_by("clean", after):
        if isinstance(node, ast.ClassDef) and node.name in new:
            return True
        if isinstance(node, ast.Assign | ast.AnnAssign) and _holds(node.value, functions):
            return True
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(each, ast.List | ast.Tuple | ast.Dict) and _holds(each, functions)
            for each in ast.walk(node)
        ):
            return True
    return any(
        isinstance(node, ast.FunctionDef)
        and any(isinstance(each, ast.Name) and each.id in new for each in node.decorator_list)
        for node in after.body
    )


def _used_by(name, tree):
    """The statements at the top that a function needs, and those that these need."""
    tops = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            tops.update((each.id, node) for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign):
            tops[node.target.id] = node
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            tops[node.name] = node
    found, ahead = {}, [name]
    while ahead:
        here = ahead.pop()
        if here in tops and here not in found:
            found[here] = tops[here]
            ahead += [each.id for each in ast.walk(tops[here]) if isinstance(each, ast.Name)]
    return list(found.values())


def _holds(value, functions):
    """Whether a value holds functions to call later."""
    if not isinstance(value, ast.List | ast.Tuple | ast.Dict):
        return False
    items = value.values if isinstance(value, ast.Dict) else value.elts
    inner = [item for each in items for item in (getattr(each, "elts", None) or [each])]
    return any(
        isinstance(item, ast.Lambda) or (isinstance(item, ast.Name) and item.id in functions)
        for item in inner
    )
