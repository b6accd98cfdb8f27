"""Where the app is installed: in one workspace by its bot token, or in many by OAuth."""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.models import Bot, Installation
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import asked
from bot.platforms.slack.places import NAME
from bot.platforms.slack.wire import web_client
from bot.ports import Clock, Store
from bot.settings import SlackSettings

log = logging.getLogger(__name__)

PATIENCE = aiohttp.ClientTimeout(total=30)
STATE_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Installed:
    """One installation. It names the workspace of everything that comes through it, also of what
    people of another company do in a shared channel."""

    workspace: str  # the team's id (T…), or the organisation's (E…) where all of it installed
    user: str  # the bot's own user id
    bot: str  # its bot id (B…)
    token: str


class Clients:
    """The Web API clients of workspaces, over one pool of connections."""

    def __init__(self, api: str) -> None:
        self._api = api
        self._session: aiohttp.ClientSession | None = None
        self._clients: dict[str, AsyncWebClient] = {}

    def of(self, token: str) -> AsyncWebClient:
        if token not in self._clients:
            if self._session is None:
                self._session = aiohttp.ClientSession(timeout=PATIENCE)
            self._clients[token] = web_client(token, self._api, self._session)
        return self._clients[token]

    @property
    def session(self) -> aiohttp.ClientSession:
        """For what is fetched beside the Web API."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=PATIENCE)
        return self._session

    async def close(self) -> None:
        self._clients.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None


class OneWorkspace:
    """The workspace whose bot token is set."""

    def __init__(self, token: str, clients: Clients) -> None:
        self._token, self._clients = token, clients
        self._installed: Installed | None = None

    async def sign_in(self) -> None:
        """Learn which workspace it is. Raises Refused, NotSent."""
        about = await asked(self._clients.of(self._token).auth_test())
        self._installed = Installed(
            workspace=str(about.get("team_id") or about["enterprise_id"]),
            user=str(about["user_id"]),
            bot=str(about.get("bot_id", "")),
            token=self._token,
        )

    async def client(self, workspace: str) -> AsyncWebClient:
        """Raises LookupError for another workspace: its sessions were of another token."""
        if self._installed is not None and workspace != self._installed.workspace:
            raise LookupError(workspace)
        return self._clients.of(self._token)

    def find(self, enterprise: str | None, team: str | None) -> Installed | None:
        return self._installed

    def forget(self, enterprise: str | None, team: str | None, before: float) -> None:
        """The token is refused from now on, and each message says so."""


class Installations(AsyncInstallationStore):
    """The workspaces that installed the app, in the bot's own database.

    Only bot tokens are kept: the app asks for no other.
    """

    def __init__(self, store: Store, clients: Clients) -> None:
        self._store, self._clients = store, clients

    @property
    def logger(self) -> logging.Logger:
        return log

    async def sign_in(self) -> None:
        """Each workspace signed in when it installed the app."""

    async def client(self, workspace: str) -> AsyncWebClient:
        """Raises LookupError where the app is not installed any more."""
        kept = self._kept(workspace)
        if kept is None or not kept.bot_token:
            raise LookupError(workspace)
        return self._clients.of(kept.bot_token)

    def find(self, enterprise: str | None, team: str | None) -> Installed | None:
        """The workspace's own installation, else that of its organisation."""
        for workspace in (team, enterprise):
            kept = self._kept(workspace) if workspace else None
            if workspace and kept is not None and kept.bot_token:
                return Installed(
                    workspace, kept.bot_user_id or "", kept.bot_id or "", kept.bot_token
                )
        return None

    def forget(self, enterprise: str | None, team: str | None, before: float) -> None:
        """The app was removed at `before` (Unix time); one installed again since then stays."""
        for workspace in (team, enterprise):
            kept = self._kept(workspace) if workspace else None
            if workspace and kept is not None:
                if kept.installed_at <= before:
                    self._store.drop_installation(NAME, workspace)
                return

    def _kept(self, workspace: str) -> Installation | None:
        body = self._store.installation(NAME, workspace)
        return None if body is None else Installation(**json.loads(body))

    # --- what the OAuth flow calls -----------------------------------------------------------

    async def async_save(self, installation: Installation) -> None:
        whole = installation.is_enterprise_install
        workspace = installation.enterprise_id if whole else installation.team_id
        if not workspace:
            raise ValueError("an installation without a workspace")
        kept = installation.to_dict_for_copying()
        self._store.keep_installation(NAME, workspace, json.dumps(kept, default=_plain))

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        """The last one of the workspace, or of the organisation; by whom does not matter."""
        workspace = enterprise_id if is_enterprise_install else team_id or enterprise_id
        return self._kept(workspace) if workspace else None

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        kept = await self.async_find_installation(
            enterprise_id=enterprise_id,
            team_id=team_id,
            is_enterprise_install=is_enterprise_install,
        )
        return kept.to_bot() if kept is not None and kept.bot_token else None

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        if workspace := team_id or enterprise_id:
            self._store.drop_installation(NAME, workspace)

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        await self.async_delete_installation(enterprise_id=enterprise_id, team_id=team_id)


Homes = OneWorkspace | Installations


def homes(settings: SlackSettings, store: Store, clients: Clients) -> Homes:
    """One workspace or many, as the settings say."""
    if settings.many:
        return Installations(store, clients)
    return OneWorkspace(settings.bot_token, clients)


class States(AsyncOAuthStateStore):
    """The installations that are under way: each state is good once, for ten minutes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_issue(self, *args: Any, **kwargs: Any) -> str:
        state = secrets.token_urlsafe(32)
        self._store.give_pass(state, self._clock.now() + STATE_LASTS)
        return state

    async def async_consume(self, state: str) -> bool:
        return self._store.take_pass(state, self._clock.now())


class Authorized(AsyncAuthorize):
    """Tells Bolt which installation a request is for, without asking Slack: that would be work
    before the acknowledgement."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes

    async def __call__(  # type: ignore[no-untyped-def]
        self, *, context, enterprise_id: str | None, team_id: str | None, **who: str | None
    ) -> AuthorizeResult | None:
        home = self._homes.find(enterprise_id, team_id)
        if home is None:
            return None
        context["home"] = home
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=home.user,
            bot_id=home.bot,
            bot_token=home.token,
        )


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(type(value).__name__)
