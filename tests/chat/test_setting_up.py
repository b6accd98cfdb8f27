"""`/drill channel`: an admin sets a channel up, and what is noted there has its dates."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from drills.model import Person
from tests.chat.room import ANA, BO, Channel, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def say(channel: Channel, line: str, by: Person = BO) -> str:
    return words((await channel.slash(line, by)).say)


async def test_a_note_has_the_date_that_it_is_where_the_channel_is(channel: Channel) -> None:
    assert "Time zone: UTC" in await say(channel, "channel", ANA)
    assert "Time zone: America/Los_Angeles" in await say(channel, "channel --zone los angeles")
    channel.app.clock.at = datetime(2026, 3, 2, 3, tzinfo=UTC)
    session = await channel.start()
    await channel.post("done", session)
    await channel.post("abandon", session)
    await channel.press(session, "Yes, abandon")
    assert "2026-03-01" in channel.store.notes(ANA)[0].text


async def test_only_an_admin_changes_a_channel_and_anyone_may_look(channel: Channel) -> None:
    assert "Only those who administer" in await say(channel, "channel --zone Europe/Berlin", ANA)
    assert "Time zone: UTC" in await say(channel, "channel", ANA)
    await say(channel, "channel --zone Europe/Berlin")
    assert "Time zone: Europe/Berlin" in await say(channel, "channel --zone europe/berlin", ANA)


async def test_the_channels_own_drill_has_its_menu_shown_where_none_is_named(
    channel: Channel,
) -> None:
    assert "PROGRESSIVE BUILD" in await say(channel, "")
    assert "Drill: lab" in await say(channel, "channel --drill lab")
    assert "PROGRESSIVE BUILD" not in await say(channel, "")
    assert "PROGRESSIVE BUILD" in await say(channel, "progressive")


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
    channel: Channel, line: str, told: str
) -> None:
    assert told in await say(channel, line)
    assert "Time zone: UTC" in await say(channel, "channel")
