"""What a person reads of a visible test that did not pass; never used for a hidden one."""

from __future__ import annotations

import builtins
import re

import pytest

LONGEST = 1_000  # characters

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_CLASS = re.compile(r"<class '(?:solution\.)?([^']*)'>")
_WHERE = re.compile(r"^ \+  where .* = (\w+)\(")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


_NO_EXIT = re.compile(r"^NameError: name '(exit|quit)' is not defined")
_SYSTEM = re.compile(r"^\w+Error: \[Errno \d+\]")


def printable(text: str) -> str:
    """Without lone surrogates, which cannot be saved, and controls, which move a cursor or
    turn the direction of what follows."""
    text = text.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8")
    return _CONTROL.sub("�", text)


def bounded(text: str, longest: int = LONGEST) -> str:
    text = printable(_ADDRESS.sub("", text)).strip()
    return text if len(text) <= longest else text[: longest - 1] + "…"


def assertion(error: BaseException, statement: str, case: str) -> str:
    """The statement, and the values that its assertion found."""
    try:
        found = str(error)
    except Exception:  # a subclass of AssertionError that the submission made
        found = ""
    if isinstance(error, pytest.fail.Exception):
        values = _CLASS.sub(r"\1", found.replace("DID NOT RAISE", "did not raise"))
    else:
        values = "got: " + _values(found)
    return bounded("\n".join(filter(None, (statement, case and f"with {case}", values))))


def raised(error: BaseException, statement: str, case: str) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    said = explained(f"{type(error).__name__}: {text}" if text else type(error).__name__)
    return bounded("\n".join(filter(None, (statement, case and f"with {case}", said))))


def explained(said: str) -> str:
    """An exception as Python prints it, with what differs here from the person's own machine."""
    if said.startswith("ModuleNotFoundError:"):
        return f"{said}; only the standard library is there"
    if match := _NO_EXIT.match(said):
        return f"{said}; a program that is tested has no {match[1]}(): return or raise instead"
    if _SYSTEM.match(said):
        return f"{said}; code can open no file, reach no network and start no process here"
    return said


def _values(found: str) -> str:
    """A rewritten assertion's text without what its statement already says."""
    first, *rest = found.split("\n")
    kept = [first.removeprefix("assert ")]
    for line in rest:
        where = _WHERE.match(line)
        if where is None and not line.lstrip().startswith("+"):
            kept.append(line.removeprefix("assert "))  # the author's own message came before it
        elif where is not None and hasattr(builtins, where[1]):
            kept.append(line.replace(" +  where ", "  where "))
    return "\n".join(kept)
