"""What is for one person alone reaches that person, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest_asyncio

from bot.app import Answer
from bot.platforms.discord import ids, places
from bot.platforms.discord.client import Client
from bot.platforms.discord.sending import Discord
from drills.effects import Announce, Choice, Say, Table
from storage.store import Store, open_store
from tests.discord.counterpart import TOKEN, Counterpart
from tests.discord.outbox import Outbox
from tests.discord.person import Button, Person
from tests.discord.world import EVERYBODY, Channel, Message, World
from tests.stage import StageClock

SECRET = Say(("Your notes", Table(("Part", "Time"), (("1", "Nobody else"),))))


@dataclass
class Scene:
    """Ana and Ben in a channel, where a message of the bot has a button that Ana presses."""

    clock: StageClock
    store: Store
    counterpart: Counterpart
    client: Client
    platform: Discord
    work: Answer = field(default_factory=Answer)  # what a press leads to
    said: Say | None = None  # in the session, while it is taken
    failed: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        world = self.world = self.counterpart.world
        self.ana, self.ben = (Person(self.counterpart, world.user(name)) for name in ("ana", "ben"))
        self.guild = world.guild("practice", EVERYBODY, self.ana.user, self.ben.user)
        self.channel = world.text_channel(self.guild, "drills")
        self.outbox = Outbox(self.store, self.clock, self.platform)
        self.done, self.connected = asyncio.Event(), asyncio.Event()
        self.client.event(self.on_interaction)
        self.client.event(self.on_connect)

    async def on_connect(self) -> None:
        self.connected.set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.defer()
            with self.platform.answering(interaction):
                if self.said is not None:
                    await self.outbox.do(self.said)
            await self.platform.answer(interaction, self.work)
        except Exception as error:
            self.failed.append(error)
        self.done.set()

    async def open(self) -> None:
        """A session of Ana's, whose thread holds the button."""
        who = places.person(self.ana.user.id)
        self.outbox.begin(who, self.guild.id, self.channel.id)
        await self.outbox.do(Announce("Ana started"))
        self.channel = self.world.channels[places.channel_of(self.outbox.session.place.thread)]

    async def press(self, work: Answer, said: Say | None = None) -> None:
        self.work, self.said = work, said
        row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Go", "custom_id": "x"}]}
        posted = self.world.post(
            self.channel, self.world.bot, {"content": "Go?", "components": [row]}
        )
        self.ana.press(Button(posted, "x", "Go"))
        await self.done.wait()
        assert self.failed == []

    def message(self, written: Message) -> discord.Message:
        """As the gateway gave it to the bot."""
        channel: Any = self.client.get_channel(self.channel.id)
        state: Any = self.client._connection
        return discord.Message(state=state, channel=channel, data=self.world.message_json(written))  # type: ignore[arg-type]

    def heard(self, channel: Channel | None = None) -> list[tuple[str, Any]]:
        """What the bot said in a channel after its button, and whom for."""
        written = list((channel or self.channel).messages.values())
        own = [m for m in written if m.author is self.world.bot and m.content != "Go?"]
        return [(m.content, m.alone) for m in own]


@pytest_asyncio.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    clock = StageClock(datetime.now(UTC))
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Counterpart(World(clock.now)) as counterpart:
        client = Client()
        scene = Scene(clock, store, counterpart, client, Discord(store, client, clock))
        await client.login(TOKEN)
        listening = asyncio.create_task(client.connect())
        await scene.connected.wait()
        await counterpart.taken()
        yield scene
        await client.close()
        await listening
        assert counterpart.faults == []
    store.close()


async def test_an_answer_to_a_press_is_for_its_person_alone(scene: Scene) -> None:
    await scene.press(Answer(Say(("That button does nothing any more.",))))
    assert scene.heard() == [("That button does nothing any more.", scene.ana.user)]


async def test_what_a_drill_says_to_one_person_is_shown_under_what_they_did(scene: Scene) -> None:
    await scene.open()
    who = places.person(scene.ana.user.id)
    await scene.press(Answer(), Say(("Only the starter may skip it.",), to=who))
    assert scene.heard() == [("Only the starter may skip it.", scene.ana.user)]


async def test_what_a_drill_says_to_another_person_calls_them_in_the_thread(scene: Scene) -> None:
    await scene.open()
    who = places.person(scene.ben.user.id)
    await scene.press(Answer(), Say(("There is no command `go`.",), to=who))
    called = f"There is no command `go`. <@{scene.ben.user.id}>"
    assert scene.heard() == [(called, None)]


async def test_after_fifteen_minutes_an_answer_comes_as_a_direct_message(scene: Scene) -> None:
    scene.clock.at -= timedelta(minutes=20)
    await scene.press(Answer(Say(("Here it is.",))))
    assert scene.heard() == []
    assert scene.heard(scene.world.direct(scene.ana.user)) == [("Here it is.", None)]


async def test_with_no_private_way_left_the_person_is_asked_again_and_nothing_is_told(
    scene: Scene,
) -> None:
    scene.clock.at -= timedelta(minutes=20)
    scene.ana.user.accepts_direct = False
    await scene.press(Answer(SECRET))
    [(told, alone)] = scene.heard()
    assert told.startswith(f"<@{scene.ana.user.id}> ")
    assert "Nobody else" not in told
    assert alone is None


async def test_a_choice_of_an_answer_names_the_session_that_it_is_about(scene: Scene) -> None:
    taken = Say(("A session is already running here.",), choices=(Choice("finish", "Finish"),))
    await scene.open()
    await scene.press(Answer(taken, scene.outbox.session))
    [shown] = [m for m in scene.channel.messages.values() if m.alone]
    button = shown.components[0]["components"][0]
    assert ids.read(button["custom_id"]) == ids.Pick(f"finish {'5f' * 8}")


async def test_a_sentence_answers_a_message_by_name(scene: Scene) -> None:
    written = scene.ben.write(scene.channel, "done")
    message = scene.message(written)
    await scene.platform.reply(message, Answer(Say(("This is another's drill.",))), "done")
    [reply] = [m for m in scene.channel.messages.values() if m.author is scene.world.bot]
    assert reply.content == f"<@{scene.ben.user.id}> This is another's drill."
    assert reply.reply_to == written.id
    assert reply.pings == {str(scene.ben.user.id)}


async def test_more_than_a_sentence_is_behind_a_button(scene: Scene) -> None:
    message = scene.message(scene.ana.write(scene.channel, "notes"))
    await scene.platform.reply(message, Answer(SECRET), "notes")
    [reply] = [m for m in scene.channel.messages.values() if m.author is scene.world.bot]
    assert "Nobody else" not in str(scene.world.message_json(reply))
    button = reply.components[0]["components"][0]
    assert ids.read(button["custom_id"]) == ids.Show("notes")


async def test_in_a_direct_message_everything_is_said_at_once(scene: Scene) -> None:
    direct = scene.world.direct(scene.ana.user)
    written = scene.ana.write(direct, "notes")
    message = scene.message(written)
    message.channel, message.guild = scene.client.get_partial_messageable(direct.id), None  # type: ignore[assignment]
    await scene.platform.reply(message, Answer(SECRET), "notes")
    [reply] = [m for m in direct.messages.values() if m.author is scene.world.bot]
    assert "Nobody else" in str(scene.world.message_json(reply))


async def test_trouble_with_a_thread_is_told_to_whoever_acts(scene: Scene) -> None:
    await scene.open()
    thread, scene.channel = scene.channel, scene.channel.parent or scene.channel
    scene.world.remove_channel(thread)
    await scene.outbox.do(Say(("⏱ 5:00 left",)))
    await scene.press(Answer(session=scene.outbox.session))
    told, alone = scene.heard()[-1]
    assert "was deleted" in told
    assert alone is scene.ana.user
