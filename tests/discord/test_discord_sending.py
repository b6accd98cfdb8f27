"""What the bot sends, and what it does where Discord does not let it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.platforms.discord import places
from bot.platforms.discord.client import Client
from bot.platforms.discord.sending import Discord
from bot.ports import NotSent
from drills.effects import Announce, Choice, File, Keep, Mention, Say, Settle
from drills.model import End, Phase, Place, Session
from storage.store import Store, open_store
from tests.discord.counterpart import TOKEN, Counterpart
from tests.discord.outbox import Outbox
from tests.discord.world import EVERYBODY, NOBODY, Channel, Message, World
from tests.stage import StageClock

SKIP = Say(
    ("Skip part 1?\nSay `yes` or `no`.",),
    choices=(Choice("yes", "Yes, skip", answer=True), Choice("no", "No", answer=True)),
    ask=2,
)


@dataclass
class Scene:
    """A server with a practice channel, Ana in it, and one session of hers."""

    clock: StageClock
    store: Store
    discord: Counterpart
    client: Client
    platform: Discord

    def __post_init__(self) -> None:
        world = self.world = self.discord.world
        self.ana = world.user("ana")
        self.guild = world.guild("practice", EVERYBODY, self.ana)
        self.channel = world.text_channel(self.guild, "drills")
        self.outbox = Outbox(self.store, self.clock, self.platform)
        self.do, self.again = self.outbox.do, self.outbox.again

    def begin(self, private: bool = False) -> None:
        ana = places.person(self.ana.id)
        self.outbox.begin(ana, self.guild.id, self.channel.id, private)

    @property
    def session(self) -> Session:
        return self.outbox.session

    async def open(self, private: bool = False) -> None:
        self.begin(private)
        await self.do(Announce(f"{Mention(str(self.ana.id))} started **BUILD: Cache**"))

    def later(self, **time: float) -> None:
        self.clock.at += timedelta(**time)

    @property
    def thread(self) -> Channel:
        return self.world.channels[places.channel_of(self.session.place.thread)]

    def written(self, channel: Channel | None = None) -> list[Message]:
        return list((channel or self.thread).messages.values())

    def texts(self, channel: Channel | None = None) -> list[str]:
        return [text(message) for message in self.written(channel)]


def text(message: Message) -> str:
    def inside(parts: list[dict[str, Any]]) -> list[str]:
        return [t for p in parts for t in (p.get("content", ""), *inside(p.get("components", [])))]

    return "\n".join(filter(None, [message.content, *inside(message.components)]))


def labels(message: Message) -> list[str]:
    rows = [row.get("components", []) for row in message.components if row["type"] == 1]
    return [button["label"] for row in rows for button in row]


@pytest_asyncio.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    clock = StageClock()
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Counterpart(World(clock.now)) as counterpart:
        client = Client()
        await client.login(TOKEN)
        yield Scene(clock, store, counterpart, client, Discord(store, client, clock))
        await client.close()
        assert counterpart.faults == []
    store.close()


# --- opening -------------------------------------------------------------------------------------


async def test_a_drill_opens_as_a_thread_under_a_line_in_the_channel(scene: Scene) -> None:
    await scene.open()
    [line] = scene.written(scene.channel)
    assert line.content == f"<@{scene.ana.id}> started **BUILD: Cache**"
    assert line.pings == set()
    assert scene.session.place == places.place(scene.guild.id, line.id)
    assert scene.thread.name == "BUILD: Key-value store · mid"
    assert scene.ana.id in scene.thread.people


async def test_an_announcement_cut_off_is_found_and_not_said_again(scene: Scene) -> None:
    scene.begin()
    scene.discord.trouble("POST", "threads", retry_after=90.0)
    with pytest.raises(NotSent):
        await scene.do(Announce("started **BUILD: Cache**"))
    scene.later(hours=2)  # Discord has forgotten its nonce
    await scene.again()
    assert len(scene.written(scene.channel)) == 1
    assert scene.thread.parent is scene.channel


async def test_a_private_drill_leaves_no_word_in_the_channel(scene: Scene) -> None:
    await scene.open(private=True)
    assert scene.written(scene.channel) == []
    assert (scene.thread.kind, scene.thread.people) == (12, {scene.ana.id, scene.world.bot.id})


async def test_without_private_threads_a_private_drill_goes_to_the_direct_message(
    scene: Scene,
) -> None:
    scene.channel.denied[scene.world.bot.id] = discord.Permissions(create_private_threads=True)
    await scene.open(private=True)
    assert scene.thread is scene.world.direct(scene.ana)
    assert scene.written(scene.channel) == []


async def test_where_nothing_private_can_be_opened_it_waits_and_tells_nobody_else(
    scene: Scene,
) -> None:
    scene.channel.denied[scene.world.bot.id] = discord.Permissions(create_private_threads=True)
    scene.ana.accepts_direct = False
    with pytest.raises(NotSent):
        await scene.open(private=True)
    assert scene.written(scene.channel) == []
    assert "direct messages are closed" in scene.platform.trouble(scene.session)
    scene.ana.accepts_direct = True
    scene.later(minutes=1)
    await scene.again()
    assert scene.thread is scene.world.direct(scene.ana)
    assert scene.platform.trouble(scene.session) == ""


# --- saying --------------------------------------------------------------------------------------


async def test_a_message_calls_its_person_and_nobody_else(scene: Scene) -> None:
    await scene.open()
    await scene.do(Say(("⏱ 5:00 left @everyone <@1>",), mention=True))
    [message] = scene.written()
    assert message.pings == {str(scene.ana.id)}


async def test_a_part_comes_with_its_files(scene: Scene) -> None:
    await scene.open()
    file = File("PROBLEM.md", "# Cache\n", Keep.APPEND)
    await scene.do(Say(("BUILD: Cache", "Keep what was put."), files=(file,)))
    [message] = scene.written()
    assert [(kept.name, kept.raw) for kept in message.files] == [("PROBLEM.md", b"# Cache\n")]


async def test_a_progress_line_becomes_the_result(scene: Scene) -> None:
    await scene.open()
    await scene.do(Say(("Grading part 1 …",), name="grade:1", progress=True))
    await scene.do(Say(("Part 1 passed ✓", "visible 4 of 4"), name="grade:1"))
    assert scene.texts() == ["**Part 1 passed ✓**\nvisible 4 of 4"]


async def test_a_progress_line_of_more_than_an_hour_is_replaced_by_a_new_message(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.do(Say(("Grading part 1 …",), name="grade:1", progress=True))
    scene.later(hours=2)
    await scene.do(Say(("Part 1 passed ✓",), name="grade:1"))
    assert scene.texts() == ["Part 1 passed ✓"]
    assert all(sent.code != 30046 for sent in scene.discord.sent)


async def test_a_message_that_somebody_deleted_comes_anew(scene: Scene) -> None:
    await scene.open()
    await scene.do(Say(("Grading part 1 …",), name="grade:1", progress=True))
    scene.world.delete(scene.written()[0])
    await scene.do(Say(("Part 1 passed ✓",), name="grade:1"))
    assert scene.texts() == ["Part 1 passed ✓"]


@pytest.mark.parametrize("away", [0, 3600])
async def test_a_message_is_said_once_though_the_process_died_after_it(
    scene: Scene, away: int
) -> None:
    await scene.open()
    await scene.do(Say(("Hint for part 1",)), dying=True)
    scene.later(seconds=away)
    await scene.again()
    assert scene.texts() == ["Hint for part 1"]


async def test_the_same_words_said_twice_come_twice(scene: Scene) -> None:
    await scene.open()
    await scene.do(Say(("There is no code yet.",)))
    await scene.do(Say(("There is no code yet.",)))
    assert len(scene.written()) == 2


async def test_an_archived_thread_is_opened_again(scene: Scene) -> None:
    await scene.open()
    await scene.do(Say(("Grading …",), name="grade:1", progress=True))
    scene.thread.archived = True
    await scene.do(Say(("Part 1 passed ✓",), name="grade:1"))
    assert not scene.thread.archived
    assert scene.texts() == ["**Part 1 passed ✓**"]


async def test_a_short_rate_limit_is_waited_for_and_a_long_one_given_back(scene: Scene) -> None:
    await scene.open()
    scene.discord.trouble("POST", "messages", retry_after=0.01)
    await scene.do(Say(("One",)))
    scene.discord.trouble("POST", "messages", retry_after=90.0)
    with pytest.raises(NotSent) as told:
        await scene.do(Say(("Two",)))
    assert told.value.retry_after == 90.0
    scene.later(seconds=90)
    await scene.again()
    assert scene.texts() == ["One", "Two"]


# --- questions -----------------------------------------------------------------------------------


async def test_a_settled_question_says_who_chose_what_and_loses_its_buttons(scene: Scene) -> None:
    await scene.open()
    await scene.do(SKIP)
    assert labels(scene.written()[0]) == ["Yes, skip", "No"]
    await scene.do(Settle(2, "yes", scene.session.starter))
    [asked] = scene.written()
    at = f"<t:{scene.clock.at.timestamp():.0f}:t>"
    assert asked.content.splitlines()[-1] == f"→ **Yes, skip** · <@{scene.ana.id}> · {at}"
    assert (labels(asked), asked.pings) == ([], set())


async def test_a_question_of_more_than_an_hour_is_answered_below(scene: Scene) -> None:
    await scene.open()
    await scene.do(SKIP)
    scene.later(hours=3)
    await scene.do(Settle(2, "no", scene.session.starter))
    asked, told = scene.written()
    assert told.reply_to == asked.id
    assert told.content.startswith("→ **No** · ")


async def test_a_question_that_fell_away_loses_its_buttons(scene: Scene) -> None:
    await scene.open()
    await scene.do(SKIP)
    await scene.do(Settle(2, "", scene.session.starter))
    assert scene.texts() == [f"{SKIP.blocks[0]}\n→ No longer asked."]
    assert labels(scene.written()[0]) == []


# --- the end -------------------------------------------------------------------------------------


async def test_the_line_in_the_channel_says_how_it_ended(scene: Scene) -> None:
    await scene.open()
    scene.later(minutes=40)
    await scene.do(Announce("ana · **BUILD: Cache** · completed"))
    assert scene.texts(scene.channel) == ["ana · **BUILD: Cache** · completed"]


async def test_after_an_hour_the_end_is_a_reply_to_the_line(scene: Scene) -> None:
    await scene.open()
    scene.later(hours=5)
    await scene.do(Announce("ana · **BUILD: Cache** · completed"))
    line, told = scene.written(scene.channel)
    assert (told.reply_to, told.content) == (line.id, "ana · **BUILD: Cache** · completed")


async def test_the_end_of_a_private_drill_is_announced_nowhere(scene: Scene) -> None:
    await scene.open(private=True)
    await scene.do(Announce("ana · completed"))
    assert (scene.written(), scene.written(scene.channel)) == ([], [])


# --- where it is not let in --------------------------------------------------------------------


async def test_a_locked_thread_is_explained_once_and_told_all_when_it_is_unlocked(
    scene: Scene,
) -> None:
    await scene.open()
    scene.thread.archived = scene.thread.locked = True
    with pytest.raises(NotSent):
        await scene.do(Say(("⏱ 5:00 left on part 1.",), mention=True))
    scene.later(minutes=1)
    with pytest.raises(NotSent):
        await scene.again()
    [told] = scene.texts(scene.world.direct(scene.ana))
    assert f"{places.link(scene.session.place.thread)} is locked" in told
    scene.thread.archived = scene.thread.locked = False
    scene.later(minutes=1)
    await scene.again()
    assert scene.texts() == [f"⏱ 5:00 left on part 1. <@{scene.ana.id}>"]
    assert scene.platform.trouble(scene.session) == ""


async def test_a_deleted_thread_is_explained_and_holds_nothing_up(scene: Scene) -> None:
    await scene.open()
    scene.world.remove_channel(scene.thread)
    await scene.do(Say(("⏱ 5:00 left on part 1.",)))
    await scene.do(Say(("⏱ Part 1's target is reached.",)))
    [told] = scene.texts(scene.world.direct(scene.ana))
    assert "was deleted" in told
    assert "/drill abandon" in told


async def test_with_closed_direct_messages_the_channel_is_told_of_a_public_drill(
    scene: Scene,
) -> None:
    await scene.open()
    scene.ana.accepts_direct = False
    scene.world.remove_channel(scene.thread)
    await scene.do(Say(("⏱ 5:00 left on part 1.",)))
    _, told = scene.written(scene.channel)
    assert "was deleted" in told.content
    assert told.pings == {str(scene.ana.id)}


async def test_with_closed_direct_messages_nobody_hears_of_a_private_drill(scene: Scene) -> None:
    await scene.open(private=True)
    scene.ana.accepts_direct = False
    scene.world.remove_channel(scene.thread)
    await scene.do(Say(("⏱ 5:00 left on part 1.",)))
    assert scene.written(scene.channel) == []
    assert "was deleted" in scene.platform.trouble(scene.session)


async def test_what_the_bot_lacks_is_named_and_it_goes_on_once_it_is_allowed(scene: Scene) -> None:
    scene.channel.denied[scene.world.bot.id] = discord.Permissions(send_messages_in_threads=True)
    listening = asyncio.create_task(scene.client.connect())
    await scene.client.wait_until_ready()
    await scene.open()
    await scene.discord.taken()
    with pytest.raises(NotSent):
        await scene.do(Say(("Hint",)))
    [told] = scene.texts(scene.world.direct(scene.ana))
    assert f"in {places.link(scene.session.place.thread)}: I lack Send Messages in Threads" in told
    scene.channel.denied[scene.world.bot.id] = NOBODY
    scene.later(minutes=1)
    await scene.again()
    assert scene.texts() == ["Hint"]
    await scene.client.close()
    await listening


async def test_what_an_ended_drill_has_to_say_is_not_tried_for_ever(scene: Scene) -> None:
    await scene.open()
    scene.thread.archived = scene.thread.locked = True
    over = {"phase": Phase.ENDED, "end": End.FINISHED, "ended_at": scene.clock.now()}
    with pytest.raises(NotSent):
        await scene.do(Say(("Finished",)), **over)
    scene.later(days=2)
    await scene.again()
    assert not scene.outbox.waits()
    assert scene.texts() == []


def test_a_place_is_written_as_in_discords_own_addresses() -> None:
    assert places.place(1, 2) == Place("discord", "", "1/2")
    assert places.room(None, 5).thread("x") == Place("discord", "", "@me/5")
