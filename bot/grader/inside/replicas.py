"""Mutable containers that exist on both sides of the pipe and are kept equal.

Each tracked container has one id and a copy on each side. Before a message leaves, every one is
compared with what it was when last exchanged, by the identity of its elements, and its whole
content is sent where it changed; the receiver applies it in place. Only one side runs at a time,
so changes never conflict.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from operator import is_
from typing import Any

KINDS: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    deque: "deque",
    defaultdict: "defaultdict",
    OrderedDict: "OrderedDict",
    Counter: "Counter",
}
TYPES: dict[str, type] = {name: kind for kind, name in KINDS.items()}
_MAPPINGS = frozenset({"dict", "defaultdict", "OrderedDict", "Counter"})
_UNSENT: Any = object()


class _Tracked:
    __slots__ = ("kind", "number", "seen", "value")

    def __init__(self, number: int, kind: str, value: Any) -> None:
        self.number = number
        self.kind = kind
        self.value = value
        self.seen: Any = _UNSENT

    def look(self) -> Any:
        """What it holds now, in a form to compare later."""
        if self.kind == "bytearray":
            return bytes(self.value)
        if self.kind in _MAPPINGS:
            return [*self.value], [*self.value.values()]
        return [*self.value]

    def changed(self) -> bool:
        value, seen = self.value, self.seen
        if self.kind == "bytearray":
            return bool(value != seen)
        if self.kind in _MAPPINGS:
            keys, values = seen
            return (
                len(value) != len(keys)
                or not all(map(is_, value, keys))
                or not all(map(is_, value.values(), values))
            )
        return len(value) != len(seen) or not all(map(is_, value, seen))


class Replicas:
    """The containers that one conversation shares; `peer` numbers, encodes and decodes."""

    def __init__(self, peer: Any) -> None:
        self._peer = peer
        self._tracked: dict[int, _Tracked] = {}
        self._by_identity: dict[int, _Tracked] = {}
        self._fresh: list[_Tracked] = []

    def __len__(self) -> int:
        return len(self._tracked)

    def values(self) -> list[Any]:
        return [tracked.value for tracked in self._tracked.values()]

    def id_of(self, value: Any) -> int:
        """The id of a container, which is tracked from now on."""
        tracked = self._by_identity.get(id(value))
        if tracked is None:
            tracked = _Tracked(self._peer.next_id(), KINDS[type(value)], value)
            self._add(tracked)
            self._fresh.append(tracked)
        return tracked.number

    def with_id(self, number: int) -> Any:
        """Raises KeyError for an id that was never announced."""
        return self._tracked[number].value

    def departing(self) -> tuple[list[Any], list[int]]:
        """What the other side must learn of those it has: changed ones, and forgotten ids."""
        changed = []
        forgotten = []
        for tracked in list(self._tracked.values()):
            if tracked.seen is _UNSENT:
                continue
            if tracked.changed():
                changed.append([tracked.number, self._content(tracked)])
            # `tracked.value` and getrefcount's own argument: nobody else here can see it.
            if sys.getrefcount(tracked.value) == 2:
                self._drop(tracked)
                forgotten.append(tracked.number)
        return changed, forgotten

    def fresh(self) -> list[Any]:
        """Those mentioned since the last call, and those in them."""
        fresh = []
        while self._fresh:  # encoding a container may discover others
            tracked = self._fresh.pop()
            fresh.append(
                [tracked.number, tracked.kind, self._extra(tracked), self._content(tracked)]
            )
        return fresh

    def arrive(self, fresh: list[Any], changed: list[Any]) -> None:
        """Raises an ordinary exception for anything that `departing` would not have written."""
        for number, kind, extra, _ in fresh:
            if not self._peer.is_theirs(number) or number in self._tracked:
                raise ValueError("a container's id")
            if kind == "deque":
                value: Any = deque(maxlen=extra)
            else:
                value = TYPES[kind]()
            self._add(_Tracked(number, kind, value))
        for number, kind, extra, _ in fresh:
            if kind == "defaultdict":
                self._tracked[number].value.default_factory = self._peer.decode(extra)
        for number, _, _, content in fresh:
            self._fill(self._tracked[number], content)
        for number, content in changed:
            self._fill(self._tracked[number], content)

    def forget(self, numbers: list[int]) -> None:
        for number in numbers:
            if not isinstance(number, int):
                raise ValueError("an id")
            if number in self._tracked:
                self._drop(self._tracked[number])

    def _add(self, tracked: _Tracked) -> None:
        self._tracked[tracked.number] = tracked
        self._by_identity[id(tracked.value)] = tracked

    def _drop(self, tracked: _Tracked) -> None:
        del self._tracked[tracked.number]
        del self._by_identity[id(tracked.value)]

    def _extra(self, tracked: _Tracked) -> Any:
        if tracked.kind == "deque":
            return tracked.value.maxlen
        if tracked.kind == "defaultdict":
            return self._peer.encode(tracked.value.default_factory)
        return None

    def _content(self, tracked: _Tracked) -> Any:
        seen = tracked.seen = tracked.look()
        if tracked.kind == "bytearray":
            return seen.hex()
        if tracked.kind in _MAPPINGS:
            return [
                list(map(self._peer.encode_key, seen[0])),
                list(map(self._peer.encode, seen[1])),
            ]
        return list(
            map(self._peer.encode_key if tracked.kind == "set" else self._peer.encode, seen)
        )

    def _fill(self, tracked: _Tracked, content: Any) -> None:
        value, decode = tracked.value, self._peer.decode
        if tracked.kind == "bytearray":
            value[:] = bytes.fromhex(content)
        elif tracked.kind in _MAPPINGS:
            keys, values = content
            _fill_mapping(value, list(map(decode, keys)), list(map(decode, values)))
        elif tracked.kind == "list":
            value[:] = list(map(decode, content))
        elif tracked.kind == "set":
            new = set(map(decode, content))
            value.intersection_update(new)
            value.update(new)
        else:
            new_items = list(map(decode, content))
            value.clear()
            value.extend(new_items)
        tracked.seen = tracked.look()


def _fill_mapping(value: dict[Any, Any], keys: list[Any], values: list[Any]) -> None:
    """Never more than needed is taken out, so that iterators over it behave as in one process."""
    if len(keys) != len(values):
        raise ValueError("keys and values")
    new = dict(zip(keys, values, strict=True))
    put = OrderedDict.__setitem__ if type(value) is OrderedDict else dict.__setitem__
    gone = [key for key in value if key not in new]
    if all(key in value for key in gone):
        for key in gone:
            del value[key]
    else:
        value.clear()  # a hash changed
    if not all(map(_same, value, keys)):
        value.clear()  # the order changed
    for key, item in new.items():
        put(value, key, item)


def _same(old: Any, new: Any) -> bool:
    return old is new or (type(old) is type(new) and bool(old == new))
