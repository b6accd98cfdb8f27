"""Every conversation in `tests/scenarios`, over a real gateway and real HTTP on loopback, and over
`simcord`.

Each is played where the bot reads messages and where it does not, as it stands and with the
process dying in the middle of each step, or after it over simcord. `make test` plays a sample that
a seed draws, which also draws how things are done that can be done in several ways, and where the
deaths are: it is printed at the end, and SCENARIO_SEED sets it. `-m full` plays everything.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from content.catalog import Catalog
from storage.store import open_store
from tests.discord.practice import Practice
from tests.discord.simulated import Simulated
from tests.stage import LONG, SEED, Stage

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
OTHERS = {
    path.stem: path.read_text()
    for kind in ("lab", "session")
    for path in sorted(FOLDER.glob(f"{kind}/*.txt"))
}
LONGEST = 300  # seconds: a conversation that takes so long hangs

pytestmark = pytest.mark.asyncio(loop_scope="module")


def drawn() -> list[Any]:
    """Every way to play every scenario over the wires: (scenario, dying, reading)."""
    ways = [(dying, reading) for dying in (False, True) for reading in (False, True)]
    cases = []
    for scenario in (*SCENARIOS, *OTHERS):
        draw = random.Random(f"{SEED} {scenario}")
        sample = [draw.choice(ways[:2]), draw.choice(ways[2:])]
        if scenario in LONG or scenario in OTHERS:
            sample = [draw.choice(sample)]
        for way in ways:
            how = f"{'dying' if way[0] else 'alive'}-{'reading' if way[1] else 'not reading'}"
            cases.append(_case(f"{scenario}-{how}", way in sample, scenario, *way))
    return cases


def drawn_for_simcord() -> list[Any]:
    """The same over simcord: (scenario, restarting)."""
    cases = []
    for scenario in (*SCENARIOS, *OTHERS):
        sample = random.Random(f"{SEED} {scenario} simcord").random() < 0.5
        for restarting in (False, True):
            played = restarting == sample and scenario not in (*LONG, *OTHERS)
            how = "restarting" if restarting else "alive"
            cases.append(_case(f"{scenario}-{how}", played, scenario, restarting))
    return cases


def _case(id: str, sampled: bool, *values: object) -> Any:
    return pytest.param(*values, id=id, marks=() if sampled else (pytest.mark.full,))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@pytest.mark.parametrize(("scenario", "dying", "reads"), drawn())
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
            await Stage(hand, store, catalog).play({**SCENARIOS, **OTHERS}[scenario])
        allowed = (160004,) if dying else ()  # a thread that an earlier life opened
        assert not practice.refused(*allowed)
        assert dying or not practice.unanswered()
        practice.was_sent_once()
        practice.kept_its_secrets()
        practice.spelled_as_discord_does()


@pytest.mark.parametrize(("scenario", "restarting"), drawn_for_simcord())
async def test_the_conversation_goes_as_written_over_simcord(
    scenario: str, restarting: bool, grader: GraderPool, tmp_path: Path, record_property: Any
) -> None:
    record_property("scenario seed", SEED)
    catalog, store = Catalog(), open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    ways = random.Random(f"{SEED} {scenario} ways")
    async with Simulated(store, catalog, grader, ways, restarting) as hand:
        async with asyncio.timeout(LONGEST):
            await Stage(hand, store, catalog).play({**SCENARIOS, **OTHERS}[scenario])
