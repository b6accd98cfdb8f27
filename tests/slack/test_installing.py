"""From nothing to a served workspace: the pages that install the app, the doctor, any server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
import pytest_asyncio

from bot.clock import SystemClock
from bot.platforms.slack.doctor import examine
from bot.ports import CannotServe
from bot.serve import Bot, asgi
from bot.settings import Settings, SettingsProblem, SlackSettings
from content.catalog import Catalog
from storage.store import Store, open_store
from tests.slack.counterpart import manifest
from tests.slack.counterpart.server import APP_TOKEN, SIGNING_SECRET, Slack
from tests.slack.counterpart.state import Json, Workspace
from tests.slack.counterpart.wires import COMMANDS, EVENTS, SignedHttp
from tests.slack.practice import Remembering

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def slack() -> AsyncIterator[Slack]:
    slack = Slack()
    await slack.start()
    yield slack
    await slack.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    yield store
    store.close()


def workspace(slack: Slack, id: str) -> Workspace:
    return slack.workspace(id, f"Team {id}", manifest.read().scopes)


def bot(slack: Slack, store: Store, grader: Remembering, **given: object) -> Bot:
    fixed: Json = {"_env_file": None, "slack_api_url": slack.api, "DRILL_PORT": 0, **given}
    return Bot(Settings(**fixed), store, Catalog(), grader, SystemClock(), "installing")


def distributed(slack: Slack, store: Store, grader: Remembering) -> Bot:
    return bot(
        slack,
        store,
        grader,
        slack_client_id="1.2",
        slack_client_secret="a" * 32,
        slack_signing_secret=SIGNING_SECRET,
    )


def command(slack: Slack, to: Workspace, user: str, text: str) -> Json:
    return {
        "team_id": to.id,
        "channel_id": "C1",
        "channel_name": "practice",
        "user_id": user,
        "command": "/drill",
        "text": text,
        "response_url": slack.response_url(to, "C1", user),
        "trigger_id": slack.trigger(user),
    }


# --- many workspaces ---------------------------------------------------------------------------


async def install(url: str, slack: Slack, into: Workspace) -> tuple[int, str]:
    """What an admin does in a browser: the install page, Slack's consent, and back."""
    slack.installs["consented"] = into
    jar = aiohttp.CookieJar(unsafe=True, treat_as_secure_origin=[url])
    async with aiohttp.ClientSession(cookie_jar=jar) as browser:
        async with browser.get(f"{url}/slack/install") as page:
            consent = re.search(r'href="([^"]+scope=[^"]+)"', await page.text())
        assert consent is not None
        asked = parse_qs(urlsplit(consent[1].replace("&amp;", "&")).query)
        assert set(asked["scope"][0].split(",")) == manifest.read().scopes
        back = {"code": "consented", "state": asked["state"][0]}
        async with browser.get(f"{url}/slack/oauth_redirect", params=back) as done:
            status, text = done.status, await done.text()
        slack.installs["consented"] = into
        async with browser.get(f"{url}/slack/oauth_redirect", params=back) as again:
            assert again.status in (400, 401)  # a state is good once
    return status, text


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # in slack_sdk
async def test_a_workspace_that_installs_the_app_is_served_until_it_removes_it(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    serving = distributed(slack, store, grader)
    serving.start()
    await serving.ready()
    [way_in] = serving.ways_in
    url = f"http://127.0.0.1:{way_in.port}"  # type: ignore[attr-defined]
    team = workspace(slack, "T0NEW")
    ana = team.person("ana")
    team.channel("practice", ana)
    wire = SignedHttp(slack, f"{url}/slack/events")

    await wire.send(COMMANDS, command(slack, team, ana.id, "status"))
    assert "not installed" in team.posts[-1].text

    status, page = await install(url, slack, team)
    assert (status, "Thank you" in page) == (200, True)
    await wire.send(COMMANDS, command(slack, team, ana.id, "status"))
    await serving.idle()
    assert team.posts[-1].text.startswith("Progress")

    removed = {
        "type": "event_callback",
        "team_id": team.id,
        "event_id": "Ev1",
        "event_time": int(SystemClock().now().timestamp()) + 1,
        "event": {"type": "app_uninstalled"},
    }
    await wire.send(EVENTS, removed)
    await serving.idle()
    await wire.send(COMMANDS, command(slack, team, ana.id, "status"))
    assert "not installed" in team.posts[-1].text
    await serving.close()


async def test_a_way_back_that_did_not_begin_here_installs_nothing(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    serving = distributed(slack, store, grader)
    serving.start()
    await serving.ready()
    [way_in] = serving.ways_in
    url = f"http://127.0.0.1:{way_in.port}/slack/oauth_redirect"  # type: ignore[attr-defined]
    slack.installs["consented"] = workspace(slack, "T0EVIL")
    async with (
        aiohttp.ClientSession() as browser,
        browser.get(url, params={"code": "consented", "state": "made-up"}) as back,
    ):
        assert back.status in (400, 401)
    assert store.installation("slack", "T0EVIL") is None
    await serving.close()


# --- what keeps it from starting ---------------------------------------------------------------


async def test_a_token_that_slack_refuses_ends_the_start_with_a_sentence(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    serving = bot(slack, store, grader, slack_bot_token="xoxb-old", slack_app_token=APP_TOKEN)
    serving.start()
    with pytest.raises(CannotServe, match="Slack refuses SLACK_BOT_TOKEN"):
        await serving.ready()
    await serving.close()
    token = workspace(slack, "T1").token
    serving = bot(slack, store, grader, slack_bot_token=token, slack_app_token="xapp-old")
    serving.start()
    with pytest.raises(CannotServe, match="Slack refuses SLACK_APP_TOKEN"):
        await serving.ready()
    await serving.close()


async def test_a_port_in_use_ends_the_start_with_a_sentence(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    taken = urlsplit(slack.api).port
    token = workspace(slack, "T1").token
    given = {"slack_bot_token": token, "slack_signing_secret": SIGNING_SECRET, "DRILL_PORT": taken}
    serving = bot(slack, store, grader, **given)
    serving.start()
    with pytest.raises(CannotServe, match="DRILL_PORT"):
        await serving.ready()
    await serving.close()


async def test_over_socket_mode_nothing_is_served_over_http(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    token = workspace(slack, "T1").token
    serving = bot(slack, store, grader, slack_bot_token=token, slack_app_token=APP_TOKEN)
    serving.start()
    await serving.ready()
    [way_in] = serving.ways_in
    assert way_in.port == 0  # type: ignore[attr-defined]
    await serving.close()


# --- the doctor --------------------------------------------------------------------------------


async def test_the_doctor_finds_nothing_wrong_where_nothing_is(slack: Slack) -> None:
    team = workspace(slack, "T1")
    found = await examine(SlackSettings(team.token, APP_TOKEN, api=slack.api))
    assert [each.line for each in found if not each.well] == []
    assert any("every scope" in each.line for each in found)


async def test_the_doctor_names_missing_scopes_and_bad_tokens_and_prints_none(
    slack: Slack,
) -> None:
    team = workspace(slack, "T1")
    team.scopes -= {"files:read", "im:write"}
    found = await examine(SlackSettings(team.token, "xapp-bad", api=slack.api))
    bad = "\n".join(each.line for each in found if not each.well)
    assert "files:read, im:write" in bad
    assert "SLACK_APP_TOKEN" in bad
    every = "\n".join(each.line for each in found)
    assert team.token not in every
    assert "xapp-bad" not in every


async def test_the_doctor_sees_whether_slacks_requests_arrive(
    slack: Slack, store: Store, grader: Remembering
) -> None:
    token = workspace(slack, "T1").token
    given = {"slack_bot_token": token, "slack_signing_secret": SIGNING_SECRET}
    serving = bot(slack, store, grader, **given)
    serving.start()
    await serving.ready()
    [way_in] = serving.ways_in
    url = f"http://127.0.0.1:{way_in.port}"  # type: ignore[attr-defined]
    reached = SlackSettings(token, "", SIGNING_SECRET, public_url=url, api=slack.api)
    assert all(each.well for each in await examine(reached))
    await serving.close()
    found = await examine(reached)
    assert "does not answer" in found[-1].line


# --- another server ----------------------------------------------------------------------------


async def test_any_asgi_server_can_serve_the_whole_bot(
    slack: Slack, grader: Remembering, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = workspace(slack, "T1")
    for name, value in (
        ("SLACK_BOT_TOKEN", team.token),
        ("SLACK_SIGNING_SECRET", SIGNING_SECRET),
        ("SLACK_API_URL", slack.api),
        ("DATABASE_URL", f"sqlite:///{tmp_path / 'served.db'}"),
    ):
        monkeypatch.setenv(name, value)
    app = asgi()
    events: list[Json] = [
        {"type": "lifespan.startup"},
        {"type": "lifespan.shutdown"},
    ]
    sent: list[Json] = []

    async def receive() -> Json:
        event = events.pop(0)
        if event["type"] == "lifespan.shutdown":  # in between, a request without a signature
            http = {"type": "http", "method": "POST", "path": "/slack/events"}
            await app({**http, "headers": [], "query_string": b""}, receive_body, send)
        return event

    async def receive_body() -> Json:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(event: Json) -> None:
        sent.append(event)

    await app({"type": "lifespan"}, receive, send)
    assert [event.get("status", event["type"]) for event in sent] == [
        "lifespan.startup.complete",
        401,
        "http.response.body",
        "lifespan.shutdown.complete",
    ]


async def test_an_asgi_server_cannot_serve_socket_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1")
    with pytest.raises(SettingsProblem, match="SLACK_SIGNING_SECRET"):
        asgi()
