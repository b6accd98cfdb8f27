"""What `drill doctor` says of Slack: tokens, scopes, and whether Slack and the bot reach each
other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.connection import INSTALL, REFUSED, SCOPES
from bot.platforms.slack.errors import Refused, asked, heard
from bot.platforms.slack.requests import PATH
from bot.ports import NotSent
from bot.settings import SlackSettings

MANIFEST = "slack-manifest.yaml"
PATIENCE = aiohttp.ClientTimeout(total=10)


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the report; one that is not `well` keeps the bot from working."""

    line: str
    well: bool = True


async def examine(settings: SlackSettings) -> list[Found]:
    """Ask Slack with each token that is set; nothing is posted."""
    client = AsyncWebClient(base_url=settings.api, retry_handlers=[])
    found = [] if settings.many else await _bot_token(client, settings.bot_token)
    if settings.socket:
        found.append(await _app_token(client, settings.app_token))
    if settings.many or not settings.socket:
        found += await _reached(settings)
    return found


async def _bot_token(client: AsyncWebClient, token: str) -> list[Found]:
    try:
        about, scopes = await heard(client.auth_test(token=token))
    except (Refused, NotSent) as trouble:
        return [_refused("SLACK_BOT_TOKEN", trouble)]
    found = [Found(f"the bot token is @{about.get('user')}'s in {about.get('team')}")]
    return [*found, *_scopes(scopes)]


def _scopes(granted: frozenset[str]) -> Iterator[Found]:
    """Slack names what a token may do in a header of every answer."""
    if missing := sorted(frozenset(SCOPES) - granted):
        yield Found(
            f"the app lacks {', '.join(missing)}: update it from {MANIFEST} and install it again",
            False,
        )
    else:
        yield Found("the app has every scope that it uses")
    if surplus := sorted(granted - frozenset(SCOPES)):
        yield Found(f"scopes that are not used: {', '.join(surplus)}")


async def _app_token(client: AsyncWebClient, token: str) -> Found:
    try:
        await asked(client.apps_connections_open(app_token=token))
    except (Refused, NotSent) as trouble:
        return _refused("SLACK_APP_TOKEN", trouble)
    return Found("Socket Mode: Slack opens a connection for the app token")


async def _reached(settings: SlackSettings) -> list[Found]:
    """A request without a signature is refused by the bot itself: then Slack's own arrive."""
    url = settings.public_url
    if not url:
        return [
            Found("HTTP: set PUBLIC_URL to have it checked whether Slack can reach the bot here")
        ]
    found = []
    if settings.many:
        found.append(Found(f"workspaces install the app at {url}{INSTALL}"))
    if settings.socket:
        return found
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE) as session,
            session.post(f"{url}{PATH}", data=b"{}") as answer,
        ):
            status = answer.status
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return [*found, Found(f"{url}{PATH} does not answer ({type(error).__name__})", False)]
    if status == 401:
        return [*found, Found(f"{url}{PATH} reaches the bot, which refuses what is not signed")]
    return [
        *found,
        Found(f"{url}{PATH} answers {status}: that is not the bot, or it does not run", False),
    ]


def _refused(name: str, trouble: Refused | NotSent) -> Found:
    if isinstance(trouble, NotSent):
        return Found(f"Slack cannot be reached: {trouble}", False)
    why = REFUSED.get(trouble.code, f"it says {trouble.code}")
    return Found(f"Slack refuses {name}: {why}", False)
