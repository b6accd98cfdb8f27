"""Local classes and objects that stand for those of the other side of the pipe."""

from __future__ import annotations

import collections.abc
import enum
import types
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from . import replicas, values
else:  # in the sandbox, where this folder alone is on the path
    import replicas
    import values

_COMPARISONS = "eq ne lt le gt ge"
_ARITHMETIC = "add sub mul truediv floordiv mod divmod pow and or xor lshift rshift matmul"


def _names(words: str, prefix: str = "") -> frozenset[str]:
    return frozenset(f"__{prefix}{word}__" for word in words.split())


INPLACE = _names(_ARITHMETIC, "i")
# Operators with a second operand: these compare or combine, so who may be asked matters.
OPERATORS = (
    _names(_COMPARISONS)
    | _names(_ARITHMETIC)
    | _names(_ARITHMETIC, "r")
    | INPLACE
    | {"__contains__"}
)
SPECIAL = OPERATORS | _names(
    "call len iter next getitem setitem delitem hash bool enter exit neg pos abs invert int float"
    " index complex str repr format bytes reversed round trunc floor ceil length_hint fspath"
    " missing await aiter anext aenter aexit"
)


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


# --- the classes that stand for remote ones -----------------------------------------------------


class RemoteClass(type):
    """The type of every stand-in class: what the class itself is asked goes across."""

    _peer_: Any
    _id_: int

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> RemoteClass:
        raise TypeError("a test cannot derive a class from one of the submission")

    def __init__(cls, *_: Any) -> None:
        pass

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls._peer_.request("call", cls, args, tuple(kwargs.items()))

    def __getattr__(cls, name: str) -> Any:
        if name in ("__abstractmethods__", "__wrapped__", "__signature__"):
            raise AttributeError(name)
        return cls._peer_.request("get", cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name in ("__abstractmethods__", "_abc_impl"):  # set by ABCMeta.register
            type.__setattr__(cls, name, value)
            return
        cls._peer_.request("set", cls, name, value)
        if name in cls.__dict__ and name not in SPECIAL:
            type.__delattr__(cls, name)  # the forwarder would hide what was set

    def __delattr__(cls, name: str) -> None:
        cls._peer_.request("delete", cls, name)

    def __iter__(cls) -> Any:
        return cls._peer_.request("special", cls, "__iter__", ())

    def __len__(cls) -> Any:
        return cls._peer_.request("special", cls, "__len__", ())

    def __bool__(cls) -> bool:
        return True

    def __getitem__(cls, key: Any) -> Any:
        return cls._peer_.request("item", cls, key)

    def __contains__(cls, item: Any) -> bool:
        return any(item is member or item == member for member in cls)

    def __dir__(cls) -> Any:
        return cls._peer_.request("dir", cls)

    def __repr__(cls) -> str:
        return f"<class '{cls.__module__}.{cls.__qualname__}'>"


def is_standin(value: Any) -> bool:
    return type(type(value)) is RemoteClass


class RemoteBase:
    """What every stand-in inherits: attributes, copies and its class go by the other side."""

    __slots__ = ()
    _shape_: str | None = None
    _ghost_: type | None = None  # what `__class__` says, for isinstance with builtin types

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self)._ghost_ or type(self)

    def __getattr__(self, name: str) -> Any:
        if name in ("_id_", "_hash_"):
            raise AttributeError(name)
        return type(self)._peer_.request("get", self, name)  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__") and isinstance(self, BaseException):
            object.__setattr__(self, name, value)  # __traceback__ and its like are local
        else:
            type(self)._peer_.request("set", self, name, value)  # type: ignore[attr-defined]

    def __delattr__(self, name: str) -> None:
        type(self)._peer_.request("delete", self, name)  # type: ignore[attr-defined]

    def __dir__(self) -> Any:
        return type(self)._peer_.request("dir", self)  # type: ignore[attr-defined]

    def __copy__(self) -> Any:
        return type(self)._peer_.request("copy", self)  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: Any) -> Any:
        return type(self)._peer_.request("deepcopy", self)  # type: ignore[attr-defined]

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of the submission cannot be pickled by a test")


class Method:
    """A plain function of a class: one message when called on an instance."""

    def __init__(self, peer: Any, name: str) -> None:
        def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            return peer.request("method", self, name, args, tuple(kwargs.items()))

        call.__name__ = name
        call.__dict__["remote_method"] = True
        self._peer = peer
        self._name = name
        self._call = call

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self._peer.request("get", owner, self._name)
        return types.MethodType(self._call, instance)


def is_bound_method(value: types.MethodType) -> bool:
    return is_standin(value.__self__) and "remote_method" in getattr(value.__func__, "__dict__", ())


# --- special methods ----------------------------------------------------------------------------


def _special(peer: Any, name: str) -> Callable[..., Any]:
    if name == "__hash__":
        return _hash(peer)
    if name == "__contains__":
        return _contains(peer)
    if name in OPERATORS:
        return _operator(peer, name)

    def special(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        if name == "__call__":
            return peer.request("call", self, args, tuple(kwargs.items()))
        return peer.request("special", self, name, args)

    return special


def _hash(peer: Any) -> Callable[[Any], Any]:
    def hash_(self: Any) -> Any:
        try:
            return self._hash_
        except AttributeError:
            value = peer.request("special", self, "__hash__", ())
            object.__setattr__(self, "_hash_", value)
            return value

    return hash_


def _operator(peer: Any, name: str) -> Callable[..., Any]:
    """Asked of the other side only where the peer allows it; else as Python's own types decide."""

    def operator(self: Any, other: Any, *rest: Any) -> Any:
        if peer.decoding:  # a key among keys that are being unpacked: identity alone
            return (self is other) == (name == "__eq__")
        if peer.asks(name, other):
            return peer.request("special", self, name, (other, *rest))
        if name in INPLACE:
            raise TypeError(f"the submission's {name} is not asked about a test's value")
        mine = plain(self)
        own = getattr(type(mine), name, None) if mine is not self else None
        return NotImplemented if own is None else own(mine, other, *rest)

    return operator


def _contains(peer: Any) -> Callable[[Any, Any], Any]:
    def contains(self: Any, item: Any) -> Any:
        if peer.asks("__contains__", item):
            return peer.request("special", self, "__contains__", (item,))
        mine = plain(self)
        if mine is not self:
            return item in mine
        return any(item is member or item == member for member in self)

    return contains


def plain(value: Any) -> Any:
    """The builtin value within a stand-in of a derived builtin; the stand-in itself if none is.

    Read past anything that the submission overrides.
    """
    if type(value)._shape_ is not None:
        return type(value)._peer_.contents(value)
    for base in values.BASES:
        if isinstance(value, base):
            return strip(value, base)
    return value


def strip(value: Any, base: type) -> Any:
    """A plain `base` of the same value as an instance of a class derived from it."""
    if base is tuple:
        return (*tuple.__iter__(value),)
    if base is str:
        return str.__str__(value)
    if base is bytes:
        return bytes.__getitem__(value, slice(None))
    if base is frozenset:
        return frozenset([*frozenset.__iter__(value)])
    return base.__int__(value) if base is int else base.__float__(value)  # type: ignore[attr-defined]


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
    return _COPIES[shape](value)


def shape_of(kind: type) -> str | None:
    if kind in _VIEWS:
        return _VIEWS[kind]
    for base in kind.__mro__[1:]:
        if base in replicas.KINDS:
            return replicas.KINDS[base]
    return None


# --- describing a class, and building its stand-in ------------------------------------------------


def described(kind: type, id: int, encode: Callable[[Any], Any], public: bool) -> ClassDescription:
    """`public` leaves out private methods and where the class was defined."""
    defined: dict[str, Any] = {}
    for base in kind.__bases__:
        if base in replicas.KINDS:  # its methods are written in C and belong to this class too
            for ancestor in reversed(base.__mro__[:-1]):
                defined.update(vars(ancestor))
    defined.update(vars(kind))
    special = [name for name in SPECIAL & defined.keys() if defined[name] is not None]
    methods = [
        name
        for name, value in defined.items()
        if type(value) in (types.FunctionType, types.MethodDescriptorType)
        and not name.startswith("_" if public else "__")
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


def built(peer: Any, described: ClassDescription, bases: list[type]) -> RemoteClass:
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
        if type(base) is RemoteClass or issubclass(base, (*values.BASES, BaseException)):
            real.append(base)
        elif base in replicas.KINDS:
            ghost = type(name, (base,), {})
    if not any(issubclass(base, RemoteBase) for base in real):
        real.insert(0, RemoteBase)
    namespace: dict[str, Any] = {
        "_peer_": peer,
        "_id_": described.id,
        "__module__": module,
        "__qualname__": qualname,
        "__dict__": property(lambda self: peer.request("get", self, "__dict__")),
    }
    namespace.update({word: Method(peer, word) for word in methods if _usable(word)})
    namespace.update({word: _special(peer, word) for word in special if word in SPECIAL})
    if unhashable:
        namespace["__hash__"] = None
    if shape is not None:
        namespace["_shape_"] = shape if shape in _COPIES else None
    if ghost is not None:
        namespace["_ghost_"] = ghost
    if ghost is types.FunctionType:
        namespace["__get__"] = _bind
    kind = type.__new__(RemoteClass, name, tuple(dict.fromkeys(real)), namespace)
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
