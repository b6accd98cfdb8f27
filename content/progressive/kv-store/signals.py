"""What the code of a key-value store says about how it can grow."""

from content import predicates


def spread_over_dictionaries(tree):
    """One method changes three dictionaries or more of its object at one key."""
    return predicates.spread_over_dictionaries(tree, many=3)


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
