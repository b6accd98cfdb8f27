"""The conversations of `tests/scenarios`, over Slack's own wires.

Each is played over Socket Mode and over signed HTTP, as it stands and with the process dying in
the middle of every step. `make test` plays a sample that a seed draws: each scenario both ways, one
over each wire, and each lab in one way. It is printed at the end, and SCENARIO_SEED sets it.
`-m full` plays the rest.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage.store import open_store
from tests.slack.client import SlackClient
from tests.slack.practice import HTTP, SOCKET, Practice, Remembering
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
    """Every way to play every scenario: (scenario, wire, crashing)."""
    cases = []
    for scenario in (*SCENARIOS, *OTHERS):
        draw = random.Random(f"{SEED} {scenario}")
        wire = draw.choice([SOCKET, HTTP])
        sample = [(wire, False), (HTTP if wire == SOCKET else SOCKET, True)]
        if scenario in LONG or scenario in OTHERS:
            sample = [draw.choice(sample)]
        for way in [(wire, crashing) for wire in (SOCKET, HTTP) for crashing in (False, True)]:
            id = f"{scenario}-{way[0]}-{'dying' if way[1] else 'alive'}"
            marks = () if way in sample else (pytest.mark.full,)
            cases.append(pytest.param(scenario, *way, id=id, marks=marks))
    return cases


@pytest.mark.parametrize(("scenario", "wire", "crashing"), drawn())
async def test_the_conversation_goes_as_written_on_slack(
    scenario: str,
    wire: str,
    crashing: bool,
    grader: Remembering,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    record_property("scenario seed", SEED)
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    practice = Practice(store, grader, wire)
    await practice.open()
    try:
        client = SlackClient(practice, crashing)
        async with asyncio.timeout(LONGEST):
            await Stage(client, store, practice.catalog).play({**SCENARIOS, **OTHERS}[scenario])
        if crashing:
            assert practice.restarts > 5
            record_property("restarts", f"{practice.restarts}, {client.repeats} things done again")
    finally:
        await practice.close()
        store.close()
