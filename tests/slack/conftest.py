"""One grader for the tests of a module, and a practice channel for each test."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.grader.pool import GraderPool
from storage.store import open_store
from tests.slack.practice import Practice, Remembering


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[Remembering]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield Remembering(pool)
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def practice(grader: Remembering, tmp_path: Path) -> AsyncIterator[Practice]:
    """Over Socket Mode. Whatever was sent must have been whole."""
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    made = Practice(store, grader)
    await made.open()
    yield made
    await made.close()
    store.close()
    made.slack.check()
