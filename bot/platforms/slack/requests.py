"""Slack's signed requests over HTTP, and the pages that install the app, as an ASGI app."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from slack_bolt.adapter.asgi.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

PATH = "/slack/events"  # for events, commands and interactions alike
LARGEST = 4 << 20  # bytes of a request
SIGNED_FOR = 300.0  # seconds that Slack's signature is good; Bolt checks that


class Requests:
    """`events` is False where Slack brings those by Socket Mode, and nothing signed is taken."""

    def __init__(self, app: AsyncApp, ready: asyncio.Event, events: bool) -> None:
        self._bolt: Any = AsyncSlackRequestHandler(app, PATH)
        self._ready, self._events = ready, events
        self._taken: dict[bytes, float] = {}  # signatures, and when they end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        signature = headers.get(b"x-slack-signature", b"")
        if scope["method"] == "POST" and not self._events:
            await _answer(send, 404, b"Not Found")
        elif not self._ready.is_set():
            await _answer(send, 503, b"Not yet")  # Slack brings it again
        elif not headers.get(b"x-slack-request-timestamp", b"0").isdigit():
            await _answer(send, 401, b"Not signed")  # Bolt reads a number there
        elif signature and self._was_taken(signature):
            await _answer(send, 401, b"Taken already")
        else:
            await self._take(scope, receive, send, signature)

    async def _take(self, scope: Scope, receive: Receive, send: Send, signature: bytes) -> None:
        status, size = 0, 0

        async def counted() -> Event:
            nonlocal size
            event = await receive()
            size += len(event.get("body", b""))
            if size > LARGEST:
                raise _TooLarge
            return event

        async def noted(event: Event) -> None:
            nonlocal status
            status = event.get("status", status)
            await send(event)

        try:
            await self._bolt(scope, counted, noted)
        except _TooLarge:
            await _answer(send, 413, b"Too large")
        if status == 200 and signature:  # it was Slack's: the very same is refused from now on
            self._taken[signature] = time.monotonic() + 2 * SIGNED_FOR

    def _was_taken(self, signature: bytes) -> bool:
        while self._taken:  # in the order of their ends
            known, until = next(iter(self._taken.items()))
            if until > time.monotonic():
                break
            del self._taken[known]
        return signature in self._taken


class _TooLarge(Exception):
    pass


async def _answer(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
