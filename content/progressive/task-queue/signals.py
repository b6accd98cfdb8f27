"""What the code of a task queue says about how it can grow."""

import ast
from collections import Counter


def order_at_every_turn(tree):
    """Two methods or more sort, or look for the smallest or largest."""
    looking = ("sorted", "sort", "min", "max")
    methods = [method for node in _nodes(tree, ast.ClassDef) for method in _methods(node)]
    return sum(any(_called(call) in looking for call in _calls(one)) for one in methods) >= 2


def front_of_a_list(tree):
    """`pop(0)` or `insert(0, …)` stands somewhere."""
    return any(
        _called(call) in ("pop", "insert")
        and bool(call.args)
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value == 0
        for call in _calls(tree)
        if isinstance(call.func, ast.Attribute)
    )


def spread_over_dictionaries(tree):
    """Five attributes or more of a class are dictionaries."""
    return any(len(_dictionaries(node)) >= 5 for node in _nodes(tree, ast.ClassDef))


def fields_by_position(tree):
    """Four places or more reach a field of a record as `record[1]`, beyond the first."""
    return sum(_is_later_position(node) for node in _nodes(tree, ast.Subscript)) >= 4


def same_check_in_many_methods(tree):
    """Five methods or more of a class begin an `if` with one and the same test."""
    for node in _nodes(tree, ast.ClassDef):
        checks = Counter()
        for method in _methods(node):
            checks.update({ast.dump(inner.test) for inner in _nodes(method, ast.If)})
        if max(checks.values(), default=0) >= 5:
            return True
    return False


def second_by_second(tree):
    """A loop runs over a range of a parameter of its method, as over each passing second."""
    for node in _nodes(tree, ast.ClassDef):
        for method in _methods(node):
            given = {arg.arg for arg in method.args.args}
            for loop in _nodes(method, ast.For):
                counts = isinstance(loop.iter, ast.Call) and _called(loop.iter) == "range"
                if counts and given & {name.id for name in _nodes(loop.iter, ast.Name)}:
                    return True
    return False


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


def _calls(tree):
    return _nodes(tree, ast.Call)


def _called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


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


def _is_later_position(node):
    place = getattr(node.slice, "value", None)
    return isinstance(node.slice, ast.Constant) and type(place) is int and place > 0


def _makes_empty(value):
    made = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return made in ("dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter")
