"""Discord on loopback: its REST API over HTTP and its gateway over a websocket, around a `World`.

    async with Counterpart(World(clock.now)) as discord:
        client = ...            # anything built on discord.py talks to it now

Every request is checked against Discord's description and limits; what was wrong with one stays in
`faults`. `trouble` makes answers go wrong as Discord's do.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import time
import zlib
from dataclasses import dataclass, field
from typing import Any

import discord
import yarl
from aiohttp import WSMsgType, web

from tests.discord import api, schema
from tests.discord.world import DIRECT, Guild, Message, Refused, World

API = "/api/v10"
TOKEN = "a-token-of-this-test"
HEARTBEAT = 41_250  # milliseconds
MAY_READ = 1 << 19  # a flag of an application that may hear what messages hold
GUILDS, MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1, 1 << 1, 1 << 9, 1 << 12, 1 << 15


@dataclass(frozen=True, slots=True)
class Sent:
    """One request of the bot and how it was answered."""

    method: str
    template: str
    parts: dict[str, str]
    body: Any
    status: int
    code: int = 0  # Discord's, of a refusal
    planned: bool = False  # it went wrong because a test wanted it so
    took: float = 0.0  # seconds since the interaction that it answers


@dataclass
class Trouble:
    """Makes requests that match go wrong, `times` of them after the first `skip`."""

    method: str
    match: str  # a regular expression that is searched for in the template of the path
    code: int = 0  # refuse with this
    retry_after: float = 0.0  # 429, to be tried again so many seconds later
    status: int = 0  # a server's error, without a word
    hold: str = ""  # "before" or "after" it was done: no answer ever comes
    cut: bool = False  # the connection breaks before anything is done
    times: int = 1
    skip: int = 0
    met: asyncio.Event = field(default_factory=asyncio.Event)

    def meets(self, method: str, template: str) -> bool:
        if not self.times or self.method not in ("*", method):
            return False
        if re.search(self.match, template) is None:
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.times -= 1
        self.met.set()
        return True


class Session:
    """One signing in at the gateway. It outlives its connection: the bot may resume it."""

    def __init__(self, id: str, shard: tuple[int, int], intents: int) -> None:
        self.id, self.shard, self.intents = id, shard, intents
        self.events: list[dict[str, Any]] = []
        self.connection: Connection | None = None

    async def dispatch(self, name: str, data: dict[str, Any]) -> None:
        event = {"op": 0, "t": name, "s": len(self.events) + 1, "d": data}
        self.events.append(event)
        if self.connection is not None:
            await self.connection.send(event)


class Connection:
    """One websocket of the bot."""

    def __init__(self, ws: web.WebSocketResponse, compress: bool) -> None:
        self.ws = ws
        self._zlib = zlib.compressobj() if compress else None
        self._pings = itertools.count()
        self._pongs: dict[bytes, asyncio.Future[None]] = {}

    async def send(self, payload: dict[str, Any]) -> None:
        text = json.dumps(payload)
        with contextlib.suppress(ConnectionError):
            if self._zlib is None:
                await self.ws.send_str(text)
            else:
                packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                await self.ws.send_bytes(packed)

    async def taken(self) -> None:
        """Wait until the bot has read everything that was sent: it answers a ping in turn."""
        mark = b"%d" % next(self._pings)
        self._pongs[mark] = asyncio.get_running_loop().create_future()
        with contextlib.suppress(ConnectionError):
            await self.ws.ping(mark)
            await self._pongs[mark]

    def pong(self, mark: bytes) -> None:
        if (waiting := self._pongs.pop(mark, None)) and not waiting.done():
            waiting.set_result(None)

    def ended(self) -> None:
        for mark in list(self._pongs):
            self.pong(mark)


class Counterpart:
    """The loopback server. `approved` is what the developer portal's switches allow; where time is
    measured, requests are not `checked` against the description, which takes some."""

    def __init__(
        self, world: World, approved: int = CONTENT, shards: int = 1, checked: bool = True
    ) -> None:
        self.world, self.shards, self.checked = world, shards, checked
        self.approve(approved)
        self.sent: list[Sent] = []
        self.faults: list[str] = []
        self.troubles: list[Trouble] = []
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.signed_in = asyncio.Event()
        self.resuming = asyncio.Event()  # set once a session was resumed
        self.resumed = 0
        self.away = False  # nothing can be reached
        self.limits: tuple[int, float] | None = None  # messages of a channel, per seconds
        self._used: dict[str, list[float]] = {}
        self._asked: dict[str, float] = {}  # interaction's token -> when it was given
        self._outgoing: asyncio.Queue[tuple[Session, str, dict[str, Any]]] = asyncio.Queue()
        self._held: list[asyncio.Event] = []
        world.hear = self._hear

    async def __aenter__(self) -> Counterpart:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_get("/files/{id}/{name}", self._file)
        app.router.add_route("*", API + "/{path:.*}", self._http)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.world.base = f"http://127.0.0.1:{port}"
        self.gateway = f"ws://127.0.0.1:{port}/gateway/"
        self._delivering = asyncio.create_task(self._deliver())
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        discord.http.Route.BASE = self.world.base + API
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway)
        return self

    async def __aexit__(self, kind: object = None, *_: object) -> None:
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        self.release()
        self._delivering.cancel()
        for session in self.sessions.values():
            if session.connection is not None:
                await session.connection.ws.close()
        await self._runner.cleanup()
        if kind is None:
            assert not self.faults, "\n".join(self.faults)

    # --- what tests ask for --------------------------------------------------------------------

    def approve(self, intents: int) -> None:
        """Set the switches of the developer portal."""
        self.approved = intents
        self.world.application_flags = MAY_READ if intents & CONTENT else 0

    def trouble(self, method: str, match: str, **how: Any) -> Trouble:
        made = Trouble(method, match, **how)
        self.troubles.append(made)
        return made

    def release(self) -> None:
        """Let the requests end that were held."""
        for held in self._held:
            held.set()
        self._held.clear()

    async def taken(self) -> None:
        """Wait until the bot has read everything that it was told."""
        await self._outgoing.join()
        for session in list(self.sessions.values()):
            if session.connection is not None:
                await session.connection.taken()

    async def drop(self, code: int = 4000) -> None:
        """Break every connection; their sessions can be resumed."""
        self.resuming.clear()
        for session in self.sessions.values():
            if session.connection is not None:
                await session.connection.ws.close(code=code)

    async def reconnect(self) -> None:
        """Ask the bot to connect again and to resume."""
        self.resuming.clear()
        for session in self.sessions.values():
            if session.connection is not None:
                await session.connection.send({"op": 7, "d": None})

    async def invalidate(self) -> None:
        """Tell the bot that its session is lost."""
        for session in list(self.sessions.values()):
            del self.sessions[session.id]
            if session.connection is not None:
                await session.connection.send({"op": 9, "d": False})

    def interact(self, payload: dict[str, Any], guild: Guild | None) -> None:
        """Deliver an interaction, again if it was delivered before."""
        self._asked.setdefault(payload["token"], time.perf_counter())
        self._hear("INTERACTION_CREATE", payload, guild, None)

    # --- REST ----------------------------------------------------------------------------------

    async def _http(self, request: web.Request) -> web.StreamResponse:
        arrived = time.perf_counter()
        path = "/" + request.match_info["path"]
        method, template = request.method, schema.operation(request.method, path)
        if template is None:
            self.faults.append(f"{method} {path}: there is no such operation")
            return self._answer(404, {"message": "404: Not Found", "code": 0})
        parts = _parts(template, path)
        trouble = next((one for one in self.troubles if one.meets(method, template)), None)
        body, files = await _read(request)
        if self.away or (trouble and trouble.hold == "before"):
            return await self._hold(request)
        if trouble and trouble.cut and request.transport is not None:
            request.transport.abort()
        if trouble and not trouble.hold:
            status, code = trouble.status, trouble.code
            headers: dict[str, str] = {}
            told: dict[str, Any] = {"message": "planned", "code": code}
            if trouble.retry_after:
                status, headers = 429, {"Via": "1.1 google"}
                told |= {"retry_after": trouble.retry_after, "global": False}
            elif code:
                refused = Refused(code)
                status, told["message"] = refused.status, refused.text
            self.sent.append(Sent(method, template, parts, body, status, code, planned=True))
            return self._answer(status, told, headers)
        where = f"{method} {template}"
        query = dict(request.query)
        wrong = schema.faults(method, template, query, body) if self.checked else []
        self.faults += [f"{where}: {fault}" for fault in wrong]
        if (wait := self._limited(method, template, parts)) is not None:
            self.sent.append(Sent(method, template, parts, body, 429, planned=True))
            told = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
            return self._answer(429, told, {"Via": "1.1 google"})
        signed = request.headers.get("Authorization") == f"Bot {TOKEN}"
        code = 0
        try:
            if wrong:
                raise Refused(50035, "; ".join(wrong))
            if template.startswith("/gateway"):
                status, answer = 200, self._where_to_connect()
            else:
                asked = api.Request(method, template, parts, query, body, files, signed)
                status, answer = api.perform(self.world, asked)
        except Refused as no:
            status, code = no.status, no.code
            if code == 50035 and not wrong:
                self.faults.append(f"{where}: {no.why}")
            answer = {"message": f"{no.text}: {no.why}" if no.why else no.text, "code": code}
        given = self._asked.get(parts.get("interaction_token", ""))
        took = arrived - given if given is not None else 0.0
        self.sent.append(Sent(method, template, parts, body, status, code, took=took))
        if trouble and trouble.hold == "after":
            return await self._hold(request)
        return self._answer(status, answer, self._budget(method, template, parts))

    async def _hold(self, request: web.Request) -> web.StreamResponse:
        """Give no answer until it is released; then the connection is broken."""
        held = asyncio.Event()
        self._held.append(held)
        await held.wait()
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)

    def _answer(
        self, status: int, told: Any, headers: dict[str, str] | None = None
    ) -> web.StreamResponse:
        if told is None:
            return web.Response(status=status, headers=headers)
        # discord.py reads JSON only where the type is exactly this, without a charset.
        raw = json.dumps(told).encode()
        kind = {"Content-Type": "application/json"}
        return web.Response(status=status, body=raw, headers={**kind, **(headers or {})})

    def _limited(self, method: str, template: str, parts: dict[str, str]) -> float | None:
        """Seconds to wait, where a channel has had its messages of this while."""
        if self.limits is None or (method, template) != ("POST", "/channels/{channel_id}/messages"):
            return None
        count, per = self.limits
        now = time.monotonic()
        used = [at for at in self._used.get(parts["channel_id"], []) if now - at < per]
        self._used[parts["channel_id"]] = used
        if len(used) >= count:
            return per - (now - used[0])
        used.append(now)
        return None

    def _budget(self, method: str, template: str, parts: dict[str, str]) -> dict[str, str]:
        if self.limits is None or (method, template) != ("POST", "/channels/{channel_id}/messages"):
            return {}
        count, per = self.limits
        used = self._used[parts["channel_id"]]
        after = per - (time.monotonic() - used[0])
        return {
            "X-RateLimit-Limit": str(count),
            "X-RateLimit-Remaining": str(count - len(used)),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": "messages",
        }

    def _where_to_connect(self) -> dict[str, Any]:
        starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway, "shards": self.shards, "session_start_limit": starts}

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self.world.files.get(int(request.match_info["id"]))
        if file is None:
            return web.Response(status=404)
        return web.Response(body=file.raw, content_type="application/octet-stream")

    # --- the gateway ---------------------------------------------------------------------------

    def _hear(
        self, name: str, data: dict[str, Any], guild: Guild | None, message: Message | None
    ) -> None:
        """What happened in the world, for the shard that serves the place."""
        for session in self.sessions.values():
            shard, count = session.shard
            if shard != ((guild.id >> 22) % count if guild else 0):
                continue
            if not session.intents & _intent(name, guild):
                continue
            readable = session.intents & CONTENT
            told = data if message is None or readable else self._blanked(data, message)
            self._outgoing.put_nowait((session, name, told))

    def _blanked(self, data: dict[str, Any], message: Message) -> dict[str, Any]:
        """A message as a bot without the privileged intent gets it."""
        bot = self.world.bot
        own = message.author is bot or str(bot.id) in message.pings
        if own or message.channel.kind == DIRECT or "content" not in data:
            return data
        return {**data, "content": "", "attachments": [], "embeds": [], "components": []}

    async def _deliver(self) -> None:
        while True:
            session, name, data = await self._outgoing.get()
            await session.dispatch(name, data)
            self._outgoing.task_done()

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        ws = web.WebSocketResponse(autoping=False, compress=False)
        await ws.prepare(request)
        connection = Connection(ws, request.query.get("compress") == "zlib-stream")
        await connection.send({"op": 10, "d": {"heartbeat_interval": HEARTBEAT}})
        session: Session | None = None
        try:
            async for frame in ws:
                if frame.type is WSMsgType.PONG:
                    connection.pong(bytes(frame.data))
                elif frame.type is WSMsgType.PING:
                    await ws.pong(frame.data)
                elif frame.type is WSMsgType.TEXT:
                    session = await self._heard(connection, session, json.loads(frame.data))
        finally:
            connection.ended()
            if session is not None and session.connection is connection:
                session.connection = None
        return ws

    async def _heard(
        self, connection: Connection, session: Session | None, payload: dict[str, Any]
    ) -> Session | None:
        match payload["op"], payload["d"]:
            case 1, _:
                await connection.send({"op": 11})
            case 2, {"token": token, "intents": intents} as given:
                if token != TOKEN:
                    await connection.ws.close(code=4004)
                elif intents & (CONTENT | MEMBERS) & ~self.approved:
                    await connection.ws.close(code=4014)
                else:
                    shard = tuple(given.get("shard", (0, 1)))
                    return await self._identify(connection, shard, intents)
            case 6, {"session_id": id, "seq": seq, "token": token}:
                resumed = self.sessions.get(id) if token == TOKEN else None
                if resumed is None:
                    await connection.send({"op": 9, "d": False})
                    return None
                self.resumed += 1
                for event in resumed.events[seq:]:
                    await connection.send(event)
                resumed.connection = connection
                await resumed.dispatch("RESUMED", {})
                self.resuming.set()
                return resumed
        return session

    async def _identify(
        self, connection: Connection, shard: tuple[int, ...], intents: int
    ) -> Session:
        self.identified += 1
        for old in [one for one in self.sessions.values() if one.shard == shard]:
            del self.sessions[old.id]  # of a process that is gone
        session = Session(f"session-{self.identified}", (shard[0], shard[1]), intents)
        session.connection = connection
        mine = [g for g in self.world.guilds.values() if (g.id >> 22) % shard[1] == shard[0]]
        bot = self.world.bot
        ready = {
            "v": 10,
            "user": {**self.world.user_json(bot), "verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.gateway,
            "shard": list(shard),
            "application": {"id": str(self.world.application), "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
        }
        await session.dispatch("READY", ready)
        for guild in mine:
            if bot.id in guild.members:
                await session.dispatch("GUILD_CREATE", self.world.guild_json(guild))
        self.sessions[session.id] = session
        self.signed_in.set()
        return session


def _intent(name: str, guild: Guild | None) -> int:
    if name.startswith("MESSAGE_"):
        return GUILD_MESSAGES if guild else DIRECT_MESSAGES
    if name == "INTERACTION_CREATE":
        return -1  # comes without any
    return GUILDS


def _parts(template: str, path: str) -> dict[str, str]:
    pairs = zip(template.split("/"), path.split("/"), strict=True)
    return {name[1:-1]: yarl.URL.build(path=value).path for name, value in pairs if "{" in name}


async def _read(request: web.Request) -> tuple[Any, list[tuple[str, bytes]]]:
    """The body as JSON, and the files beside it in their order."""
    if not request.can_read_body:
        return None, []
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    body, files = None, {}
    async for part in await request.multipart():
        raw = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(raw)
        elif number := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
            files[int(number[1])] = (part.filename or "", raw)
    return body, [files[index] for index in sorted(files)]
