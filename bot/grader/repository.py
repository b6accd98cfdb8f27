"""A repository's own tests, and the check of each fault, as programs that run in its sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from drills.working import Call, ProbeCall, ProgramRun, Repository, Trap, is_test

Files = Mapping[str, str]
Run = Callable[[Files, str], Awaitable[ProgramRun]]  # of these files, from this one on

SUITE, CHECKS, ONE = "run_the_tests.py", "held_against.py", "hold_against.py"
PASSED = "passed.txt"  # a line for each test that passed
WRONG = 3  # the exit code of a check that found its fault

_SUITE = """\
import sys
import unittest


class Result(unittest.TextTestResult):
    passed = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test.id())


suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromName, {modules!r}))
result = unittest.TextTestRunner(sys.stdout, resultclass=Result).run(suite)
if {report!r}:
    with open({report!r}, "w") as file:
        print(*Result.passed, sep="\\n", file=file)
sys.exit(0 if result.wasSuccessful() else 1)
"""
_ONE = """\
import sys
from {module} import {name}
try:
    {name}()
except AssertionError as wrong:
    print()
    print(" ".join(str(wrong).split()))
    sys.exit({wrong})
"""


def suite(files: Files, report: bool = False) -> tuple[Files, str]:
    """The files with a program that runs all their tests, and its name."""
    modules = sorted(path.removesuffix(".py").replace("/", ".") for path in files if is_test(path))
    text = _SUITE.format(modules=modules, report=PASSED if report else "")
    return {**files, SUITE: text}, SUITE


async def probed(
    run: Run, repository: Repository, traps: tuple[Trap, ...], files: Files
) -> tuple[ProbeCall, ...]:
    """Whether each fault is still there: its check is run on the person's repository."""

    async def call(trap: Trap) -> ProbeCall:
        one = _ONE.format(module=CHECKS.removesuffix(".py"), name=trap.id, wrong=WRONG)
        ran = await run({**files, CHECKS: repository.checks, ONE: one}, ONE)
        return called(trap.id, ran)

    return tuple(await asyncio.gather(*map(call, traps)))


def called(trap: str, ran: ProgramRun) -> ProbeCall:
    """What the run of its check says of a fault."""
    if ran.unconfined:
        return ProbeCall(trap, Call.UNTOLD, trouble=ran.trouble)
    if ran.ended and ran.code == WRONG:
        return ProbeCall(trap, Call.MISSED, after=tuple(ran.output.strip().splitlines()[-1:]))
    if ran.ended:
        return ProbeCall(trap, Call.HANDLED if ran.code == 0 else Call.UNTOLD)
    if not ran.file or ran.file in (ONE, CHECKS):  # it never came to the person's own code
        error = ran.trouble.partition(": ")[2] or "it stopped"
        trouble = f"It cannot be used as it was handed over ({error.rstrip('.')})."
        return ProbeCall(trap, Call.UNTOLD, trouble=trouble)
    return ProbeCall(trap, Call.CRASHED, trouble=ran.trouble)


async def broken(run: Run, repository: Repository, files: Files) -> tuple[str, ...]:
    """The tests that passed as the repository was handed over, and do not pass now."""
    given = {path: text for path, text in repository.files.items() if is_test(path)}
    whole, entry = suite({**files, **given}, report=True)
    ran = await run(whole, entry)
    if ran.unconfined:
        return ()
    passed = set(ran.files.get(PASSED, "").split())
    return tuple(test for test in repository.tests if test not in passed)
