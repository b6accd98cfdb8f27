"""Discord as the app sees it: threads, messages, and what can be done when one is not let in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import discord

from bot.app import Answer
from bot.platforms import chat
from bot.platforms.discord.places import NAME
from bot.ports import Clock, Store
from drills.effects import Announce, InsertStub, Say, Settle
from drills.model import Person, Place, Room, Session

Interaction = discord.Interaction[Any]

_ANSWERING: ContextVar[Interaction | None] = ContextVar("answering", default=None)


class Discord:
    """Implements `ports.Platform`. A receipt is `<channel id>/<message id>`.

    Everything of a session is sent with the bot's token; an interaction's token only answers its
    own person, within its 15 minutes. The client waits for short rate limits itself and is to be
    made with `max_ratelimit_timeout`; a longer one comes back as `NotSent`.
    """

    name = NAME

    def __init__(self, store: Store, client: discord.Client, clock: Clock) -> None:
        self._store = store
        self._client = client
        self._clock = clock

    @contextmanager
    def answering(self, interaction: Interaction) -> Iterator[None]:
        """What is said to this person alone while the interaction is taken is shown as its answer:

        with platform.answering(interaction):
            answer = await chat.pressed(...)
        await platform.answer(interaction, answer)
        """
        token = _ANSWERING.set(interaction)
        try:
            yield
        finally:
            _ANSWERING.reset(token)

    # --- what the app calls ------------------------------------------------------------------

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        raise NotImplementedError

    async def settle(self, session: Session, settle: Settle) -> None:
        raise NotImplementedError

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        raise NotImplementedError

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return chat.stub(self._store, stub)

    async def leave(self, session: Session) -> None:
        """A person leaves a thread by themselves; the paused session stays in it."""

    # --- what the adapter calls --------------------------------------------------------------

    async def answer(
        self, interaction: Interaction, answer: Answer, room: Room | None = None
    ) -> None:
        """Show a deferred interaction's person what is for them alone (ephemeral).

        Choices of an answer with a session are that session's (`ids.Press` with its `ask`); those
        of one without are `ids.Pick`s with the flags of `room`.

        Where nothing is, but the session's thread cannot be written to, that is told. A command
        that waits for its answer ("thinking") gets a link to the session, or is taken away.
        """
        raise NotImplementedError

    async def reply(self, message: discord.Message, by: Person, answer: Answer, words: str) -> None:
        """Answer a message for its person alone, where no interaction gives a private way.

        One sentence is a reply that names the person. Anything longer is theirs alone (a menu,
        notes): the reply then holds a button that shows it, `ids.Show(words)`; in a direct message
        it is said at once.
        """
        raise NotImplementedError

    def trouble(self, session: Session) -> str:
        """Why the session's thread could not be written to when it was last tried, or ""."""
        raise NotImplementedError
