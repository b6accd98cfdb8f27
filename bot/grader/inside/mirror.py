"""Describes a class for the other side, and builds the stand-in for a described one."""

from __future__ import annotations

import collections.abc
import enum
import types
from collections import deque
from collections.abc import Callable, ItemsView
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from . import replicas, standins, values
else:  # in the sandbox, where this folder alone is on the path
    import replicas
    import standins
    import values


class ClassDescription(NamedTuple):
    """A class as it crosses the pipe; plain JSON but for `bases`, which are encoded types."""

    id: int
    name: str
    module: str
    qualname: str
    bases: list[Any]
    special: list[str]  # special methods that it defines itself
    methods: list[str]  # plain functions that it defines itself
    shape: str | None  # the builtin container that it derives from or is a view of
    unhashable: bool
    fields: list[str] | None  # of a dataclass


SAYING = frozenset(("__repr__", "__str__", "__format__"))

_VIEWS: dict[type, str] = {
    type({}.keys()): "set",
    type({}.items()): "set",
    types.MappingProxyType: "dict",
}
_COPIES: dict[str, Callable[[Any], Any]] = {
    "list": lambda value: [*list.__iter__(value)],
    "dict": lambda value: dict(dict.items(value) if isinstance(value, dict) else value.items()),
    "set": lambda value: {*(set.__iter__(value) if isinstance(value, set) else value)},
    "deque": lambda value: deque(deque.__iter__(value), value.maxlen),
    "bytearray": lambda value: bytearray(value),
}
for _mapping in ("defaultdict", "OrderedDict", "Counter"):
    _COPIES[_mapping] = _COPIES["dict"]


def contents(value: Any) -> Any:
    """On the owner's side: a plain copy of a derived container or a view, past its overrides."""
    shape = shape_of(type(value))
    if shape is None:
        raise TypeError("not a container")
    try:
        return _COPIES[shape](value)
    except TypeError:
        if isinstance(value, ItemsView):  # with values that cannot be hashed
            return [*value]
        raise


def shape_of(kind: type) -> str | None:
    for base in kind.__mro__:
        if base in _VIEWS:  # an OrderedDict's are derived from a dict's
            return _VIEWS[base]
        if base in replicas.KINDS and base is not kind:
            return replicas.KINDS[base]
    return None


def written(kind: type, name: str) -> bool:
    """Whether a class has a method of that name that is written in Python."""
    return type(getattr(kind, name, None)) is types.FunctionType


def described(kind: type, id: int, encode: Callable[[Any], Any], public: bool) -> ClassDescription:
    """`public` leaves out private methods, how C says it, and where the class was defined."""
    defined: dict[str, Any] = {}
    for base in kind.__bases__:
        if base in replicas.KINDS:  # its methods are written in C and belong to this class too
            for ancestor in reversed(base.__mro__[:-1]):
                defined.update(vars(ancestor))
    defined.update(vars(kind))
    special = [
        name
        for name in standins.SPECIAL & defined.keys()
        if defined[name] is not None and not (public and name in SAYING and not written(kind, name))
    ]
    methods = [
        name
        for name, value in defined.items()
        if type(value) is types.FunctionType and not name.startswith("_" if public else "__")
    ]
    fields = None if public else vars(kind).get("__dataclass_fields__")
    return ClassDescription(
        id,
        kind.__name__,
        "tests" if public and kind.__module__ != "builtins" else str(kind.__module__),
        kind.__qualname__.rpartition(".")[2] if public else kind.__qualname__,
        [encode(base) for base in kind.__bases__],
        sorted(special),
        methods,
        shape_of(kind),
        "__hash__" in defined and defined["__hash__"] is None,
        fields and [name for name, field in fields.items() if field._field_type.name == "_FIELD"],
    )


def _ghosts() -> dict[tuple[str, str], type]:
    async def coroutine() -> None: ...

    waiting = coroutine()
    waiting.close()
    samples: list[Any] = [
        iter([]),
        iter({}),
        iter(set()),
        iter(()),
        iter({}.values()),
        iter({}.items()),
    ]
    samples += [map(int, ()), filter(int, ()), zip(), enumerate(()), reversed([]), {}.keys()]
    samples += [{}.values(), {}.items(), (_ for _ in ()), lambda: None, waiting]
    samples += [types.MappingProxyType({})]
    found = {("builtins", type(sample).__name__): type(sample) for sample in samples}
    found["enum", "Enum"] = enum.Enum
    return found


_GHOSTS = _ghosts()


def built(peer: Any, described: ClassDescription, bases: list[type]) -> standins.RemoteClass:
    """The stand-in for a described class; `bases` are its bases, already decoded.

    Raises TypeError or ValueError for a description that no class has.
    """
    _, name, module, qualname, _, special, methods, shape, unhashable, fields = described
    for word in (name, module, qualname, *special, *methods):
        if type(word) is not str or len(word) > 200:
            raise ValueError("a name")
    real: list[type] = []
    ghost = _GHOSTS.get((module, name))
    for base in bases:
        if type(base) is standins.RemoteClass or issubclass(base, (*values.BASES, BaseException)):
            real.append(base)
        elif base in replicas.KINDS:
            ghost = type(name, (base,), {})
    if not any(issubclass(base, standins.RemoteBase) for base in real):
        real.insert(0, standins.RemoteBase)
    namespace: dict[str, Any] = {
        "_peer_": peer,
        "_id_": described.id,
        "__module__": module,
        "__qualname__": qualname,
        "__dict__": property(lambda self: peer.request("get", self, "__dict__")),
    }
    namespace.update(
        {word: standins.Method(peer, qualname, word) for word in methods if _usable(word)}
    )
    namespace.update(
        {word: standins.special(peer, word) for word in special if word in standins.SPECIAL}
    )
    if unhashable:
        namespace["__hash__"] = None
    if shape is not None:
        namespace["_shape_"] = shape if shape in _COPIES else None
    if ghost is not None:
        namespace["_ghost_"] = ghost
    if ghost is types.FunctionType:
        namespace["__get__"] = _bind
    kind = type.__new__(standins.RemoteClass, name, tuple(dict.fromkeys(real)), namespace)
    if fields is not None:
        type.__setattr__(kind, "__dataclass_fields__", _fields(fields))
    abstract = getattr(collections.abc, name, None) if module == "collections.abc" else None
    if abstract is not None:
        abstract.register(kind)
    return kind


def _usable(word: str) -> bool:
    return word.isidentifier() and not (word.startswith("_") and word.endswith("_"))


def _bind(self: Any, instance: Any, owner: type | None = None) -> Any:
    return self if instance is None else types.MethodType(self, instance)


def _fields(names: list[str]) -> dict[str, Any]:
    import dataclasses

    found = {}
    for name in names:
        found[str(name)] = field = dataclasses.field()
        field.name = str(name)
        field._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
    return found
