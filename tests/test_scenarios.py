"""Every conversation in `tests/scenarios`, on the real app, store, grader and content.

Each is played twice: as it stands, and with the process dying before every single message.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from storage.store import open_store
from tests.stage import Bare, Stage

# Those in the folder below are about one place that has one session at most, which no chat is.
SCENARIOS = {
    path.stem: path.read_text()
    for path in sorted((Path(__file__).parent / "scenarios").rglob("*.txt"))
}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest.mark.parametrize("crashing", [False, True], ids=["alive", "dying before each message"])
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_the_conversation_goes_as_written(
    scenario: str, crashing: bool, grader: GraderPool, tmp_path: Path
) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    try:
        client = Bare(store, grader, crashing)
        await Stage(client, store, client.catalog).play(SCENARIOS[scenario])
    finally:
        store.close()
