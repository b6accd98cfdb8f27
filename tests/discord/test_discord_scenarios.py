"""Every conversation in `tests/scenarios`, over a real gateway and real HTTP on loopback.

Each is played where the bot reads messages and where it does not, as it stands and with the
process dying in the middle of each step. `make test` plays a sample that a seed draws, which also
draws how things are done that can be done in several ways, and where the deaths are: it is printed
at the end, and SCENARIO_SEED sets it. `-m full` plays everything.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from storage.store import open_store
from tests.discord.practice import Practice
from tests.stage import Stage

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
SEED = int(os.environ.get("SCENARIO_SEED") or time.time() / 3600)
LONG = ("bad-code", "untouched")  # they wait for time limits, whatever the wire
LONGEST = 300  # seconds: a conversation that takes so long hangs

pytestmark = pytest.mark.asyncio(loop_scope="module")


def drawn() -> Iterator[Any]:
    """Every way to play every scenario; those that the seed did not draw are marked `full`."""
    for scenario in SCENARIOS:
        ways = [(dying, reads) for dying in (False, True) for reads in (False, True)]
        draw = random.Random(f"{SEED} {scenario}")
        sample = [draw.choice(ways[:2]), draw.choice(ways[2:])]
        if scenario in LONG:
            sample = [draw.choice(sample)]
        for dying, reads in ways:
            how = f"{'dying' if dying else 'alive'}-{'reading' if reads else 'not reading'}"
            marks = () if (dying, reads) in sample else (pytest.mark.full,)
            yield pytest.param(scenario, dying, reads, id=f"{scenario}-{how}", marks=marks)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest.mark.parametrize(("scenario", "dying", "reads"), list(drawn()))
async def test_the_conversation_goes_as_written(
    scenario: str,
    dying: bool,
    reads: bool,
    grader: GraderPool,
    tmp_path: Path,
    record_property: Any,
) -> None:
    record_property("scenario seed", SEED)
    catalog, store = Catalog(), open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Practice(store, catalog, grader, reads=reads) as practice:
        deaths = random.Random(f"{SEED} {scenario} deaths") if dying else None
        hand = practice.hand(random.Random(f"{SEED} {scenario} ways"), deaths)
        async with asyncio.timeout(LONGEST):
            await Stage(hand, store, catalog).play(SCENARIOS[scenario])
        allowed = (160004,) if dying else ()  # a thread that an earlier life opened
        assert not practice.refused(*allowed)
        practice.kept_its_secrets()
