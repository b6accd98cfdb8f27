"""Repositories in the sandbox: their own tests, and the check of each fault."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.grader.pool import NO_SANDBOX, GraderPool
from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from content.catalog import Catalog
from content.codebase import Codebase
from drills.model import Problem
from drills.working import Call, ProbeCall

AT = datetime(2025, 6, 15, tzinfo=UTC)
KIND = "webhook-receiver"


@pytest.fixture
async def pool(tmp_path: Path, rung: Rung) -> AsyncIterator[GraderPool]:
    pool = GraderPool(tmp_path / "sandbox.json", choose=lambda _: SelfTest(rung, ()))
    yield pool
    await pool.close()


def kind() -> Codebase:
    found = Catalog().session(KIND)
    assert isinstance(found, Codebase)
    return found


def with_names() -> Problem:
    """A draw in which every name is the first of its list, so that sound files fit into it."""
    seed = next(n for n in range(1000) if all(k == v for k, v in kind().skin(n).items()))
    return kind().problem(seed)


async def probed(pool: GraderPool, problem: Problem, files: dict[str, str]) -> dict[str, ProbeCall]:
    calls = await pool.probe(problem, files, AT, False)
    assert problem.work is not None
    assert [call.trap for call in calls] == [trap.id for trap in problem.work.traps]
    return {call.trap: call for call in calls}


async def test_what_is_handed_over_has_every_fault_and_what_is_repaired_none(
    pool: GraderPool,
) -> None:
    problem = with_names()
    untouched = await probed(pool, problem, {})
    assert {call.call for call in untouched.values()} == {Call.MISSED}
    assert all(len(call.after) == 1 for call in untouched.values()), "each says what it saw"
    repaired = await probed(pool, problem, dict(kind().sound))
    assert {call.call for call in repaired.values()} == {Call.HANDLED}


async def test_its_tests_are_run_with_what_was_changed(pool: GraderPool) -> None:
    problem = with_names()
    before = await pool.run(problem, {}, AT, False)
    assert (before.ended, before.code) == (True, 1)
    assert "FAILED (" in before.output
    after = await pool.run(problem, dict(kind().sound), AT, False)
    assert (after.code, after.files) == (0, {})
    assert "OK" in after.output
    own = {
        **kind().sound,
        "tests/test_own.py": "import unittest\n\n\nclass OwnTest(unittest.TestCase):\n"
        "    def test_mine(self):\n        self.fail('mine')\n",
    }
    assert "test_mine" in (await pool.run(problem, own, AT, False)).output


async def test_a_test_that_passed_and_does_not_pass_now_is_named(pool: GraderPool) -> None:
    problem = with_names()
    assert await pool.broken(problem, {}, AT, False) == ()
    files = dict(kind().sound)
    assert await pool.broken(problem, files, AT, False) == ()
    files["intake/mails.py"] = files["intake/mails.py"].replace("escape(name)", "name")
    files["tests/test_app.py"] = "import unittest\n"  # what was given is what is held against it
    assert await pool.broken(problem, files, AT, False) == (
        "tests.test_app.ReceiverTest.test_a_customer_is_told_of_a_new_state",
    )


async def test_a_repository_that_does_not_start_is_a_crash_and_none_is_a_miss(
    pool: GraderPool,
) -> None:
    problem = with_names()
    files = {"intake/signature.py": "def verify(:\n"}
    calls = await probed(pool, problem, files)
    assert {call.call for call in calls.values()} == {Call.CRASHED}
    assert "intake/signature.py" in calls[problem.work.traps[0].id].trouble  # type: ignore[union-attr]


async def test_a_name_that_is_gone_cannot_be_tried_and_no_check_is_shown(pool: GraderPool) -> None:
    problem = with_names()
    files = dict(kind().sound)
    files["intake/ledger.py"] = files["intake/ledger.py"].replace("def split(", "def divide(")
    files["intake/app.py"] = files["intake/app.py"].replace("ledger.split(", "ledger.divide(")
    call = (await probed(pool, kind_with("split_leaves_cents"), files))["split_leaves_cents"]
    assert call.call is Call.UNTOLD
    assert "cannot be used as it was handed over" in call.trouble
    assert "held_against" not in call.trouble
    assert problem.work is not None


def kind_with(fault: str) -> Problem:
    """As `with_names`, with one fault among those that are drawn."""
    first = {k: k for k in kind().skin(0)}
    seed = next(n for n in range(10_000) if kind().skin(n) == first and fault in kind().chosen(n))
    return kind().problem(seed)


async def test_a_repository_that_never_ends_is_stopped(pool: GraderPool) -> None:
    problem = kind_with("cents_cut")
    files = {"intake/events.py": "while True:\n    pass\n"}
    assert problem.work is not None
    run = await pool.run(problem, files, AT, False)
    assert "was stopped" in run.trouble


async def test_what_leaves_with_a_bool_has_left(pool: GraderPool) -> None:
    problem = Catalog().work("billing-reconciler", 1)
    run = await pool.run(problem, {"solution.py": "import sys\nsys.exit(True)\n"}, AT, False)
    assert (run.ended, run.code, run.trouble) == (True, 1, "")


async def test_without_a_sandbox_nothing_of_it_is_run(tmp_path: Path) -> None:
    pool = GraderPool(tmp_path / "sandbox.json", choose=lambda _: SelfTest(Rung.NONE, ()))
    problem = with_names()
    calls = await probed(pool, problem, {})
    assert {(call.call, call.trouble) for call in calls.values()} == {(Call.UNTOLD, NO_SANDBOX)}
    assert (await pool.run(problem, {}, AT, False)).unconfined
    assert await pool.broken(problem, {}, AT, False) == ()
    await pool.close()
