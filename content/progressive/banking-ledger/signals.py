"""What the code of a ledger says about how it can grow."""

import ast
from collections import Counter

from content import predicates


def changed_in_many_places(tree):
    """Five places or more change what an attribute holds, by an amount, up or down.

    It goes both ways, and by what is not written in the code: a count or a total does not.
    """
    places = {ast.Add: Counter(), ast.Sub: Counter()}
    for node in predicates.nodes(tree, ast.AugAssign):
        target = node.target.value if isinstance(node.target, ast.Subscript) else node.target
        if isinstance(target, ast.Attribute) and not isinstance(node.value, ast.Constant):
            places.setdefault(type(node.op), Counter())[target.attr] += 1
    up, down = places[ast.Add], places[ast.Sub]
    return any(up[name] + down[name] >= 5 for name in up if down[name])


def not_whole(tree):
    """There is a `/`, or a number with a point."""
    divided = any(
        isinstance(node.op, ast.Div) for node in predicates.nodes(tree, (ast.BinOp, ast.AugAssign))
    )
    return divided or any(
        type(node.value) is float for node in predicates.nodes(tree, ast.Constant)
    )


def same_check_in_many_methods(tree):
    """Four methods or more of a class ask one and the same question in an `if`."""
    return predicates.same_check_in_many_methods(tree, many=4)


def fields_by_position(tree):
    """Four places or more reach fields of one container's records as `record[1]`."""
    return predicates.fields_by_position(tree)


def shared_by_all_objects(tree):
    """A container of the class, the module or a default is changed for one object."""
    return predicates.shared_by_all_objects(tree)


def reads_the_machines_clock(tree):
    """A function of `time` or `datetime` is called that tells the time of day."""
    return predicates.reads_the_machines_clock(tree)


def copies_in_depth(tree):
    """`deepcopy` is called."""
    return predicates.copies_in_depth(tree)


def one_long_method(tree):
    """A method holds more than a third of a class of sixty lines or more."""
    return predicates.one_long_method(tree)
