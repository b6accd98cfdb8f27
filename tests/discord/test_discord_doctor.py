"""What `drill doctor` finds of Discord, and says with what to do about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest_asyncio

from bot.platforms.discord import commands, permissions, places
from bot.platforms.discord.doctor import Found, examine
from storage.store import Store, open_store
from tests.discord.counterpart import CONTENT, TOKEN, Counterpart
from tests.discord.world import EVERYBODY, NOBODY, World
from tests.stage import StageClock


@dataclass
class Clinic:
    discord: Counterpart
    store: Store

    async def found(self, token: str = TOKEN, content: bool = True) -> list[Found]:
        return await examine(token, content, self.store)

    async def said(self, content: bool = True) -> str:
        return "\n".join(each.line for each in await self.found(content=content))


@pytest_asyncio.fixture
async def clinic(tmp_path: Path) -> AsyncIterator[Clinic]:
    world = World(StageClock(datetime.now(UTC)).now)
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Counterpart(world, approved=CONTENT) as counterpart:
        yield Clinic(counterpart, store)
        assert not counterpart.faults
    store.close()


async def test_the_invite_link_asks_for_exactly_what_is_used(clinic: Clinic) -> None:
    [link] = [each.line for each in await clinic.found() if each.line.startswith("invite: ")]
    asked = parse_qs(urlsplit(link.removeprefix("invite: ")).query)
    assert asked["client_id"] == [str(clinic.discord.world.application)]
    assert asked["permissions"] == [str(permissions.NEEDED.value)]
    assert asked["scope"] == ["bot applications.commands"]


async def test_a_refused_token_is_said_with_where_to_get_another(clinic: Clinic) -> None:
    [found] = await clinic.found(token="another")
    assert not found.well
    assert "Reset Token" in found.line
    assert "another" not in found.line


async def test_lacking_permissions_are_named_by_server(clinic: Clinic) -> None:
    world = clinic.discord.world
    world.guild("open", permissions.NEEDED)
    world.guild("shut", NOBODY)
    world.guild("owned", discord.Permissions(administrator=True))
    found = {each.line.partition(":")[0]: each for each in await clinic.found()}
    assert found["open"].well
    assert found["owned"].well
    assert not found["shut"].well
    assert "Create Public Threads" in found["shut"].line


async def test_whether_messages_can_be_read_is_said(clinic: Clinic) -> None:
    assert "can simply be written" in await clinic.said()
    assert "DISCORD_MESSAGE_CONTENT is off" in await clinic.said(content=False)
    clinic.discord.approve(0)
    assert "Message Content Intent" in await clinic.said()


async def test_commands_that_were_removed_are_told_again_at_the_next_start(clinic: Clinic) -> None:
    bot = places.person(clinic.discord.world.application)
    clinic.store.set_setting(bot, commands.SYNCED, "told once")
    clinic.discord.world.guild("open", EVERYBODY)
    assert "/drill is not there" in await clinic.said()
    assert clinic.store.setting(bot, commands.SYNCED) == ""


async def test_nothing_is_heard_from_the_gateway_while_it_looks(clinic: Clinic) -> None:
    await clinic.found()
    assert clinic.discord.identified == 0
