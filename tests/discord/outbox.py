"""A session of Ana's and its outbox: effects are performed one by one, as the app does it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from bot.platforms.discord import places
from bot.platforms.discord.sending import Discord
from bot.ports import NotSent
from content.catalog import Catalog
from drills import engine
from drills.effects import Announce, Effect, Say, Settle, Step
from drills.events import Opened, Said, Started
from drills.model import Person, Problem, Session
from storage.store import Store
from tests.stage import StageClock


@lru_cache(maxsize=1)
def problem() -> Problem:
    return Catalog().draw("kv-store", 7)


@dataclass
class Outbox:
    store: Store
    clock: StageClock
    platform: Discord
    session: Session = field(init=False)
    said: int = 0

    def begin(self, by: Person, guild: int, channel: int, private: bool = False) -> None:
        """A drill is asked for in a channel; its thread is still to be opened."""
        room, now, id = places.room(guild, channel), self.clock.now(), "5f" * 8
        event = Started(now, by, room.thread(id), id, id, room=room.channel, private=private)
        step = engine.step(None, event, problem())
        self.store.record("began", event, None, Step(step.session), problem())
        self.session = step.session

    async def do(self, effect: Effect, dying: bool = False, **changes: Any) -> None:
        """Perform an effect; what NotSent gives back can be tried `again`.

        `dying`: the process ends before it can note that it was done.
        """
        self.said += 1
        session = replace(self.session, turn=self.session.turn + 1, **changes)
        event = Said(self.clock.now(), self.session.starter, "")
        self.store.record(f"said:{self.said}", event, self.session, Step(session, (effect,)))
        self.session = session
        await self.again(dying)

    async def again(self, dying: bool = False) -> None:
        [claimed] = self.store.claim_effects("me", ["discord"], self.clock.now())
        session, effect, key = claimed.session, claimed.effect, str(claimed.id)
        receipt, at = claimed.receipt, session.place
        try:
            match effect:
                case Say():
                    receipt = await self.platform.say(session, effect, key, receipt)
                case Settle():
                    await self.platform.settle(session, effect)
                case Announce():
                    at, receipt = await self.platform.announce(session, effect, key, receipt)
        except NotSent as e:
            again = self.clock.now() + timedelta(seconds=e.retry_after)
            self.store.release(claimed.id, "me", again)
            raise
        if dying:
            self.store.forget_claims("me")
            return
        self.store.keep_receipt(claimed.id, receipt)
        self.store.performed(claimed.id, "me")
        if at != session.place:
            opened = replace(session, place=at, turn=session.turn + 1)
            self.store.record("opened", Opened(self.clock.now(), at), session, Step(opened))
            self.session = opened

    def waits(self) -> bool:
        return bool(self.store.claim_effects("me", ["discord"], self.clock.now()))
