"""Exceptions that cross: each mentioned once in a message, whatever holds it or is linked to it.

Its description is [id, class, args, attributes, line, cause, context, suppressed]. Of one that
belongs to the receiver and is raised once more, class, args, attributes and line are None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .standins import RemoteClass, is_standin
else:  # in the sandbox, where this folder alone is on the path
    from standins import RemoteClass, is_standin

MOST = 1_000  # described in one message: a chain without end ends there


class Errors:
    """The exceptions of one conversation; `codec` numbers, encodes and decodes."""

    def __init__(self, codec: Any) -> None:
        self._codec = codec
        self._mentioned: dict[int, BaseException] = {}  # in this message
        self._waiting: list[int] = []  # for their description
        self._arrived: dict[int, list[Any]] = {}

    def mention(self, number: int, error: BaseException) -> None:
        if self._codec.public and self._codec.is_theirs(number):
            return  # a test's own troubles are no business of the submission's
        if number not in self._mentioned:
            self._mentioned[number] = error
            self._waiting.append(number)

    def departing(self) -> list[Any]:
        """Descriptions of what was mentioned since the last call, and of what that is linked to."""
        found = []
        while self._waiting:
            number = self._waiting.pop()
            found.append(self._description(number, self._mentioned[number]))
        return found

    def departed(self) -> None:
        """What is mentioned next belongs to another message."""
        self._mentioned.clear()

    def _description(self, number: int, error: BaseException) -> list[Any]:
        encode, codec = self._codec.encode, self._codec
        if codec.is_theirs(number):
            own: list[Any] = [None, None, None, None]
        else:
            kind = codec.encode_class(type(error))
            if codec.secret(error):
                return [number, kind, ["tuple"], None, None, None, None, True]
            args: tuple[Any, ...] = error.args
            if isinstance(error, BaseExceptionGroup):
                args = error.message, tuple(error.exceptions)  # it is made of what it holds
            # One of Python's own is one on each side: what is set on either is set on both.
            attributes = encode(vars(error)) if kind[0] == "global" else None
            own = [kind, encode(args), attributes, codec.line_of(error)]
        links = [self._link(error.__cause__), self._link(error.__context__)]
        return [number, *own, *links, error.__suppress_context__]

    def _link(self, error: BaseException | None) -> Any:
        if error is None or len(self._mentioned) >= MOST:
            return None
        return self._codec.encode(error)

    # --- the other way ----------------------------------------------------------------------------

    def arriving(self, descriptions: list[Any]) -> None:
        """Those that come with a message, before anything that mentions them is decoded."""
        self._arrived = {description[0]: description for description in descriptions}

    def with_id(self, number: Any) -> BaseException:
        """Raises KeyError for one that was never described."""
        codec = self._codec
        known = codec.kept(number)
        if known is not None:
            return known  # type: ignore[no-any-return]
        _, described, raw_args, _, line, *_ = self._arrived.pop(number)
        kind, args = codec.decode(described), codec.decode(raw_args)
        if not codec.is_theirs(number) or not issubclass(kind, BaseException):
            raise ValueError("an exception")
        error = _new(kind, args)
        if type(kind) is RemoteClass:
            object.__setattr__(error, "_id_", number)
        codec.keep(number, error)
        codec.learn_line(error, line)
        return error

    def arrived(self, descriptions: list[Any]) -> None:
        """All that they are linked to is there as well."""
        decode = self._codec.decode
        for description in reversed(descriptions):  # what is held by another comes after it
            if self._codec.is_theirs(description[0]):
                self.with_id(description[0])
        for number, _, _, raw_attributes, _, cause, context, suppressed in descriptions:
            theirs = self._codec.is_theirs(number)
            error = self.with_id(number) if theirs else decode(["yours", number])
            attributes = decode(raw_attributes)
            if attributes is not None and theirs and not is_standin(error):
                error.__dict__ = attributes  # raises TypeError for anything but a dict
            # What one side knows of these, the other has not forgotten.
            if (before := _checked(decode(context))) is not None and before is not error:
                error.__context__ = before
            if (because := _checked(decode(cause))) is not None:
                error.__cause__ = because
            error.__suppress_context__ = bool(suppressed)
        self._arrived = {}


def _new(kind: type[BaseException], args: tuple[Any, ...]) -> BaseException:
    try:
        error = kind.__new__(kind, *args) if type(kind) is RemoteClass else kind(*args)
    except Exception:  # its constructor takes other arguments than `args` holds
        error = kind.__new__(kind)
    if type(error) is not kind or type(args) is not tuple:
        raise ValueError("an exception")
    if not isinstance(error, BaseExceptionGroup):
        BaseException.__setattr__(error, "args", args)
    return error


def _checked(error: Any) -> BaseException | None:
    if error is not None and not isinstance(error, BaseException):
        raise ValueError("a cause")
    return error
