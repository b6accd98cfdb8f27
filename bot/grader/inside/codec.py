"""Encodes and decodes what a message carries: values, containers and references to objects.

A value is None, a bool, a string or a number as itself, or an array with a tag first: those of
`values`, and
    ["box", id]                         a tracked container
    ["yours", id]                       an object that lives with the receiver
    ["object", id, class, base value]   one that lives with the sender
    ["class", id]                       a described class of the sender
    ["error", id]                       an exception of the sender, described in `errors`
    ["method", object, name]            a bound method of an object of the receiver
    ["hashed", hash, value]             a key, so that unpacking it asks nothing
    ["root"]                            the module that the test is about
"""

from __future__ import annotations

import types
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from . import mirror, replicas, standins, values
    from .errors import Errors
    from .mirror import ClassDescription
    from .standins import RemoteClass, is_standin
else:  # in the sandbox, where this folder alone is on the path
    import mirror
    import replicas
    import standins
    import values
    from errors import Errors
    from mirror import ClassDescription
    from standins import RemoteClass, is_standin

ROOT = object()  # stands for the module that a test is about


class Codec:
    """What one side of a test knows of both: its own objects by id, and its stand-ins.

    `first_id` is 1 or 2, and every id of this side is odd or even with it.
    """

    public = False  # what is exported goes to code that is not trusted

    def __init__(self, first_id: int) -> None:
        self.root: Any = None
        self._id = first_id - 2
        self.era = 0  # of messages: what was said in an earlier one may hold no longer
        self._replicas = replicas.Replicas(self)
        self._errors = Errors(self)
        self._mine: dict[int, Any] = {}  # what the other side holds stand-ins for
        self._mine_by_identity: dict[int, int] = {}
        self._new_classes: list[ClassDescription] = []
        self._theirs: dict[int, weakref.ref[Any]] = {}
        self._released: list[int] = []
        self._kept: dict[int, Any] = {}  # stand-ins that cannot be referred to weakly
        self._kept_ids: dict[int, int] = {}
        self._classes: dict[int, RemoteClass] = {}

    # --- what the two sides do differently --------------------------------------------------------

    def may_export(self, value: Any) -> None:
        """Raises TypeError for an object that must not be reached from the other side."""

    def may_do(self, action: str, target: Any, name: Any) -> None:
        """Raises Violation, or what the asker is to see, for what the other side must not do."""

    def secret(self, error: BaseException) -> bool:
        """Whether an exception crosses without what it says."""
        return False

    def line_of(self, error: BaseException) -> int | None:
        """The line of the submission where an exception was raised."""
        return None

    def learn_line(self, error: BaseException, line: Any) -> None:
        pass

    # --- what is held -----------------------------------------------------------------------------

    def next_id(self) -> int:
        self._id += 2
        return self._id

    def is_theirs(self, number: Any) -> bool:
        """Whether the other side may give this number to something of its own."""
        return type(number) is int and number > 0 and number % 2 != self._id % 2

    def known(self) -> list[Any]:
        """Every object and container that both sides know."""
        standins = [standin for each in self._theirs.values() if (standin := each()) is not None]
        return [*self._replicas.values(), *self._mine.values(), *standins, *self._kept.values()]

    def take_released(self) -> list[int]:
        """The other side's objects of which nobody here holds a stand-in any longer."""
        found = []
        while self._released:
            number = self._released.pop()
            if number in self._theirs and self._theirs[number]() is None:
                del self._theirs[number]
                found.append(number)
        return found

    def take_classes(self) -> list[ClassDescription]:
        """The classes named since the last message."""
        taken, self._new_classes = self._new_classes, []
        return taken

    def release(self, numbers: list[int]) -> None:
        for number in numbers:
            if not isinstance(number, int):
                raise ValueError("an id")
            released = self._mine.pop(number, None)
            self._mine_by_identity.pop(id(released), None)

    # --- encoding ---------------------------------------------------------------------------------

    def encode(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind is str or kind is bool:
            return value
        encoder = values.ENCODERS.get(kind)
        if encoder is not None:
            return encoder(value, self.encode)
        if kind in replicas.KINDS:
            return ["box", self._replicas.id_of(value)]
        if kind is frozenset:
            return ["frozenset", *map(self.encode_key, value)]
        if type(kind) is RemoteClass or kind is RemoteClass:
            if value._peer_ is not self:
                raise TypeError("an object of an earlier test")
            return self._encode_theirs(value, value._id_)
        if kind is types.MethodType and standins.is_bound_method(value):
            return ["method", self.encode(value.__self__), value.__func__.__name__]
        if isinstance(value, type) or kind in values.NAMEABLE:
            name = values.global_name(value)
            if name is not None:
                return ["global", name]
        if isinstance(value, type):
            self.may_export(value)
            return self.encode_class(value)
        made = values.made(value, self.encode)
        if made is not None:
            return made
        if value is ROOT:
            return ["root"]
        if id(value) in self._kept_ids:
            return self._encode_theirs(value, self._kept_ids[id(value)])
        if isinstance(value, BaseException):
            new = self._mine_by_identity.get(id(value)) or self._adopt(value)
            self._errors.mention(new, value)
            return ["error", new]
        # Always a described class, also for what is `object()` and no more.
        new, described = self._export(value), ["class", self._class_id(kind)]
        return ["object", new, described, self._base_value(value)]

    def _encode_theirs(self, value: Any, number: int) -> Any:
        if isinstance(value, BaseException):
            self._errors.mention(number, value)
        return ["yours", number]

    def encode_class(self, kind: type) -> Any:
        """Of something that may cross: its class is described, and no more may be done with it."""
        name = values.global_name(kind)
        return ["global", name] if name is not None else ["class", self._class_id(kind)]

    def encode_key(self, value: Any) -> Any:
        kind = type(value)
        if kind is tuple:
            return ["tuple", *map(self.encode_key, value)]
        encoded = self.encode(value)
        if type(encoded) is list and encoded[0] in ("object", "error"):
            return ["hashed", hash(value), encoded]
        return encoded

    def _base_value(self, value: Any) -> Any:
        for base in values.BASES:
            if isinstance(value, base):
                return self.encode(standins.strip(value, base))
        return None

    def _export(self, value: Any) -> int:
        found = self._mine_by_identity.get(id(value))
        if found is None:
            self.may_export(value)
            found = self._adopt(value)
        return found

    def _adopt(self, value: Any) -> int:
        new = self.next_id()
        self._mine[new] = value
        self._mine_by_identity[id(value)] = new
        return new

    def _class_id(self, kind: type) -> int:
        found = self._mine_by_identity.get(id(kind))
        if found is None:
            found = self._adopt(kind)
            self._new_classes.append(mirror.described(kind, found, self.encode_class, self.public))
        return found

    # --- decoding ---------------------------------------------------------------------------------

    def decode(self, raw: Any) -> Any:
        """Raises an ordinary exception for anything that `encode` would not have written."""
        kind = type(raw)
        if kind is not list:
            if kind is dict:
                raise ValueError("an object of JSON")
            return raw
        tag = raw[0]
        if tag in values.DECODERS:
            return values.DECODERS[tag](self.decode, *raw[1:])
        match raw:
            case ["box", number]:
                return self._replicas.with_id(number)
            case ["yours", number]:
                return self._mine[number]
            case ["object", number, described, base]:
                return self._standin(number, described, base)
            case ["root"] if self.root is not None:
                return self.root
            case ["class", number]:
                return self._classes[number]
            case ["error", number]:
                return self._errors.with_id(number)
            case ["method", owner, name]:
                target = self.decode(owner)
                self.may_do("get", target, name)
                return getattr(target, name)
            case ["hashed", number, encoded]:
                value = self.decode(encoded)
                if type(number) is not int:
                    raise ValueError("a hash")
                if is_standin(value):
                    object.__setattr__(value, "_hash_", (number, self.era))
                elif not isinstance(value, BaseException):  # Python's own: by identity on each side
                    raise ValueError("a key")
                return value
        raise ValueError("a tag")

    def _standin(self, number: int, described: Any, base: Any) -> Any:
        known = self._theirs.get(number)
        found = self._kept.get(number) if known is None else known()
        if found is not None:
            return found
        kind = self.decode(described)
        if not self.is_theirs(number) or type(kind) is not RemoteClass:
            raise ValueError("a class")
        for builtin in values.BASES:
            if issubclass(kind, builtin):
                value = self.decode(base)
                if type(value) is not builtin:
                    raise ValueError("a base value")
                found = builtin.__new__(kind, value)  # type: ignore[arg-type]
                object.__setattr__(found, "_id_", number)
                self.keep(number, found)
                return found
        found = object.__new__(kind)
        object.__setattr__(found, "_id_", number)
        released = self._released
        self._theirs[number] = weakref.ref(found, lambda _: released.append(number))
        return found

    def keep(self, number: int, value: Any) -> None:
        self._kept[number] = value
        self._kept_ids[id(value)] = number

    def kept(self, number: Any) -> Any:
        """The stand-in with this id, if it is one that lasts as long as the test."""
        return self._kept.get(number)

    def learn_class(self, description: ClassDescription) -> None:
        if not self.is_theirs(description.id) or description.id in self._classes:
            raise ValueError("a class's id")
        bases = [self.decode(base) for base in description.bases]
        self._classes[description.id] = mirror.built(self, description, bases)
