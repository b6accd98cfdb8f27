"""What crosses by value: immutable builtins and a short list of standard types, each way."""

from __future__ import annotations

import builtins
import math
import operator
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from importlib import import_module
from typing import Any

Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]

SAFE_INTEGER = 1 << 53  # beyond it other languages' JSON loses digits

# The builtin types that a class may really derive from on the far side too.
BASES: tuple[type, ...] = (tuple, bool, int, str, float, bytes, frozenset)


def _integer(value: int, _: Encode) -> Any:
    return value if -SAFE_INTEGER < value < SAFE_INTEGER else ["int", hex(value)]


def _float(value: float, _: Encode) -> Any:
    return value if value - value == 0 else ["float", repr(value)]  # nan and infinities tagged


# type -> its encoding. None, bool and str are their own; frozenset is the peer's (it needs hashes).
ENCODERS: dict[type, Callable[[Any, Encode], Any]] = {
    int: _integer,
    float: _float,
    tuple: lambda value, encode: ["tuple", *[encode(item) for item in value]],
    bytes: lambda value, encode: ["bytes", value.hex()],
    complex: lambda value, encode: ["complex", encode(value.real), encode(value.imag)],
    range: lambda value, encode: ["range", *map(encode, (value.start, value.stop, value.step))],
    slice: lambda value, encode: ["slice", *map(encode, (value.start, value.stop, value.step))],
    type(NotImplemented): lambda value, encode: ["NotImplemented"],
    type(...): lambda value, encode: ["Ellipsis"],
    types.TracebackType: lambda value, encode: None,
}


def _only(kind: type, *items: Any) -> Any:
    for item in items:
        if type(item) is not kind:
            raise TypeError(f"{kind.__name__} expected")
    return items[0]


def _complex(decode: Decode, *items: Any) -> complex:
    real, imaginary = [decode(item) for item in items]
    _only(float, real, imaginary)
    return complex(real, imaginary)


def _range(decode: Decode, *items: Any) -> range:
    ends = [decode(item) for item in items]
    _only(int, *ends)
    return range(*ends)


_FLOATS = {text: float(text) for text in ("nan", "inf", "-inf")}

# tag -> its decoding. Each raises an ordinary exception for anything that no encoder writes.
DECODERS: dict[str, Callable[..., Any]] = {
    "int": lambda decode, text: int(_only(str, text), 16),
    "float": lambda decode, text: _FLOATS[text],
    "tuple": lambda decode, *items: tuple([decode(item) for item in items]),
    "frozenset": lambda decode, *items: frozenset([decode(item) for item in items]),
    "bytes": lambda decode, text: bytes.fromhex(text),
    "complex": _complex,
    "range": _range,
    "slice": lambda decode, start, stop, step: slice(decode(start), decode(stop), decode(step)),
    "NotImplemented": lambda decode: NotImplemented,
    "Ellipsis": lambda decode: ...,
    "make": lambda decode, name, *items: _make(name, [decode(item) for item in items]),
    "global": lambda decode, name: global_named(name),
}

# --- standard types, imported only where they are used -----------------------------------------

_MADE: dict[str, Callable[[Any], list[Any]]] = {
    "decimal:Decimal": lambda v: [str(v)],
    "fractions:Fraction": lambda v: [v.numerator, v.denominator],
    "uuid:UUID": lambda v: [str(v)],
    "datetime:timedelta": lambda v: [v.days, v.seconds, v.microseconds],
    "datetime:date": lambda v: [v.year, v.month, v.day],
    "datetime:time": lambda v: [v.hour, v.minute, v.second, v.microsecond, v.tzinfo],
    "datetime:datetime": lambda v: [
        *(v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond, v.tzinfo)
    ],
    "datetime:timezone": lambda v: list(v.__getinitargs__()),
    "zoneinfo:ZoneInfo": lambda v: [v.key],
    "pathlib:PurePosixPath": lambda v: [str(v)],
}
_MADE_FROM: dict[str, type] = {
    "decimal:Decimal": str,
    "fractions:Fraction": int,
    "uuid:UUID": str,
    "zoneinfo:ZoneInfo": str,
    "pathlib:PurePosixPath": str,
}
_TIME_PARTS = ("datetime:time", "datetime:datetime")


def name_of(kind: Any) -> str:
    """Of a class, a function or a method of a builtin class."""
    owner = kind.__objclass__ if type(kind) is types.MethodDescriptorType else kind
    return f"{owner.__module__}:{kind.__qualname__}"


def made(value: Any, encode: Encode) -> Any:
    """The encoding of a standard value such as a Decimal or a date; None for anything else."""
    name = name_of(type(value))
    parts = _MADE.get(name)
    if parts is None:
        return None
    return ["make", name, *[encode(part) for part in parts(value)]]


def _make(name: str, parts: list[Any]) -> Any:
    if name in _MADE_FROM:
        _only(_MADE_FROM[name], *parts)
    elif name not in _MADE:
        raise TypeError("no such type")
    elif name == "datetime:timezone":
        pass  # its constructor checks both parts by type
    else:
        _only(int, *(parts[:-1] if name in _TIME_PARTS else parts))
    return _global(name)(*parts)


# --- the only globals that may be named ---------------------------------------------------------

_BUILTIN_TYPES: tuple[type, ...] = (
    *(object, int, str, float, bool, list, dict, set, frozenset, tuple, bytes, bytearray),
    *(complex, range, slice, type(None), deque, defaultdict, OrderedDict, Counter),
    *(
        kind
        for kind in vars(builtins).values()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    ),
)
NAMEABLE = (types.BuiltinFunctionType, types.MethodDescriptorType)  # beside classes
_FUNCTIONS: tuple[Any, ...] = (
    *(len, sorted, sum, min, max, abs, repr, any, all, hash, ord, chr, round, divmod, pow),
    *(callable, isinstance, iter, next, type),
    *(
        function
        for module in (math, operator)
        for name, function in vars(module).items()
        if type(function) is types.BuiltinFunctionType and not name.startswith("_")
    ),
    *(
        method
        for kind in _BUILTIN_TYPES
        for name, method in vars(kind).items()
        if type(method) is types.MethodDescriptorType and not name.startswith("_")
    ),
)
_NAMED: dict[str, Any] = {name_of(each): each for each in (*_BUILTIN_TYPES, *_FUNCTIONS)}
_LATER = frozenset(_MADE) | {
    *("decimal:DecimalException", "decimal:InvalidOperation", "decimal:DivisionByZero"),
    *("datetime:tzinfo", "json.decoder:JSONDecodeError", "_queue:Empty", "queue:Full"),
    *("dataclasses:FrozenInstanceError", "asyncio.exceptions:CancelledError"),
    *("asyncio.exceptions:InvalidStateError", "asyncio.exceptions:QueueEmpty", "re:error"),
}


def global_name(kind: Any) -> str | None:
    """The name by which a type or a builtin function may cross, None where it may not."""
    name = name_of(kind)
    if _NAMED.get(name) is kind:
        return name
    return name if name in _LATER and _global(name) is kind else None


def global_named(name: Any) -> Any:
    """Raises KeyError for a name that is not on the list."""
    kind = _NAMED.get(name)
    if kind is not None:
        return kind
    if name not in _LATER:
        raise KeyError(name)
    return _global(name)


def _global(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute, None)
