"""A channel of people, on the real app, store, grader and content."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.grader.pool import GraderPool
from storage.store import open_store
from tests.chat.room import Channel


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json", size=1)
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def channel(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Channel]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    channel = Channel(store, grader)
    yield channel
    await channel.close()
    store.close()
