"""One end of a conversation about objects: each side holds stand-ins for the other's.

A message is a JSON array, the fields of `Message`; its values are written as in `codec`.
"""

from __future__ import annotations

import copy
import sys
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from . import mirror, replicas, standins
    from .copying import Copying
    from .mirror import ClassDescription
    from .wire import Broken, Stopped, Violation, Wire
else:  # in the sandbox, where this folder alone is on the path
    import mirror
    import replicas
    import standins
    from copying import Copying
    from mirror import ClassDescription
    from wire import Broken, Stopped, Violation, Wire

DEEPEST = 100  # calls that wait for one another across the pipe
ROOM = 100  # frames that a message needs: none may be left half sent or half read


class Message(NamedTuple):
    kind: str  # "ask", "value" or "raise"
    turn: int  # of the question; an answer repeats it
    body: list[Any]
    classes: list[Any]  # ClassDescription, for each class named for the first time
    errors: list[Any]  # as in `errors`
    fresh: list[Any]  # containers
    changed: list[Any]
    released: list[int]  # the receiver's objects that nobody here holds any longer
    forgotten: list[int]  # containers
    output: str  # what was printed since the last message


class Peer(Copying):
    """Asks and serves. One lasts for one test."""

    def __init__(self, wire: Wire, first_id: int) -> None:
        super().__init__(first_id)
        self.wire = wire
        self.decoding = self.packing = False
        self.broken: Broken | None = None
        self.depth = 0
        self._turn = 0
        self._thread = threading.get_ident()

    # --- what the two sides do differently --------------------------------------------------------

    def asks(self, operator: str, operand: Any) -> bool:
        """Whether the other side's object may be asked for an operator's result."""
        return True

    def weigh(self, size: int) -> None:
        """Raises Violation where the other side has sent or made too much."""

    def printed(self) -> str:
        return ""

    def hear(self, output: str) -> None:
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
        if self.depth >= DEEPEST or not _room():
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
        if len(answer.body) != 1:
            self.breaks(Violation("not one answer"))
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
        if len(question.body) < 2:
            self.breaks(Violation("half a question"))
        try:
            body = [self.encode(self._do(*question.body))]
        except Broken as reason:
            self.breaks(reason)
        except BaseException as error:
            kind, body = "raise", [self.encode(error)]
        turn = question.turn
        del question
        self._send(kind, turn, body)

    def _do(self, action: str, target: Any, *parts: Any) -> Any:
        name = parts[0] if parts and action not in ("call", "item", "deepcopy") else None
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
                return mirror.contents(target)
            case "copy", ():
                return copy.copy(target)
            case "deepcopy", (theirs, mine, pairs):
                return self.copied(target, theirs, mine, pairs)
        raise Violation("an unknown action")

    @staticmethod
    def _do_special(target: Any, name: str, args: tuple[Any, ...]) -> Any:
        function = getattr(type(target), name, None)
        if function is not None:
            return function(target, *args)
        if name == "__iter__":
            return iter(target)
        if name == "__len__":
            return len(target)
        raise TypeError(f"'{type(target).__name__}' object does not support {name}")

    # --- messages ---------------------------------------------------------------------------------

    def breaks(self, reason: Broken) -> Any:
        """Remember for good that the conversation is over, and raise it."""
        self.broken = self.broken or reason
        raise reason

    def _send(self, kind: str, turn: int, body: list[Any]) -> None:
        self.packing = True
        try:
            changed, forgotten = self._replicas.departing()
            fresh, errors = self._replicas.fresh(), self._errors.departing()
            while more := self._replicas.fresh():  # each may have mentioned others
                fresh += more
                errors += self._errors.departing()
        finally:
            self.packing = False
        self._errors.departed()
        classes = self.take_classes()
        message = Message(
            kind,
            turn,
            body,
            classes,
            errors,
            fresh,
            changed,
            self.take_released(),
            forgotten,
            self.printed(),
        )
        try:
            self.wire.send(message)
        except Broken as reason:
            self.breaks(reason)

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
        self.era += 1
        try:
            for description in message.classes:
                self.learn_class(ClassDescription(*description))
            self._errors.arriving(message.errors)
            self._replicas.arrive(message.fresh, message.changed)
            self._errors.arrived(message.errors)
            body = [self.decode(part) for part in message.body]
        finally:
            self.decoding = False
        self.release(message.released)
        self._replicas.forget(message.forgotten)
        return message._replace(body=body)


def _room() -> bool:
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(1, limit - ROOM))  # refused where that many are in use already
    except RecursionError:
        return False
    sys.setrecursionlimit(limit)
    return True
