"""Values that would keep the referee itself busy without end: it stops, and says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

from grading import PATIENT, grade, outcome, unsandboxed

from bot.grader.deadline import STUCK
from bot.grader.inside.runner import Printed
from bot.grader.process import Budget
from bot.grader.rewriting import rewritten
from bot.grader.sandbox import ROOT
from bot.grader.sitting import MOST_OUTPUT
from drills.model import Ending

BRIEF = Budget(cpu=5, wall=1)
SHARED = """
def shared():
    found = []
    for _ in range(60):
        found = [found, found]  # written out it has 2 to the 60 elements
    return found
"""


def test_an_exception_that_takes_for_ever_to_say_is_stopped() -> None:
    source = SHARED + "def f(): raise ValueError(shared())"
    found = outcome(source, "import solution\ndef test_it(): solution.f()", budget=BRIEF)
    assert found.ending is Ending.TIMEOUT


def test_a_test_that_swallows_its_end_is_ended_again() -> None:
    visible = """
    import solution
    def test_it():
        values = solution.f()
        while True:
            try:
                while True:
                    len(values)
            except BaseException:
                if len(values) > 3:
                    raise
                values.append(1)
    """
    found = outcome("def f(): return []", textwrap.dedent(visible), budget=BRIEF)
    assert found.ending is Ending.TIMEOUT


def test_a_computation_that_nothing_interrupts_ends_its_process() -> None:
    program = """
    from bot.grader import deadline
    deadline.GRACE = 0.1
    with deadline.deadline(0.1, lambda: None):
        sum(range(10**15))
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert ended.returncode == -STUCK
    assert STUCK is not signal.SIGALRM


def test_what_a_forged_runner_says_it_printed_is_kept_to_a_limit() -> None:
    source = """
    import sys
    def f():
        sys.stdout._parts.append("x" * 3_000_000)
    """
    assert hasattr(Printed(0, True, None), "_parts")
    tests = "import solution\n" + "".join(
        f"def test_{number}(): solution.f()\n" for number in range(3)
    )
    found = grade(textwrap.dedent(source), tests, spawn=unsandboxed, budget=PATIENT)
    assert len(found.output) < MOST_OUTPUT + 100
    assert found.output.endswith("(7,951,424 more characters were printed)")


def test_texts_of_the_same_few_lines_are_not_compared() -> None:
    import ast

    before, after = "x\ny\n" * 1_400, "y\ny\nx\n" * 900
    assert rewritten(ast.parse(before), ast.parse(after)) is None
    assert rewritten(ast.parse("x\ny\n" * 50), ast.parse("y\nx\n" * 50)) is not None
