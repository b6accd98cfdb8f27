"""Drills' frozen dataclasses as JSON text, and back to what they were.

Every dataclass carries its name under "is", so that a member of a union is told by its tag and
never guessed by its fields. A field that a later version adds takes its default when an older
row is read, and one that it drops is passed over. The text is ASCII: what PostgreSQL refuses
(NUL) or UTF-8 has no form for (a lone surrogate, from a file name) comes back unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

TAG = "is"


def dump(value: object) -> str:
    """The JSON text of a dataclass of `drills`, or of plain values made of them."""
    return json.dumps(_plain(value), separators=(",", ":"))


def load(kind: type[T], text: str) -> T:
    """What `dump` was given, of the type `kind`. Raises ValueError or TypeError for other text."""
    return cast(T, _reader(cast(Hashable, kind))(json.loads(text)))


def load_one_of(kinds: UnionType, text: str) -> Any:
    """The same where `kinds` is a union of dataclasses, such as Event or Effect."""
    return _reader(kinds)(json.loads(text))


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return value.isoformat()
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {key: _plain(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
            return {TAG: type(value).__name__, **named}
        case _:
            raise TypeError(f"{type(value).__name__} has no form in the database")


Reader = Callable[[Any], Any]


@cache
def _reader(hint: Any) -> Reader:
    """What turns the plain form of a type into its value; made once a type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union(args)
    if origin is tuple and args[-1] is Ellipsis:
        item = _reader(args[0])
        return lambda plain: tuple(item(each) for each in plain)
    if origin is tuple:
        items = [_reader(arg) for arg in args]
        return lambda plain: tuple(read(each) for read, each in zip(items, plain, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        item = _reader(args[1])
        return lambda plain: {key: item(each) for key, each in plain.items()}
    if hint is datetime:
        return datetime.fromisoformat
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if is_dataclass(hint):
        return _dataclass(cast(type, hint))
    if hint in (str, int, float, bool):
        return lambda plain: plain
    raise TypeError(f"{hint} has no form in the database")


def _union(members: tuple[Any, ...]) -> Reader:
    tagged = {m.__name__: _reader(m) for m in members if isinstance(m, type) and is_dataclass(m)}
    others = [_reader(m) for m in members if m is not NoneType and not is_dataclass(m)]

    def read(plain: Any) -> Any:
        if plain is None and NoneType in members:
            return None
        if isinstance(plain, dict) and TAG in plain:
            if plain[TAG] not in tagged:
                raise ValueError(f"{plain[TAG]} is not one of {', '.join(tagged)}")
            return tagged[plain[TAG]](plain)
        (other,) = others
        return other(plain)

    return read


def _dataclass(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}

    def read(plain: dict[str, Any]) -> Any:
        if plain[TAG] != kind.__name__:
            raise ValueError(f"{plain[TAG]} is not a {kind.__name__}")
        return kind(**{name: read(plain[name]) for name, read in readers.items() if name in plain})

    return read
