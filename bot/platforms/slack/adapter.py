"""What people do in Slack, as Bolt brings it: acknowledged first, then given to the chat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bot.app import Answer
from bot.platforms import lines, windows
from bot.platforms.chat import Chat
from bot.platforms.reading import Message
from bot.platforms.slack import files, forms, incoming
from bot.platforms.slack.errors import Refused, asked
from bot.platforms.slack.installations import Clients, Homes, Installed
from bot.platforms.slack.places import NAME, place, where
from bot.platforms.slack.sending import Slack
from bot.platforms.telling import barred, outside
from bot.ports import NotSent, StoreProblem
from drills import command, intake
from drills.effects import File, Say, Thread
from drills.model import Person, Place, Room, Session

log = logging.getLogger(__name__)

Body = dict[str, Any]

COMMAND = "/drill"
SEEN = 1000  # events and interactions that a repeat is told by
AT_ONCE = 16  # things that are acted on: each holds up acknowledgements for some milliseconds
_SPOKEN = (None, "file_share", "thread_broadcast", "me_message")  # of a message's subtypes
_LATE = (
    "expired_trigger_id",
    "exchanged_trigger_id",
    "invalid_trigger_id",
    "trigger_expired",
    "trigger_exchanged",
)
_TOO_LATE = "Slack gave that up before I could open the window. Press the button again."
_OTHER_VERSION = "That button is of another version of the bot. `/drill progressive` starts anew."
_FAILED = "That failed on my side, and is logged. What you did before is kept; try again."


@dataclass(frozen=True, slots=True)
class At:
    """Where a person did something, and the key of what they did.

    `place` is the thread that it was done in. An answer can go to the `response_url`, where there
    is one. The room of the home tab has no channel.
    """

    key: str
    by: Person
    room: Room
    place: Place | None = None
    response_url: str = ""


Work = Callable[[At], Awaitable[Answer]]


class Gone(Exception):
    """A button or a form names a session that is not kept here: it is of another database."""


class Listener:
    """Slack's people. Everything is acknowledged first, and the same thing twice acts once.

    What happens in one place is taken in its order: code that is still being fetched comes before
    the `done` that was said after it.
    """

    def __init__(
        self, chat: Chat, platform: Slack, homes: Homes, clients: Clients, api: str
    ) -> None:
        self._chat, self._platform, self._homes, self._clients = chat, platform, homes, clients
        self._store = chat.app.store
        self._files = files.Fetcher(api)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._turns: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._under_way: set[asyncio.Task[Any]] = set()

    def attach(self, app: AsyncApp) -> None:
        """Everything that is listened to: `slack-manifest.yaml` names the same."""
        app.command(COMMAND)(self.on_command)
        app.event("message")(self.on_message)
        app.event("app_mention")(self.on_message)
        app.event("app_home_opened")(self.on_home)
        app.event("app_uninstalled")(self.on_removed)
        app.event("tokens_revoked")(self.on_removed)
        app.action(re.compile("session:"))(self.on_press)
        app.action(re.compile("form:"))(self.on_form)
        app.action(re.compile("pick:"))(self.on_pick)
        app.action(re.compile(""))(self.on_unknown)
        app.view(forms.CODE)(self.on_sent)

    async def drain(self) -> None:
        """Wait until everything that came in is taken."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    # --- commands ----------------------------------------------------------------------------

    async def on_command(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        home: Installed = context["home"]
        at = At(
            f"slack:command:{body['trigger_id']}",
            Person(NAME, home.workspace, body["user_id"]),
            _room(home, body["channel_id"]),
            response_url=body.get("response_url", ""),
        )
        typed, _ = incoming.written(body.get("text") or "")
        await self._take(at, lambda at: self._command(at, lines.split(typed)))

    async def _command(self, at: At, words: list[str]) -> Answer:
        private = "private" in {command.flag(word)[0] for word in words}
        starts = lines.starts(words)
        if starts and not private and (obstacle := await self._obstacle(at.room)):
            return Answer(obstacle)
        direct = at.room.channel.startswith("D")
        here = self._only_here(at.by, at.room) if direct else None
        answer = await self._chat.command(at.key, at.by, at.room, words, here)
        if answer.say is not None or answer.session is None:
            return answer
        if unopened := await self._platform.unopened(answer.session):
            return Answer(unopened)
        thread = answer.session.place
        if not starts:
            return Answer(Say((f"The answer is in {Thread(thread)}.",)))
        if private:
            return Answer(Say((f"Your drill is in our direct messages, in {Thread(thread)}.",)))
        return answer  # everybody here sees that it began

    async def _obstacle(self, room: Room) -> Say | None:
        try:
            return await self._platform.obstacle(room)
        except NotSent as trouble:
            return Say((f"{trouble} Try again in a minute.",))

    # --- messages ----------------------------------------------------------------------------

    async def on_message(self, body: Body, event: Body, context: AsyncBoltContext) -> None:
        """Acknowledged already: Bolt does so for events."""
        home: Installed = context["home"]
        edited = event.get("subtype") == "message_changed"
        message = event.get("message", {}) if edited else event
        before = event.get("previous_message", {})
        if edited and (not message.get("edited") or message.get("text") == before.get("text")):
            return  # a link's preview, or a reply that is counted
        if not _from_person(message):
            return
        key = f"slack:{home.workspace}:{event['channel']}:{message['ts']}"
        if edited:
            key += f":edit:{message['edited']['ts']}"
        text, named = incoming.written(message.get("text") or "", home.user)
        direct = event["channel"].startswith("D")
        thread = message.get("thread_ts")
        sent = files.shared(message.get("files") or [])
        uploads = [file for file in sent if file.may_be_code]
        said = Message(
            key=key,
            by=Person(NAME, home.workspace, message["user"]),
            room=_room(home, event["channel"]),
            place=place(home.workspace, event["channel"], thread) if thread else None,
            text=text,
            edited=edited,
            pictures=tuple(file.name for file in sent if not file.may_be_code),
            addressed=named or direct,
        )
        if direct and thread is None and (here := self._only_here(said.by, said.room)):
            session = self._store.session_at(here)
            spoken = lines.plain(text) != "help" and lines.spoken(text, session)
            if uploads or "```" in text or spoken:
                said = replace(said, place=here)
        at = At(key, said.by, said.room, said.place)
        await self._take(at, lambda at: self._listen(said, uploads), quiet=edited)

    async def _listen(self, said: Message, uploads: list[files.Shared]) -> Answer:
        session = self._store.session_at(said.place) if said.place else None
        if session is None:
            unread = tuple((file.name, b"") for file in uploads)  # that there are some is enough
            return await self._elsewhere(replace(said, files=unread))
        if outside(session, said.by) is None:
            said = replace(said, files=await self._fetched(said.room.workspace, uploads))
        elif uploads:
            said = replace(said, addressed=True)  # they hear that it is not theirs
        return await self._chat.message(said)

    async def _elsewhere(self, said: Message) -> Answer:
        words = lines.split(said.text)
        private = "private" in {command.flag(word)[0] for word in words}
        opens = said.addressed and not said.edited and not private and lines.starts(words)
        if opens and (obstacle := await self._obstacle(said.room)):
            return Answer(obstacle)
        return await self._chat.message(said)

    def _only_here(self, by: Person, room: Room) -> Place | None:
        """What code or a word in direct messages is meant for that stands beside its thread:
        there is but one."""
        mine = [a.place for a in self._store.attempts(by) if a.open]
        here = [at for at in mine if (where(at) or ("",))[0] == room.channel]
        return here[0] if len(here) == 1 else None

    async def _fetched(
        self, workspace: str, uploads: list[files.Shared]
    ) -> tuple[tuple[str, bytes], ...]:
        """Raises intake.Refused."""
        try:
            client = await self._homes.client(workspace)
        except LookupError:
            raise intake.Refused("The app is not installed here any more.") from None
        session = self._clients.session
        return tuple([(f.name, await self._files.fetch(client, session, f)) for f in uploads])

    # --- buttons -----------------------------------------------------------------------------

    async def on_press(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()

        async def work(at: At) -> Answer:
            id, ask, choice = body["actions"][0]["value"].split(":", 2)
            answer = await self._chat.pressed(at.key, at.by, self._kept(id), int(ask), choice)
            begun = answer.session
            none = await self._platform.unopened(begun) if begun is not None else None
            return Answer(none) if none else answer

        await self._take(self._at(body, context), work)

    async def on_pick(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        value: str = body["actions"][0]["value"]
        await self._take(self._at(body, context), lambda at: self._pick(at, value))

    async def _pick(self, at: At, value: str) -> Answer:
        flags, _, choice = value.partition(":")
        private, team = at.room.private or flags == "private", flags == "team"
        room = replace(at.room, private=private, team=team)
        _, _, session = choice.partition(" ")
        if session:
            self._kept(session)
        elif obstacle := await self._obstacle(room):
            return Answer(obstacle)
        answer = await self._chat.picked(at.key, at.by, room, choice)
        if answer.session is not None and (none := await self._platform.unopened(answer.session)):
            return Answer(none)
        return answer

    async def on_unknown(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        await self._take(self._at(body, context), _answering(Say((_OTHER_VERSION,))))

    # --- the form for code -------------------------------------------------------------------

    async def on_form(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """The window comes before all else: Slack waits three seconds for it."""
        await ack()
        at = self._at(body, context)
        if not self._repeated(at.key):
            with self._busy():
                if refusal := await self._open_form(at, body):
                    await self._tell(at, Answer(refusal))

    async def _open_form(self, at: At, body: Body) -> Say | None:
        """What to say where it could not be opened."""
        try:
            id, opened = forms.opened_by(body["actions"][0]["value"])
            form = self._chat.form(at.by, self._kept(id), opened)
            if isinstance(form, Say):
                return form
            view = forms.view(form, id, opened)
            client = await self._homes.client(at.by.workspace)
            await asked(client.views_open(trigger_id=body["trigger_id"], view=view))
        except Refused as refused:
            late = refused.code in _LATE
            return Say((_TOO_LATE if late else refused.sentence("drillbot"),))
        except (Gone, StoreProblem, NotSent, LookupError) as trouble:
            return Say((str(trouble),))
        return None

    async def on_sent(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """What is wrong with a text is said in the window. Files are fetched once that is
        closed; what is wrong then is said in the thread, and what was pasted comes back."""
        home: Installed = context["home"]
        view = body["view"]
        by = Person(NAME, home.workspace, body["user"]["id"])
        text, uploads = forms.sent(view)
        id, opened = forms.opened_by(view["private_metadata"])
        try:
            session = self._kept(id)
            if not uploads and barred(session, by) is None:
                windows.meant(self._chat.app, by, session, opened, text, ())
        except (intake.Refused, Gone, StoreProblem) as why:
            await ack(response_action="errors", errors={forms.TEXT: str(why).replace("`", "")})
            return
        await ack()
        at = At(
            f"slack:view:{view['id']}:{view.get('hash', '')}",
            by,
            _room(home, (where(session.place) or (session.room,))[0]),
            session.place,
        )

        async def work(at: At) -> Answer:
            fetched = await self._fetched(home.workspace, uploads)
            now = self._kept(id)  # what else was taken meanwhile came before
            return await self._chat.sent(at.key, by, now, opened, text, fetched)

        await self._take(at, work, windows.back(opened, text) if text.strip() else None)

    # --- the home tab ------------------------------------------------------------------------

    async def on_home(self, event: Body, context: AsyncBoltContext) -> None:
        """A person's progress, and the way to their open sessions."""
        home: Installed = context["home"]
        if event.get("tab") != "home":
            return
        by = Person(NAME, home.workspace, event["user"])
        with self._busy():
            await self._platform.home(by, self._chat.home(by))

    # --- coming and going --------------------------------------------------------------------

    async def on_removed(self, body: Body, event: Body, context: AsyncBoltContext) -> None:
        """The app was removed. A bot's token that was revoked says the same."""
        if event["type"] == "tokens_revoked" and not event.get("tokens", {}).get("bot"):
            return
        when = float(body.get("event_time") or 0)
        self._homes.forget(context.enterprise_id, context.team_id, when)

    # --- taking ------------------------------------------------------------------------------

    async def _take(
        self, at: At, work: Work, typed: File | None = None, quiet: bool = False
    ) -> None:
        """Act, and tell what is for the person alone.

        `typed` goes back to them where it was not taken, for it stands nowhere else. What cannot
        be taken is not told where it is `quiet`.
        """
        if self._repeated(at.key):
            return
        with self._busy():
            turn = self._turns.setdefault(at.place or (at.by, at.room), asyncio.Lock())
            async with turn:
                try:
                    async with self._at_once:
                        if not at.room.channel:
                            direct = await self._platform.direct(at.by)
                            at = replace(at, room=replace(at.room, channel=direct, private=True))
                        answer = await work(at)
                except intake.Refused as why:
                    answer = Answer(None if quiet else Say((str(why),)))
                except (Gone, StoreProblem) as told:
                    answer = Answer(Say((str(told),)))
                except Exception:
                    log.exception("something from Slack failed")
                    answer = Answer(Say((_FAILED,)))
                if answer.say is not None and typed is not None:
                    answer = replace(answer, say=replace(answer.say, files=(typed,)))
                await self._tell(at, answer)

    async def _tell(self, at: At, answer: Answer) -> None:
        if answer.say is not None:
            private, team = at.room.private or answer.flag == "private", answer.flag == "team"
            room = replace(at.room, private=private, team=team)
            await self._platform.private(
                answer.say, at.by, room, at.place, answer.session, at.response_url
            )

    @contextlib.contextmanager
    def _busy(self) -> Iterator[None]:
        """What is under way is waited for when the bot leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    def _repeated(self, key: str) -> bool:
        """Known to this process; what an earlier one took is told by the store."""
        if key in self._seen:
            return True
        self._seen[key] = None
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
        return False

    def _at(self, body: Body, context: AsyncBoltContext) -> At:
        """Where a button was pressed."""
        home: Installed = context["home"]
        shown, message = body.get("container", {}), body.get("message") or {}
        channel = (body.get("channel") or {}).get("id") or shown.get("channel_id") or ""
        thread = shown.get("thread_ts") or message.get("thread_ts")
        return At(
            f"slack:press:{body['trigger_id']}",
            Person(NAME, home.workspace, body["user"]["id"]),
            _room(home, channel),
            place(home.workspace, channel, thread) if thread else None,
            "" if thread else body.get("response_url", ""),  # it knows of no thread
        )

    def _kept(self, session: str) -> Session:
        try:
            return self._store.session(session)
        except KeyError:
            raise Gone("That drill is not kept here any more.") from None


def _room(home: Installed, channel: str) -> Room:
    """Direct messages are for the person alone."""
    return Room(NAME, home.workspace, channel, private=channel.startswith("D"))


def _from_person(message: Mapping[str, Any]) -> bool:
    return (
        message.get("subtype") in _SPOKEN
        and bool(message.get("user"))
        and message["user"] != "USLACKBOT"
        and not message.get("bot_id")
    )


def _answering(say: Say) -> Work:
    async def work(at: At) -> Answer:
        return Answer(say)

    return work
