"""Faults that are seen in the shape of the code: each compares the start with a file."""

import ast

from drills.kinds.lab.units import added

HOLDERS = ast.List | ast.Dict | ast.Set | ast.Call | ast.ListComp | ast.DictComp


def flaw_replay(before, after):
    """`replay` has another parameter, or needs a class, a public name or a registry that was
    added, which rule 11 forbids. What other pieces need is not its affair."""
    new = {name: kind for name, kind in added(before, after) if "." not in name}
    needed = {name: node for name, node in _needed(after, "replay").items() if name in new}
    return _parameters(after) != _parameters(before) or any(
        new[name] == "class" or not name.startswith("_") or _is_registry(node)
        for name, node in needed.items()
    )


def _needed(tree, name):
    """What a function leads to among all that stands at the top: name -> statement."""
    named = {each: node for node in tree.body for each in _names(node)}
    found, wanted = {}, [name]
    while wanted:
        name = wanted.pop()
        if name in named and name not in found:
            found[name] = named[name]
            wanted += [node.id for node in ast.walk(named[name]) if isinstance(node, ast.Name)]
    return found


def _names(node):
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_registry(node):
    return isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, HOLDERS)


def _parameters(tree):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "replay":
            args = node.args
            every = args.posonlyargs + args.args + args.kwonlyargs
            return len(every) + (args.vararg is not None) + (args.kwarg is not None)
    return 0
