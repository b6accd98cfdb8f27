"""Discord as the app sees it: threads, messages, and what follows where one is not let in."""

from __future__ import annotations

import contextlib
import logging
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import discord

from bot.app import Answer
from bot.platforms import telling
from bot.platforms.discord import ids, places, render
from bot.platforms.discord.answers import Answers, Interaction
from bot.platforms.discord.wire import Gone, Refused, Wire
from bot.ports import Clock, NotSent, Store
from drills.channel import ADMINS
from drills.effects import Announce, Choice, InsertStub, Mention, Say, Settle, Thread
from drills.model import Person, Place, Room, Session

log = logging.getLogger(__name__)

OLD = timedelta(minutes=55)  # edits of messages that are older than an hour are limited (30046)
MENDED = 60.0  # seconds until it is tried again where somebody must allow something first
KEPT = timedelta(days=1)  # how long what an ended session has still to say is tried
LOOKED_AT = 50  # messages
CLOCKS = timedelta(seconds=30)  # by which Discord's may differ from ours

_THINKING = discord.InteractionResponseType.deferred_channel_message


class Discord:
    """Implements `ports.Platform`. A receipt is `<where>/<message id>`, "" where nothing is kept.

    Everything of a session is sent with the bot's token; an interaction's token only answers its
    own person, within its 15 minutes. The client waits for short rate limits itself, in order, and
    is to be made with `max_ratelimit_timeout`; a longer one comes back as `NotSent`.

    No message older than an hour is edited. What would take its place is sent anew: a result (its
    progress line is deleted then), and as a reply what was chosen, or how a session ended.
    """

    name = places.NAME

    def __init__(self, store: Store, client: discord.Client, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._wire = Wire(client)
        self._answers = Answers(self._wire)
        self._troubles: dict[str, str] = {}  # of a session: why it could not be told anything

    def answering(self, interaction: Interaction) -> AbstractContextManager[None]:
        """What is said to this person alone while the interaction is taken is shown as its answer:

        with platform.answering(interaction):
            answer = await chat.pressed(...)
        await platform.answer(interaction, answer)
        """
        return self._answers.to(interaction)

    async def may_set_up(self, by: Person, room: Room) -> Say | None:
        """What keeps somebody from setting up a channel; None if nothing does."""
        if room.direct:
            return None
        try:
            admin = await self._wire.manages(room.channel, by.user)
        except (Refused, NotSent) as trouble:
            return Say((str(trouble),))
        return None if admin else ADMINS

    # --- what the app calls ------------------------------------------------------------------

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        where = session.place.thread
        if receipt or places.is_unopened(session.place):
            return receipt  # an earlier try got through, or there is nowhere to say it
        if (
            say.to is not None
            and (interaction := self._answers.asked_by(say.to, where)) is not None
        ):
            await self._answers.privately(interaction, self._of_session(session, say))
            return ""
        earlier = self._store.receipt(session.id, name=say.name) if say.name else ""
        try:
            if any(choice.answer for choice in say.choices):
                await self._asked_again(session, say.ask)
            if earlier and not self._old(earlier):
                with contextlib.suppress(Gone):
                    changed = self._of_session(session, say, rich=True)
                    await self._wire.edit(*_read(earlier), changed)
                    return self._let_in(session, earlier)
            call = _called(session, say)
            message = self._of_session(session, say, call)
            sent = await self._got_through(session, message, key)
            if sent is None:
                sent = await self._wire.send(where, message, f"{session.id}:{key}", call)
            if earlier:
                with contextlib.suppress(Refused):
                    await self._wire.delete(*_read(earlier))
        except Gone as gone:  # the thread itself: a question must still reach its person somewhere
            for person in session.people:
                if (interaction := self._answers.asked_by(person)) is not None:
                    await self._answers.privately(interaction, self._of_session(session, say))
            return await self._not_let_in(session, gone)
        except Refused as refusal:
            return await self._not_let_in(session, refusal)
        return self._let_in(session, f"{where}/{sent}")

    async def settle(self, session: Session, settle: Settle) -> None:
        receipt = self._store.receipt(session.id, ask=settle.ask)
        old = bool(receipt) and self._old(receipt)
        if not receipt or (old and not settle.choice):
            return  # a button that is left says itself that it does nothing any more
        where, number = _read(receipt)
        chosen = str(ids.Press(session.id, settle.ask, settle.choice))
        try:
            asked = await self._wire.read(where, number)
            opened = str(ids.Form(session.id, settle.ask, settle.choice))
            label = render.label(asked, chosen) or render.label(asked, opened) or settle.choice
            line = "→ No longer asked."
            if settle.choice:
                at = render.time(self._clock.now().timestamp())
                said = f" · {render.escaped(settle.said)}" if settle.said else ""
                line = f"→ **{render.escaped(label)}**{said} · <@{settle.by.user}> · {at}"
            if old:
                nonce = f"{session.id}:settled:{settle.ask}"
                told = render.Message(line, None, ())
                await self._wire.send(where, told, nonce, reply_to=number)
            elif changes := render.without_buttons(asked, line):
                await self._wire.change(where, number, changes)
        except Gone:
            pass
        except Refused as refusal:
            await self._not_let_in(session, refusal)

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        if not places.is_unopened(session.place):
            return session.place, await self._announce_again(session, announce, key, receipt)
        try:
            if session.private:
                return await self._open_privately(session, announce, key), ""
            line, nonce = self._answers.outside(announce.text), f"{session.id}:{key}"
            number = _read(receipt)[1] if receipt else await self._announced(session, line, key)
            if number is None:
                number = await self._wire.send(session.room, line, nonce)
            thread = await self._wire.open_thread(session.room, number, self._title(session))
            await self._let_come(thread, session.starter)
        except Refused as refusal:
            return session.place, await self._not_let_in(session, refusal)
        return _place(thread), self._let_in(session, f"{session.room}/{number}")

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return telling.stub(self._store, stub)

    async def leave(self, session: Session) -> None:
        """A person leaves a thread by themselves; the paused session stays in it."""

    # --- what the adapter calls --------------------------------------------------------------

    async def answer(
        self, interaction: Interaction, answer: Answer, private: bool = False, team: bool = False
    ) -> None:
        """Show a deferred interaction's person what is for them alone (ephemeral).

        Where nothing is, but the session's thread could not be written to, that is told. A command
        that waits for its answer gets a link to the session elsewhere, or is taken away. The
        flags are those of the command, for the choices of the answer.
        """
        say, session = answer.say, answer.session
        waits = interaction.response.type is _THINKING
        if say is None and session is not None:
            if trouble := self.trouble(session):
                say = Say((trouble,))
            elif waits and not _stands_in(interaction, session):
                say = Say((f"→ {Thread(session.place)}",))
        if say is not None:
            await self._answers.show(interaction, say, session, private, team)
        elif waits:
            with contextlib.suppress(discord.HTTPException):
                await interaction.delete_original_response()

    async def reply(self, message: discord.Message, answer: Answer, words: str) -> None:
        """Answer a message for its person alone; `words` are what was asked. See `Answers`."""
        if answer.say is not None:
            await self._answers.reply(message, answer, words)

    def trouble(self, session: Session) -> str:
        """Why the session's thread could not be written to when it was last tried, or ""."""
        return self._troubles.get(session.id, "")

    async def _asked_again(self, session: Session, ask: int) -> None:
        """The same question is put once more: it has buttons only where it stands last."""
        receipt = self._store.receipt(session.id, ask=ask)
        if receipt and not self._old(receipt):
            with contextlib.suppress(Refused):
                asked = await self._wire.read(*_read(receipt))
                if changes := render.without_buttons(asked):
                    await self._wire.change(*_read(receipt), changes)

    # --- what an earlier try sent after all, where Discord has forgotten its nonce ---------------

    async def _got_through(self, session: Session, message: render.Message, key: str) -> int | None:
        """Effects come in order: what was sent last is this message, or it was not sent."""
        if self._store.tries(int(key)) < 2:
            return None
        for sent in (await self._wire.newest(session.place.thread, LOOKED_AT))[:1]:
            if _since(session, sent) and render.same(sent, message):
                return int(sent["id"])
        return None

    async def _announced(self, session: Session, line: render.Message, key: str) -> int | None:
        """The same line may also be that of another session."""
        if self._store.tries(int(key)) < 2:
            return None
        for sent in await self._wire.newest(session.room, LOOKED_AT):
            guild = places.guild_of(session.room)
            theirs = self._store.session_at(_place(places.address(guild, sent["id"])), over=True)
            if theirs is None and _since(session, sent) and render.same(sent, line):
                return int(sent["id"])
        return None

    # --- threads -----------------------------------------------------------------------------

    async def _open_privately(self, session: Session, announce: Announce, key: str) -> Place:
        """A private thread, or where none can be made the direct message. Raises Refused."""
        try:
            thread = await self._wire.open_private_thread(session.room, self._title(session))
            await self._wire.add(thread, session.starter.user)
        except Refused as refusal:
            direct = _place(await self._wire.direct(session.starter.user))
            if self._store.session_at(direct) is not None:
                raise Refused(f"{refusal} In your direct messages another drill is open.") from None
            line = self._answers.outside(announce.text)
            try:
                await self._wire.send(direct.thread, line, f"{session.id}:{key}")
            except Refused as closed:
                raise Refused(f"{refusal} {closed}") from None
            self._let_in(session)
            return direct
        self._let_in(session)
        return _place(thread)

    async def _announce_again(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> str:
        """How it ended, in the place of the line in the channel; what is private has none."""
        first = self._store.receipt(session.id, announced=True)
        if receipt or not first:
            return receipt
        line, (room, number) = self._answers.outside(announce.text), _read(first)
        try:
            if not self._old(first):
                with contextlib.suppress(Gone):
                    await self._wire.edit(room, number, line)
                    return first
            sent = await self._wire.send(room, line, f"{session.id}:{key}", reply_to=number)
        except Refused as refusal:  # it is no more than a courtesy to the channel
            log.warning("the end of session %s was not announced: %s", session.id, refusal)
            return ""
        return f"{room}/{sent}"

    async def _let_come(self, thread: str, starter: Person) -> None:
        """Whoever is in a thread hears of it; the starter can come without it."""
        try:
            await self._wire.add(thread, starter.user)
        except Refused as refusal:
            log.warning("%s was not put into the thread: %s", starter.user, refusal)

    def _title(self, session: Session) -> str:
        problem = self._store.problem(session.draw)
        kind = {"lab": "LAB", "session": "SESSION"}.get(session.drill, "BUILD")
        return render.thread_name(f"{kind}: {problem.title} · {problem.seniority}")

    def _old(self, receipt: str) -> bool:
        written = discord.utils.snowflake_time(_read(receipt)[1])
        return self._clock.now() - written > OLD

    # --- where one is not let in ---------------------------------------------------------------

    def _let_in(self, session: Session, receipt: str = "") -> str:
        self._troubles.pop(session.id, None)
        return receipt

    async def _not_let_in(self, session: Session, refusal: Refused) -> str:
        """Tell the starter once. What can be mended waits, in order; the rest is given up."""
        sentence = str(refusal)
        if self.trouble(session) != sentence:
            self._troubles[session.id] = sentence
            await self._explain(session, sentence)
        ended = session.ended_at
        waits = ended is None or self._clock.now() - ended < KEPT
        if refusal.mendable and waits:
            raise NotSent(sentence, MENDED) from refusal
        log.warning("session %s could not be told something: %s", session.id, sentence)
        return ""

    async def _explain(self, session: Session, sentence: str) -> None:
        """In the direct message; where that is closed, in the channel, unless it is private."""
        user, nonce = session.starter.user, f"{session.id}:{sentence}"
        try:
            direct = await self._wire.direct(user)
            await self._wire.send(direct, self._answers.outside(sentence), nonce)
        except (Refused, NotSent) as closed:
            if session.private or places.is_direct(session.room):
                log.warning("nobody could be told of session %s: %s", session.id, closed)
                return
            called = self._answers.outside(f"{Mention(user)} {sentence}")
            try:
                await self._wire.send(session.room, called, nonce, [user])
            except (Refused, NotSent) as refusal:
                log.warning("nobody could be told of session %s: %s", session.id, refusal)

    # --- messages ------------------------------------------------------------------------------

    def _of_session(
        self, session: Session, say: Say, call: list[str] | None = None, rich: bool = False
    ) -> render.Message:
        def id(choice: Choice) -> str:
            if choice.form:
                return str(ids.Form(session.id, say.ask, choice.id))
            return str(ids.Press(session.id, say.ask, choice.id))

        spelled = render.spelling(self._wire.readable, session.place.thread)
        return render.message(say, spelled, id, call or (), rich)


def _called(session: Session, say: Say) -> list[str]:
    """The ids of those that a message calls."""
    if say.to is not None:
        return [say.to.user]
    if not say.mention:
        return []
    people = session.people if session.team else session.people[:1]
    return [person.user for person in people]


def _stands_in(interaction: Interaction, session: Session) -> bool:
    """Whether the session is where the interaction was, or has no thread yet."""
    opened = not places.is_unopened(session.place)
    return not opened or interaction.channel_id == places.channel_of(session.place.thread)


def _since(session: Session, sent: dict[str, Any]) -> bool:
    """Whether a message was sent since the session began, as both clocks tell it."""
    return discord.utils.snowflake_time(int(sent["id"])) > session.started_at - CLOCKS


def _place(where: str) -> Place:
    return Place(places.NAME, places.WORKSPACE, where)


def _read(receipt: str) -> tuple[str, int]:
    where, _, number = receipt.rpartition("/")
    return where, int(number)
