"""The conversations of `tests/scenarios`, over Slack's own wires.

Each is played over Socket Mode and over signed HTTP, as it stands and with the process dying in
the middle of every step. Of the latter a sample is played, drawn by a seed that the report shows
(`SCENARIO_SEED=…` draws the same one again); `-m full` plays all.
"""

from __future__ import annotations

import os
import random
import secrets
from pathlib import Path

import pytest

from storage.store import open_store
from tests.slack.client import SlackClient
from tests.slack.practice import HTTP, SOCKET, Practice, Remembering
from tests.stage import Stage

SCENARIOS = {
    path.stem: path.read_text()
    for path in sorted((Path(__file__).parents[1] / "scenarios").glob("*.txt"))
}
SEED = int(os.environ.get("SCENARIO_SEED") or secrets.randbelow(1_000_000))

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("wire", [SOCKET, HTTP])
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_the_conversation_goes_as_written_on_slack(
    scenario: str, wire: str, grader: Remembering, tmp_path: Path
) -> None:
    await play(scenario, wire, grader, tmp_path, crashing=False)


def crashed() -> list[object]:
    """Every scenario on one wire in a sample, on both in full."""
    draw = random.Random(SEED)
    cases: list[object] = []
    for scenario in SCENARIOS:
        sampled = draw.choice([SOCKET, HTTP])
        for wire in (SOCKET, HTTP):
            marks = [] if wire == sampled else [pytest.mark.full]
            cases.append(pytest.param(scenario, wire, marks=marks, id=f"{scenario}-{wire}"))
    return cases


@pytest.mark.parametrize(("scenario", "wire"), crashed())
async def test_the_conversation_survives_a_restart_in_the_middle_of_every_step(
    scenario: str, wire: str, grader: Remembering, tmp_path: Path
) -> None:
    await play(scenario, wire, grader, tmp_path, crashing=True)


async def play(scenario: str, wire: str, grader: Remembering, folder: Path, crashing: bool) -> None:
    store = open_store(f"sqlite:///{folder / 'drillbot.db'}")
    practice = Practice(store, grader, wire)
    await practice.open()
    try:
        client = SlackClient(practice, crashing)
        await Stage(client, store, practice.catalog).play(SCENARIOS[scenario])
        if crashing:
            print(f"{practice.restarts} restarts, {client.repeats} things done again")  # noqa: T201
            assert practice.restarts > 5
    finally:
        await practice.close()
        store.close()
