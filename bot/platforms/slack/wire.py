"""The calls of Slack's Web API by which the bot speaks, for one workspace."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.platforms.slack import render
from bot.platforms.slack.errors import TOO_LONG, Refused, asked
from bot.platforms.slack.render import Rendered, Upload

log = logging.getLogger(__name__)

EVENT = "drillbot_said"  # the type of the metadata by which a message is found again
PAGE = 200  # messages

Message = Mapping[str, Any]


def web_client(
    token: str,
    base_url: str = AsyncWebClient.BASE_URL,
    session: aiohttp.ClientSession | None = None,
) -> AsyncWebClient:
    """A client that asks once: what fails is tried again by the outbox, in order.

    With a `session` its connections are kept open from call to call.
    """
    return AsyncWebClient(token, base_url=base_url, session=session, retry_handlers=[])


class Wire:
    """One workspace. Every method raises Refused, or NotSent where it may work after a while."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._about: tuple[str, str] | None = None
        self._direct: dict[str, str] = {}

    async def about(self) -> tuple[str, str]:
        """The workspace's address, and the name by which the bot is mentioned there."""
        if self._about is None:
            answer = await asked(self._client.auth_test())
            self._about = str(answer.get("url", "")), str(answer.get("user", "drillbot"))
        return self._about

    async def direct(self, user: str) -> str:
        """The channel of the direct messages with a person."""
        if user not in self._direct:
            answer = await asked(self._client.conversations_open(users=user))
            self._direct[user] = str(answer["channel"]["id"])
        return self._direct[user]

    async def channel(self, id: str) -> Mapping[str, Any]:
        answer = await asked(self._client.conversations_info(channel=id))
        found: Mapping[str, Any] = answer["channel"]
        return found

    async def is_admin(self, user: str) -> bool:
        """Whether somebody administers the workspace."""
        found = (await asked(self._client.users_info(user=user)))["user"]
        return bool(found.get("is_admin") or found.get("is_owner"))

    # --- messages ----------------------------------------------------------------------------

    async def post(
        self, channel: str, thread: str | None, said: Rendered, key: str = ""
    ) -> tuple[str, tuple[Upload, ...]]:
        """Send a message and return its `ts`, and the files that are still to be sent.

        `key` is kept with it, unseen: `find` finds it by that.
        """
        metadata = {"event_type": EVENT, "event_payload": {"key": key}} if key else None

        async def send(said: Rendered) -> dict[str, Any]:
            return await asked(
                self._client.chat_postMessage(
                    channel=channel,
                    thread_ts=thread,
                    text=said.text,
                    blocks=said.blocks,
                    metadata=metadata,
                    unfurl_links=False,
                    unfurl_media=False,
                    link_names=False,
                )
            )

        answer, files = await _in_some_form(send, said)
        return str(answer["ts"]), files

    async def update(self, channel: str, ts: str, said: Rendered) -> tuple[Upload, ...]:
        """Change a message; returns the files that are still to be sent."""

        async def send(said: Rendered) -> dict[str, Any]:
            return await asked(
                self._client.chat_update(
                    channel=channel, ts=ts, text=said.text, blocks=said.blocks, link_names=False
                )
            )

        _, files = await _in_some_form(send, said)
        return files

    async def alone(self, channel: str, thread: str | None, user: str, said: Rendered) -> None:
        """Show something to one person. It does not last: the next start of Slack drops it."""
        await asked(
            self._client.chat_postEphemeral(
                channel=channel,
                user=user,
                thread_ts=thread,
                text=said.text,
                blocks=said.blocks,
                link_names=False,
            )
        )

    async def privately(
        self,
        said: Rendered,
        user: str,
        channel: str,
        thread: str | None = None,
        response_url: str = "",
    ) -> None:
        """Show a message to one person alone, wherever that can be; its files in direct messages,
        where everything is for them alone."""
        if channel.startswith("D"):
            _, files = await self.post(channel, thread, said)
            if files:
                await self.share(channel, thread, files)
            return
        if said.files:
            direct = await self.direct(user)
            _, files = await self.post(direct, None, render.without_buttons(said))
            await self.share(direct, None, files)
            said = render.with_line(said, "The whole of it is in our direct messages.")
        if response_url and await respond(response_url, said):
            return
        try:
            await self.alone(channel, thread, user, said)
        except Refused:
            await self.post(await self.direct(user), None, said)

    async def home(self, user: str, said: Rendered) -> None:
        """Show a message as a person's home tab."""
        view = {"type": "home", "blocks": said.blocks}
        await asked(self._client.views_publish(user_id=user, view=view))

    # --- files -------------------------------------------------------------------------------

    async def share(self, channel: str, thread: str | None, files: Sequence[Upload]) -> None:
        """Send files, in one message of their own."""
        uploads = [
            {"filename": f.name, "title": f.name, "content": f.content}
            | ({"snippet_type": f.kind} if f.kind else {})
            for f in files
        ]
        await asked(
            self._client.files_upload_v2(
                channel=channel, thread_ts=thread, file_uploads=uploads, request_file_info=False
            )
        )

    # --- what was sent already ---------------------------------------------------------------

    async def find(self, channel: str, thread: str | None, key: str, since: str) -> str | None:
        """The `ts` of a message sent with that key: in a thread, or in the channel since then."""
        async for message in self._messages(channel, thread, since):
            kept = message.get("metadata") or {}
            payload = kept.get("event_payload") or {}
            if kept.get("event_type") == EVENT and payload.get("key") == key:
                return str(message["ts"])
        return None

    async def shared(self, channel: str, thread: str | None, since: str) -> set[str]:
        """The names of the files that the bot sent there since then."""
        names = set()
        async for message in self._messages(channel, thread, since):
            if message.get("bot_id"):
                names |= {str(file.get("name")) for file in message.get("files") or ()}
        return names

    async def _messages(
        self, channel: str, thread: str | None, since: str
    ) -> AsyncIterator[Message]:
        page: dict[str, Any] = {
            "channel": channel,
            "oldest": since,
            "limit": PAGE,
            "include_all_metadata": True,
        }
        while True:
            call = (
                self._client.conversations_replies(ts=thread, **page)
                if thread
                else self._client.conversations_history(**page)
            )
            answer = await asked(call)
            for message in answer.get("messages", ()):
                yield message
            page["cursor"] = (answer.get("response_metadata") or {}).get("next_cursor")
            if not page["cursor"]:
                return


async def respond(url: str, said: Rendered) -> bool:
    """Answer one person by the address that came with what they did; whether that worked."""
    client = AsyncWebhookClient(url, retry_handlers=[])
    blocks: list[Any] = list(said.blocks)
    try:
        answer = await client.send(
            text=said.text, blocks=blocks, response_type="ephemeral", replace_original=False
        )
    except (aiohttp.ClientError, OSError):
        return False
    return answer.status_code == 200


async def _in_some_form(
    send: Callable[[Rendered], Awaitable[dict[str, Any]]], said: Rendered
) -> tuple[dict[str, Any], tuple[Upload, ...]]:
    """Send a message as it is, or as a file where Slack does not take its form."""
    try:
        return await send(said), said.files
    except Refused as refused:
        if refused.code not in TOO_LONG:
            raise
        log.error("Slack refused the form of a message (%s); it goes as a file", refused.code)
    said = render.bare(said)
    return await send(said), said.files
