"""What people do on Discord, taken from its gateway: acknowledged first, then given to the chat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import app_commands, ui

from bot.app import Answer
from bot.platforms import lines, windows
from bot.platforms.chat import Chat
from bot.platforms.discord import commands, forms, ids, incoming, permissions, places
from bot.platforms.discord.client import Client
from bot.platforms.discord.forms import Upload
from bot.platforms.discord.incoming import At
from bot.platforms.discord.sending import Discord
from bot.platforms.discord.wire import Refused, Wire
from bot.platforms.reading import Message
from bot.platforms.telling import outside
from bot.platforms.windows import Opener
from bot.ports import NotSent, StoreProblem
from drills import channel, command, intake, menu
from drills.effects import File, Say
from drills.model import Attempt, Person, Place, Session

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

AT_ONCE = 8  # things that are acted on: each holds up acknowledgements for some milliseconds
SEEN = 1000  # interactions and messages that a repeat is told by
SEND = "send"
HELD = 100  # files that wait for their person to say which drill they are for
CODE = Opener()
_SPOKEN = (discord.MessageType.default, discord.MessageType.reply)
_THREADED = (discord.ChannelType.text, discord.ChannelType.news)
_NOT_YOURS = "None of your open drills is that one. Choose it from the list."
_OTHER_VERSION = "That button is of another version of the bot. `/drill progressive` starts anew."
_NO_MEMBER = "My commands are here and I am not: ask who runs this server to add me."
_FAILED = "That failed on my side, and is logged. What you did before is kept; try again."
_NO_THREADS = "A drill needs a thread, and none can be opened here. Start it in a text channel."


Work = Callable[[At], Awaitable[Answer]]


class Gone(Exception):
    """A button or a form names a session that is not kept here: it is of another database."""


class Gateway:
    """Discord's people. Everything is acknowledged first, and the same thing twice acts once.

    What happens in one place is taken in its order: code that is still being fetched comes before
    the `done` that was said after it.
    """

    def __init__(self, client: Client, chat: Chat, platform: Discord, token: str) -> None:
        self.ready = asyncio.Event()
        self._client, self._chat, self._platform, self._token = client, chat, platform, token
        self._store, self._wire = chat.app.store, Wire(client)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._held: OrderedDict[str, Upload] = OrderedDict()
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._under_way: set[asyncio.Task[Any]] = set()
        self._tree = Tree(client)
        self._tree.add_command(commands.group(self))
        client.add_dynamic_items(_buttons(self._used))
        for listener in (
            self.on_connect,
            self.on_message,
            self.on_raw_message_edit,
            self.on_interaction,
        ):
            client.event(listener)

    # --- the connection ----------------------------------------------------------------------

    async def run(self) -> None:
        """Sign in and listen, until cancelled. Raises CannotServe."""
        await self._client.sign_in(self._token)
        await self._sync()
        await self._client.listen()

    async def drain(self) -> None:
        """Wait until everything that came in is taken."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """Leave the gateway, and let go of every connection."""
        await self._client.close()

    async def on_connect(self) -> None:
        """Comes again after each new session of the gateway."""
        self.ready.set()

    async def _sync(self) -> None:
        """Tell Discord the commands where they are other than what it was told last."""
        bot = places.person(self._client.application_id or 0)
        now = commands.digest(self._tree)
        if self._store.setting(bot, commands.SYNCED) == now:
            return
        try:
            await self._tree.sync()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("Discord did not take the commands; they stay as they were: %s", error)
        else:
            self._store.set_setting(bot, commands.SYNCED, now)

    # --- commands ----------------------------------------------------------------------------

    async def command(
        self, interaction: Interaction, words: Sequence[str], session: str = ""
    ) -> None:
        """Take the words after `/drill`, for the session of that id where one is given."""
        if not self._repeated(interaction):
            await self._command(interaction, words, session)

    async def _command(self, interaction: Interaction, words: Sequence[str], session: str) -> None:
        flags = [command.flag(word)[0] for word in words]
        private, team = "private" in flags, "team" in flags

        async def work(at: At) -> Answer:
            if session:
                return await self._named(at, words[0], session)
            if lines.starts(words) and (refusal := self._refusal(interaction, private)):
                return Answer(Say((refusal,)))
            return await self._chat.command(at.key, at.by, at.room, words, at.place)

        await self._take(interaction, work, flags=(private, team))

    async def send(
        self, interaction: Interaction, file: discord.Attachment | None, session: str
    ) -> None:
        """Take a file as code, or open the form for it."""
        if self._repeated(interaction):
            return

        at = incoming.at(interaction)

        def meant() -> Session | Say:
            found = self._meant(at, session, SEND if file is None else f"{SEND}:{at.key}")
            if file is not None and isinstance(found, Say) and found.choices:
                self._hold(at.key, forms.upload(file))
            return found

        if file is None:
            await self._open_form(interaction, meant)
        else:
            await self._send(interaction, meant, "", [forms.upload(file)])

    def _hold(self, key: str, file: Upload) -> None:
        """Keep a file until its person has said which of their drills it is for."""
        self._held[key] = file
        if len(self._held) > HELD:
            self._held.popitem(last=False)

    async def _send_held(self, interaction: Interaction, choice: str) -> None:
        """Send code to the drill that was picked: the file that came with the command, or where
        there was none, or the bot was started again since, what is put into the form."""
        asked, _, session = choice.partition(" ")
        file = self._held.pop(asked.removeprefix(f"{SEND}:"), None)
        if file is None:
            await self._open_form(interaction, lambda: self._kept(session))
        else:
            await self._send(interaction, lambda: self._kept(session), "", [file])

    def domains(self, typed: str) -> commands.Choices:
        entries = self._chat.app.catalog.entries()
        told = [(e.id, f"{e.id} · {e.seniority} · {sum(e.minutes)} min") for e in entries]
        return commands.matching(told, typed)

    def tasks(self, typed: str) -> commands.Choices:
        entries = self._chat.app.catalog.labs()
        told = [(e.id, f"{e.id} · {e.level} · {e.minutes} min") for e in entries]
        return commands.matching(told, typed)

    def workings(self, typed: str) -> commands.Choices:
        entries = self._chat.app.catalog.working()
        told = [(e.id, f"{e.id} · {e.seniority} · {sum(e.minutes)} min") for e in entries]
        return commands.matching(told, typed)

    def sessions(self, interaction: Interaction, typed: str) -> commands.Choices:
        mine = reversed(self._open(places.person(interaction.user.id)))
        told = [(a.session, f"{a.title or a.problem} · {menu.at(a)} · {a.problem}") for a in mine]
        return commands.matching(told, typed)

    def zones(self, typed: str) -> commands.Choices:
        names = [(name, name.replace("_", " ")) for name in channel.zones()]
        return commands.matching(names, typed.replace("_", " "))

    async def _named(self, at: At, word: str, session: str) -> Answer:
        if all(session != attempt.session for attempt in self._open(at.by)):
            return Answer(Say((_NOT_YOURS,)))
        return await self._chat.picked(at.key, at.by, at.room, f"{word} {session}")

    def _meant(self, at: At, session: str, word: str) -> Session | Say:
        """The session that code is meant for: the one named, the one here, or the only one."""
        mine = self._open(at.by)
        if session:
            if all(session != attempt.session for attempt in mine):
                return Say((_NOT_YOURS,))
            return self._store.session(session)
        if (here := self._store.session_at(at.place)) is not None:
            return here
        match mine:
            case []:
                return menu.nothing_here([])
            case [only]:
                return self._store.session(only.session)
            case _:
                return menu.which(word, mine)

    def _open(self, by: Person) -> list[Attempt]:
        attempts = self._store.attempts(by)
        return [a for a in attempts if a.open and a.place.platform == places.NAME]

    # --- buttons and forms -------------------------------------------------------------------

    async def _used(self, interaction: Interaction, custom_id: str) -> None:
        """A button was pressed."""
        if self._repeated(interaction):
            return
        used = ids.read(custom_id)
        match used:
            case ids.Press():
                await self._take(interaction, lambda at: self._press(at, used))
            case ids.Form(session, ask, choice):
                opened = Opener(ask, choice)
                await self._open_form(interaction, lambda: self._kept(session), opened)
            case ids.Pick(choice) if choice.startswith((f"{SEND} ", f"{SEND}:")):
                await self._send_held(interaction, choice)
            case ids.Pick(_, private, team):
                flags = (private, team)
                await self._take(interaction, lambda at: self._pick(interaction, at, used), flags)
            case ids.Show(words):
                await self._command(interaction, lines.split(words), "")
            case None:
                await self._take(interaction, _answering(Say((_OTHER_VERSION,))))

    async def _press(self, at: At, used: ids.Press) -> Answer:
        session = self._kept(used.session)
        return await self._chat.pressed(at.key, at.by, session, used.ask, used.choice)

    async def _pick(self, interaction: Interaction, at: At, used: ids.Pick) -> Answer:
        _, _, session = used.choice.partition(" ")
        if session:
            self._kept(session)
        elif refusal := self._refusal(interaction, used.private):
            return Answer(Say((refusal,)))
        room = replace(at.room, private=used.private or at.room.private, team=used.team)
        return await self._chat.picked(at.key, at.by, room, used.choice)

    async def _open_form(
        self, interaction: Interaction, meant: Callable[[], Session | Say], opened: Opener = CODE
    ) -> None:
        """The form must be the first response: nothing slow may come before it."""
        try:
            window = self._window(interaction, meant(), opened)
        except (Gone, StoreProblem) as problem:
            window = Say((str(problem),))
        if isinstance(window, Say):
            await self._take(interaction, _answering(window))
            return
        with _sending("a form"):  # the person presses again
            await interaction.response.send_modal(window)

    def _window(
        self, interaction: Interaction, session: Session | Say, opened: Opener
    ) -> ui.Modal | Say:
        if isinstance(session, Say):
            return session
        form = self._chat.form(places.person(interaction.user.id), session, opened)
        if isinstance(form, Say):
            return form
        return forms.window(form, ids.Form(session.id, opened.ask, opened.choice))

    async def on_interaction(self, interaction: Interaction) -> None:
        """A form that was sent; discord.py brings all else to its own listener."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        submitted: Any = interaction.data or {}
        used = ids.read(submitted.get("custom_id", ""))
        if isinstance(used, ids.Form) and not self._repeated(interaction):
            text, uploads = forms.sent(submitted)
            opened = Opener(used.ask, used.choice)
            await self._send(interaction, lambda: self._kept(used.session), text, uploads, opened)

    async def _send(
        self,
        interaction: Interaction,
        meant: Callable[[], Session | Say],
        text: str,
        uploads: Sequence[Upload],
        opened: Opener = CODE,
    ) -> None:
        """Take what a form brought. What cannot be taken goes back to its sender, as a file."""

        async def work(at: At) -> Answer:
            session = meant()
            if isinstance(session, Say):
                return Answer(session)
            files = [(upload.name, await forms.fetch(self._client, upload)) for upload in uploads]
            return await self._chat.sent(at.key, at.by, session, opened, text, files)

        typed = windows.back(opened, text) if text.strip() else None
        await self._take(interaction, work, typed=typed)

    def _kept(self, session: str) -> Session:
        try:
            return self._store.session(session)
        except KeyError:
            raise Gone("That drill is not kept here any more.") from None

    # --- messages ----------------------------------------------------------------------------

    async def on_message(self, message: discord.Message) -> None:
        await self._read(message, f"discord:{message.id}")

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """Discord also tells of changes that nobody made: a link's preview, a pin."""
        if edited := event.data.get("edited_timestamp"):
            await self._read(event.message, f"discord:{event.message_id}:edit:{edited}", True)

    async def _read(self, message: discord.Message, key: str, edited: bool = False) -> None:
        if message.author.bot or message.webhook_id or message.type not in _SPOKEN:
            return
        said = incoming.message(message, self._client.user, key, edited)
        if self._seen_before(key) or not (said.text or said.files or said.addressed):
            return
        assert said.place is not None
        async with self._turn(said.place):
            try:
                answer = await self._listen(message, said, said.place)
            except intake.Refused as why:
                answer = Answer(None if edited else Say((str(why),)))
            except StoreProblem as problem:
                answer = Answer(Say((str(problem),)))
            except Exception:
                log.exception("a message failed")
                answer = Answer(Say((_FAILED,)))
            if answer.say is not None:
                with _sending("an answer"):
                    await self._platform.reply(message, answer, said.text)

    async def _listen(self, message: discord.Message, said: Message, place: Place) -> Answer:
        session = self._store.session_at(place)
        if session is None:
            elsewhere = self._store.session_at(place, over=True) is None
            return Answer() if elsewhere and not said.addressed else await self._chat.message(said)
        if outside(session, said.by) is None:
            uploads = [forms.upload(attachment) for attachment in message.attachments]
            files = [(u.name, await forms.fetch(self._client, u)) for u in uploads if u.may_be_code]
            pictures = tuple(u.name for u in uploads if not u.may_be_code)
            said = replace(said, files=tuple(files), pictures=pictures)
        return await self._chat.message(said)

    # --- taking ------------------------------------------------------------------------------

    async def _take(
        self,
        interaction: Interaction,
        work: Work,
        flags: tuple[bool, bool] = (False, False),
        typed: File | None = None,
    ) -> None:
        """Acknowledge, act, and tell what is for the person alone.

        `typed` goes back to them where it was not taken, for it stands nowhere else. `flags` are
        those of the command: private, team.
        """
        await _acknowledge(interaction)
        at = incoming.at(interaction)
        async with self._turn(at.place):
            try:
                if self._is_absent(interaction):  # the drills of such a person are at home
                    direct = await self._wire.direct(at.by.user)
                    at = replace(at, room=places.room(None, places.channel_of(direct)))
                with self._platform.answering(interaction):
                    answer = await work(at)
            except (intake.Refused, Gone, Refused, NotSent, StoreProblem) as told:
                answer = Answer(Say((str(told),)))
            except Exception:
                log.exception("an interaction failed")
                answer = Answer(Say((_FAILED,)))
            if answer.say is not None and typed is not None:
                answer = replace(answer, say=replace(answer.say, files=(typed,)))
            with _sending("an answer"):
                await self._platform.answer(interaction, answer, *flags)

    @contextlib.asynccontextmanager
    async def _turn(self, place: Place) -> AsyncIterator[None]:
        """One after another in a place, and few at once; what is under way is waited for when the
        bot leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        turn = self._turns.setdefault(place, asyncio.Lock())
        try:
            async with turn, self._at_once:
                yield
        finally:
            self._under_way.discard(task)

    def _repeated(self, interaction: Interaction) -> bool:
        return self._seen_before(incoming.key(interaction))

    def _seen_before(self, key: str) -> bool:
        """By this process; what an earlier one took is told by the store."""
        if key in self._seen:
            return True
        self._seen[key] = None
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
        return False

    # --- where -------------------------------------------------------------------------------

    def _is_absent(self, interaction: Interaction) -> bool:
        """A person brought the bot along into a server that it is no member of."""
        return (
            interaction.guild_id is not None
            and self._client.get_guild(interaction.guild_id) is None
            and interaction.is_user_integration()
        )

    def _refusal(self, interaction: Interaction, private: bool) -> str:
        """Why no thread can be opened where a command was given, and what to do; or ""."""
        if interaction.guild_id is None or self._is_absent(interaction):
            return ""
        if self._client.get_guild(interaction.guild_id) is None:
            return f"{_NO_MEMBER} {permissions.invite(self._client.application_id or 0)}"
        channel = interaction.channel
        parent = getattr(channel, "parent", None) or channel
        if isinstance(parent, discord.abc.GuildChannel) and parent.type not in _THREADED:
            return _NO_THREADS
        lacking = permissions.missing(interaction.app_permissions, private)
        name = f"`#{getattr(parent, 'name', None) or 'this channel'}`"
        return permissions.sentence(name, lacking) if lacking else ""


class Tree(app_commands.CommandTree[Client]):
    """The commands; a client that still shows earlier ones is told so."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        log.warning("a command was not understood: %s", error)
        if not interaction.response.is_done():
            with _sending("an answer"):
                await interaction.response.send_message(
                    "That command has changed. Reload Discord (Ctrl+R), then try again.",
                    ephemeral=True,
                )


def _buttons(
    used: Callable[[Interaction, str], Awaitable[None]],
) -> type[ui.DynamicItem[ui.Button[Any]]]:
    """Every button of the bot, whichever process sent it."""

    class Component(ui.DynamicItem[ui.Button[Any]], template=ids.ANY):
        @classmethod
        async def from_custom_id(
            cls, interaction: Interaction, item: ui.Item[Any], match: Any
        ) -> Component:
            assert isinstance(item, ui.Button)
            return cls(item)

        async def callback(self, interaction: Interaction) -> None:
            await used(interaction, self.custom_id)

    return Component


# --- interactions ------------------------------------------------------------------------------


def _answering(say: Say | None) -> Work:
    async def work(at: At) -> Answer:
        return Answer(say)

    return work


async def _acknowledge(interaction: Interaction) -> None:
    """Within 3 s. Where it comes too late, or came twice, what was asked for is still done."""
    command = interaction.type is discord.InteractionType.application_command
    waits = command or interaction.message is None  # a form that a command opened
    with _sending("an acknowledgement"):
        await interaction.response.defer(ephemeral=True, thinking=waits)


@contextlib.contextmanager
def _sending(what: str) -> Iterator[None]:
    """A failure here loses nothing that was decided."""
    try:
        yield
    except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError) as e:
        log.warning("%s did not reach Discord: %s", what, e)
