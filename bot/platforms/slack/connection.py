"""How Slack reaches the bot: Socket Mode, or signed HTTP; and how it is installed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, TypeVar

import uvicorn
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.chat import Chat
from bot.platforms.slack.adapter import Listener
from bot.platforms.slack.errors import Refused, asked
from bot.platforms.slack.installations import (
    Authorized,
    Clients,
    Homes,
    Installations,
    States,
)
from bot.platforms.slack.requests import Requests
from bot.platforms.slack.sending import Slack
from bot.ports import CannotServe, NotSent
from bot.settings import SlackSettings

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_WAIT = 60.0  # seconds between two tries to reach Slack

INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"

SCOPES = (
    "app_mentions:read",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:write",
    "mpim:history",
    "mpim:read",
    "users:read",
)
REFUSED = {
    "invalid_auth": "it is not a token that Slack knows",
    "not_authed": "it is not a token that Slack knows",
    "account_inactive": "the app was removed from the workspace",
    "token_revoked": "it was revoked",
    "token_expired": "it expired",
    "not_allowed_token_type": "it is of another type",
    "missing_scope": "it lacks the scope connections:write",
}


class Connection:
    """Slack's way in. Where `address` (host, port) is given, HTTP is served there; else another
    ASGI server serves `requests`."""

    def __init__(
        self,
        settings: SlackSettings,
        homes: Homes,
        clients: Clients,
        platform: Slack,
        chat: Chat,
        address: tuple[str, int] | None,
    ) -> None:
        self.ready = asyncio.Event()
        self.port = 0  # where HTTP is served
        self._settings, self._address = settings, address
        self._homes, self._clients = homes, clients
        self._listener = Listener(chat, platform, homes, clients, settings.api)
        authorize: Any = Authorized(homes)
        self._bolt = AsyncApp(
            name="drillbot",
            logger=logging.getLogger("slack_bolt"),
            client=AsyncWebClient(base_url=settings.api),
            signing_secret=settings.signing_secret,
            authorize=authorize,
            oauth_flow=_oauth(settings, homes, States(chat.app.store, chat.app.clock)),
            user_facing_authorize_error_message=_not_installed(settings),
        )
        self._listener.attach(self._bolt)
        self.requests = Requests(self._bolt, self.ready, events=not settings.socket)

    # --- serving -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Sign in and take what people do, until cancelled. Raises CannotServe."""
        await self._patiently(self._homes.sign_in, "SLACK_BOT_TOKEN")
        async with contextlib.AsyncExitStack() as open:
            if self._address is not None and self.over_http:
                self.port = await open.enter_async_context(_served(self.requests, *self._address))
            if self._settings.socket:
                await open.enter_async_context(self._socket())
            self.ready.set()
            await asyncio.Event().wait()

    @property
    def over_http(self) -> bool:
        """Whether something comes over HTTP: what people do, or who installs the app."""
        return self._settings.many or not self._settings.socket

    async def drain(self) -> None:
        """Wait until everything that came in is taken."""
        await self._listener.drain()

    async def close(self) -> None:
        await self._clients.close()

    @contextlib.asynccontextmanager
    async def _socket(self) -> AsyncIterator[None]:
        client = AsyncWebClient(base_url=self._settings.api, retry_handlers=[])
        token = self._settings.app_token
        opened = await self._patiently(
            lambda: asked(client.apps_connections_open(app_token=token)), "SLACK_APP_TOKEN"
        )
        handler: Any = AsyncSocketModeHandler(self._bolt, token, logger=log, web_client=client)
        handler.client.wss_uri = str(opened["url"])
        try:
            await handler.connect_async()
            yield
        finally:
            await handler.close_async()

    async def _patiently(self, ask: Callable[[], Awaitable[T]], token: str) -> T:
        """Ask Slack until it answers. Raises CannotServe where it refuses the token."""
        wait = 0.0
        while True:
            try:
                return await ask()
            except NotSent as trouble:
                wait = max(trouble.retry_after, min(2 * wait, LONGEST_WAIT))
                log.warning("%s It is asked again in %.0f s.", trouble, wait)
                await asyncio.sleep(wait)
            except Refused as refused:
                why = REFUSED.get(refused.code, f"it says {refused.code}")
                raise CannotServe(
                    f"Slack refuses {token}: {why}. `drill doctor` checks every setting."
                ) from None


def _not_installed(settings: SlackSettings) -> str:
    where = f": {settings.public_url}{INSTALL}" if settings.public_url else "."
    return f"The app is not installed in this workspace any more. An admin can install it{where}"


def _oauth(settings: SlackSettings, homes: Homes, states: States) -> AsyncOAuthFlow | None:
    """The pages that install the app, where it is for many workspaces."""
    if not isinstance(homes, Installations):
        return None
    return AsyncOAuthFlow(
        client=AsyncWebClient(base_url=settings.api),
        settings=AsyncOAuthSettings(
            client_id=settings.client_id,
            client_secret=settings.client_secret,
            scopes=list(SCOPES),
            user_scopes=[],
            redirect_uri=f"{settings.public_url}{REDIRECT}" if settings.public_url else None,
            install_path=INSTALL,
            redirect_uri_path=REDIRECT,
            installation_store=homes,
            state_store=states,
        ),
    )


class _Server(uvicorn.Server):
    """The bot ends it: signals are for the whole process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def _served(app: Requests, host: str, port: int) -> AsyncIterator[int]:
    """Serve over HTTP; gives the port. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise CannotServe(
            f"HTTP cannot be served at {host}:{port} ({error.strerror}). Set DRILL_HOST and"
            " DRILL_PORT to what is free."
        ) from None
    config = uvicorn.Config(
        app, lifespan="off", log_config=None, access_log=False, server_header=False
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        try:
            await serving
        finally:
            for each in server.servers:  # it has done that itself, unless it was cancelled
                each.close()
