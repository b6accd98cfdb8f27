"""A runner that sends anything at all: its test fails, and it reaches nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.grader import distrust
from bot.grader.distrust import RefereePeer
from bot.grader.inside.codec import ROOT
from bot.grader.inside.wire import Broken, Expired, Gone, Stopped, Violation, Wire


class Stage:
    """A referee's end whose other end is in the hands of the test."""

    def __init__(self) -> None:
        self.to_runner, self._from_referee = os.pipe()
        to_referee, self.write_fd = os.pipe()
        self._fds = [self.to_runner, self._from_referee, to_referee, self.write_fd]
        wire = Wire(to_referee, self._from_referee, cap=1 << 20, wait=self._wait)
        self.heard: list[str] = []
        self.peer = RefereePeer(wire, "tests", frozenset(), self.heard.append)
        self._looks = 0

    def _wait(self) -> float:
        self._looks += 1
        if self._looks > 3:  # all that it will ever say is in the pipe before it is asked
            raise Expired
        return 1.0

    def says(self, *frames: bytes) -> None:
        for each in frames:
            os.write(self.write_fd, each)

    def ask(self) -> Any:
        self._looks = 0
        return self.peer.request("get", ROOT, "f")

    def silent(self) -> None:
        os.close(self.write_fd)
        self._fds.remove(self.write_fd)

    def close(self) -> None:
        for fd in self._fds:
            os.close(fd)


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.close()


def raw(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def message(
    body: Any,
    kind: str = "value",
    turn: Any = 1,
    classes: Any = (),
    errors: Any = (),
    fresh: Any = (),
    changed: Any = (),
    released: Any = (),
    forgotten: Any = (),
    output: Any = "",
) -> bytes:
    parts = [kind, turn, body, classes, errors, fresh, changed, released, forgotten, output]
    return raw(json.dumps(parts).encode())


def a_class(number: int = 2, **changes: Any) -> list[Any]:
    described = {
        "id": number,
        "name": "Thing",
        "module": "solution",
        "qualname": "Thing",
        "bases": [["global", "builtins:object"]],
        "special": [],
        "methods": [],
        "shape": None,
        "unhashable": False,
        "fields": None,
    }
    return list({**described, **changes}.values())


def an_error(**changes: Any) -> list[Any]:
    described = {
        "id": 4,
        "kind": ["global", f"builtins:{changes.pop('kind', 'ValueError')}"],
        "args": ["tuple"],
        "attributes": None,
        "line": None,
        "cause": None,
        "context": None,
        "suppressed": False,
    }
    return list({**described, **changes}.values())


def test_an_honest_answer_is_taken(stage: Stage) -> None:
    stage.says(message([["tuple", 1, "x"]], output="hello"))
    assert stage.ask() == (1, "x")
    assert stage.heard == ["hello"]
    assert stage.peer.broken is None


IMPOSSIBLE = {
    "no JSON": raw(b"{"),
    "no ASCII": raw("é".encode()),
    "no array": raw(b"5"),
    "an object": raw(b"{}"),
    "stopped for no known reason": raw(b'{"stopped": "tea"}'),
    "deeper than JSON can be": raw(b"[" * 60_000),
    "an integer of thousands of digits": raw(b"[" + b"9" * 5000 + b"]"),
    "not a number": raw(b'["value", 1, [NaN], [], [], [], [], [], ""]'),
    "too few fields": raw(b'["value", 1, [1]]'),
    "an unknown kind": message([1], kind="pass"),
    "the turn of another question": message([1], turn=2),
    "a turn that is no number": message([1], turn="1"),
    "a turn that only equals it": message([1], turn=True, kind="value", output=5),
    "two messages": message([1]) + message([1]),
    "no value": message([]),
    "output that is no text": message([1], output=[1]),
    "an unknown tag": message([["eval", "1"]]),
    "a tag that is no text": message([[["tuple"], 1]]),
    "an empty array": message([[]]),
    "a JSON object as a value": message([{"a": 1}]),
    "a raised number": message([1], kind="raise"),
    "an unknown container": message([["box", 4]]),
    "an object that was never handed out": message([["yours", 1]]),
    "an object by no number": message([["yours", "1"]]),
    "an unknown class": message([["class", 2]]),
    "an object of a builtin class": message([["object", 2, ["global", "builtins:int"], 5]]),
    "an object of no class": message([["object", 2, 5, None]]),
    "a function of the operating system": message([["global", "os:system"]]),
    "an evaluating builtin": message([["global", "builtins:eval"]]),
    "a made command": message([["make", "subprocess:Popen", "true"]]),
    "a fraction from text": message([["make", "fractions:Fraction", "1e999999999"]]),
    "a date of floats": message([["make", "datetime:date", 1.5, 1, 1]]),
    "a method of nothing": message([["method", 5, "to_bytes"]]),
    "a hash of a number": message([["hashed", 5, 5]]),
    "bytes that are none": message([["bytes", "zz"]]),
    "an integer that is none": message([["int", "0xg"]]),
    "a float that is none": message([["float", "1.5"]]),
    "an unhashable member": message([["frozenset", ["box", 2]]], fresh=[[2, "list", None, []]]),
    "a range of text": message([["range", "a", "b", "c"]]),
    "the root": message([["root"]]),
    "a container by our number": message([1], fresh=[[3, "list", None, []]]),
    "a container twice": message([1], fresh=[[2, "list", None, []]] * 2),
    "a container of an unknown kind": message([1], fresh=[[2, "socket", None, []]]),
    "a mapping with fewer values": message([1], fresh=[[2, "dict", None, [[1], []]]]),
    "a change of what is not there": message([1], changed=[[2, []]]),
    "a released number that is none": message([1], released=["1"]),
    "a forgotten number that is none": message([1], forgotten=["1"]),
    "a class by our number": message([1], classes=[a_class(3)]),
    "a class twice": message([1], classes=[a_class(), a_class()]),
    "a class of a long name": message([1], classes=[a_class(name="x" * 999)]),
    "a class whose name is no text": message([1], classes=[a_class(name=5)]),
    "a class on no class": message([1], classes=[a_class(bases=[5])]),
    "a class on a final class": message(
        [1], classes=[a_class(bases=[["global", "builtins:bool"]])]
    ),
    "a class with too few fields": message([1], classes=[[2, "Thing"]]),
    "a number that says it is text": message(
        [["object", 4, ["class", 2], 5]],
        classes=[a_class(bases=[["global", "builtins:str"]])],
    ),
    "an exception of a class that is none": message(
        [["error", 4]], kind="raise", errors=[an_error(kind="int")]
    ),
    "an exception whose arguments are none": message(
        [["error", 4]], kind="raise", errors=[an_error(args=5)]
    ),
    "an exception at a line that is none": message(
        [["error", 4]], kind="raise", errors=[an_error(line="x")]
    ),
    "an exception caused by a number": message(
        [["error", 4]], kind="raise", errors=[an_error(cause=5)]
    ),
    "an exception whose attributes are none": message(
        [["error", 4]], kind="raise", errors=[an_error(attributes=5)]
    ),
    "an exception come back that never went": message(
        [1], errors=[[3, *an_error()[1:]]]
    ),
    "an exception that is not described": message([["error", 4]], kind="raise"),
    "a question about what was never handed out": message(
        ["get", ["global", "builtins:object"], "__subclasses__"], kind="ask"
    ),
    "an unknown question": message(["exec", ["global", "builtins:object"], "1"], kind="ask"),
    "a question of no parts": message([], kind="ask"),
}  # fmt: skip


@pytest.mark.parametrize("said", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_what_no_runner_sends_ends_the_test_for_good(stage: Stage, said: bytes) -> None:
    stage.says(said)
    with pytest.raises(Broken) as first:
        stage.ask()
    assert not isinstance(first.value, Expired)
    stage.says(message([5], turn=2))
    with pytest.raises(Broken) as second:
        stage.ask()
    assert second.value is first.value


def test_a_message_beyond_the_cap_is_not_read(stage: Stage) -> None:
    stage.says((1 << 30).to_bytes(4, "big"))
    with pytest.raises(Violation, match="too large"):
        stage.ask()


def test_a_closed_pipe_is_a_runner_that_is_gone(stage: Stage) -> None:
    stage.says(message([1])[:9])
    stage.silent()
    with pytest.raises(Gone):
        stage.ask()


def test_silence_is_not_waited_for_without_end(stage: Stage) -> None:
    with pytest.raises(Expired):
        stage.ask()


def test_a_runner_says_why_it_stopped(stage: Stage) -> None:
    stage.says(raw(b'{"stopped": "output"}'))
    with pytest.raises(Stopped) as caught:
        stage.ask()
    assert caught.value.reason == "output"


def _ask_again(stage: Stage, answer: Callable[[int], bytes], limit: int) -> None:
    for turn in range(1, limit):
        stage.says(answer(turn))
        stage.ask()
        os.read(stage.to_runner, 1 << 16)


def test_too_many_classes_are_refused(stage: Stage) -> None:
    def answer(turn: int) -> bytes:
        first = 2 + 1_000 * turn
        return message([1], turn=turn, classes=[a_class(first + 2 * n) for n in range(300)])

    with pytest.raises(Violation, match="classes"):
        _ask_again(stage, answer, distrust.MOST_CLASSES // 300 + 3)


def test_too_much_in_all_is_refused(stage: Stage) -> None:
    pad = "x" * 60_000

    with pytest.raises(Violation, match="too much"):
        _ask_again(
            stage,
            lambda turn: message([pad], turn=turn),
            distrust.LARGEST_TEST // len(pad) + 2,
        )


# --- what a callback can reach ----------------------------------------------------------------


class Fake:
    """What a test hands to a submission."""

    shared: list[int] = []  # noqa: RUF012  (a test's own class)

    def __init__(self) -> None:
        self.colour = "red"

    def now(self) -> int:
        return 5


Fake.__module__ = "tests"


def exported(stage: Stage, value: Any) -> Any:
    """How the value crosses, when a test hands it over."""
    stage.peer.encode(value)
    return ["yours", stage.peer.encode(value)[1]]


def answered(stage: Stage, question: list[Any]) -> list[Any]:
    """What the referee says to one question in the middle of a call."""
    stage.says(message(question, kind="ask", turn=7))
    with pytest.raises(Expired):
        stage.ask()
    sent = os.read(stage.to_runner, 1 << 20)
    size = int.from_bytes(sent[:4], "big")
    rest = sent[4 + size :]
    found: list[Any] = json.loads(rest[4:])
    return found


def test_a_fakes_public_names_can_be_asked(stage: Stage) -> None:
    fake = exported(stage, Fake())
    assert answered(stage, ["get", fake, "colour"])[:3] == ["value", 7, ["red"]]


def test_a_fakes_methods_can_be_called(stage: Stage) -> None:
    fake = exported(stage, Fake())
    assert answered(stage, ["method", fake, "now", ["tuple"], ["tuple"]])[2] == [5]


def secret_function() -> str:
    return "never"


@pytest.mark.parametrize(
    "name",
    ["__class__", "__dict__", "__globals__", "__code__", "__closure__", "__defaults__",
     "__wrapped__", "__self__", "__func__", "__module__", "__qualname__", "__init__", "_private",
     "gi_frame",
     "tb_frame", "f_globals", "co_consts", "cr_frame", "ag_frame"],
)  # fmt: skip
@pytest.mark.parametrize("action", ["get", "method", "set", "delete"])
def test_what_leads_out_of_a_fake_is_not_there(stage: Stage, action: str, name: str) -> None:
    target = exported(stage, secret_function if name != "_private" else Fake())
    parts = {"method": [["tuple"], ["tuple"]], "set": [5]}.get(action, [])
    kind, _, _, _, errors, *_ = answered(stage, [action, target, name, *parts])
    assert kind == "raise"
    assert errors[0][1] == ["global", "builtins:AttributeError"]


@pytest.mark.parametrize("action", ["contents", "dir"])
def test_a_fake_cannot_be_looked_through(stage: Stage, action: str) -> None:
    assert answered(stage, [action, exported(stage, Fake())])[0] == "raise"


@pytest.mark.parametrize(
    "question", [["set", "now", 5], ["special", "__setattr__", ["tuple", "now", 5]]]
)
def test_a_tests_class_cannot_be_changed(stage: Stage, question: list[Any]) -> None:
    action, *parts = question
    assert answered(stage, [action, exported(stage, Fake), *parts])[0] == "raise"
    assert Fake().now() == 5


def test_the_class_of_a_function_makes_no_functions(stage: Stage) -> None:
    stage.peer.encode(secret_function)
    (described,) = stage.peer.take_classes()
    stage.says(message(["call", ["yours", described.id], ["tuple"], ["tuple"]], kind="ask"))
    with pytest.raises(Violation, match="came along"):
        stage.ask()


def test_an_assertion_crosses_without_what_it_says(stage: Stage) -> None:
    def check() -> None:
        raise AssertionError("assert 1 == 'SECRET'")

    errors = answered(stage, ["call", exported(stage, check), ["tuple"], ["tuple"]])[4]
    assert errors[0][1] == ["global", "builtins:AssertionError"]
    assert "SECRET" not in json.dumps(errors)


def test_a_failure_of_pytest_crosses_without_what_it_says(stage: Stage) -> None:
    def check() -> None:
        pytest.fail("expected SECRET")

    answer = answered(stage, ["call", exported(stage, check), ["tuple"], ["tuple"]])
    assert answer[0] == "raise"
    assert "SECRET" not in json.dumps(answer)


def test_an_assertion_behind_another_error_is_silent_too(stage: Stage) -> None:
    def check() -> None:
        try:
            raise AssertionError("SECRET")
        except AssertionError as error:
            raise ValueError("open") from error

    answer = json.dumps(answered(stage, ["call", exported(stage, check), ["tuple"], ["tuple"]]))
    assert "open" in answer
    assert "SECRET" not in answer


def test_a_class_of_the_test_does_not_say_which_test_it_is_of(stage: Stage) -> None:
    class Clock:
        def _hidden(self) -> None: ...

        def now(self) -> int:
            return 1

    Clock.__module__ = "tests"
    described = json.dumps([stage.peer.encode(Clock()), stage.peer.take_classes()])
    assert "Clock" in described
    assert "which_test" not in described
    assert "_hidden" not in described


@pytest.mark.parametrize(
    "value", [os, open, print, Stage, json.JSONDecoder(), test_an_honest_answer_is_taken.__code__]
)
def test_a_test_cannot_hand_over_what_leads_outside(stage: Stage, value: Any) -> None:
    with pytest.raises(TypeError, match="hand over"):
        stage.peer.encode(value)
