"""`drill serve`: every part of the running bot is built here, in explicit constructors."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from typing import Any, Protocol

from bot.app import App
from bot.clock import SystemClock
from bot.grader.pool import GraderPool
from bot.grader.selftest import cache_file
from bot.platforms.chat import Chat
from bot.platforms.discord.adapter import Gateway
from bot.platforms.discord.client import Client
from bot.platforms.discord.sending import Discord
from bot.platforms.slack.connection import Connection
from bot.platforms.slack.installations import Clients, homes
from bot.platforms.slack.requests import Receive, Requests, Scope, Send
from bot.platforms.slack.sending import Slack
from bot.ports import CannotServe, Catalog, Clock, Grader, Platform, StoreProblem
from bot.settings import Settings, SettingsProblem, load
from bot.timers import Timers
from content.apart import CatalogApart
from storage.store import Store, open_store

__all__ = ["Bot", "CannotServe", "WayIn", "asgi", "running", "serve"]

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0  # seconds between two looks at what another process left, or a fault held up
CLOSE_EVERY = 60.0  # seconds between two looks at the terminals' timers of days
ARRIVAL = 5.0  # seconds that a start waits for a platform, before it goes on without it
FAREWELL = 5.0  # seconds for what came in last, once the process was told to end

NO_PLATFORM = """\
No chat platform is configured. For Slack set SLACK_BOT_TOKEN and SLACK_APP_TOKEN, for Discord \
DISCORD_TOKEN, in the environment or in a file `.env` here: README.md says where they come from, \
and `drill doctor` checks them. The terminal alone (`drill play`) needs none of them."""


class WayIn(Protocol):
    """One platform's listening side."""

    ready: asyncio.Event  # set once what people do arrives

    async def run(self) -> None:
        """Sign in and take what people do, until cancelled; what passes by itself is waited out.

        Raises CannotServe.
        """

    async def drain(self) -> None:
        """Wait until everything that came in is taken."""

    async def close(self) -> None:
        """Let go of every connection."""


class Bot:
    """One process: the app, its platforms and their timers. Belongs to one event loop.

    `owner` names the process in its claims: what an earlier one of that name left is taken up.
    Without `own_http` another server serves `requests`.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        catalog: Catalog,
        grader: Grader,
        clock: Clock,
        owner: str,
        own_http: bool = True,
    ) -> None:
        self.store, self.clock, self.owner = store, clock, owner
        platforms: dict[str, Platform] = {}
        self.ways_in: list[WayIn] = []
        if settings.discord:
            client = Client(message_content=settings.discord_message_content)
            platforms["discord"] = discord = Discord(store, client, clock)
        if (slack := settings.slack) is not None:
            clients = Clients(slack.api)
            installed = homes(slack, store, clients)
            platforms["slack"] = speaking = Slack(store, installed.client)
        self.app = App(store, catalog, grader, clock, platforms, owner)
        self.requests: Requests | None = None  # an ASGI app, where something comes over HTTP
        if slack is not None:
            address = (settings.host, settings.port) if own_http else None
            chat = Chat(self.app, speaking.may_set_up, speaking.more)
            slack_way = Connection(slack, installed, clients, speaking, chat, address)
            self.ways_in.append(slack_way)
            self.requests = slack_way.requests
        if settings.discord:
            chat = Chat(self.app, discord.may_set_up)
            self.ways_in.append(Gateway(client, chat, discord, settings.discord))
        self.timers = Timers(store, clock, self.app.fire, owner, list(platforms))
        self.app.poke = self.timers.poke
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin: perform what waits, fire what came due, listen. Needs a running loop."""
        self._failure = asyncio.get_running_loop().create_future()
        self.app.prepare()
        self.app.begin()  # first of all: it gives back what its owner had claimed before
        for way_in in self.ways_in:
            self._spawn(way_in.run())
        self._resuming = self._spawn(self._resume())
        self._spawn(self._every(LOOK_EVERY, self.app.perform))
        self._spawn(self._every(CLOSE_EVERY, self._close_abandoned))

    async def ready(self) -> None:
        """Wait until every platform listens. Raises CannotServe."""
        await self._unless_failed(asyncio.gather(*(way.ready.wait() for way in self.ways_in)))

    async def until(self, stopped: asyncio.Event) -> None:
        """Serve until then. Raises CannotServe."""
        await self._unless_failed(asyncio.ensure_future(stopped.wait()))

    async def idle(self) -> None:
        """Wait until all that an earlier process left, or that came in, is done and told."""
        await asyncio.wait([self._resuming])
        await asyncio.gather(*(way_in.drain() for way_in in self.ways_in))
        await self.app.idle()

    async def close(self) -> None:
        """Listen no more, take what came in, and stop. What was not performed stays a row."""
        self.timers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(way_in.drain() for way_in in self.ways_in))
        await self.app.close()
        await asyncio.gather(*(way_in.close() for way_in in self.ways_in))
        with contextlib.suppress(StoreProblem):
            self.store.forget_claims(self.owner)  # another process need not wait for the leases

    # --- tasks -------------------------------------------------------------------------------

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        self._tasks.append(task)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or self._failure.done():
            return
        if (error := task.exception()) is not None:
            self._failure.set_exception(error)

    async def _unless_failed(self, waiting: asyncio.Future[Any]) -> None:
        """Wait for it, or raise what ended one of the bot's own tasks."""
        try:
            await asyncio.wait([waiting, self._failure], return_when=asyncio.FIRST_COMPLETED)
            if self._failure.done():
                self._failure.result()
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    async def _resume(self) -> None:
        """Say what waits, and what came due meanwhile, once the platforms are there to say it on;
        one that stays away does not hold up the others for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ARRIVAL):
                await asyncio.gather(*(way_in.ready.wait() for way_in in self.ways_in))
        self.timers.start()
        try:
            await self.app.perform()
        except StoreProblem:
            raise  # nothing was taken up: it is for the next start
        except Exception:
            log.exception("what an earlier process left could not all be performed")

    async def _every(self, seconds: float, look: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await look()
            except StoreProblem as problem:  # it may be over at the next look
                log.warning("%s", problem)
            except Exception:
                log.exception("a look at what waits failed")

    async def _close_abandoned(self) -> None:
        """A terminal keeps its own session's minutes while it is open; its days are kept here."""
        now = self.clock.now()
        for due in self.store.claim_timers(self.owner, ["terminal"], now, name="idle"):
            await self.app.fire(due)


# --- a process -------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def running(settings: Settings, own_http: bool = True) -> AsyncIterator[Bot]:
    """A bot on this machine's own database, content and sandbox, started, and closed at the end.

    Raises CannotServe, SettingsProblem, StoreProblem.
    """
    with _named(settings.database or "") as owner:
        store, pool = open_store(settings.database), GraderPool(cache_file())
        catalog = CatalogApart()
        try:
            bot = Bot(settings, store, catalog, pool, SystemClock(), owner, own_http)
            bot.start()
            try:
                yield bot
            finally:
                await bot.close()
        finally:
            await pool.close()
            catalog.close()
            store.close()


@contextlib.contextmanager
def _named(database: str) -> Iterator[str]:
    """The name of this process in its claims. The first one of a machine keeps it over restarts,
    and so goes on at once with what it left; one beside it has a name of its own."""
    name = f"serve:{socket.gethostname()}"
    digest = hashlib.sha256(database.encode()).hexdigest()[:16]
    path = cache_file().with_name(f"serve-{digest}.lock")
    with contextlib.ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(path.open("w"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # it is held, or there is no such folder
            name += f":{os.getpid()}"
        yield name


async def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C. Raises as `running` does."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    async with running(settings) as bot:
        telling = asyncio.create_task(_tell(bot, say))
        try:
            await bot.until(stopped)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
        say("Stopping: what came in is taken first. Nothing is lost.")


async def _tell(bot: Bot, say: Callable[[str], None]) -> None:
    """Say what is served, once it is."""
    if not bot.ways_in:
        say(NO_PLATFORM)
    await bot.ready()
    served = " and ".join(name.capitalize() for name in bot.app.platforms)
    days = "sessions without a word for 14 days are closed"
    say(f"Serving{' ' + served if served else ''}; {days}. Stop with Ctrl-C.")


# --- another server --------------------------------------------------------------------------


def asgi() -> Hosted:
    """The whole bot as an ASGI app, for any ASGI server: `uvicorn --factory bot.serve:asgi`.

    Slack is then reached over that server's HTTP. Raises SettingsProblem.
    """
    settings = load()
    if settings.slack is None or settings.slack.socket:
        raise SettingsProblem(
            "For an ASGI server Slack must come over HTTP: set SLACK_SIGNING_SECRET and unset"
            " SLACK_APP_TOKEN. `drill serve` needs no server."
        )
    return Hosted(settings)


class Hosted:
    """Lives from its server's startup to its shutdown."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests: Requests | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._requests is not None:
            await self._requests(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        try:
            async with running(self._settings, own_http=False) as bot:
                self._requests = bot.requests
                await bot.ready()
                await send({"type": "lifespan.startup.complete"})
                await receive()  # lifespan.shutdown
        except (CannotServe, SettingsProblem, StoreProblem) as problem:
            await send({"type": "lifespan.startup.failed", "message": str(problem)})
        else:
            await send({"type": "lifespan.shutdown.complete"})
