"""What the code of a rate limiter says about how it can grow."""

import ast
from collections import Counter

from content import predicates


def divides_in_many_methods(tree):
    """Three methods or more of a class divide by one and the same length, with `//` or `%`."""
    for kind in predicates.nodes(tree, ast.ClassDef):
        lengths = Counter()
        for method in predicates.methods(kind):
            lengths.update(set(map(_divisor, ast.walk(method))) - {""})
        if max(lengths.values(), default=0) >= 3:
            return True
    return False


def same_question_in_many_methods(tree):
    """Four methods or more of a class ask the same attribute, which is a bool, in an `if`."""
    known = _yes_or_no(tree)
    for kind in predicates.nodes(tree, ast.ClassDef):
        asked = Counter()
        for method in predicates.methods(kind):
            tests = [node.test for node in predicates.nodes(method, (ast.If, ast.IfExp))]
            asked.update({test.attr for test in tests if isinstance(test, ast.Attribute)} & known)
        if max(asked.values(), default=0) >= 4:
            return True
    return False


def spread_over_dictionaries(tree):
    """One method changes three dictionaries or more of its object at one key."""
    return predicates.spread_over_dictionaries(tree, many=3)


def fields_by_position(tree):
    """Four places or more reach fields of one container's records as `record[1]`."""
    return predicates.fields_by_position(tree)


def shared_by_all_objects(tree):
    """A container of the class, the module or a default is changed for one object."""
    return predicates.shared_by_all_objects(tree)


def reads_the_machines_clock(tree):
    """A function of `time` or `datetime` is called that tells the time of day."""
    return predicates.reads_the_machines_clock(tree)


def one_long_method(tree):
    """A method holds more than a third of a class of sixty lines or more."""
    return predicates.one_long_method(tree)


def _divisor(node):
    """The name that is divided by, as `seconds` of `now % rule.seconds`; "" where none is."""
    divided = isinstance(node, (ast.BinOp, ast.AugAssign))
    if not divided or not isinstance(node.op, (ast.FloorDiv, ast.Mod)):
        return ""
    by = node.right if isinstance(node, ast.BinOp) else node.value
    return getattr(by, "attr", getattr(by, "id", ""))


def _yes_or_no(tree):
    """Attributes that are declared or assigned as bools."""
    found = set()
    for node in predicates.nodes(tree, ast.AnnAssign):
        if getattr(node.annotation, "id", "") == "bool":
            found.add(getattr(node.target, "attr", getattr(node.target, "id", "")))
    for function in predicates.nodes(tree, ast.FunctionDef):
        given = {
            a.arg
            for a in predicates.nodes(function, ast.arg)
            if getattr(a.annotation, "id", "") == "bool"
        }
        for node in predicates.nodes(function, ast.Assign):
            sure = getattr(node.value, "id", "") in given
            sure = sure or type(getattr(node.value, "value", None)) is bool
            found |= {t.attr for t in node.targets if sure and isinstance(t, ast.Attribute)}
    return found
