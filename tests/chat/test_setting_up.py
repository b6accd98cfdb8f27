"""`/drill channel`: an admin sets a channel up, and what is noted there has its dates."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from drills.model import Person
from storage.store import open_store
from tests.chat.room import ANA, BO, Channel, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json", size=1)
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def general(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Channel]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    channel = Channel(store, grader)
    yield channel
    await channel.close()
    store.close()


async def say(general: Channel, line: str, by: Person = BO) -> str:
    return words((await general.slash(line, by)).say)


async def test_a_note_has_the_date_that_it_is_where_the_channel_is(general: Channel) -> None:
    assert "Time zone: UTC" in await say(general, "channel", ANA)
    assert "Time zone: America/Los_Angeles" in await say(general, "channel --zone los angeles")
    general.app.clock.at = datetime(2026, 3, 2, 3, tzinfo=UTC)
    session = await general.start()
    await general.post("done", session)
    await general.post("abandon", session)
    await general.press(session, "Yes, abandon")
    assert "2026-03-01" in general.store.notes(ANA)[0].text


async def test_only_an_admin_changes_a_channel_and_anyone_may_look(general: Channel) -> None:
    assert "Only those who administer" in await say(general, "channel --zone Europe/Berlin", ANA)
    assert "Time zone: UTC" in await say(general, "channel", ANA)
    await say(general, "channel --zone Europe/Berlin")
    assert "Time zone: Europe/Berlin" in await say(general, "channel --zone europe/berlin", ANA)


async def test_the_channels_own_drill_has_its_menu_shown_where_none_is_named(
    general: Channel,
) -> None:
    assert "PROGRESSIVE BUILD" in await say(general, "")
    assert "Drill: lab" in await say(general, "channel --drill lab")
    assert "PROGRESSIVE BUILD" not in await say(general, "")
    assert "PROGRESSIVE BUILD" in await say(general, "progressive")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("channel --zone Berlim", "Did you mean `Europe/Berlin`?"),
        ("channel --zone", "There is no time zone"),
        ("channel --zone ../../etc/passwd", "There is no time zone"),
        ("channel --drill karate", "There is no drill `karate`. There are `progressive`"),
        ("channel Europe/Berlin", "A channel has a `--zone` and a `--drill`"),
    ],
)
async def test_what_cannot_be_set_up_is_told_and_changes_nothing(
    general: Channel, line: str, told: str
) -> None:
    assert told in await say(general, line)
    assert "Time zone: UTC" in await say(general, "channel")
