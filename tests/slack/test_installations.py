"""Many workspaces install the app by OAuth; each is served by its own token until it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from slack_sdk.oauth.installation_store.models import Installation

from bot.platforms.slack.installations import Clients, Installations, States
from storage.store import Store, open_store
from tests.stage import StageClock

API = "http://127.0.0.1:9/api/"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    yield store
    store.close()


@pytest.fixture
def homes(store: Store) -> Installations:
    return Installations(store, Clients(API))


def installed(team: str | None, token: str, at: float = 100.0, **more: object) -> Installation:
    return Installation(
        team_id=team,
        bot_token=token,
        bot_user_id=f"U{token}",
        bot_id=f"B{token}",
        bot_scopes=["chat:write"],
        user_id="U0ADMIN",
        installed_at=at,
        **more,  # type: ignore[arg-type]
    )


async def test_each_workspace_is_spoken_to_with_its_own_token(homes: Installations) -> None:
    await homes.async_save(installed("T1", "xoxb-1"))
    await homes.async_save(installed("T2", "xoxb-2"))
    assert [(await homes.client(team)).token for team in ("T1", "T2")] == ["xoxb-1", "xoxb-2"]
    with pytest.raises(LookupError):
        await homes.client("T3")
    found = homes.find(None, "T2")
    assert found is not None
    assert (found.workspace, found.user, found.bot) == ("T2", "Uxoxb-2", "Bxoxb-2")
    await homes._clients.close()


async def test_an_installation_for_an_organisation_is_that_of_all_its_workspaces(
    homes: Installations,
) -> None:
    whole = installed(None, "xoxb-e", enterprise_id="E1", is_enterprise_install=True)
    await homes.async_save(whole)
    found = homes.find("E1", "T7")
    assert found is not None
    assert found.workspace == "E1"
    assert homes.find("E2", "T7") is None


async def test_the_last_installation_counts_and_outlives_the_process(
    store: Store, homes: Installations
) -> None:
    await homes.async_save(installed("T1", "xoxb-1", at=100.0))
    await homes.async_save(installed("T1", "xoxb-new", at=200.0))
    later = Installations(store, Clients(API))
    kept = await later.async_find_installation(enterprise_id=None, team_id="T1")
    assert kept is not None
    assert (kept.bot_token, kept.installed_at, kept.bot_scopes) == (
        "xoxb-new",
        200.0,
        ["chat:write"],
    )
    bot = await later.async_find_bot(enterprise_id=None, team_id="T1")
    assert bot is not None
    assert bot.bot_token == "xoxb-new"


async def test_a_removed_app_is_forgotten_and_one_installed_again_since_is_not(
    homes: Installations,
) -> None:
    await homes.async_save(installed("T1", "xoxb-1", at=100.0))
    homes.forget(None, "T1", before=150.0)
    assert homes.find(None, "T1") is None
    await homes.async_save(installed("T1", "xoxb-2", at=200.0))
    homes.forget(None, "T1", before=150.0)  # Slack told it late
    assert homes.find(None, "T1") is not None


async def test_a_state_is_good_once_and_for_ten_minutes(store: Store) -> None:
    clock = StageClock(datetime(2026, 3, 2, 9, tzinfo=UTC))
    states = States(store, clock)
    state, late = await states.async_issue(), await states.async_issue()
    assert await states.async_consume(state)
    assert not await states.async_consume(state)
    assert not await states.async_consume("made up")
    clock.at += timedelta(minutes=11)
    assert not await states.async_consume(late)
