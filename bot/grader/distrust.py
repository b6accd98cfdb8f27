"""The referee's end of a test: what a runner may send, reach and be asked is kept narrow."""

from __future__ import annotations

import io
import types
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from _pytest.outcomes import OutcomeException

from .inside.copying import Copies
from .inside.mirror import SAYING, written
from .inside.peer import Peer
from .inside.standins import SPECIAL, is_bound_method, is_standin
from .inside.wire import Violation, Wire

LARGEST_MESSAGE = 8 << 20  # bytes; the runner stops itself before it
LARGEST_TEST = 64 << 20  # bytes received in one test
MOST_OBJECTS = 200_000
MOST_CLASSES = 1_000

# What a test may hand to a submission, beside values, containers and what its own module defines.
_FUNCTIONS = (types.FunctionType, types.MethodType, types.MethodWrapperType)
_VIEWED: tuple[Any, ...] = ({}, OrderedDict(), types.MappingProxyType({}))
_VIEWS = tuple(view for each in _VIEWED for view in (each.keys(), each.values(), each.items()))
_SEQUENCES: tuple[Any, ...] = ([], (), range(0), range(1 << 70), deque())
_SAMPLES = (*_VIEWED, *_VIEWS, *_SEQUENCES, set(), "", "é", b"", bytearray())
_ITERATORS = (
    *{type(iter(sample)) for sample in _SAMPLES},
    *{type(reversed(sample)) for sample in (*_VIEWED, *_VIEWS, *_SEQUENCES)},
    *(map, filter, zip, enumerate, type(iter(int, 1)), types.GeneratorType),
    *(types.MappingProxyType, *map(type, _VIEWS)),
)
_COPIED = (*_FUNCTIONS, types.BuiltinMethodType, *_ITERATORS)
_AWAITED = ("coroutine", "coroutine_wrapper", "async_generator", "async_generator_asend")
_LIBRARIES = ("functools", "itertools", "operator", "unittest.mock")
# Attributes of generators, coroutines, tracebacks, frames and code that lead out of them.
_INNER = ("gi_", "cr_", "ag_", "tb_", "f_", "co_")
_FOR_WRAPS = ("__name__", "__qualname__", "__doc__", "__module__", "__annotations__")


class RefereePeer(Peer):
    """Trusts nothing.

    `module` is the name of the test's module; `allowed` the operators that the problem's own
    signatures define, so that its tests ask for them with plain operands too.
    """

    public = True

    def __init__(
        self, wire: Wire, module: str, allowed: frozenset[str], hear: Callable[[str], None]
    ) -> None:
        super().__init__(wire, 1)
        self._module = module
        self._allowed = allowed
        self._hear = hear
        self._received = 0
        self._lines: dict[int, int] = {}

    def asks(self, operator: str, operand: Any) -> bool:
        """Otherwise an `__eq__` that is always true would pass, and learn what was expected."""
        if operator in self._allowed or is_standin(operand):
            return True
        return type(operand) is types.MethodType and is_bound_method(operand)  # `store.put`

    def may_export(self, value: Any) -> None:
        if isinstance(value, type):
            if value.__module__ == self._module:
                return
            raise TypeError(f"a test cannot hand over the class {value.__qualname__}")
        kind = type(value)
        if (
            kind in _FUNCTIONS
            or kind in _ITERATORS
            or kind in (io.StringIO, io.BytesIO, object, Copies)
        ):
            return
        if kind is types.BuiltinMethodType:
            owner = value.__self__
            if owner is not None and not isinstance(owner, types.ModuleType):
                return
        if kind.__module__ in (self._module, *_LIBRARIES):
            return
        if kind.__module__ == "builtins" and kind.__name__ in _AWAITED:
            return
        raise TypeError(f"a test cannot hand over a {kind.__module__}.{kind.__qualname__}")

    def may_do(self, action: str, target: Any, name: Any) -> None:
        if id(target) not in self._mine_by_identity:
            raise Violation("an action on what was never handed out")
        own = target if isinstance(target, type) else type(target)
        if isinstance(target, (type, BaseException)) and own.__module__ != self._module:
            raise Violation("an action on what only came along with something else")
        match action:
            case "call":
                return
            case "special" if name in SAYING and not written(type(target), name):
                pass  # Python's own says an address, the test's module, what a partial holds
            case "special" if name in SPECIAL:
                return
            case "get" | "method" if _open(name):
                return
            case "get" if name in _FOR_WRAPS:
                if name in ("__name__", "__annotations__"):
                    return
                raise AttributeError(name)  # a qualified name says which test this is
            case "copy" | "deepcopy" if type(target).__module__ in (self._module, *_LIBRARIES):
                return
            case "copy" | "deepcopy" if type(target) in _COPIED:
                return
            case "set" | "delete" if _open(name) and not isinstance(target, type):
                return
        raise AttributeError(f"{str(name or action)[:100]} is the test's own")

    def secret(self, error: BaseException) -> bool:
        """A rewritten assertion carries what was expected."""
        return isinstance(error, (AssertionError, OutcomeException))

    def hear(self, output: str) -> None:
        self._hear(output)

    def weigh(self, size: int) -> None:
        self._received += size
        if self._received > LARGEST_TEST:
            raise Violation("too much was sent in one test")
        if len(self._theirs) + len(self._kept) + len(self._replicas) > MOST_OBJECTS:
            raise Violation("too many objects in one test")
        if len(self._classes) > MOST_CLASSES:
            raise Violation("too many classes in one test")

    def learn_line(self, error: BaseException, line: Any) -> None:
        if line is not None and (type(line) is not int or not 0 < line < 10_000_000):
            raise ValueError("a line")
        if line is not None:
            self._lines[id(error)] = line  # `error` is kept as long as this peer is

    def line(self, error: BaseException) -> int | None:
        """The line of the submission where it was raised; None where it was not raised there."""
        return self._lines.get(id(error))

    def raised_there(self, error: BaseException) -> bool:
        return id(error) in self._kept_ids


def _open(name: Any) -> bool:
    return type(name) is str and not name.startswith(("_", *_INNER))
