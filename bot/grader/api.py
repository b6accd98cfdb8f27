"""Says where a submission's surface differs from what was asked, and what its objects share."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.grader.reading import (
    assigned,
    changed,
    class_named,
    makes_container,
    methods,
    own_attribute,
)
from bot.grader.shape import Function
from drills.model import Finding

UNKNOWN = object()  # the value of a default that only running it would tell
NAMED = 3  # of what has one cause; more are counted


def api(tree: ast.Module, signatures: ast.Module, required: str) -> list[Finding]:
    """Findings of kind "api"."""
    found = [*_prints(tree), *_module_state(tree)]
    asked, written = class_named(signatures, required), class_named(tree, required)
    if asked is not None and written is not None:
        found += _differing(asked, written, _constants(tree) | _constants(written))
        found += _beyond(asked, written)
    for kind in tree.body:
        if isinstance(kind, ast.ClassDef):
            found += _class_state(kind)
    return found


def _prints(tree: ast.Module) -> Iterator[Finding]:
    taken = {n.name for n in ast.walk(tree) if isinstance(n, Function)}
    guarded = {
        id(inner)
        for node in tree.body
        if isinstance(node, ast.If) and "__name__" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    left: dict[str, list[int]] = {}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "pprint", "breakpoint")
            and node.func.id not in taken
            and id(node) not in guarded
        ):
            left.setdefault(node.func.id, []).append(node.lineno)
    for name, lines in left.items():
        more = f", in {len(lines)} places" if lines[1:] else ""
        yield Finding("api", min(lines), f"a `{name}` is left in the code{more}")


def _constants(body: ast.Module | ast.ClassDef) -> dict[str, object]:
    """The values of names that a module or a class binds once, to a literal."""
    bound: dict[str, list[object]] = defaultdict(list)
    for node in body.body:
        for target, value in assigned(node):
            if isinstance(target, ast.Name):
                bound[target.id].append(_value(value, {}))
    return {name: values[0] if len(values) == 1 else UNKNOWN for name, values in bound.items()}


def _value(expression: ast.expr, constants: Mapping[str, object]) -> object:
    """What an expression is, where its text alone says so: a literal, or the name of one."""
    if isinstance(expression, ast.Name):
        return constants.get(expression.id, UNKNOWN)
    try:
        value: object = ast.literal_eval(expression)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return UNKNOWN
    return value


@dataclass(frozen=True)
class Parameters:
    """A method's parameters without `self`: names, defaults by name, and the starred ones."""

    names: tuple[str, ...]
    defaults: Mapping[str, ast.expr]
    starred: tuple[str, ...]


def _parameters(function: Function) -> Parameters:
    its = function.args
    positional = [*its.posonlyargs, *its.args]
    defaults = dict(
        zip(
            (a.arg for a in reversed(positional)),
            reversed(its.defaults),
            strict=False,
        )
    )
    for each, default in zip(its.kwonlyargs, its.kw_defaults, strict=True):
        if default is not None:
            defaults[each.arg] = default
    names = [a.arg for a in positional][1:] + [a.arg for a in its.kwonlyargs]
    starred = [f"*{its.vararg.arg}"] if its.vararg else []
    starred += [f"**{its.kwarg.arg}"] if its.kwarg else []
    return Parameters(tuple(names), defaults, tuple(starred))


def _differing(
    asked: ast.ClassDef, written: ast.ClassDef, constants: Mapping[str, object]
) -> Iterator[Finding]:
    """Methods whose parameters are not those asked for; what has one cause is said once."""
    wanted = {m.name: m for m in methods(asked) if not m.decorator_list}
    alike: dict[object, list[tuple[Function, str]]] = {}
    for method in methods(written):
        if method.name in wanted and not method.decorator_list:
            its, mine = _parameters(wanted[method.name]), _parameters(method)
            if difference := _difference(its, mine, constants):
                cause, text = difference
                alike.setdefault(cause, []).append((method, text))
    for (first, text), *others in alike.values():
        names = [f"`{method.name}`" for method, _ in others]
        if len(names) > NAMED:
            names = [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"]
        more = f"; the same in {', '.join(names)}" if names else ""
        yield Finding("api", first.lineno, f"`{first.name}` {text}{more}")


def _difference(
    asked: Parameters, written: Parameters, constants: Mapping[str, object]
) -> tuple[object, str] | None:
    """How a method's parameters differ from its signature: the cause, and the words."""
    listed = ", ".join(asked.names) or "nothing"
    if written.starred and not asked.starred:
        said = f"takes `{written.starred[0]}`, where its signature takes `{listed}`"
        return ("starred", written.starred), said
    extra = written.names[len(asked.names) :]
    if written.names[: len(asked.names)] != asked.names:
        said = f"takes `{', '.join(written.names) or 'nothing'}`, where its signature takes"
        pairs = zip(asked.names, written.names, strict=False)
        other = tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))
        renamed = other if len(asked.names) == len(written.names) else (asked.names, written.names)
        return ("names", renamed), f"{said} `{listed}`"
    if extra:
        return ("extra", extra), f"takes `{', '.join(extra)}` beyond its signature"
    for parameter in asked.names:
        mine, its = written.defaults.get(parameter), asked.defaults.get(parameter)
        if _same(mine, its, constants):
            continue
        texts = tuple("nothing" if each is None else ast.unparse(each) for each in (mine, its))
        said = f"defaults `{parameter}` to `{texts[0]}`, where its signature has `{texts[1]}`"
        return ("default", parameter, *texts), said
    return None


def _same(mine: ast.expr | None, its: ast.expr | None, constants: Mapping[str, object]) -> bool:
    """Whether two defaults are one value, or may be: only what is surely another counts."""
    if mine is None or its is None:
        return mine is its
    values = _value(mine, constants), _value(its, {})
    return UNKNOWN in values or values[0] == values[1]


def _beyond(asked: ast.ClassDef, written: ast.ClassDef) -> Iterator[Finding]:
    """Public methods that were not asked for, and that are no step of those that were."""
    wanted = {m.name for m in methods(asked)}
    used = {n.attr for n in ast.walk(written) if isinstance(n, ast.Attribute)}
    for method in methods(written):
        if not method.name.startswith("_") and method.name not in wanted | used:
            text = f"`{method.name}` is public on `{written.name}`, and nothing asks for it"
            yield Finding("api", method.lineno, text)


def _module_state(tree: ast.Module) -> Iterator[Finding]:
    """Containers of the module that a function changes."""
    held = {
        target.id: node.lineno
        for node in tree.body
        for target, value in assigned(node)
        if isinstance(target, ast.Name) and makes_container(value)
    }
    for function in (n for n in ast.walk(tree) if isinstance(n, Function)):
        shared = {name for n in ast.walk(function) if isinstance(n, ast.Global) for name in n.names}
        own = {
            n.id
            for n in ast.walk(function)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        } | {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
        for name in changed(function, lambda n: n.id if isinstance(n, ast.Name) else None):
            if name in held and (name in shared or name not in own):
                text = f"`{name}` belongs to the module and `{function.name}` changes it"
                yield Finding("api", held.pop(name), f"{text}: all objects share it")


def _class_state(kind: ast.ClassDef) -> Iterator[Finding]:
    """Containers of the class that a method changes through `self`, as if each object had one."""
    decorated = any("dataclass" in ast.dump(d) for d in kind.decorator_list)
    held = {
        target.id: node.lineno
        for node in kind.body
        for target, value in assigned(node)
        if isinstance(target, ast.Name) and makes_container(value) and not decorated
    }
    rebound = {
        target.attr
        for node in ast.walk(kind)
        for target, _ in assigned(node)
        if isinstance(target, ast.Attribute)
    }
    for method in methods(kind):
        for name in changed(method, own_attribute):
            if name in held and name not in rebound:
                text = f"`{name}` belongs to the class and `{method.name}` changes it"
                yield Finding("api", held.pop(name), f"{text}: all objects share it")
