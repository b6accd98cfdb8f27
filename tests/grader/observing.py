"""What a random program sees of its objects, in words that are the same wherever they live."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType
from typing import Any

LISTS = (list, deque)
DICTS = (dict, defaultdict, OrderedDict, Counter, MappingProxyType)
VIEWS = ("dict_keys", "dict_values", "dict_items")
DEEPEST = 6
# What texts may say otherwise: addresses, the test's module, and where a stand-in is a class of
# Python's and the thing itself one of C's, whose messages have their own words.
WORDINGS = (
    (r"(?i) at 0x\w+|\b(tests|tests_visible|solution|functools|operator)\.", ""),
    (r"cannot unpack non-iterable (\w+) object|'\w+' object is not iterable", "not iterable"),
    (r"doesn't support", "does not support"),
    (r"""\("not iterable"\)""", "('not iterable')"),
)
FIRST = 8  # elements of one container

seen: dict[str, list[str]] = {}  # by each program, in the order in which they began


def begin(program: str) -> None:
    seen[program] = []


def _say(line: str) -> None:
    seen[next(reversed(seen))].append(line)


@contextmanager
def step(name: int | str) -> Iterator[None]:
    """One step of a program; what it raises is seen, and the program goes on."""
    _say(f"step {name}")
    try:
        yield
    except Exception as error:
        look(error)


def look(*found: Any) -> None:
    """Objects are numbered as they appear, so that a line also says which are the same one."""
    text = " | ".join(map(_Description().of, found))
    for pattern, wording in WORDINGS:
        text = re.sub(pattern, wording, text)
    _say(text)


def take(found: Iterable[Any], most: int = 5) -> list[Any]:
    """The next few elements: a program may have made something endless."""
    return list(islice(in_order(found), most))


def in_order(found: Iterable[Any]) -> Iterable[Any]:
    """A set has no order that two runs share."""
    return sorted(found, key=_name) if isinstance(found, (set, frozenset)) else found


def same(one: Any, other: Any) -> bool:
    """`is`, where identity is a thing's own: a value and a bound method have none to rely on."""
    kinds = (type(None), bool, int, float, str, tuple, frozenset, range)
    if type(one) in kinds or type(one).__name__ == "method":
        return type(one) is type(other)
    return one is other


def _name(value: Any) -> str:
    return f"{type(value).__name__} {value if type(value) in (int, str) else ''}"


class _Description:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no number is given to two

    def of(self, value: Any, depth: int = 0) -> str:
        kind = type(value)
        name = kind.__name__
        if value is None or kind in (bool, int, float, str, bytes, range):
            return repr(value)
        if isinstance(value, type):
            return f"class {value.__name__}"
        if depth > DEEPEST:
            return "..."
        if kind in (tuple, frozenset):
            return f"({self._all(in_order(value), depth)})"
        if name == "method":
            return f"method {value.__name__}"
        if id(value) in self._numbers:
            return f"#{self._numbers[id(value)]}"
        self._numbers[id(value)] = len(self._numbers)
        self._kept.append(value)
        return f"#{len(self._numbers) - 1} {name}{self._within(value, depth + 1)}"

    def _within(self, value: Any, depth: int) -> str:
        if isinstance(value, BaseException):
            return self._error(value, depth)
        kind, inside = type(value), []
        if kind.__name__ in VIEWS or isinstance(value, (*LISTS, set, frozenset)):
            inside.append(f"[{self._all(in_order(value), depth)}]")
        elif isinstance(value, DICTS):
            inside.append(f"{{{self._all(value.items(), depth)}}}")
        elif isinstance(value, tuple):
            inside.append(f"({self._all(value, depth)})")
        for name in ("name", "parts"):
            if kind.__name__ in ("Node", "Fake") and hasattr(value, name):
                inside.append(f"{name}={self.of(getattr(value, name), depth)}")
        return " ".join(inside)

    def _error(self, error: BaseException, depth: int) -> str:
        if isinstance(error, RecursionError):
            return ""  # which of many calls was one too many is not said alike
        parts = [f"({self._all(error.args, depth)})"]
        if hasattr(error, "found"):
            parts.append(f"found={self.of(error.found, depth)}")
        if error.__cause__ is not None:
            parts.append(f"from {self.of(error.__cause__, depth)}")
        if isinstance(error, StopIteration):
            parts.append(f"value={self.of(error.value, depth)}")
        return " ".join(parts)

    def _all(self, values: Iterable[Any], depth: int) -> str:
        return ", ".join(self.of(value, depth) for value in islice(iter(values), FIRST))
