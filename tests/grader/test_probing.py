"""Programs that meet the traps of a real draw, run and probed through the pool."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.grader.pool import NO_SANDBOX, GraderPool
from bot.grader.sandbox import Rung
from bot.grader.selftest import SelfTest
from content.catalog import Catalog
from drills.model import Problem
from drills.working import Books, Call, ProbeCall, Work

AT = datetime(2025, 6, 15, tzinfo=UTC)
DOMAIN = "billing-reconciler"
SUBMISSIONS = Catalog().session(DOMAIN).folder / "submissions"


@pytest.fixture
async def pool(tmp_path: Path, rung: Rung) -> AsyncIterator[GraderPool]:
    pool = GraderPool(tmp_path / "sandbox.json", choose=lambda _: SelfTest(rung, ()))
    yield pool
    await pool.close()


def with_traps(*names: str) -> Problem:
    """A draw with these traps alone."""
    working = Catalog().session(DOMAIN)
    seed = next(n for n in range(1000) if set(names) <= set(working.chosen(n)))
    problem = working.problem(seed)
    work = problem.work
    assert work is not None

    def only(books: Books) -> Books:
        return replace(books, trials=tuple(t for t in books.trials if t.trap in names))

    traps = tuple(trap for trap in work.traps if trap.id in names)
    return replace(problem, work=replace(work, traps=traps, books=tuple(map(only, work.books))))


async def probed(pool: GraderPool, problem: Problem, source: str) -> dict[str, ProbeCall]:
    calls = await pool.probe(problem, {"solution.py": source}, AT, False)
    assert problem.work is not None
    assert [call.trap for call in calls] == [trap.id for trap in problem.work.traps]
    return {call.trap: call for call in calls}


def written(name: str) -> str:
    return (SUBMISSIONS / f"{name}.py").read_text(encoding="utf-8")


async def test_a_program_runs_on_the_drawn_data(pool: GraderPool) -> None:
    problem = with_traps("exported_twice")
    source = (
        "from data import *\nprint(len(INVOICES), len(PAYMENTS))\nopen('x.txt', 'w').write('y')"
    )
    ran = await pool.run(problem, {"solution.py": source}, AT, False)
    space: dict[str, list[object]] = {}
    assert problem.work is not None
    exec(problem.work.data, {}, space)
    assert ran.output == f"{len(space['INVOICES'])} {len(space['PAYMENTS'])}\n"
    assert ran.files == {"x.txt": "y"}


async def test_care_and_haste_are_told_apart(pool: GraderPool) -> None:
    problem = with_traps("exported_twice", "void_document")
    care = await probed(pool, problem, written("typed_close"))
    haste = await probed(pool, problem, written("first_hour"))
    assert {call.call for call in care.values()} == {Call.HANDLED}
    assert {call.call for call in haste.values()} == {Call.MISSED}
    assert haste["exported_twice"].before  # the invoice that looks overpaid
    assert "too much" in " ".join(haste["exported_twice"].before)


async def test_what_stops_a_program_is_told_with_its_line(pool: GraderPool) -> None:
    calls = await probed(pool, with_traps("amount_written_otherwise"), written("first_hour"))
    call = calls["amount_written_otherwise"]
    assert call.call is Call.CRASHED
    assert "ValueError: could not convert string to float" in call.trouble


async def test_a_fix_that_names_the_row_is_seen_through(pool: GraderPool) -> None:
    problem = with_traps("void_document")
    work: Work | None = problem.work
    assert work is not None
    (number,) = work.traps[0].touched
    loop, skip = "for inv in INVOICES:\n", f"    if inv['number'] == {number!r}: continue\n"
    patched = written("first_hour").replace(f"{loop}    got", f"{loop}{skip}    got")
    assert number in patched
    call = (await probed(pool, problem, patched))["void_document"]
    assert (call.call, call.literal) == (Call.MISSED, True)


async def test_a_program_that_never_runs_is_told_nothing_of(pool: GraderPool) -> None:
    call = (await probed(pool, with_traps("exported_twice"), "import nothing"))["exported_twice"]
    assert call.call is Call.UNTOLD
    assert "No module named 'nothing'" in call.trouble


async def test_where_no_sandbox_works_nothing_is_run(tmp_path: Path) -> None:
    pool = GraderPool(tmp_path / "sandbox.json", choose=lambda _: SelfTest(Rung.NONE, ()))
    problem = with_traps("exported_twice")
    ran = await pool.run(problem, {"solution.py": "print(1)"}, AT, False)
    assert (ran.trouble, ran.unconfined) == (NO_SANDBOX, True)
    (call,) = await pool.probe(problem, {"solution.py": "print(1)"}, AT, False)
    assert (call.call, call.trouble) == (Call.UNTOLD, NO_SANDBOX)
    await pool.close()
