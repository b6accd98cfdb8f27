"""Slack on loopback: the Web API, file storage, `response_url`, and Socket Mode's connections."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.slack.counterpart.state import BOT, Channel, Json, Post, Workspace
from tests.slack.counterpart.web_api import CHANGING, KINDS, Refused, WebApi, arguments

APP_TOKEN, SIGNING_SECRET = "xapp-1-A0DRILL-0-test", "0123456789abcdef0123456789abcdef"
RESPONSES, RESPONSE_SECONDS = 5, 30 * 60
PATIENCE = 60.0  # seconds for which a test waits for an acknowledgement before it fails
ARRIVED, ACKNOWLEDGED = "arrived", "acknowledged"  # moments of what comes to the app
BEFORE, AFTER = "before", "after"  # of what it asks for
Interrupt = Callable[[str, str, Json], bool]  # when, method or kind of envelope, its arguments


class Unanswered(Exception):
    """The bot's end was closed before it had answered."""


@dataclass
class Connection:
    """One websocket of Socket Mode, with the futures of what it has not acknowledged."""

    socket: web.WebSocketResponse
    waiting: dict[str, asyncio.Future[Json]] = field(default_factory=dict)


@dataclass
class ResponseUrl:
    workspace: Workspace
    channel: str
    user: str
    message: str  # the ts of the message that the button stands in; "" for a command
    made: float
    uses: int = 0


@dataclass
class Limit:
    """Answer the next `times` calls of a method, in one channel or all, with 429."""

    method: str
    seconds: int
    times: int
    channel: str = ""


class Slack:
    """The far end. `clock` gives seconds since the epoch; everything that happens is kept."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.workspaces: dict[str, Workspace] = {}
        self.faults: list[str] = []  # payloads that Slack would not take whole: a test must fail
        self.calls: list[tuple[str, Json]] = []  # every Web API call that was let through
        self.acks: list[float] = []  # seconds from an envelope's sending to its acknowledgement
        self.limits: list[Limit] = []
        self.interrupt: Interrupt | None = None
        self.died = asyncio.Event()  # the bot's process was stopped by `interrupt`
        self.installs: dict[str, Workspace] = {}  # by the code of an authorisation
        self.connections: list[Connection] = []
        self.connected = asyncio.Condition()
        self.tickets: set[str] = set()
        self.triggers: dict[str, str] = {}
        self.responses: dict[str, ResponseUrl] = {}
        self.url = ""
        self.events: frozenset[str] = frozenset()  # that the app has subscribed to
        self._revived = asyncio.Event()
        self._numbers = itertools.count(1)

    async def start(self) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_post("/upload/v1/{file}", self._upload)
        app.router.add_get("/files-pri/{file}/{name}", self._download)
        app.router.add_post("/response/{id}", self._respond)
        app.router.add_get("/link", self._link)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def close(self) -> None:
        for connection in [*self.connections]:
            await connection.socket.close()
        await self._runner.cleanup()

    @property
    def api(self) -> str:
        """The base URL for the SDK's clients."""
        return f"{self.url}/api/"

    def workspace(self, id: str, name: str, scopes: frozenset[str]) -> Workspace:
        made = Workspace(id, name, f"xoxb-{id}-{secrets.token_hex(8)}", scopes, self.clock)
        self.workspaces[id] = made
        return made

    def web_api(self, workspace: Workspace) -> WebApi:
        return WebApi(workspace, self.faults.append, self._spend, self.url)

    def limit(self, method: str, seconds: int = 1, times: int = 1, channel: str = "") -> None:
        self.limits.append(Limit(method, seconds, times, channel))

    # --- the Web API -------------------------------------------------------------------------

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        body: Json = {}
        form: dict[str, Any] = {}
        if request.content_type == "application/json":
            body = await request.json()
        else:
            form = dict(await request.post())
        args = arguments(request.query, form, body)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        token = token or str(args.pop("token", ""))
        try:
            return await self._answer(request, method, args, token)
        except Refused as refused:
            return web.json_response(refused.body)

    async def _answer(
        self, request: web.Request, method: str, args: Json, token: str
    ) -> web.StreamResponse:
        if method == "apps.connections.open":
            if token != APP_TOKEN:
                raise Refused("invalid_auth" if token else "not_authed")
            ticket = secrets.token_hex(8)
            self.tickets.add(ticket)
            link = f"{self.url.replace('http', 'ws', 1)}/link?ticket={ticket}&app_id=A0DRILL"
            return web.json_response({"ok": True, "url": link})
        if method == "oauth.v2.access":
            return web.json_response(self._install(args))
        workspace = self._of(token)
        if limited := self._limited(method, args):
            refused = {"ok": False, "error": "ratelimited"}
            headers = {"Retry-After": str(limited.seconds)}
            return web.json_response(refused, status=429, headers=headers)
        changes = method in CHANGING
        await self._maybe_die(changes, BEFORE, method, args)
        answer = self.web_api(workspace).call(method, args)
        self.calls.append((method, args))
        await self._maybe_die(changes, AFTER, method, args)
        headers = {"x-oauth-scopes": ",".join(sorted(workspace.scopes))}
        return web.json_response(answer, headers=headers)

    def _of(self, token: str) -> Workspace:
        found = [one for one in self.workspaces.values() if one.token == token]
        if not found:
            raise Refused("invalid_auth" if token else "not_authed")
        return found[0]

    def _limited(self, method: str, args: Json) -> Limit | None:
        for limit in self.limits:
            if limit.method == method and limit.channel in ("", args.get("channel")):
                limit.times -= 1
                if not limit.times:
                    self.limits.remove(limit)
                return limit
        return None

    async def _maybe_die(self, changes: bool, when: str, method: str, args: Json) -> None:
        """Stop the bot here, if the test wants it: its request is never answered."""
        asks = changes and not self.died.is_set() and self.interrupt is not None
        if asks and self.interrupt is not None and self.interrupt(when, method, args):
            self.died.set()
        if self.died.is_set():  # a dead process hears no answer
            await self._revived.wait()
            raise web.HTTPServiceUnavailable

    async def hang_up(self) -> None:
        """The process is gone, and so is its end of every connection."""
        for connection in [*self.connections]:
            await connection.socket.close()

    async def revive(self) -> None:
        """Another process takes the place of the one that died."""
        await self.hang_up()
        self.died.clear()
        self._revived.set()
        self._revived = asyncio.Event()

    def subscribed(self, event: Json, channel: Channel) -> bool:
        """Whether the app hears of an event, by its manifest."""
        if event["type"] != "message":
            return event["type"] in self.events
        return f"message.{KINDS[channel.kind]}" in self.events

    def _install(self, args: Json) -> Json:
        workspace = self.installs.pop(args.get("code", ""), None)
        if workspace is None:
            raise Refused("invalid_code")
        return {
            "ok": True,
            "app_id": "A0DRILL",
            "access_token": workspace.token,
            "token_type": "bot",
            "scope": ",".join(sorted(workspace.scopes)),
            "bot_user_id": BOT,
            "team": {"id": workspace.id, "name": workspace.name},
            "enterprise": None,
            "is_enterprise_install": False,
            "authed_user": {"id": next(iter(workspace.users))},
        }

    # --- files -------------------------------------------------------------------------------

    async def _upload(self, request: web.Request) -> web.Response:
        id = request.match_info["file"]
        file = next((w.files[id] for w in self.workspaces.values() if id in w.files), None)
        if file is None:
            return web.Response(status=404, text="no such upload")
        content = await request.read()
        if request.content_type.startswith("multipart/"):
            raise web.HTTPBadRequest(text="the counterpart takes the bytes alone")
        if len(content) != file.length:
            self.faults.append(f"{file.name}: {len(content)} bytes, announced {file.length}")
            return web.Response(status=400, text="length")
        file.content = content
        return web.Response(text=f"OK - {len(content)}")

    async def _download(self, request: web.Request) -> web.Response:
        """A private file; whoever has no token that may read it gets a page to log in."""
        team, _, id = request.match_info["file"].partition("-")
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        workspace = self.workspaces.get(team)
        allowed = workspace is not None and workspace.token == token
        if workspace is None or not allowed or "files:read" not in workspace.scopes:
            page = "<!DOCTYPE html><html><title>Sign in | Slack</title></html>"
            return web.Response(text=page, content_type="text/html")
        file = workspace.files.get(id)
        if file is None or file.content is None:
            return web.Response(status=404, text="<html>gone</html>", content_type="text/html")
        return web.Response(body=file.content, content_type="text/plain")

    # --- response_url and triggers -----------------------------------------------------------

    def trigger(self, user: str) -> str:
        id = f"{next(self._numbers)}.{secrets.token_hex(8)}"
        self.triggers[id] = user
        return id

    def expire_triggers(self) -> None:
        """Three seconds have passed."""
        self.triggers = dict.fromkeys(self.triggers, "")

    def _spend(self, id: str) -> str:
        if id not in self.triggers:
            raise Refused("invalid_trigger_id")
        user = self.triggers.pop(id)
        if not user:
            raise Refused("expired_trigger_id")
        return user

    def response_url(self, workspace: Workspace, channel: str, user: str, message: str = "") -> str:
        id = secrets.token_hex(8)
        self.responses[id] = ResponseUrl(workspace, channel, user, message, self.clock())
        return f"{self.url}/response/{id}"

    async def _respond(self, request: web.Request) -> web.Response:
        url = self.responses.get(request.match_info["id"])
        if url is None or url.uses >= RESPONSES or self.clock() > url.made + RESPONSE_SECONDS:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        url.uses += 1
        body = await request.json()
        await self._maybe_die(True, BEFORE, "response_url", body)
        try:
            self.said_back(url, body)
        except Refused as refused:
            return web.json_response(refused.body, status=400)
        await self._maybe_die(True, AFTER, "response_url", body)
        return web.Response(text="ok")

    def said_back(self, url: ResponseUrl, body: Json) -> None:
        """What was sent to a `response_url`, or in the answer to a command."""
        workspace, api = url.workspace, self.web_api(url.workspace)
        original = next((p for p in workspace.posts if p.ts == url.message), None)
        if body.get("delete_original"):
            if original is not None:
                workspace.posts.remove(original)
            return
        blocks = api._taken(body)
        if body.get("replace_original") and original is not None:
            original.text, original.blocks = body.get("text", ""), blocks
            original.edited = workspace.ts()
            return
        to = "" if body.get("response_type") == "in_channel" else url.user
        thread = body.get("thread_ts", "")
        text = body.get("text", "")
        workspace.posts.append(Post(url.channel, workspace.ts(), BOT, text, blocks, thread, to=to))

    # --- Socket Mode -------------------------------------------------------------------------

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self.tickets:
            raise web.HTTPForbidden
        self.tickets.discard(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        hello = {
            "type": "hello",
            "num_connections": len(self.connections) + 1,
            "connection_info": {"app_id": "A0DRILL"},
            "debug_info": {"host": "applink", "approximate_connection_time": 18060},
        }
        await socket.send_json(hello)
        connection = Connection(socket)
        self.connections.append(connection)
        async with self.connected:
            self.connected.notify_all()
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    self._acknowledged(connection, json.loads(message.data))
        finally:
            self._lost(connection)
        return socket

    def _acknowledged(self, connection: Connection, answer: Json) -> None:
        waiting = connection.waiting.pop(answer.get("envelope_id", ""), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer.get("payload") or {})

    def _lost(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        for waiting in connection.waiting.values():
            if not waiting.done():
                waiting.set_exception(Unanswered())
                waiting.exception()  # whoever did it may be gone, too
        connection.waiting.clear()

    async def connection(self) -> Connection:
        """The next open connection, waiting for one: envelopes go to each in turn."""
        async with asyncio.timeout(PATIENCE), self.connected:
            await self.connected.wait_for(lambda: self.connections)
            self.connections.append(connection := self.connections.pop(0))
            return connection

    async def envelope(
        self, kind: str, payload: Json, retry: int = 0, accepts: bool = False
    ) -> Json:
        """Send one envelope; returns the payload of its acknowledgement, or raises Unanswered."""
        if self.died.is_set():
            raise Unanswered
        connection = await self.connection()
        id = secrets.token_hex(16)
        waiting = asyncio.get_running_loop().create_future()
        connection.waiting[id] = waiting
        envelope: Json = {
            "envelope_id": id,
            "type": kind,
            "accepts_response_payload": accepts,
            "payload": payload,
        }
        if kind == "events_api":
            reason = "timeout" if retry else ""
            envelope |= {"retry_attempt": retry, "retry_reason": reason}
        begun = time.monotonic()
        with contextlib.suppress(ConnectionError):
            await connection.socket.send_json(envelope)
        self.may_die(ARRIVED, kind, payload)
        answer: Json = await asyncio.wait_for(waiting, PATIENCE)
        self.acks.append(time.monotonic() - begun)
        self.may_die(ACKNOWLEDGED, kind, payload)
        return answer

    def may_die(self, when: str, kind: str, payload: Json) -> None:
        if self.interrupt is not None and self.interrupt(when, kind, payload):
            self.died.set()
            if when == ARRIVED:
                raise Unanswered

    async def disconnect(self, reason: str) -> None:
        """Ask for a new connection, as Slack does each hour ("refresh_requested")."""
        for connection in [*self.connections]:
            await connection.socket.send_json({"type": "disconnect", "reason": reason})

    # --- what a test asks --------------------------------------------------------------------

    @contextlib.contextmanager
    def interrupting(self, interrupt: Interrupt) -> Iterator[None]:
        self.interrupt = interrupt
        yield
        self.interrupt = None

    def check(self) -> None:
        """Fail if anything was sent that Slack would not take whole."""
        assert not self.faults, "\n\n".join(self.faults)
