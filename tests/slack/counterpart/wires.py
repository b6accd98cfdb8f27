"""How Slack brings things to an app: Socket Mode's envelopes, or signed requests over HTTP."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Protocol
from urllib.parse import urlencode

import aiohttp

from tests.slack.counterpart.server import (
    ACKNOWLEDGED,
    ARRIVED,
    PATIENCE,
    SIGNING_SECRET,
    Slack,
    Unanswered,
)
from tests.slack.counterpart.state import Json

EVENTS, COMMANDS, INTERACTIVE = "events_api", "slash_commands", "interactive"


class Wire(Protocol):
    async def send(self, kind: str, payload: Json, retry: int = 0) -> Json:
        """Bring one payload to the app; returns what it answered at once.

        Raises Unanswered where the app is gone before it has answered.
        """


class SocketMode:
    def __init__(self, slack: Slack) -> None:
        self._slack = slack

    async def send(self, kind: str, payload: Json, retry: int = 0) -> Json:
        return await self._slack.envelope(kind, payload, retry, accepts=kind != EVENTS)


class SignedHttp:
    """`url` is the app's request URL, the same for events, commands and interactions."""

    def __init__(self, slack: Slack, url: str, secret: str = SIGNING_SECRET) -> None:
        self._slack, self.url, self._secret = slack, url, secret

    async def send(self, kind: str, payload: Json, retry: int = 0) -> Json:
        body, headers = self.signed(kind, payload, retry)
        self._slack.may_die(ARRIVED, kind, payload)
        begun = time.monotonic()
        status, text = await self.post(body, headers)
        assert status == 200, f"{status}: {text}"
        self._slack.acks.append(time.monotonic() - begun)
        self._slack.may_die(ACKNOWLEDGED, kind, payload)
        if text.startswith("{"):
            answer: Json = json.loads(text)
            return answer
        return {"text": text} if text else {}

    def signed(
        self, kind: str, payload: Json, retry: int = 0, at: float | None = None
    ) -> tuple[bytes, dict[str, str]]:
        """A request's body and headers, signed at a time (seconds since the epoch; now)."""
        if kind == EVENTS:
            body, content = json.dumps(payload).encode(), "application/json"
        else:
            form = payload if kind == COMMANDS else {"payload": json.dumps(payload)}
            body, content = urlencode(form).encode(), "application/x-www-form-urlencoded"
        stamp = str(int(time.time() if at is None else at))
        base = b"v0:" + stamp.encode() + b":" + body
        digest = hmac.new(self._secret.encode(), base, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": content,
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": f"v0={digest}",
        }
        if retry:
            headers |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_timeout"}
        return body, headers

    async def post(self, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(self.url, data=body, headers=headers) as response,
            ):
                return response.status, await response.text()
        except aiohttp.ClientConnectionError as error:
            raise Unanswered from error
