"""What the code of a ledger says about how it can grow."""

import ast
from collections import Counter


def changed_in_many_places(tree):
    """Five places or more add to one attribute, or to what it holds, or take from it."""
    places = Counter()
    for node in _nodes(tree, ast.AugAssign):
        target = node.target.value if isinstance(node.target, ast.Subscript) else node.target
        if isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(target, ast.Attribute):
            places[target.attr] += 1
    return max(places.values(), default=0) >= 5


def not_whole(tree):
    """There is a `/`, or a number with a point."""
    divided = any(isinstance(node.op, ast.Div) for node in _nodes(tree, (ast.BinOp, ast.AugAssign)))
    return divided or any(type(node.value) is float for node in _nodes(tree, ast.Constant))


def same_check_in_many_methods(tree):
    """Four methods or more of a class begin an `if` with one and the same test."""
    for node in _nodes(tree, ast.ClassDef):
        checks = Counter()
        for method in _methods(node):
            checks.update({ast.dump(inner.test) for inner in _nodes(method, ast.If)})
        if max(checks.values(), default=0) >= 4:
            return True
    return False


def fields_by_position(tree):
    """Four places or more reach a field of a record as `record[1]`."""
    return sum(_is_position(node) for node in _nodes(tree, ast.Subscript)) >= 4


def shared_by_all_objects(tree):
    """A list, dictionary or set stands in the body of a class or module, or in a default."""
    mutable = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    values = [node.value for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    for node in _nodes(tree, ast.ClassDef):
        values += [
            inner.value for inner in node.body if isinstance(inner, (ast.Assign, ast.AnnAssign))
        ]
    for node in _nodes(tree, ast.arguments):
        values += [*node.defaults, *node.kw_defaults]
    return any(isinstance(value, mutable) or _makes_empty(value) for value in values)


def reads_the_machines_clock(tree):
    """`time` or `datetime` is imported."""
    names = [alias.name for node in _nodes(tree, ast.Import) for alias in node.names]
    names += [node.module for node in _nodes(tree, ast.ImportFrom)]
    return any(name in ("time", "datetime") for name in names)


def copies_in_depth(tree):
    """`deepcopy` is called."""
    calls = [node.func for node in _nodes(tree, ast.Call)]
    return any("deepcopy" in (getattr(f, "id", ""), getattr(f, "attr", "")) for f in calls)


def one_long_method(tree):
    """A method holds more than a third of a class of sixty lines or more."""
    for node in _nodes(tree, ast.ClassDef):
        lines = node.end_lineno - node.lineno + 1
        longest = [method.end_lineno - method.lineno + 1 for method in _methods(node)]
        if lines >= 60 and max(longest, default=0) * 3 > lines:
            return True
    return False


def _nodes(tree, kind):
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def _methods(node):
    return [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]


def _is_position(node):
    return isinstance(node.slice, ast.Constant) and type(node.slice.value) is int


def _makes_empty(value):
    made = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return made in ("dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter")
