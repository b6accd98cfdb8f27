"""Says where an object gives out its own containers, or keeps a caller's."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from bot.grader.reading import (
    REMOVERS,
    assigned,
    class_named,
    makes_container,
    makes_nested,
    methods,
    own_attribute,
)
from bot.grader.shape import Function
from drills.model import Finding

CONTAINERS = {
    **dict.fromkeys(("list", "List", "MutableSequence"), "list"),
    **dict.fromkeys(("dict", "Dict", "MutableMapping", "defaultdict", "OrderedDict"), "dict"),
    **dict.fromkeys(("set", "Set", "MutableSet"), "set"),
    **dict.fromkeys(("deque", "Deque"), "deque"),
    "bytearray": "bytearray",
}


def sharing(tree: ast.Module, signatures: ast.Module, required: str) -> list[Finding]:
    """Findings of kind "sharing": the object's own containers given out, a caller's kept."""
    written = class_named(tree, required)
    if written is None:
        return []
    asked = class_named(signatures, required)
    declared = {m.name: m for m in methods(asked)} if asked else {}
    kinds = _attribute_kinds(written)
    found: list[Finding] = []
    for method in methods(written):
        if not method.name.startswith("_"):
            found += _given_out(method, *kinds)
        if not method.name.startswith("_") or method.name == "__init__":
            found += _kept(method, declared.get(method.name))
    return found


def _attribute_kinds(kind: ast.ClassDef) -> tuple[set[str], set[str]]:
    """Attributes that surely hold a container, and those that surely hold containers in one."""
    whole: dict[str, set[bool]] = defaultdict(set)
    inner: dict[str, set[bool]] = defaultdict(set)
    for field in kind.body:  # of a dataclass
        for target, value in assigned(field):
            if isinstance(target, ast.Name):
                whole[target.id].add(makes_container(value))
    for node in ast.walk(kind):
        if isinstance(node, ast.stmt):
            for target, value in assigned(node):
                if name := own_attribute(target):
                    whole[name].add(makes_container(value))
                    if makes_nested(value):
                        inner[name].add(True)
                elif isinstance(target, ast.Subscript) and (name := own_attribute(target.value)):
                    inner[name].add(
                        makes_container(value) and not isinstance(target.slice, ast.Slice)
                    )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = own_attribute(node.func.value)
            if name and node.func.attr == "setdefault" and len(node.args) == 2:
                inner[name].add(makes_container(node.args[1]))
            elif name and node.func.attr in ("append", "appendleft") and len(node.args) == 1:
                inner[name].add(makes_container(node.args[0]))
            elif name and node.func.attr in ("update", "extend", "insert"):
                inner[name].add(False)
    containers = {name for name, seen in whole.items() if seen == {True}}
    return containers, {
        name for name, seen in inner.items() if seen == {True} and name in containers
    }


def _given_out(method: Function, containers: set[str], nested: set[str]) -> Iterator[Finding]:
    local = _locals(method)
    # What the method takes away from the object (a swap, a removal) is no longer the object's.
    lost = {name for n in ast.walk(method) for t, _ in assigned(n) if (name := own_attribute(t))}
    lost |= {
        name
        for n in ast.walk(method)
        if isinstance(n, ast.Delete)
        for t in n.targets
        if isinstance(t, ast.Subscript) and (name := own_attribute(t.value))
    }
    lost |= {
        name
        for n in ast.walk(method)
        if isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and n.func.attr in REMOVERS
        and (name := own_attribute(n.func.value))
    }
    for node in _returns(method.body):
        for value in _alternatives(node.value):
            bound = local.get(value.id) if isinstance(value, ast.Name) else None
            name, holder = own_attribute(bound or value), _element_of(bound or value)
            if bound is not None and lost & {name, holder}:
                continue
            if name in containers:
                text = f"`{method.name}` returns `self.{name}` itself"
            elif holder in nested:
                text = f"`{method.name}` returns what `self.{holder}` holds itself"
            else:
                continue
            yield Finding("sharing", node.lineno, f"{text}, so its caller can change it")


def _returns(body: list[ast.stmt]) -> Iterator[ast.Return]:
    """The returns of a function, and not of functions within it."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)


def _alternatives(value: ast.expr | None) -> list[ast.expr]:
    if isinstance(value, ast.IfExp):
        return [*_alternatives(value.body), *_alternatives(value.orelse)]
    if isinstance(value, ast.BoolOp):
        # `a and b` gives `a` only where it is empty or nothing.
        values = value.values if isinstance(value.op, ast.Or) else value.values[-1:]
        return [each for one in values for each in _alternatives(one)]
    return [] if value is None else [value]


def _element_of(value: ast.expr) -> str | None:
    """X of `self.X[...]`, `self.X.get(...)`, `self.X.setdefault(...)`."""
    if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice):
        return own_attribute(value.value)
    if (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in ("get", "setdefault")
    ):
        return own_attribute(value.func.value)
    return None


def _locals(function: Function) -> dict[str, ast.expr]:
    """Local names that are bound once, by a plain assignment, with what they are bound to."""
    stores: dict[str, int] = defaultdict(int)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            stores[node.id] += 1
        elif isinstance(node, ast.arg):
            stores[node.arg] += 1
    return {
        target.id: value
        for node in ast.walk(function)
        for target, value in assigned(node)
        if isinstance(target, ast.Name) and stores[target.id] == 1
    }


def _kept(method: Function, declared: Function | None) -> Iterator[Finding]:
    """A caller's list, dictionary or set that the object keeps as it is."""
    taken = {}
    for function in (method, declared):
        for each in (*function.args.args, *function.args.kwonlyargs) if function else ():
            if container := _annotated(each.annotation):
                taken[each.arg] = container
    rebound = {
        n.id for n in ast.walk(method) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for node in ast.walk(method):
        pairs = [(t, v) for t, v in assigned(node)]
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("append", "appendleft")
            and len(node.args) == 1
        ):
            pairs.append((node.func.value, node.args[0]))
        for target, value in pairs:
            name = own_attribute(target)
            if name is None and isinstance(target, ast.Subscript):
                name = own_attribute(target.value)
            if (
                name
                and isinstance(value, ast.Name)
                and value.id in taken
                and value.id not in rebound
            ):
                text = f"`{method.name}` keeps the caller's own {taken[value.id]} `{value.id}`"
                yield Finding("sharing", value.lineno, f"{text} in `self.{name}`")


def _annotated(annotation: ast.expr | None) -> str | None:
    """The kind of container that an annotation names, where it names one for sure."""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    if isinstance(annotation, ast.Attribute):
        return CONTAINERS.get(annotation.attr)
    return CONTAINERS.get(annotation.id) if isinstance(annotation, ast.Name) else None
