"""A bot's process inside the test's own loop: everything that it began is known, so that one can
wait until it has nothing left to do, or kill it in the middle of something."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any

_OWN: ContextVar[set[asyncio.Task[Any]] | None] = ContextVar("own", default=None)

# What waits for something that is still to happen, and so is no work under way.
STANDING = (
    "AutoShardedConnectionState._delay_ready",
    "AutoShardedConnectionState._delay_shard_ready",
    "ConnectionState._delay_ready",
    "Queue.get",
    "Event.wait",
    "Shard.worker",
    "App._renew",
    "App._perform_later",
    "Bot._every",
    "Gateway.run",
)


def watch_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """From now on every task of this loop is put down to the process that began it."""

    def made(
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any],
        **how: Any,
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **how)
        own = (how.get("context") or copy_context()).get(_OWN)
        if own is not None:
            own.add(task)
            task.add_done_callback(own.discard)
        return task

    loop.set_task_factory(made)


class Process:
    """What runs from `start` on, with all that it begins, until it is killed."""

    def __init__(self, standing: tuple[str, ...] = STANDING) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()
        self._standing = standing

    def run(self, work: Callable[[], Awaitable[Any]]) -> asyncio.Task[Any]:
        """Begin something as a part of this process."""

        async def begun() -> Any:
            return await work()

        return asyncio.get_running_loop().create_task(begun(), context=self._context())

    def call(self, work: Callable[[], object]) -> None:
        """Do something at once as a part of this process."""
        self._context().run(work)

    def _context(self) -> Context:
        context = copy_context()
        context.run(_OWN.set, self.tasks)
        return context

    def busy(self) -> list[asyncio.Task[Any]]:
        return [task for task in self.tasks if not _name(task).endswith(self._standing)]

    async def idle(self, unless: asyncio.Event | None = None) -> None:
        """Wait until nothing is under way, or until `unless` is set."""
        waiting = asyncio.ensure_future(unless.wait()) if unless else None
        extra = [waiting] if waiting else []
        try:
            while busy := self.busy():
                if unless is not None and unless.is_set():
                    return
                await asyncio.wait([*busy, *extra], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if waiting:
                waiting.cancel()

    async def kill(self) -> None:
        """It is gone, whatever it was doing."""
        while self.tasks:
            for task in list(self.tasks):
                task.cancel()
            await asyncio.wait(list(self.tasks))


def _name(task: asyncio.Task[Any]) -> str:
    work = task.get_coro()
    return getattr(work, "__qualname__", repr(work))
