"""What a test expects never enters the sandbox, and what a hidden test knows never leaves it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from grading import grade, unsandboxed

from bot.grader.sandbox import Child
from drills.model import Ending, Growth

TRUE_TO_ALL = '''
class Yes:
    """Equal to everything, and glad to say what it was asked."""

    def __init__(self, *args):
        self.asked = []


def _ask(name):
    def method(self, *args):
        print(name, *map(repr, args))
        self.asked.append(args)
        return self if name in MAKING else True
    return method


NAMES = """eq ne lt le gt ge add radd iadd sub rsub isub mul rmul imul truediv rtruediv floordiv
    rfloordiv mod rmod divmod rdivmod pow rpow and rand iand or ror ior xor rxor ixor lshift rshift
    matmul rmatmul contains""".split()
MAKING = [name for name in NAMES if name not in "eq ne lt le gt ge contains".split()]
for name in NAMES:
    setattr(Yes, f"__{name}__", _ask(name))
Yes.__hash__ = lambda self: hash("sesame")
Yes.__abs__ = lambda self: self
Yes.__iter__ = lambda self: iter([self])
Yes.__float__ = lambda self: 0.0


class Words(list):
    pass


class Text(str):
    pass


class Count(int):
    pass


for kind in (Words, Text, Count):
    for name in NAMES:
        if name not in ("iadd", "contains"):
            setattr(kind, f"__{name}__", _ask(name))


def yes():
    return Yes()


def all_yes():
    return [Yes(), Yes()]


def words():
    return Words(["a"])


def text():
    return Text("a")


def count():
    return Count(1)
'''

QUESTIONS = [
    "solution.yes() == 'sesame'",
    "'sesame' == solution.yes()",
    "not solution.yes() != 'sesame'",
    "solution.yes() == ['sesame', 'b']",
    "solution.all_yes() == ['sesame', 'sesame']",
    "('sesame', 2) == (solution.yes(), 2)",
    "{'a': 'sesame'} == {'a': solution.yes()}",
    "solution.yes() < 'sesame'",
    "'sesame' >= solution.yes()",
    "'sesame' in solution.yes()",
    "'sesame' in solution.all_yes()",
    "solution.yes() in ['sesame']",
    "solution.yes() in {'sesame'}",
    "{'sesame': True}[solution.yes()]",
    "['sesame'].index(solution.yes()) == 0",
    "solution.yes() + 'sesame'",
    "'sesame' + solution.yes()",
    "('sesame' % solution.yes()) == 'sesame'",
    "abs(76543219 - solution.yes()) < 1",
    "abs(solution.yes() - 76543219) < 1",
    "solution.yes() == pytest.approx(76543219)",
    "pytest.approx(76543219) == solution.yes()",
    "divmod(76543219, solution.yes())",
    "pow(solution.yes(), 76543219)",
    "solution.yes() == Wanted()",
    "max(solution.yes(), 'sesame') is None",
    "sorted([solution.yes(), 'sesame']) is None",
    "solution.words() == ['sesame']",
    "'sesame' in solution.words()",
    "solution.text() == 'sesame'",
    "'sesame' == solution.text()",
    "solution.text() < 'Sesame'",
    "solution.count() == 76543219",
    "solution.count() > 76543219",
    "abs(76543219 - solution.count()) < 1",
    "solution.count() in (76543219, 76543218)",
]

WITHIN = """
import pytest
import solution


class Wanted:
    def __init__(self):
        self.word = "sesame"


def wanted(value, other="sesame"):
    value += other
    return value


def test_it():
    assert {question}
"""


class Tapped:
    """A runner whose every received byte is kept."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.received = bytearray()
        from_referee, self.send_fd = os.pipe()
        self.recv_fd = child.recv_fd
        self._pump = threading.Thread(target=self._copy, args=(from_referee, child.send_fd))
        self._pump.start()

    def _copy(self, source: int, target: int) -> None:
        while piece := os.read(source, 1 << 16):
            self.received += piece
            while piece:
                try:
                    piece = piece[os.write(target, piece) :]
                except OSError:  # the runner is gone; the referee will find out
                    break
        os.close(source)

    @property
    def pid(self) -> int:
        return self._child.pid

    def cpu_seconds(self) -> float:
        return self._child.cpu_seconds()

    def death(self) -> str:
        return self._child.death()

    def kill(self) -> None:
        if self.send_fd != -1:
            os.close(self.send_fd)
            self.send_fd = -1
            self._pump.join()
            self._child.kill()


class Taps:
    """Spawns tapped runners, and keeps them in order."""

    def __init__(self, spawn: Callable[[], Child] = unsandboxed) -> None:
        self._spawn = spawn
        self.runners: list[Tapped] = []

    def __call__(self) -> Child:
        self.runners.append(Tapped(self._spawn()))
        return self.runners[-1]  # type: ignore[return-value]  # it has all that a Child has


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_submission_is_not_asked_about_what_is_expected(question: str) -> None:
    taps = Taps()
    tests = WITHIN.replace("{question}", question)
    found = grade(TRUE_TO_ALL, tests, tests, spawn=taps)
    assert [o.ending is Ending.PASSED for o in found.outcomes] == [False, False]
    assert len(taps.runners) == 2
    for runner in taps.runners:
        assert b'"solution"' not in runner.received  # neither tests' source ...
        assert b"test_it" not in runner.received  # ... nor names
        for secret in (b"sesame", b"Sesame", b"76543219", b"76543218"):
            assert secret not in runner.received.replace(TRUE_TO_ALL.encode(), b"").replace(
                b'hash(\\"sesame\\")', b""
            )
    assert "sesame" not in found.output


def test_an_in_place_operator_is_not_asked_either() -> None:
    tests = WITHIN.replace("assert {question}", "assert wanted(solution.yes()).asked")
    taps = Taps()
    (only, _) = grade(TRUE_TO_ALL.replace("sesame", ""), tests, tests, spawn=taps).outcomes
    assert only.ending is Ending.ERROR
    assert "TypeError" in only.detail
    assert all(b"sesame" not in runner.received for runner in taps.runners)


def test_two_objects_of_the_submission_may_be_compared_by_it() -> None:
    tests = "import solution\ndef test_it():\n    assert solution.yes() == solution.yes()\n"
    (only,) = grade(TRUE_TO_ALL, tests).outcomes
    assert only.ending is Ending.PASSED


def test_an_operator_of_the_signatures_is_asked() -> None:
    tests = "import solution\ndef test_it():\n    assert 'x' in solution.Store()\n"
    source = "class Store:\n    def __contains__(self, key): return key == 'x'\n"
    signatures = "class Store:\n    def __contains__(self, key: str) -> bool: ...\n"
    (asked,) = grade(source, tests, signatures=signatures).outcomes
    (unasked,) = grade(source, tests).outcomes
    assert (asked.ending, unasked.ending) == (Ending.PASSED, Ending.ERROR)


STASH = """
import builtins, decimal, math, os, sys, threading

KEPT = []


class Store:
    kept = []

    def put(self, key):
        for place in (builtins, math, sys, sys.modules["json"], decimal, threading, Store):
            place.stash = key
        os.environ["STASH"] = key
        KEPT.append(key)
        Store.kept.append(key)
        sys.modules["stash"] = key
        print("put", key)
        print("put", key, file=sys.stderr)
        raise ValueError(key)

    def fetch(self):
        found = [getattr(place, "stash", None) for place in (builtins, math, sys, decimal)]
        found += [KEPT, Store.kept, os.environ.get("STASH"), sys.modules.get("stash")]
        found += [str(frame) for frame in sys._current_frames().values()]
        import gc
        found += [o for o in gc.get_objects() if type(o) is list and "open" in str(o)[:200]]
        print("found", found)
        return found
"""


def test_a_stash_of_a_hidden_argument_gains_nothing() -> None:
    visible = (
        "import solution\n"
        "def test_a():\n    assert solution.Store().fetch() == 5\n"
        "def test_b():\n    assert solution.Store().fetch() == 6\n"
    )
    hidden = (
        "import solution\n"
        "def test_c():\n    solution.Store().put('open sesame')\n"
        "def test_d():\n    assert solution.Store().fetch() == 'open sesame'\n"
    )
    taps = Taps()
    found = grade(STASH, visible, hidden, spawn=taps)
    assert "found" in found.output
    assert "sesame" not in repr(found)
    shown, concealed = taps.runners
    assert b"sesame" not in shown.received
    assert b"open sesame" in concealed.received  # as an argument it must go there


COSTS = """
from solution import Store

@cost(n="the keys in the store", expected="flat")
class put:
    def make(): return Store()
    def fill(store, i, key): store.put(key(f"user:{i}"))
    def args(i, key): return (key(f"user:{i}"),)
    def call(store, *args): return store.put(*args)
"""


def test_the_runner_that_measures_has_seen_no_test() -> None:
    taps = Taps()
    hidden = "import solution\ndef test_c():\n    solution.Store().put('open sesame')\n"
    source = "class Store(dict):\n    def put(self, key): self[key] = 1\n"
    found = grade(source, hidden=hidden, spawn=taps, costs=COSTS)
    assert [b"sesame" in runner.received for runner in taps.runners] == [False, True, False]
    assert found.review is not None
    (put,) = found.review.costs
    assert (put.operation, put.n, put.expected) == ("put", "the keys in the store", Growth.FLAT)
    assert put.measured in (Growth.FLAT, None)  # None: the machine was too busy to tell


def test_a_submission_that_ends_while_it_is_measured_is_graded_all_the_same() -> None:
    source = "import os, sys\nclass Store:\n    def put(self, key): os._exit(1)\n"
    found = grade(source, hidden="def test_c(): pass", costs=COSTS)
    assert found.passed
    assert found.review is not None
    assert found.review.costs == ()


FORGER = """
import json, os, sys

def frame(parts):
    body = json.dumps(parts).encode()
    return len(body).to_bytes(4, "big") + body

def f():
    for turn in range(9):
        os.write(int(FD), frame(["value", turn, ["blue"], [], [], [], [], [], ""]))
    return "red"
"""


def test_forged_answers_fail_their_test_and_not_the_next(
    sandboxed: Callable[[], Child],
) -> None:
    visible = (
        "import solution\n"
        "def test_a():\n    assert solution.f() == 'blue'\n"
        "def test_b():\n    assert solution.g() == 'green'\n"
    )
    for fd in ("3", "4"):
        source = FORGER.replace("FD", fd) + "\ndef g(): return 'green'\n"
        found = grade(source, visible, spawn=sandboxed)
        assert [o.ending is Ending.PASSED for o in found.outcomes] == [False, True]


NOSY = """
def f(clock):
    def said(ask):
        try:
            return ask()
        except Exception as error:
            return error

    peer, kind = type(clock)._peer_, type(clock)
    told = [repr(clock), repr(kind.now), f"{clock.now}", str(clock.when), kind.__qualname__]
    told += [said(lambda: clock.now(1)), said(lambda: clock.when(1)), said(clock.wrong)]
    for target in (clock, kind, clock.when, kind.now):
        for name in ("__repr__", "__str__", "__format__"):
            told.append(said(lambda: peer.request("special", target, name, ())))
    print(*told)
    return repr(clock.polite)
"""
ASKED = """
import solution

def test_an_open_sesame():
    class Clock:
        def now(self): return 5
        def wrong(self): raise ValueError("open")

    class Polite:
        def __repr__(self): return "at your service"

    clock = Clock()
    clock.when = lambda: 7
    clock.polite = Polite()
    assert solution.f(clock) == "at your service"
"""


def test_nothing_that_a_test_hands_over_says_which_test_it_is_of() -> None:
    taps = Taps()
    found = grade(NOSY, ASKED, spawn=taps)
    assert found.passed, found
    assert "open" in found.output
    assert "takes 1 positional argument but 2 were given" in found.output
    (shown, *_) = taps.runners
    for told in (found.output.encode(), shown.received):
        assert b"test_an_open" not in told
        assert b"tests_visible" not in told
        assert b" at 0x" not in told
