"""What one person alone is to see: answers to what they did, and never where others read it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import discord

from bot.app import Answer
from bot.platforms.discord import ids, places, render
from bot.platforms.discord.wire import Refused, Wire
from bot.ports import NotSent
from drills.effects import Choice, Mention, Say
from drills.model import Person, Session

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

SENTENCE = 300  # characters; a longer answer to a message is shown to its person alone

_ANSWERING: ContextVar[Interaction | None] = ContextVar("answering", default=None)


class Answers:
    """To an interaction an answer is ephemeral; to a message a reply, or a button to see it."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    # --- interactions ------------------------------------------------------------------------

    @contextmanager
    def to(self, interaction: Interaction) -> Iterator[None]:
        """While it lasts, this interaction is being taken in this task."""
        token = _ANSWERING.set(interaction)
        try:
            yield
        finally:
            _ANSWERING.reset(token)

    def asked_by(self, person: Person, where: str = "") -> Interaction | None:
        """The interaction that is being taken, if it is this person's, in this thread if any."""
        interaction = _ANSWERING.get()
        if interaction is None or not interaction.response.is_done() or interaction.is_expired():
            return None
        theirs = str(interaction.user.id) == person.user
        there = not where or interaction.channel_id == places.channel_of(where)
        return interaction if theirs and there else None

    async def show(
        self, interaction: Interaction, say: Say, session: Session | None, private: bool, team: bool
    ) -> None:
        """Answer an interaction. The flags are those of its command, for what the answer offers."""
        await self.privately(interaction, self._alone(say, session, private, team))

    async def privately(self, interaction: Interaction, message: render.Message) -> None:
        """For the interaction's person alone: under it, or after its 15 minutes directly."""
        if not interaction.is_expired():
            with contextlib.suppress(Refused, NotSent):
                await self._wire.follow(interaction, message)
                return
        try:
            direct = await self._wire.direct(str(interaction.user.id))
            await self._wire.send(direct, message, f"answer:{interaction.id}")
        except (Refused, NotSent) as closed:
            log.info("%s; interaction %s is asked to be repeated", closed, interaction.id)
            await self._ask_again(interaction)

    async def _ask_again(self, interaction: Interaction) -> None:
        """Nothing of what was private is said where others read it."""
        user = str(interaction.user.id)
        if interaction.guild_id is None or interaction.channel_id is None:
            return
        where = places.address(interaction.guild_id, interaction.channel_id)
        told = self.outside(
            f"{Mention(user)} I was too slow to answer you alone, and your direct messages are"
            " closed. Ask me again."
        )
        try:
            await self._wire.send(where, told, f"again:{interaction.id}", [user])
        except (Refused, NotSent) as refusal:
            log.warning("interaction %s was not answered: %s", interaction.id, refusal)

    # --- messages ----------------------------------------------------------------------------

    async def reply(self, message: discord.Message, answer: Answer, words: str) -> None:
        """Answer a message for its person alone, where no interaction gives a private way.

        A sentence is a reply that names the person. Anything longer is theirs alone (a menu,
        notes): the reply then holds a button that shows it to whoever presses it as their own,
        `ids.Show(words)`. In a direct message all is said at once.
        """
        guild = message.guild.id if message.guild else None
        where = places.address(guild, message.channel.id)
        assert answer.say is not None
        private, team = answer.flag == "private", answer.flag == "team"
        shown = self._alone(answer.say, answer.session, private, team)
        call = [str(message.author.id)]
        long = shown.rich or "\n" in shown.content or render.length(shown.content) > SENTENCE
        if guild is not None and long:
            shown = self._show(call[0], words)
        elif guild is not None:
            shown = render.Message(f"<@{call[0]}> {shown.content}", shown.view, ())
        try:
            await self._wire.send(where, shown, f"reply:{message.id}", call, message.id)
        except (Refused, NotSent) as refusal:
            log.warning("an answer to message %s was not sent: %s", message.id, refusal)

    # --- what is shown -----------------------------------------------------------------------

    def _alone(
        self, say: Say, session: Session | None, private: bool = False, team: bool = False
    ) -> render.Message:
        """An answer outside every session; what it offers of one names that."""

        def id(choice: Choice) -> str:
            named = session is not None and " " not in choice.id
            what = f"{choice.id} {session.id}" if session is not None and named else choice.id
            return str(ids.Pick(what, private, team))

        return render.message(say, render.spelling(self._wire.readable), id)

    def outside(self, text: str) -> render.Message:
        return self._alone(Say((text,)), None)

    def _show(self, user: str, words: str) -> render.Message:
        """A button in the place of what only its person may see."""
        shown = str(ids.Show(words))
        if len(shown) > ids.LONGEST:
            return self.outside(
                f"{Mention(user)} Ask me that as `/drill`: its answer is yours alone."
            )
        say = Say((f"{Mention(user)} My answer is for you alone.",), choices=(Choice("", "Show"),))
        return render.message(say, render.spelling(self._wire.readable), lambda choice: shown)
