"""What the code of a task queue says about how it can grow."""

import ast
from collections import Counter

from content import predicates


def order_at_every_turn(tree):
    """Two methods or more sort one attribute, or look for the smallest or largest in it.

    `min(a, b)` looks through nothing.
    """
    for kind in predicates.nodes(tree, ast.ClassDef):
        looking = Counter()
        for method in predicates.methods(kind):
            looking.update(
                {name for call in predicates.nodes(method, ast.Call) for name in _searched(call)}
            )
        if max(looking.values(), default=0) >= 2:
            return True
    return False


def front_of_a_list(tree):
    """`pop(0)` or `insert(0, …)` stands somewhere."""
    return any(
        (predicates.called(call), len(call.args)) in (("pop", 1), ("insert", 2))
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value == 0
        for call in predicates.nodes(tree, ast.Call)
        if isinstance(call.func, ast.Attribute)
    )


def second_by_second(tree):
    """A loop over a range of a parameter takes the clock on, a step at a time.

    The clock is an attribute that the loop adds one to, or that the method adds the parameter to.
    """
    for kind in predicates.nodes(tree, ast.ClassDef):
        for method in predicates.methods(kind):
            given = {arg.arg for arg in method.args.args}
            for loop in predicates.nodes(method, ast.For):
                counts = isinstance(loop.iter, ast.Call) and predicates.called(loop.iter) == "range"
                ends = given & {name.id for name in predicates.nodes(loop.iter, ast.Name)} - {
                    "self"
                }
                if counts and ends and (_added(loop, {1}) or _added(method, ends)):
                    return True
    return False


def spread_over_dictionaries(tree):
    """One method changes five dictionaries or more of its object at one key."""
    return predicates.spread_over_dictionaries(tree, many=5)


def same_check_in_many_methods(tree):
    """Five methods or more of a class ask one and the same question in an `if`."""
    return predicates.same_check_in_many_methods(tree, many=5)


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


def _searched(call):
    """The attributes that a call sorts or looks through."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "sort":
        return {predicates.own(call.func.value)} - {None}
    if predicates.called(call) in ("sorted", "min", "max") and len(call.args) == 1:
        return {predicates.own(node) for node in ast.walk(call.args[0])} - {None}
    return set()


def _added(node, amounts):
    """Whether an attribute of the object grows by one of these: numbers, or names."""
    return any(
        isinstance(step.op, ast.Add)
        and predicates.own(step.target)
        and getattr(step.value, "id", getattr(step.value, "value", None)) in amounts
        for step in predicates.nodes(node, ast.AugAssign)
    )
