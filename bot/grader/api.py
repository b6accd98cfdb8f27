"""Says where a submission's surface differs from what was asked, and what its objects share."""

from __future__ import annotations

import ast
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


def api(tree: ast.Module, signatures: ast.Module, required: str) -> list[Finding]:
    """Findings of kind "api"."""
    found = [*_prints(tree), *_module_state(tree)]
    asked, written = class_named(signatures, required), class_named(tree, required)
    if asked is not None and written is not None:
        found += _differing(asked, written)
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
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "pprint", "breakpoint")
            and node.func.id not in taken
            and id(node) not in guarded
        ):
            yield Finding("api", node.lineno, f"a `{node.func.id}` is left in the code")


@dataclass(frozen=True)
class Parameters:
    """A method's parameters without `self`: names, defaults by name, and the starred ones."""

    names: tuple[str, ...]
    defaults: Mapping[str, str]
    starred: tuple[str, ...]


def _parameters(function: Function) -> Parameters:
    its = function.args
    positional = [*its.posonlyargs, *its.args]
    defaults = dict(
        zip(
            (a.arg for a in reversed(positional)),
            map(ast.unparse, reversed(its.defaults)),
            strict=False,
        )
    )
    for each, default in zip(its.kwonlyargs, its.kw_defaults, strict=True):
        if default is not None:
            defaults[each.arg] = ast.unparse(default)
    names = [a.arg for a in positional][1:] + [a.arg for a in its.kwonlyargs]
    starred = [f"*{its.vararg.arg}"] if its.vararg else []
    starred += [f"**{its.kwarg.arg}"] if its.kwarg else []
    return Parameters(tuple(names), defaults, tuple(starred))


def _differing(asked: ast.ClassDef, written: ast.ClassDef) -> Iterator[Finding]:
    wanted = {m.name: m for m in methods(asked) if not m.decorator_list}
    for method in methods(written):
        if method.name in wanted and not method.decorator_list:
            text = _difference(method.name, _parameters(wanted[method.name]), _parameters(method))
            if text:
                yield Finding("api", method.lineno, text)


def _difference(name: str, asked: Parameters, written: Parameters) -> str:
    """How a method's parameters differ from its signature, or ""."""
    listed = ", ".join(asked.names) or "nothing"
    if written.starred and not asked.starred:
        return f"`{name}` takes `{written.starred[0]}`, where its signature takes `{listed}`"
    extra = written.names[len(asked.names) :]
    if written.names[: len(asked.names)] != asked.names:
        taken = ", ".join(written.names) or "nothing"
        return f"`{name}` takes `{taken}`, where its signature takes `{listed}`"
    if extra:
        return f"`{name}` takes `{', '.join(extra)}` beyond its signature"
    for parameter in asked.names:
        if written.defaults.get(parameter) != asked.defaults.get(parameter):
            mine = written.defaults.get(parameter, "nothing")
            its = asked.defaults.get(parameter, "nothing")
            return f"`{name}` defaults `{parameter}` to `{mine}`, where its signature has `{its}`"
    return ""


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
