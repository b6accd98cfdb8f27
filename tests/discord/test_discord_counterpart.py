"""The counterpart does to any bot what Discord does: shown with a small bot of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord import app_commands

from tests.discord import schema, trim_openapi
from tests.discord.counterpart import CONTENT, TOKEN, Counterpart
from tests.discord.person import Person, words
from tests.discord.world import EVERYBODY, PRIVATE, World
from tests.stage import StageClock


class Parrot(discord.AutoShardedClient):
    """Repeats what it hears."""

    def __init__(self, content: bool = True) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        intents.message_content = content
        super().__init__(intents=intents)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.hearing = asyncio.Condition()
        self.connected, self.answered = asyncio.Event(), asyncio.Event()

        @self.tree.command(name="say", description="Says it")
        async def say(interaction: discord.Interaction[Any], text: str) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.followup.send(text)
            self.answered.set()

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_connect(self) -> None:
        self.connected.set()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            async with self.hearing:
                self.heard.append(message.content)
                self.hearing.notify_all()

    async def until(self, count: int) -> list[str]:
        async with self.hearing:
            await self.hearing.wait_for(lambda: len(self.heard) >= count)
        return self.heard


class Scene:
    def __init__(self, server: Counterpart) -> None:
        self.discord, self.world = server, server.world
        ana = self.world.user("ana")
        self.guild = self.world.guild("practice", EVERYBODY, ana)
        self.room = self.world.text_channel(self.guild, "drills")
        self.ana = Person(server, ana)

    def channel(self, bot: discord.Client) -> discord.TextChannel:
        found = bot.get_channel(self.room.id)
        assert isinstance(found, discord.TextChannel)
        return found

    @contextlib.asynccontextmanager
    async def bot(self, content: bool = True) -> AsyncIterator[Parrot]:
        parrot = Parrot(content)
        running = asyncio.create_task(parrot.start(TOKEN))
        connected = asyncio.create_task(parrot.connected.wait())
        await asyncio.wait([running, connected], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            connected.cancel()
            await running
        await self.discord.taken()
        try:
            yield parrot
        finally:
            await parrot.close()
            await running


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Scene]:
    async with Counterpart(World(StageClock().now)) as server:
        yield Scene(server)


async def test_a_message_reaches_the_bot_and_its_answer_the_person(scene: Scene) -> None:
    async with scene.bot() as parrot:
        scene.ana.write(scene.room, "hello")
        assert await parrot.until(1) == ["hello"]
        await scene.channel(parrot).send("hello yourself", file=discord.File(__file__, "here.py"))
        [message] = scene.ana.sees()
        assert words(message) == "hello yourself\n(here.py)"


async def test_without_the_intent_only_mentions_and_direct_messages_can_be_read(
    scene: Scene,
) -> None:
    async with scene.bot(content=False) as parrot:
        scene.ana.write(scene.room, "hello")
        scene.ana.write(scene.room, f"<@{scene.world.bot.id}> hello")
        scene.ana.write(scene.world.direct(scene.ana.user), "psst")
        assert await parrot.until(3) == ["", f"<@{scene.world.bot.id}> hello", "psst"]


async def test_an_intent_that_the_portal_does_not_allow_is_refused(scene: Scene) -> None:
    scene.discord.approve(0)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with scene.bot():
            pass


async def test_what_happened_while_the_bot_was_cut_off_comes_when_it_resumes(scene: Scene) -> None:
    async with scene.bot() as parrot:
        scene.ana.write(scene.room, "one")
        await parrot.until(1)
        resumed = asyncio.create_task(parrot.wait_for("resumed"))
        await scene.discord.drop()
        scene.ana.write(scene.room, "two")
        await resumed
        assert await parrot.until(2) == ["one", "two"]
        await scene.discord.reconnect()
        scene.ana.write(scene.room, "three")
        assert await parrot.until(3) == ["one", "two", "three"]
        assert scene.discord.identified == 1


async def test_a_session_that_was_lost_begins_anew(scene: Scene) -> None:
    async with scene.bot() as parrot:
        connected = asyncio.create_task(parrot.wait_for("connect"))
        await scene.discord.invalidate()
        await connected
        await scene.discord.taken()
        scene.ana.write(scene.room, "still there?")
        assert await parrot.until(1) == ["still there?"]
        assert scene.discord.identified == 2


async def test_a_repeated_nonce_is_sent_once(scene: Scene) -> None:
    async with scene.bot() as parrot:
        channel = parrot.get_partial_messageable(scene.room.id)
        first = await channel.send("once", nonce="n")
        assert (await channel.send("once", nonce="n")).id == first.id
        assert len(scene.ana.sees()) == 1


async def test_there_is_no_thread_inside_a_thread(scene: Scene) -> None:
    async with scene.bot() as parrot:
        message = await scene.channel(parrot).send("below")
        thread = await message.create_thread(name="thread")
        inside = await thread.send("inside")
        with pytest.raises(discord.HTTPException, match="50024"):
            await inside.create_thread(name="deeper")
        with pytest.raises(discord.HTTPException, match="160004"):
            await message.create_thread(name="again")


async def test_an_archived_thread_opens_by_a_message_and_a_locked_one_does_not(
    scene: Scene,
) -> None:
    async with scene.bot() as parrot:
        message = await scene.channel(parrot).send("below")
        thread = await message.create_thread(name="thread")
        inside = await thread.send("inside")
        here = scene.world.channels[thread.id]
        here.archived = True
        with pytest.raises(discord.HTTPException, match="50083"):
            await inside.edit(content="changed")
        await thread.send("opens it")
        assert not here.archived
        here.locked = here.archived = True
        with pytest.raises(discord.HTTPException, match="160005"):
            await thread.send("is refused")


async def test_a_private_thread_is_for_those_who_are_in_it(scene: Scene) -> None:
    async with scene.bot() as parrot:
        private = discord.ChannelType.private_thread
        thread = await scene.channel(parrot).create_thread(name="t", type=private)
        await thread.send("a secret")
        assert scene.world.channels[thread.id].kind == PRIVATE
        assert scene.ana.sees() == []
        await thread.add_user(discord.Object(scene.ana.user.id))
        assert [words(message) for message in scene.ana.sees()] == ["a secret"]


async def test_an_interaction_is_answered_once_in_time_and_for_a_quarter_of_an_hour(
    scene: Scene,
) -> None:
    clock = StageClock()
    scene.world.now = clock.now
    async with scene.bot() as parrot:
        asked = scene.ana.slash(scene.room, ("say",), text="for you")
        await parrot.answered.wait()
        [message] = scene.ana.sees()
        assert words(message) == "for you"
        assert message.alone is scene.ana.user
        answer = discord.http.Route(
            "POST", "/interactions/{id}/{token}/callback", id=asked.id, token=asked.token
        )
        with pytest.raises(discord.HTTPException, match="40060"):
            await parrot.http.request(answer, json={"type": 5})
        follow = discord.http.Route(
            "POST", "/webhooks/{id}/{token}", id=scene.world.application, token=asked.token
        )
        await parrot.http.request(follow, json={"content": "in time"})
        clock.at += timedelta(minutes=15, seconds=1)
        with pytest.raises(discord.HTTPException, match="50027"):
            await parrot.http.request(follow, json={"content": "late"})


async def test_an_answer_after_three_seconds_comes_too_late(scene: Scene) -> None:
    clock = StageClock()
    scene.world.now = clock.now
    async with scene.bot() as parrot:
        lost = scene.discord.trouble("POST", "callback", hold="before")
        asked = scene.ana.slash(scene.room, ("say",), text="for you")
        await lost.met.wait()
        clock.at += timedelta(seconds=3.1)
        answer = discord.http.Route(
            "POST", "/interactions/{id}/{token}/callback", id=asked.id, token=asked.token
        )
        with pytest.raises(discord.HTTPException, match="10062"):
            await parrot.http.request(answer, json={"type": 5})


async def test_a_message_of_more_than_an_hour_is_not_edited(scene: Scene) -> None:
    clock = StageClock()
    scene.world.now = clock.now
    async with scene.bot() as parrot:
        sent = await scene.channel(parrot).send("now")
        await sent.edit(content="then")
        clock.at += timedelta(hours=1, seconds=1)
        with pytest.raises(discord.HTTPException, match="30046"):
            await sent.edit(content="long ago")


async def test_what_is_not_there_or_not_allowed_is_refused_by_its_code(scene: Scene) -> None:
    async with scene.bot() as parrot:
        channel, bot = scene.channel(parrot), scene.world.bot.id
        with pytest.raises(discord.NotFound, match="10008"):
            await channel.fetch_message(1)
        with pytest.raises(discord.NotFound, match="10003"):
            await parrot.get_partial_messageable(1).send("x")
        scene.room.denied[bot] = discord.Permissions(send_messages=True)
        with pytest.raises(discord.Forbidden, match="50013"):
            await channel.send("x")
        scene.room.denied[bot] = discord.Permissions(view_channel=True)
        with pytest.raises(discord.Forbidden, match="50001"):
            await channel.send("x")
        scene.ana.user.accepts_direct = False
        direct = await parrot.create_dm(discord.Object(scene.ana.user.id))
        with pytest.raises(discord.Forbidden, match="50007"):
            await direct.send("x")


async def test_any_refusal_and_any_silence_can_be_planned(scene: Scene) -> None:
    async with scene.bot() as parrot:
        channel = scene.channel(parrot)
        scene.discord.trouble("POST", "/messages$", code=50083)
        scene.discord.trouble("POST", "/messages$", retry_after=0.01)
        scene.discord.trouble("POST", "/messages$", cut=True)
        with pytest.raises(discord.HTTPException, match="50083"):
            await channel.send("refused")
        with pytest.raises(aiohttp.ClientError):
            await channel.send("waits, and then is cut off")
        await channel.send("gets through")
        assert [words(message) for message in scene.ana.sees()] == ["gets through"]


async def test_nobody_is_called_whom_the_request_does_not_allow(scene: Scene) -> None:
    async with scene.bot() as parrot:
        text = f"@everyone <@{scene.ana.user.id}>"
        await scene.channel(parrot).send(text, allowed_mentions=discord.AllowedMentions.none())
        await scene.channel(parrot).send(text)  # `everyone` is beyond the bot's permissions
        calls = [message.pings for message in scene.ana.sees()]
        assert calls == [set(), {str(scene.ana.user.id)}]


async def test_what_is_over_a_limit_is_refused_and_remembered(scene: Scene) -> None:
    async with scene.bot() as parrot:
        channel = parrot.get_partial_messageable(scene.room.id)
        with pytest.raises(discord.HTTPException, match="50035"):
            await channel.send("x" * 2001)
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.TextDisplay("x" * 3000))
        view.add_item(discord.ui.TextDisplay("x" * 1001))
        with pytest.raises(discord.HTTPException, match="50035"):
            await channel.send(view=view)
    assert len(scene.discord.faults) == 2
    scene.discord.faults.clear()


def test_the_trimmed_description_is_what_trimming_gives() -> None:
    whole = json.loads(trim_openapi.TRIMMED.read_text())
    again = trim_openapi.trimmed(whole)
    again["info"]["title"] = whole["info"]["title"]
    assert again == whole
    assert schema.operation("POST", "/channels/1/messages") is not None
    assert discord.Intents(message_content=True).value == CONTENT
