"""Every conversation in `tests/scenarios`, over a real gateway and real HTTP on loopback.

Each is played with and without what messages hold, as it stands and with the process dying in the
middle of each step. A seed draws in which ways things are done and where the deaths are; it stands
in the name of the test, and SCENARIO_SEED chooses another.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from storage.store import open_store
from tests.discord.counterpart import CONTENT, Counterpart
from tests.discord.hand import Hand, Server, now
from tests.discord.person import Person
from tests.discord.process import watch_tasks
from tests.discord.world import EVERYBODY, World
from tests.stage import Stage, StageClock
import asyncio

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
SEED = int(os.environ.get("SCENARIO_SEED", int(time.time() / 3600)))

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest.mark.parametrize("content", [True, False], ids=["messages read", "messages not read"])
@pytest.mark.parametrize("dying", [False, True], ids=["alive", "dying in each step"])
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_the_conversation_goes_as_written(
    scenario: str, dying: bool, content: bool, grader: GraderPool, tmp_path: Path
) -> None:
    watch_tasks(asyncio.get_running_loop())
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    clock = StageClock(now())
    world = World(clock.now)
    ana = world.user("ana")
    guild = world.guild("practice", EVERYBODY, ana)
    room = world.text_channel(guild, "drills")
    catalog = Catalog()
    async with Counterpart(world, approved=CONTENT if content else 0) as discord:
        server = Server(discord, store, catalog, grader, clock, content)
        ways = random.Random(f"{SEED} {scenario}")
        deaths = random.Random(f"{SEED} {scenario} deaths") if dying else None
        hand = Hand(server, Person(discord, ana), room, ways, deaths)
        await server.start()
        try:
            await Stage(hand, store, catalog).play(SCENARIOS[scenario])
        finally:
            await server.kill()
            store.close()
        assert not discord.faults
        assert not [sent for sent in discord.sent if sent.status >= 400 and not sent.planned]
