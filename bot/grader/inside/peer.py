"""One end of a conversation about objects: each side holds stand-ins for the other's.

A message is a JSON array, the fields of `Message`. A value is None, a bool, a string or a number
as itself, or an array with a tag first: those of `values`, and
    ["box", id]                         a tracked container
    ["yours", id]                       an object that lives with the receiver
    ["object", id, class, base value]   one that lives with the sender
    ["class", id]                       a described class of the sender
    ["error", id, class, args, attributes, cause, context, suppressed, line]
    ["method", object, name]            a bound method of an object of the receiver
    ["hashed", hash, value]             a key, so that unpacking it asks nothing
    ["root"]                            the module that the test is about
"""

from __future__ import annotations

import copy
import threading
import types
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from . import replicas, standins, values
    from .standins import ClassDescription, RemoteClass, is_standin
    from .wire import Broken, Stopped, Violation, Wire
else:  # in the sandbox, where this folder alone is on the path
    import replicas
    import standins
    import values
    from standins import ClassDescription, RemoteClass, is_standin
    from wire import Broken, Stopped, Violation, Wire

ROOT = object()  # stands for the module that a test is about

DEEPEST = 100  # calls that wait for one another across the pipe
LINKS = 40  # causes and contexts of an exception that are followed


class Message(NamedTuple):
    kind: str  # "ask", "value" or "raise"
    turn: int  # of the question; an answer repeats it
    body: list[Any]
    classes: list[Any]  # ClassDescription, for each class named for the first time
    fresh: list[Any]  # containers
    changed: list[Any]
    released: list[int]  # the receiver's objects that nobody here holds any longer
    forgotten: list[int]  # containers
    output: str  # what was printed since the last message


class Peer:
    """Encodes, decodes, asks and serves. One lasts for one test; `first_id` is 1 or 2."""

    public = False  # what is exported goes to code that is not trusted

    def __init__(self, wire: Wire, first_id: int) -> None:
        self.wire = wire
        self.decoding = False
        self.broken: Broken | None = None
        self.root: Any = None
        self.depth = 0
        self._id = first_id - 2
        self._turn = 0
        self._links = 0
        self._thread = threading.get_ident()
        self._replicas = replicas.Replicas(self)
        self._mine: dict[int, Any] = {}  # what the other side holds stand-ins for
        self._mine_by_identity: dict[int, int] = {}
        self._new_classes: list[ClassDescription] = []
        self._theirs: dict[int, weakref.ref[Any]] = {}
        self._released: list[int] = []
        self._kept: dict[int, Any] = {}  # stand-ins that cannot be referred to weakly
        self._kept_ids: dict[int, int] = {}
        self._classes: dict[int, RemoteClass] = {}

    # --- what the two sides do differently --------------------------------------------------------

    def asks(self, operator: str, operand: Any) -> bool:
        """Whether the other side's object may be asked for an operator's result."""
        return True

    def may_export(self, value: Any) -> None:
        """Raises TypeError for an object that must not be reached from the other side."""

    def may_do(self, action: str, target: Any, name: Any) -> None:
        """Raises Violation, or what the asker is to see, for what the other side must not do."""

    def secret(self, error: BaseException) -> bool:
        """Whether an exception crosses without what it says."""
        return False

    def printed(self) -> str:
        return ""

    def hear(self, output: str) -> None:
        pass

    def line_of(self, error: BaseException) -> int | None:
        """The line of the submission where an exception was raised."""
        return None

    def learn_line(self, error: BaseException, line: Any) -> None:
        pass

    # --- asking and serving -----------------------------------------------------------------------

    def request(self, action: str, *parts: Any) -> Any:
        """Ask the other side to act on one of its objects; return or raise what it answers."""
        if self.broken is not None:
            raise self.broken
        if self.decoding:
            raise Violation("a question in the middle of a message")
        if threading.get_ident() != self._thread:
            raise RuntimeError("only the thread that runs the test can call across it")
        if self.depth >= DEEPEST:
            raise RecursionError("maximum recursion depth exceeded")
        body = [action, *map(self.encode, parts)]
        self._turn += 1
        turn = self._turn
        self.depth += 1
        try:
            self._send("ask", turn, body)
            while (answer := self._receive()).kind == "ask":
                self.serve(answer)
        finally:
            self.depth -= 1
        if answer.turn != turn:
            self.breaks(Violation("an answer to another question"))
        value = answer.body[0]
        if answer.kind == "value":
            return value
        if not isinstance(value, BaseException):
            self.breaks(Violation("raised what is no exception"))
        context = value.__context__
        try:
            raise value
        except BaseException as raised:
            if context is not None:  # `raise` has put here what this side happens to handle
                raised.__context__ = context
            raise
        finally:
            del value, answer

    def contents(self, standin: Any) -> Any:
        """A plain copy of a remote container, checked: operators on it are decided here."""
        found = self.request("contents", standin)
        if type(found) not in replicas.KINDS:
            self.breaks(Violation("a container's contents"))
        return found

    def serve(self, question: Message) -> None:
        kind = "value"
        try:
            body = [self.encode(self._do(*question.body))]
        except Broken:
            raise
        except BaseException as error:
            kind, body = "raise", [self.encode(error)]
        turn = question.turn
        del question
        self._send(kind, turn, body)

    def _do(self, action: str, target: Any, *parts: Any) -> Any:
        name = parts[0] if parts and action not in ("call", "item") else None
        self.may_do(action, target, name)
        match action, parts:
            case "method", (name, args, kwargs):
                return getattr(target, name)(*args, **dict(kwargs))
            case "call", (args, kwargs):
                return target(*args, **dict(kwargs))
            case "special", (name, args) if name in standins.SPECIAL:
                return self._do_special(target, name, args)
            case "get", (name,):
                return getattr(target, name)
            case "set", (name, value):
                return setattr(target, name, value)
            case "delete", (name,):
                return delattr(target, name)
            case "item", (key,):
                return target[key]
            case "dir", ():
                return dir(target)
            case "contents", ():
                return standins.contents(target)
            case "copy", ():
                return copy.copy(target)
            case "deepcopy", ():
                return copy.deepcopy(target)
        raise Violation("an unknown action")

    @staticmethod
    def _do_special(target: Any, name: str, args: tuple[Any, ...]) -> Any:
        function = getattr(type(target), name, None)
        if function is not None:
            return function(target, *args)
        if name == "__iter__":
            return iter(target)
        raise TypeError(f"'{type(target).__name__}' object does not support {name}")

    # --- messages ---------------------------------------------------------------------------------

    def breaks(self, reason: Broken) -> Any:
        """Remember for good that the conversation is over, and raise it."""
        self.broken = self.broken or reason
        raise reason

    def _send(self, kind: str, turn: int, body: list[Any]) -> None:
        fresh, changed, forgotten = self._replicas.departing()
        classes, self._new_classes = self._new_classes, []
        message = Message(
            kind,
            turn,
            body,
            classes,
            fresh,
            changed,
            self._take_released(),
            forgotten,
            self.printed(),
        )
        try:
            self.wire.send(message)
        except Broken as reason:
            self.breaks(reason)

    def _take_released(self) -> list[int]:
        found = []
        while self._released:
            number = self._released.pop()
            if number in self._theirs and self._theirs[number]() is None:
                del self._theirs[number]
                found.append(number)
        return found

    def _receive(self) -> Message:
        try:
            raw, size = self.wire.receive()
            if type(raw) is dict and raw.get("stopped") in Stopped.REASONS:
                raise Stopped(raw["stopped"])
            self.weigh(size)
            return self.unpacked(raw)
        except Broken as reason:
            return self.breaks(reason)  # type: ignore[no-any-return]
        except Exception as problem:  # whatever an impossible message runs into
            return self.breaks(  # type: ignore[no-any-return]
                Violation(f"a message that cannot be unpacked: {type(problem).__name__}")
            )

    def weigh(self, size: int) -> None:
        """Raises Violation where the other side has sent or made too much."""

    def unpacked(self, raw: Any) -> Message:
        """A message with its body decoded and everything that came with it in place."""
        message = Message(*raw)
        if type(message.turn) is not int or message.kind not in ("ask", "value", "raise"):
            raise Violation("a header")
        if type(message.output) is not str:
            raise Violation("output")
        if message.output:
            self.hear(message.output)
        self.decoding = True
        try:
            for description in message.classes:
                self._build(ClassDescription(*description))
            self._replicas.arrive(message.fresh, message.changed)
            body = [self.decode(part) for part in message.body]
        finally:
            self.decoding = False
        for number in message.released:
            released = self._mine.pop(number, None)
            self._mine_by_identity.pop(id(released), None)
        self._replicas.forget(message.forgotten)
        return message._replace(body=body)

    # --- encoding ---------------------------------------------------------------------------------

    def next_id(self) -> int:
        self._id += 2
        return self._id

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
            return ["yours", value._id_]
        if kind is types.MethodType and standins.is_bound_method(value):
            return ["method", self.encode(value.__self__), value.__func__.__name__]
        if isinstance(value, type):
            name = values.global_name(value)
            return ["global", name] if name is not None else ["class", self._class_id(value)]
        made = values.made(value, self.encode)
        if made is not None:
            return made
        if value is ROOT:
            return ["root"]
        if id(value) in self._kept_ids:
            return ["yours", self._kept_ids[id(value)]]
        if isinstance(value, BaseException):
            return self._encode_error(value)
        return ["object", self._export(value), self.encode(kind), self._base_value(value)]

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
            self._new_classes.append(standins.described(kind, found, self.encode, self.public))
        return found

    def _encode_error(self, error: BaseException) -> Any:
        new = self._mine_by_identity.get(id(error)) or self._adopt(error)
        if self.secret(error):
            return ["error", new, self.encode(type(error)), ["tuple"], [], None, None, True, None]
        attributes = [
            part
            for name, value in list(vars(error).items())
            if type(name) is str
            for part in (name, self.encode(value))
        ]
        return [
            *("error", new, self.encode(type(error)), self.encode(error.args), attributes),
            *(self._encode_link(error.__cause__), self._encode_link(error.__context__)),
            *(error.__suppress_context__, self.line_of(error)),
        ]

    def _encode_link(self, error: BaseException | None) -> Any:
        if error is None or self._links >= LINKS:
            return None
        self._links += 1
        try:
            return self.encode(error)
        finally:
            self._links -= 1

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
            case ["error", *parts]:
                return self._decode_error(*parts)
            case ["method", owner, name]:
                target = self.decode(owner)
                self.may_do("get", target, name)
                return getattr(target, name)
            case ["hashed", number, encoded]:
                value = self.decode(encoded)
                if type(number) is not int or not is_standin(value):
                    raise ValueError("a hash")
                object.__setattr__(value, "_hash_", number)
                return value
        raise ValueError("a tag")

    def is_theirs(self, number: Any) -> bool:
        """Whether the other side may give this number to something of its own."""
        return type(number) is int and number > 0 and number % 2 != self._id % 2

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
                self._keep(number, found)
                return found
        found = object.__new__(kind)
        object.__setattr__(found, "_id_", number)
        released = self._released
        self._theirs[number] = weakref.ref(found, lambda _: released.append(number))
        return found

    def _keep(self, number: int, value: Any) -> None:
        self._kept[number] = value
        self._kept_ids[id(value)] = number

    def _build(self, description: ClassDescription) -> None:
        if not self.is_theirs(description.id) or description.id in self._classes:
            raise ValueError("a class's id")
        bases = [self.decode(base) for base in description.bases]
        self._classes[description.id] = standins.built(self, description, bases)

    def _decode_error(
        self,
        number: int,
        described: Any,
        raw_args: Any,
        attributes: list[Any],
        cause: Any,
        context: Any,
        suppressed: bool,
        line: Any,
    ) -> BaseException:
        error: BaseException | None = self._kept.get(number)
        if error is None:
            kind, args = self.decode(described), self.decode(raw_args)
            if not self.is_theirs(number) or not issubclass(kind, BaseException):
                raise ValueError("an exception")
            error = _new_error(kind, args)
            if type(kind) is RemoteClass:
                object.__setattr__(error, "_id_", number)
            self._keep(number, error)
            self.learn_line(error, line)
            error.__context__ = _link(self.decode(context))
            error.__cause__ = _link(self.decode(cause))
            error.__suppress_context__ = bool(suppressed)
        if not is_standin(error):
            vars(error).clear()
            vars(error).update(
                zip(map(str, attributes[::2]), map(self.decode, attributes[1::2]), strict=True)
            )
        return error


def _new_error(kind: type[BaseException], args: tuple[Any, ...]) -> BaseException:
    try:
        error = kind.__new__(kind, *args) if type(kind) is RemoteClass else kind(*args)
    except Exception:  # its constructor takes other arguments than `args` holds
        error = kind.__new__(kind)
    if type(error) is not kind or type(args) is not tuple:
        raise ValueError("an exception")
    BaseException.__setattr__(error, "args", args)
    return error


def _link(error: Any) -> BaseException | None:
    if error is not None and not isinstance(error, BaseException):
        raise ValueError("a cause")
    return error
