"""What people do on Discord, and what the bot makes of it: commands, forms, messages, files."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from bot.platforms.discord import commands, places
from content.catalog import Catalog
from drills.model import Session
from storage.store import open_store
from tests.discord.counterpart import CONTENT, Counterpart
from tests.discord.hand import Server
from tests.discord.person import Button, Person, words
from tests.discord.process import watch_tasks
from tests.discord.world import EVERYBODY, Channel, Interaction, World
from tests.stage import StageClock

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(size=1, cache=Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json")
    await pool.start()
    yield pool
    await pool.close()


@dataclass
class Scene:
    """A practice server with Ana and Bo in it, and the bot's process."""

    server: Server
    ana: Person
    bo: Person
    room: Channel

    @property
    def discord(self) -> Counterpart:
        return self.server.discord

    async def settled(self) -> None:
        await self.server.settled()

    async def restart(self) -> None:
        await self.server.kill()
        await self.server.start()
        await self.settled()

    async def slash(
        self, who: Person, name: str, where: Channel | None = None, **options: Any
    ) -> Interaction:
        used = who.slash(where or self.room, ("drill", name), **options)
        await self.settled()
        return used

    async def begin(self, **options: Any) -> tuple[Session, Channel]:
        """Ana starts a drill, later than the one before; the session, and its thread."""
        self.server.clock.at += timedelta(seconds=1)
        await self.slash(self.ana, "progressive", **{"domain": "kv-store", "seed": 7, **options})
        session = self.sessions(self.ana)[-1]
        return session, self.thread(session)

    def sessions(self, who: Person) -> list[Session]:
        store = self.server.store
        attempts = store.attempts(places.person(who.user.id))
        return [store.session(attempt.session) for attempt in attempts]

    def thread(self, session: Session) -> Channel:
        return self.discord.world.channels[places.channel_of(session.place.thread)]

    def solution(self, session: Session) -> str:
        """The model solution of part 1."""
        return self.server.store.problem(session.draw).parts[0].reference

    def button(self, who: Person, label: str) -> Button:
        return who.buttons(label)[-1]

    async def form(self, who: Person) -> Interaction:
        opened = who.press(self.button(who, "Send code"))
        await self.settled()
        return opened

    def last(self, who: Person) -> str:
        return words(who.sees()[-1])

    def alone(self, who: Person) -> str:
        """The last message that only this person sees."""
        return words([message for message in who.sees() if message.alone is who.user][-1])

    def commands_told(self) -> int:
        where = ("PUT", "/applications/{application_id}/commands")
        return sum((sent.method, sent.template) == where for sent in self.discord.sent)


@pytest_asyncio.fixture(loop_scope="module")
async def scene(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Scene]:
    watch_tasks(asyncio.get_running_loop())
    clock = StageClock(datetime.now(UTC))
    world = World(clock.now)
    ana, bo = world.user("ana"), world.user("bo")
    guild = world.guild("practice", EVERYBODY, ana, bo)
    room = world.text_channel(guild, "drills")
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    async with Counterpart(world, approved=CONTENT) as counterpart:
        server = Server(counterpart, store, Catalog(), grader, clock)
        await server.start()
        await server.settled()
        try:
            yield Scene(server, Person(counterpart, ana), Person(counterpart, bo), room)
        finally:
            await server.kill()
            store.close()
        assert not counterpart.faults


# --- commands ------------------------------------------------------------------------------------


async def test_discord_is_told_the_commands_only_when_they_changed(scene: Scene) -> None:
    assert scene.commands_told() == 1
    await scene.restart()
    assert scene.commands_told() == 1
    bot = places.person(scene.discord.world.application)
    scene.server.store.set_setting(bot, commands.SYNCED, "of an earlier version")
    await scene.restart()
    assert scene.commands_told() == 2


async def test_domains_are_offered_as_one_types(scene: Scene) -> None:
    typed = scene.ana.complete(scene.room, ("drill", "progressive"), "domain", "LIM")
    await scene.settled()
    assert [choice["value"] for choice in typed.choices or []] == ["rate-limiter"]


async def test_time_zones_are_offered_as_one_types(scene: Scene) -> None:
    typed = scene.ana.complete(scene.room, ("drill", "channel"), "zone", "sao p")
    every = scene.ana.complete(scene.room, ("drill", "channel"), "zone", "")
    await scene.settled()
    assert [choice["value"] for choice in typed.choices or []] == ["America/Sao_Paulo"]
    assert len(every.choices or []) == commands.MOST


async def test_who_manages_a_channel_sets_it_up(scene: Scene) -> None:
    assert scene.room.guild is not None
    managing = EVERYBODY | discord.Permissions(manage_channels=True)
    scene.room.guild.members[scene.bo.user.id] = managing
    await scene.restart()  # the bot is told of the roles of a server when it comes there
    zone = {"zone": "Asia/Kolkata"}
    await scene.slash(scene.ana, "channel", **zone)
    assert "Only those who administer this channel" in scene.alone(scene.ana)
    await scene.slash(scene.bo, "channel", **zone)
    assert "Time zone: Asia/Kolkata" in scene.alone(scene.bo)
    await scene.slash(scene.ana, "channel")
    assert "Time zone: Asia/Kolkata" in scene.alone(scene.ana)


async def test_only_ones_own_open_drills_are_offered(scene: Scene) -> None:
    first, _ = await scene.begin()
    second, _ = await scene.begin(domain="rate-limiter")
    typed = scene.ana.complete(scene.room, ("drill", "done"), "session", "")
    other = scene.bo.complete(scene.room, ("drill", "done"), "session", "")
    await scene.settled()
    assert [choice["value"] for choice in typed.choices or []] == [second.id, first.id]
    assert other.choices == []


async def test_a_command_given_elsewhere_reaches_the_drill_that_was_chosen(scene: Scene) -> None:
    first, thread = await scene.begin()
    await scene.begin(domain="rate-limiter")
    await scene.slash(scene.ana, "hint", session=first.id)
    assert any("A hint for part 1?" in words(message) for message in thread.messages.values())


async def test_nobody_reaches_anothers_drill_by_its_id(scene: Scene) -> None:
    session, thread = await scene.begin()
    before = len(thread.messages)
    await scene.slash(scene.bo, "abandon", session=session.id)
    await scene.slash(scene.bo, "send", session=session.id)
    assert "None of your open drills" in scene.alone(scene.bo)
    assert len(thread.messages) == before


async def test_a_lacking_permission_is_named_and_nothing_is_begun(scene: Scene) -> None:
    bot = scene.discord.world.bot
    scene.room.denied[bot.id] = discord.Permissions(create_public_threads=True, attach_files=True)
    await scene.slash(scene.ana, "progressive", next=True)
    assert "Create Public Threads" in scene.alone(scene.ana)
    assert "Attach Files" in scene.alone(scene.ana)
    assert scene.sessions(scene.ana) == []


async def test_in_a_thread_of_its_own_a_drill_is_begun_beside_it(scene: Scene) -> None:
    _, thread = await scene.begin()
    await scene.slash(scene.ana, "progressive", thread, domain="rate-limiter")
    [first, second] = scene.sessions(scene.ana)
    assert scene.thread(second).parent is scene.room
    assert scene.thread(second) is not scene.thread(first)


async def test_a_direct_message_holds_one_drill(scene: Scene) -> None:
    direct = scene.discord.world.direct(scene.ana.user)
    await scene.slash(scene.ana, "progressive", direct, next=True)
    [session] = scene.sessions(scene.ana)
    assert scene.thread(session) is direct
    await scene.slash(scene.ana, "progressive", direct, random=True)
    assert "already running here" in scene.last(scene.ana)
    assert len(scene.sessions(scene.ana)) == 1


async def test_in_a_server_without_the_bot_a_drill_is_played_in_the_direct_message(
    scene: Scene,
) -> None:
    world = scene.discord.world
    foreign = world.guild("foreign", EVERYBODY, scene.ana.user)
    del foreign.members[world.bot.id]
    channel = world.text_channel(foreign, "general")
    scene.ana.installed = True
    await scene.slash(scene.ana, "progressive", channel, next=True)
    [session] = scene.sessions(scene.ana)
    assert scene.thread(session) is world.direct(scene.ana.user)


# --- code ----------------------------------------------------------------------------------------


async def test_code_that_a_form_could_not_take_comes_back_as_a_file(scene: Scene) -> None:
    await scene.begin()
    scene.ana.submit(await scene.form(scene.ana), "x = 1\n" * 500)
    await scene.settled()
    given_back = scene.ana.sees()[-1]
    assert given_back.alone is scene.ana.user
    assert "Nothing was taken" in words(given_back)
    assert [file.raw.decode() for file in given_back.files] == ["x = 1\n" * 500]


async def test_a_form_that_was_open_during_a_restart_is_taken(scene: Scene) -> None:
    session, _ = await scene.begin()
    opened = await scene.form(scene.ana)
    await scene.restart()
    scene.ana.submit(opened, scene.solution(session))
    await scene.settled()
    assert "Took your code" in scene.last(scene.ana)


async def test_a_form_begins_with_the_last_code_and_a_file_in_it_wins(scene: Scene) -> None:
    session, _ = await scene.begin()
    code = scene.solution(session)
    scene.ana.submit(await scene.form(scene.ana), code)
    await scene.settled()
    opened = await scene.form(scene.ana)
    assert opened.modal is not None
    standing = opened.modal["components"][0]["component"]["value"]
    assert standing == code
    changed = f"# changed\n{code}".encode()
    scene.ana.submit(opened, standing, [("solution.py", changed)])
    await scene.settled()
    assert "Took `solution.py`" in scene.last(scene.ana)


async def test_where_several_drills_are_open_one_is_asked_for_which_the_code_is(
    scene: Scene,
) -> None:
    await scene.begin()
    second, _ = await scene.begin(domain="rate-limiter")
    await scene.slash(scene.ana, "send")
    assert "Which one do you mean?" in scene.alone(scene.ana)
    title = scene.server.store.problem(second.draw).title
    opened = scene.ana.press(scene.button(scene.ana, title))
    await scene.settled()
    assert opened.modal is not None
    assert opened.modal["custom_id"] == f"form:{second.id}:0:file"


async def test_a_file_goes_to_the_drill_that_is_picked_for_it_and_is_asked_for_after_a_restart(
    scene: Scene,
) -> None:
    first, _ = await scene.begin()
    await scene.begin(domain="rate-limiter")
    title = scene.server.store.problem(first.draw).title
    file = ("s1.py", scene.solution(first).encode())
    await scene.slash(scene.ana, "send", file=file)
    assert "Which one do you mean?" in scene.alone(scene.ana)
    asked = scene.button(scene.ana, title)
    scene.ana.press(asked)
    await scene.settled()
    assert scene.server.store.session(first.id).took.startswith("Took `s1.py`")
    await scene.slash(scene.ana, "send", file=file)
    await scene.restart()
    opened = scene.ana.press(scene.button(scene.ana, title))
    await scene.settled()
    assert opened.modal is not None
    assert opened.modal["custom_id"] == f"form:{first.id}:0:file"


async def test_nobody_gets_the_form_of_anothers_drill(scene: Scene) -> None:
    await scene.begin()
    opened = await scene.form(scene.bo)
    assert opened.modal is None
    assert "can act in this drill" in scene.alone(scene.bo)


async def test_done_said_after_a_file_grades_that_file(scene: Scene) -> None:
    session, thread = await scene.begin()
    scene.ana.write(thread, "", [("solution.py", scene.solution(session).encode())])
    scene.ana.write(thread, "done")
    await scene.settled()
    assert scene.sessions(scene.ana)[0].passed == 1


async def test_pictures_and_talk_in_a_thread_are_passed_over(scene: Scene) -> None:
    _, thread = await scene.begin()
    before = len(scene.ana.sees())
    scene.ana.write(thread, "look", [("screen.png", b"\x89PNG\0")])
    scene.ana.write(thread, "hm, that is odd")
    scene.bo.write(thread, "is it?")
    await scene.settled()
    assert len(scene.ana.sees()) == before
    scene.ana.write(thread, "", [("screen.png", b"\x89PNG\0")])
    await scene.settled()
    assert "`screen.png` is no text, so nothing was taken." in scene.last(scene.ana)


async def test_a_file_that_is_too_large_is_refused_without_being_fetched(scene: Scene) -> None:
    _, thread = await scene.begin()
    message = scene.ana.write(thread, "", [("big.py", b"#" * 300_000)])
    scene.discord.world.files.clear()
    await scene.settled()
    assert "a solution may have 256 KB" in scene.last(scene.ana)
    assert scene.ana.sees()[-1].reply_to == message.id


async def test_a_file_that_cannot_be_fetched_is_asked_for_again(scene: Scene) -> None:
    _, thread = await scene.begin()
    scene.ana.write(thread, "", [("solution.py", b"x = 1")])
    scene.discord.world.files.clear()
    await scene.settled()
    assert "Send it again." in scene.last(scene.ana)


async def test_notes_asked_for_before_others_are_shown_to_whoever_presses_as_their_own(
    scene: Scene,
) -> None:
    session, thread = await scene.begin()
    scene.ana.write(thread, "", [("solution.py", scene.solution(session).encode())])
    await scene.settled()
    scene.ana.write(thread, "done")
    await scene.settled()
    scene.ana.write(scene.room, f"<@{scene.discord.world.bot.id}> notes")
    await scene.settled()
    asked = scene.ana.sees()[-1]
    assert asked.alone is None
    assert "Design idea" not in words(asked)
    [show] = [button for button in scene.ana.buttons() if button.message is asked]
    scene.bo.press(show)
    await scene.settled()
    assert "There are no notes yet" in scene.alone(scene.bo)
    scene.ana.press(show)
    await scene.settled()
    assert "Design idea" in scene.alone(scene.ana)
