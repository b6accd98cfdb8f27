"""Fetches the files that people send, with the token that Slack asks for."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import Refused, asked
from bot.ports import NotSent
from drills import intake

log = logging.getLogger(__name__)

_ELSEWHERE = "check_file_info"  # https://docs.slack.dev/apis/slack-connect: asked for by its id
_GONE = ("tombstone", "hidden_by_limit")


@dataclass(frozen=True, slots=True)
class Shared:
    """A file as a message tells of it."""

    id: str
    name: str
    size: int  # bytes; 0 where it is not told
    kind: str  # its media type
    url: str  # "" where it is to be asked for
    mode: str  # hosted, snippet, external, tombstone, ...

    @property
    def may_be_code(self) -> bool:
        """People post pictures too."""
        return not self.kind.startswith(("image/", "video/", "audio/"))


def shared(files: Sequence[Mapping[str, Any]]) -> list[Shared]:
    return [_shared(file) for file in files]


def _shared(file: Mapping[str, Any]) -> Shared:
    known = file.get("file_access") != _ELSEWHERE
    url = file.get("url_private_download") or file.get("url_private") or ""
    return Shared(
        id=str(file.get("id", "")),
        name=str(file.get("name") or file.get("title") or "solution.py").replace("`", "'"),
        size=int(file.get("size") or 0),
        kind=str(file.get("mimetype") or ""),
        url=str(url) if known else "",
        mode=str(file.get("mode") or ""),
    )


class Fetcher:
    """Fetches over one pool of connections. Every method raises intake.Refused."""

    def __init__(self, api: str) -> None:
        self._own = urlsplit(api).netloc

    async def fetch(
        self, client: AsyncWebClient, session: aiohttp.ClientSession, file: Shared
    ) -> bytes:
        """The bytes of a file, which are no more than a solution may have."""
        if not file.url:
            file = await self._looked_up(client, file)
        if file.mode in _GONE:
            raise intake.Refused(f"`{file.name}` is not there any more. Send it again.")
        intake.refuse_large(file.name, file.size)
        if not self._of_slack(file.url):  # the token is for Slack alone
            raise intake.Refused(
                f"`{file.name}` lies outside of Slack, where I cannot read it. Paste the code, or"
                " upload the file itself."
            )
        try:
            return await self._read(str(client.token), session, file)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("a file could not be fetched: %s", type(error).__name__)
            raise intake.Refused(
                f"I could not fetch `{file.name}` from Slack. Send it again."
            ) from None

    async def _looked_up(self, client: AsyncWebClient, file: Shared) -> Shared:
        """A file of another workspace comes without its address."""
        try:
            answer = await asked(client.files_info(file=file.id))
        except (Refused, NotSent) as refused:
            log.warning("a file could not be looked up: %s", refused)
            raise intake.Refused(
                "Slack does not let me read that file. Paste the code instead."
            ) from None
        return _shared({**answer.get("file", {}), "file_access": "visible"})

    async def _read(self, token: str, session: aiohttp.ClientSession, file: Shared) -> bytes:
        bearer = {"Authorization": f"Bearer {token}"}
        async with session.get(file.url, headers=bearer) as answer:
            page = answer.content_type == "text/html" and file.kind != "text/html"
            if answer.status in (401, 403) or page:  # a page to sign in, in place of the file
                log.warning("Slack refused a file: %s %s", answer.status, answer.content_type)
                raise intake.Refused(
                    f"Slack did not let me read `{file.name}`: the app lacks the permission"
                    " `files:read`, or may not see it. Paste the code instead."
                )
            answer.raise_for_status()
            raw = b""
            async for chunk in answer.content.iter_any():
                raw += chunk
                intake.refuse_large(file.name, len(raw))
            return raw

    def _of_slack(self, url: str) -> bool:
        parts = urlsplit(url)
        ours = parts.hostname or ""
        slack = ours == "slack.com" or ours.endswith((".slack.com", ".slack-files.com"))
        return (slack and parts.scheme == "https") or parts.netloc == self._own
