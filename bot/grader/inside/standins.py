"""Local classes and objects that stand for those of the other side of the pipe."""

from __future__ import annotations

import types
from collections.abc import Callable, ItemsView
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from . import values
else:  # in the sandbox, where this folder alone is on the path
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
        try:
            members = iter(cls)
        except TypeError:
            raise TypeError(f"argument of type '{type(cls).__name__}' is not iterable") from None
        return any(item is member or item == member for member in members)

    def __dir__(cls) -> Any:
        return cls._peer_.request("dir", cls)

    def __repr__(cls) -> str:
        return f"<class '{cls.__module__}.{cls.__qualname__}'>"


RemoteClass.__name__ = "type"  # in what Python says of such a class


def is_standin(value: Any) -> bool:
    return type(type(value)) is RemoteClass


class RemoteBase:
    """What every stand-in inherits: attributes, copies and its class go by the other side."""

    __slots__ = ()
    _shape_: str | None = None
    _set_: frozenset[str] = frozenset()  # attributes that a test gave it: one may hide a method
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
            object.__setattr__(self, "_set_", self._set_ | {name})

    def __delattr__(self, name: str) -> None:
        type(self)._peer_.request("delete", self, name)  # type: ignore[attr-defined]
        object.__setattr__(self, "_set_", self._set_ - {name})

    def __repr__(self) -> str:
        """Where the submission defines none: as Python's own, without the address."""
        for base in type(self).__mro__:
            if issubclass(base, (*values.BASES, BaseException)) and type(base) is type:
                return base.__repr__(self)
        module, name = type(self).__module__, type(self).__qualname__
        return f"<{name} object>" if module == "builtins" else f"<{module}.{name} object>"

    def __dir__(self) -> Any:
        return type(self)._peer_.request("dir", self)  # type: ignore[attr-defined]

    def __copy__(self) -> Any:
        return type(self)._peer_.request("copy", self)  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: Any) -> Any:
        return type(self)._peer_.deepcopy(self, memo)  # type: ignore[attr-defined]

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of the submission cannot be pickled by a test")


class Method:
    """A plain function of a class: one message when called on an instance."""

    def __init__(self, peer: Any, owner: str, name: str) -> None:
        def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
            return peer.request("method", self, name, args, tuple(kwargs.items()))

        call.__name__, call.__qualname__ = name, f"{owner}.{name}"
        call.__dict__["remote_method"] = True
        self._peer = peer
        self._name = name
        self._call = call

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self._peer.request("get", owner, self._name)
        if self._name in instance._set_:
            return self._peer.request("get", instance, self._name)
        return types.MethodType(self._call, instance)


def is_bound_method(value: types.MethodType) -> bool:
    return is_standin(value.__self__) and "remote_method" in getattr(value.__func__, "__dict__", ())


# --- special methods ----------------------------------------------------------------------------


def special(peer: Any, name: str) -> Callable[..., Any]:
    if name == "__hash__":
        return _hash(peer)
    if name == "__contains__":
        return _contains(peer)
    if name in OPERATORS:
        return _operator(peer, name)

    def ask(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        if name == "__call__":
            return peer.request("call", self, args, tuple(kwargs.items()))
        return peer.request("special", self, name, args)

    return ask


def _hash(peer: Any) -> Callable[[Any], Any]:
    """Asked for once between two messages: it may change with the object."""

    def hash_(self: Any) -> Any:
        value, era = getattr(self, "_hash_", (0, -1))
        if era == peer.era or (era >= 0 and (peer.decoding or peer.packing)):
            return value
        value = peer.request("special", self, "__hash__", ())
        object.__setattr__(self, "_hash_", (value, peer.era))
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
        if mine is not self and not isinstance(self, ItemsView):  # a set hashes what is looked for
            return item in mine
        return any(item is member or item == member for member in mine)

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
