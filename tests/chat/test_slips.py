"""What a newcomer in a chat gets wrong: flags, answers and words that must not be lost."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.grader.pool import GraderPool
from storage.store import open_store
from tests.chat.room import Channel, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grader() -> AsyncIterator[GraderPool]:
    pool = GraderPool(Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json", size=1)
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def channel(grader: GraderPool, tmp_path: Path) -> AsyncIterator[Channel]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    channel = Channel(store, grader)
    yield channel
    await channel.close()
    store.close()


# --- command lines -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("progressive --private", "/drill progressive --next --private"),
        ("--team", "/drill progressive --random --team"),
        ("lab --private", "/drill lab --next --private"),
        ("progressive --domain kv-stor --team", "--domain kv-store --team"),
        ("kv-store --private", "--domain kv-store --private"),
        ('progressive --custom "a cache" --team', "--domain kv-store --team"),
    ],
)
async def test_a_flag_outlives_the_menu(channel: Channel, line: str, command: str) -> None:
    answer = await channel.slash(line)
    assert command in words(answer.say)
    assert f"--{answer.flag}" in line
    assert answer.say is not None
    assert answer.say.choices


async def test_a_flag_that_does_not_apply_is_told(channel: Channel) -> None:
    session = await channel.start()
    for line in ("progressive --continue --team", "lab --continue --private", "--status --team"):
        told = words((await channel.slash(line)).say)
        assert told.endswith("is for a drill that is started; one that is open stays as it began."
                             " Leave it out.")  # fmt: skip
    assert channel.store.session(session.id).team is False


@pytest.mark.parametrize(
    "line", ["notes please", "status all", "help me", "run it", "continue now"]
)
async def test_what_stands_behind_a_word_that_is_whole_is_told(channel: Channel, line: str) -> None:
    word = line.split()[0]
    told = words((await channel.slash(line)).say)
    assert told == f"`{word}` takes nothing after it. Say it alone."


async def test_a_lone_word_is_read_for_what_it_may_mean(channel: Channel) -> None:
    assert words((await channel.slash("runn")).say).endswith("Did you mean `run`?")
    assert words((await channel.slash("progresive")).say).endswith("Did you mean `progressive`?")
    told = (await channel.slash("start kv-store")).say
    assert "/drill progressive --domain kv-store" in words(told)
    assert told is not None
    [choice] = told.choices
    assert choice.id == "kv-store"
    assert "--domain" not in await channel.post("hello", None, addressed=True)
