"""A platform that fails in a way nobody foresaw: one message of one session waits, nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import TRIES
from bot.grader.pool import GraderPool
from drills.effects import Say
from drills.events import Commanded
from drills.model import Session
from storage.store import open_store
from tests.chat.room import ANA, Channel, Wire


@dataclass
class Breaking(Wire):
    """Fails on each message that contains a word, as often as it is told to."""

    word: str = "A hint"
    times: int = 1
    failed: list[str] = field(default_factory=list)

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        if self.times and self.word in str(say.blocks[0]):
            self.times -= 1
            self.failed.append(key)
            raise ZeroDivisionError("nobody foresaw this")
        return await super().say(session, say, key, receipt)


@contextlib.asynccontextmanager
async def broken(folder: Path, times: int) -> AsyncIterator[tuple[Channel, Breaking]]:
    store = open_store(f"sqlite:///{folder / 'drillbot.db'}")
    pool = GraderPool(Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json", size=1)
    channel = Channel(store, pool)
    wire = Breaking(store, times=times)
    channel.wire = wire
    channel.app.platforms = {"script": wire}
    channel.app.retry_effect = 0.0
    yield channel, wire
    await channel.close()
    await pool.close()
    store.close()


async def test_it_is_tried_again_and_what_comes_after_it_waits(tmp_path: Path) -> None:
    async with broken(tmp_path, times=2) as (channel, wire):
        session = await channel.start()
        with pytest.raises(ZeroDivisionError):
            await channel.post("hint", session)
        await channel.app.idle()
        assert len(wire.failed) == 2
        assert channel.last().startswith("A hint for part 1?")


async def test_what_fails_each_time_is_given_up_and_the_session_goes_on(tmp_path: Path) -> None:
    async with broken(tmp_path, times=100) as (channel, wire):
        session, other = await channel.start(), await channel.start()
        now = channel.app.clock.now() + timedelta(seconds=1)
        with pytest.raises(ZeroDivisionError):
            await channel.app.receive("a", session.id, Commanded(now, ANA, "hint"))
        await channel.app.receive("b", other.id, Commanded(now, ANA, "time"))
        assert "left on part 1" in channel.last()  # another session never noticed
        await asyncio.wait_for(channel.app.idle(), 60)
        assert len(wire.failed) == TRIES
        await channel.app.receive("c", session.id, Commanded(now, ANA, "time"))
        assert "left on part 1" in channel.last()
