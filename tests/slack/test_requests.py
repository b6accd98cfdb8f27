"""What comes in over HTTP is taken only if Slack has signed it, just now, and once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from storage.store import open_store
from tests.slack.counterpart.state import Json
from tests.slack.counterpart.wires import COMMANDS, SignedHttp
from tests.slack.practice import HTTP, Practice, Remembering

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def served(grader: Remembering, tmp_path: Path) -> AsyncIterator[Practice]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    made = Practice(store, grader, HTTP)
    await made.open()
    yield made
    await made.close()
    store.close()
    made.slack.check()


def command(practice: Practice) -> Json:
    user = practice.ana.user
    return {
        "team_id": practice.workspace.id,
        "channel_id": practice.channel.id,
        "channel_name": practice.channel.name,
        "user_id": user.id,
        "user_name": user.name,
        "command": "/drill",
        "text": "progressive --domain kv-store --seed 7",
        "api_app_id": "A0DRILL",
        "response_url": practice.slack.response_url(
            practice.workspace, practice.channel.id, user.id
        ),
        "trigger_id": practice.slack.trigger(user.id),
    }


def begun(practice: Practice) -> int:
    return len(practice.store.attempts(practice.person(practice.ana)))


async def test_a_request_with_slacks_signature_is_taken(served: Practice) -> None:
    wire = SignedHttp(served.slack, served.address)
    status, _ = await wire.post(*wire.signed(COMMANDS, command(served)))
    await served.settled()
    assert (status, begun(served)) == (200, 1)


async def test_a_request_with_another_signature_is_refused(served: Practice) -> None:
    wire = SignedHttp(served.slack, served.address, secret="f" * 32)
    status, _ = await wire.post(*wire.signed(COMMANDS, command(served)))
    await served.settled()
    assert (status, begun(served)) == (401, 0)


async def test_a_request_whose_body_was_changed_is_refused(served: Practice) -> None:
    wire = SignedHttp(served.slack, served.address)
    body, headers = wire.signed(COMMANDS, command(served))
    status, _ = await wire.post(body.replace(b"kv-store", b"rate-limiter"), headers)
    await served.settled()
    assert (status, begun(served)) == (401, 0)


@pytest.mark.parametrize("headers", [{}, {"X-Slack-Request-Timestamp": "soon"}])
async def test_a_request_without_a_signature_is_refused(
    headers: dict[str, str], served: Practice
) -> None:
    wire = SignedHttp(served.slack, served.address)
    body, _ = wire.signed(COMMANDS, command(served))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _ = await wire.post(body, {**kind, **headers})
    await served.settled()
    assert (status, begun(served)) == (401, 0)


async def test_a_request_that_is_too_old_is_refused(served: Practice) -> None:
    wire = SignedHttp(served.slack, served.address)
    body, headers = wire.signed(COMMANDS, command(served), at=time.time() - 6 * 60)
    status, _ = await wire.post(body, headers)
    await served.settled()
    assert (status, begun(served)) == (401, 0)


async def test_a_replayed_request_is_refused(served: Practice) -> None:
    wire = SignedHttp(served.slack, served.address)
    request = wire.signed(COMMANDS, command(served))
    first, _ = await wire.post(*request)
    await served.settled()
    again, _ = await wire.post(*request)
    await served.settled()
    assert (first, again, begun(served)) == (200, 401, 1)
