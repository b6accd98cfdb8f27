"""What the code of a rate limiter says about how it can grow."""

import ast
from collections import Counter


def spread_over_dictionaries(tree):
    """Three attributes or more are dictionaries, in one class."""
    return any(len(_dictionaries(node)) >= 3 for node in _nodes(tree, ast.ClassDef))


def divides_in_many_methods(tree):
    """Three methods or more of a class reckon with `//` or `%`."""
    for node in _nodes(tree, ast.ClassDef):
        dividing = [method for method in _methods(node) if any(map(_divides, ast.walk(method)))]
        if len(dividing) >= 3:
            return True
    return False


def same_question_in_many_methods(tree):
    """Four methods or more of a class ask the same attribute for a yes or no."""
    for node in _nodes(tree, ast.ClassDef):
        asked = Counter()
        for method in _methods(node):
            asked.update(
                {
                    inner.test.attr
                    for inner in ast.walk(method)
                    if isinstance(inner, (ast.If, ast.IfExp))
                    and isinstance(inner.test, ast.Attribute)
                }
            )
        if max(asked.values(), default=0) >= 4:
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


def _divides(node):
    return isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(
        node.op, (ast.FloorDiv, ast.Mod)
    )


def _dictionaries(node):
    found = set()
    for inner in ast.walk(node):
        targets = []
        if isinstance(inner, ast.Assign):
            targets = inner.targets
        elif isinstance(inner, ast.AnnAssign):
            targets = [inner.target]
        for target in targets:
            if isinstance(target, ast.Attribute) and _is_dictionary(inner.value):
                found.add(target.attr)
    return found


def _is_dictionary(value):
    made = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return isinstance(value, ast.Dict) or made in ("dict", "defaultdict", "OrderedDict", "Counter")


def _is_position(node):
    return isinstance(node.slice, ast.Constant) and type(node.slice.value) is int


def _makes_empty(value):
    made = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return made in ("dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter")
