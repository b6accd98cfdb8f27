"""Every way in which a test can end, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from grading import grade, outcome

from bot.grader.process import Budget
from bot.grader.sandbox import Child
from drills.model import Ending, Outcome, Scope

CALL = "import solution\ndef test_it():\n    assert solution.f() == 'blue'\n"

Spawn = Callable[[], Child]


def calling(body: str, **options: object) -> Outcome:
    source = "def f():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return outcome(source, CALL, **options)


def test_a_test_that_holds_is_passed() -> None:
    found = calling("return 'blue'")
    assert found.ending is Ending.PASSED
    assert (found.detail, found.line) == ("", None)


def test_a_failed_assertion_shows_its_values() -> None:
    found = calling("return 'red'")
    assert found.ending is Ending.FAILED
    assert found.detail.startswith("assert solution.f() == 'blue'\ngot: 'red' == 'blue'")


def test_a_failed_assertion_shows_what_a_builtin_was_given() -> None:
    visible = "import solution\ndef test_it():\n    assert len(solution.f()) == 3\n"
    found = outcome("def f(): return [1, 2]", visible)
    assert "got: 2 == 3\n  where 2 = len([1, 2])" in found.detail


def test_the_authors_own_message_comes_before_the_values() -> None:
    visible = "import solution\ndef test_it():\n    assert solution.f() > 3, 'too few'\n"
    assert "got: too few\n2 > 3" in outcome("def f(): return 2", visible).detail


def test_an_error_that_was_not_raised_is_named() -> None:
    visible = (
        "import pytest, solution\ndef test_it():\n"
        "    with pytest.raises(ValueError):\n        solution.f()\n"
    )
    found = outcome("def f(): return 1", visible)
    assert found.ending is Ending.FAILED
    assert found.detail == "with pytest.raises(ValueError):\ndid not raise ValueError"


def test_the_arguments_of_a_parametrized_test_are_shown() -> None:
    visible = (
        "import pytest, solution\n@pytest.mark.parametrize('n', [1, 2])\ndef test_it(n):\n"
        "    assert solution.f() == n\n"
    )
    found = outcome("def f(): return 1", visible)
    assert found.detail.startswith("assert solution.f() == n\nwith n=2\ngot: 1 == 2")


def test_an_error_shows_its_text_and_its_line_of_the_submission() -> None:
    found = calling("x = 1\nreturn {}['gone']")
    assert found.ending is Ending.ERROR
    assert found.detail == "assert solution.f() == 'blue'\nKeyError: 'gone'"
    assert found.line == 3


def test_an_error_in_the_test_has_no_line_of_the_submission() -> None:
    visible = "import solution\ndef test_it():\n    solution.f().upper()\n"
    found = outcome("def f(): return None", visible)
    assert found.ending is Ending.ERROR
    assert "AttributeError: 'NoneType' object has no attribute 'upper'" in found.detail
    assert found.line is None


def test_an_assertion_of_the_submission_is_an_error() -> None:
    found = calling("assert False, 'mine'")
    assert found.ending is Ending.ERROR
    assert "AssertionError: mine" in found.detail


@pytest.mark.parametrize(
    "body", ["raise SystemExit(0)", "raise KeyboardInterrupt", "raise GeneratorExit", "exit(0)"]
)
def test_leaving_is_no_pass(body: str) -> None:
    assert calling("from sys import exit\n" + body).ending is Ending.ERROR


def test_a_skip_is_no_pass() -> None:
    visible = "import pytest\ndef test_it():\n    pytest.skip('not today')\n"
    assert outcome("", visible).ending is Ending.ERROR


def test_reading_input_says_that_nobody_types() -> None:
    for body in ("return input('name? ')", "import sys\nreturn sys.stdin.readline()"):
        found = calling(body)
        assert found.ending is Ending.ERROR
        assert "asks for input, and there is nobody to type it" in found.detail


def test_a_recursion_without_end_is_an_error() -> None:
    found = calling("return f()")
    assert found.ending is Ending.ERROR
    assert "RecursionError: maximum recursion depth exceeded" in found.detail


def test_a_loop_without_end_is_stopped_and_the_other_tests_run() -> None:
    visible = (
        "import solution\n"
        "def test_a():\n    solution.f(1)\n"
        "def test_b():\n    assert solution.f(0) == 0\n"
    )
    source = "def f(n):\n    while n: pass\n    return n\n"
    found = grade(source, visible, budget=Budget(cpu=0.4, wall=60))
    assert [o.ending for o in found.outcomes] == [Ending.TIMEOUT, Ending.PASSED]
    assert found.outcomes[0].detail == "stopped after 0.4 s of computing: it may loop without end"


def test_a_loop_in_the_test_itself_is_stopped_too() -> None:
    visible = "import solution\ndef test_it():\n    while not solution.f(): pass\n"
    found = outcome("def f(): return False", visible, budget=Budget(cpu=0.4, wall=60))
    assert found.ending is Ending.TIMEOUT


def test_waiting_is_tried_once_more_and_then_stopped() -> None:
    found = calling("import time\ntime.sleep(600)", budget=Budget(cpu=5, wall=2))
    assert found.ending is Ending.TIMEOUT
    assert found.detail == "stopped after 2 s in which it hardly computed: does it wait?"


def test_after_three_timeouts_the_rest_are_not_run() -> None:
    visible = "import solution\n" + "".join(
        f"def test_{name}():\n    solution.f()\n" for name in "abcde"
    )
    found = grade("def f():\n    while 1: pass", visible, budget=Budget(cpu=0.3, wall=60))
    assert [o.ending for o in found.outcomes] == [Ending.TIMEOUT] * 3 + [Ending.NOT_RUN] * 2


def test_a_process_that_ends_itself_has_crashed() -> None:
    visible = "import solution\ndef test_a():\n    solution.f()\ndef test_b(): pass\n"
    found = grade("import os\ndef f(): os._exit(0)", visible)
    assert [o.ending for o in found.outcomes] == [Ending.CRASHED, Ending.PASSED]
    assert found.outcomes[0].detail == "its process ended in the middle: it ended its own process"


def test_ending_after_the_last_answer_is_no_pass() -> None:
    source = (
        "import os, threading\n"
        "def f():\n    threading.Timer(0, os._exit, [0]).start()\n    return 'blue'\n"
    )
    visible = CALL + "    while True: solution.f\n"
    assert outcome(source, visible).ending is Ending.CRASHED


def test_a_dead_runner_fails_the_test_that_swallows_it() -> None:
    visible = (
        "import solution\ndef test_it():\n    try:\n        solution.f()\n"
        "    except BaseException:\n        pass\n"
    )
    assert outcome("import os\ndef f(): os._exit(0)", visible).ending is Ending.CRASHED


def test_printing_without_end_is_stopped() -> None:
    found = calling("while True: print('x' * 1000)")
    assert found.ending is Ending.OUTPUT
    assert found.detail == "it printed more than 1,048,576 characters"


def test_more_than_can_cross_at_once_is_said() -> None:
    found = calling("return 'x' * (9 << 20)")
    assert found.ending is Ending.ERROR
    assert found.detail == "it hands over more than 8 MB at once: too much for a test"


def test_what_is_nested_too_deeply_to_cross_is_an_error() -> None:
    found = calling("x = ()\nfor _ in range(9000): x = (x,)\nreturn x")
    assert found.ending is Ending.ERROR


def test_memory_that_is_not_there(sandboxed: Spawn) -> None:
    visible = "import solution\ndef test_a():\n    solution.f()\ndef test_b(): pass\n"
    for body in ("return [0] * 10**9", "x = []\n    while 1: x.append(bytes(1 << 20))"):
        found = grade(f"def f():\n    {body}", visible, spawn=sandboxed)
        assert [o.ending for o in found.outcomes] == [Ending.MEMORY, Ending.PASSED]
        assert found.outcomes[0].detail == "it needed more memory than there is"


def test_code_that_ends_its_process_by_a_fault_has_crashed(sandboxed: Spawn) -> None:
    # A stack of C that overflows does so too, but Python 3.12 and later guard it.
    found = calling("import ctypes\nctypes.string_at(0)", spawn=sandboxed)
    assert found.ending is Ending.CRASHED


def test_of_a_hidden_test_only_ending_and_category_leave() -> None:
    hidden = "import solution\ndef test_it():\n    assert solution.f('SECRET') == 'OTHER'\n"
    found = grade("def f(x):\n    print(x)\n    raise ValueError(x)", hidden=hidden)
    hidden_outcome = found.outcomes[1]
    assert hidden_outcome.test.category == "edges"
    assert (hidden_outcome.ending, hidden_outcome.detail, hidden_outcome.line) == (
        Ending.ERROR,
        "",
        None,
    )
    assert "SECRET" not in repr(found)


def test_a_run_leaves_the_hidden_tests_alone() -> None:
    found = grade("", hidden="def test_it(): pass", scope=Scope.RUN)
    assert [o.test.name for o in found.outcomes] == ["test_nothing"]
    assert found.review is None


def test_what_was_printed_is_kept_once_for_the_module_and_for_each_test() -> None:
    visible = (
        "import solution\ndef test_a():\n    solution.f(1)\ndef test_b():\n    solution.f(2)\n"
    )
    source = "print('loaded')\ndef f(n): print('f', n)\n"
    assert grade(source, visible).output == "loaded\nf 1\nf 2\n"


def test_what_is_shown_can_be_saved_and_printed() -> None:
    found = grade(
        "def f():\n    print('\\ud800 \\x1b[2J')\n    return '\\ud800\\x1b'", CALL, scope=Scope.RUN
    )
    assert found.output == "? �[2J\n"
    found.outcomes[0].detail.encode()
    assert "\x1b" not in found.outcomes[0].detail


def test_an_error_cannot_turn_the_text_that_follows_it() -> None:
    source = "def f(): raise ValueError('\u202e\u2066 boom \x1b[2J')"
    found = outcome(source, "import solution\ndef test_it(): solution.f()")
    assert "ValueError: �� boom �[2J" in found.detail


def test_a_submission_cannot_lift_its_limit_of_cpu_time() -> None:
    source = (
        "import resource\nsoft, hard = resource.getrlimit(resource.RLIMIT_CPU)\nprint(hard - soft)"
    )
    assert grade(source).output == "1\n"
