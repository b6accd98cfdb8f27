"""The counterpart answers Slack's own SDK as Slack does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack.counterpart.composer import composed
from tests.slack.counterpart.members import Member
from tests.slack.counterpart.server import APP_TOKEN, Slack
from tests.slack.counterpart.state import Channel, Workspace
from tests.slack.counterpart.wires import SocketMode

SCOPES = frozenset({"chat:write", "channels:history", "files:read", "files:write"})


class Setting:
    """One workspace with Ana in #practice, and a client of the SDK."""

    def __init__(self, slack: Slack, workspace: Workspace) -> None:
        self.slack, self.workspace = slack, workspace
        self.ana = workspace.person("ana")
        self.channel: Channel = workspace.channel("practice", self.ana)
        self.client = AsyncWebClient(workspace.token, base_url=slack.api, retry_handlers=[])

    async def error(self, method: str, **args: object) -> str:
        with pytest.raises(SlackApiError) as caught:
            await self.client.api_call(method, json=args)
        return str(caught.value.response["error"])


@pytest_asyncio.fixture
async def setting() -> AsyncIterator[Setting]:
    slack = Slack()
    slack.events = frozenset({"message.channels"})
    await slack.start()
    yield Setting(slack, slack.workspace("T0TEAM", "Team", SCOPES))
    await slack.close()


async def test_a_message_stands_in_its_thread_with_its_metadata(setting: Setting) -> None:
    top = await setting.client.chat_postMessage(channel=setting.channel.id, text="a line")
    metadata = {"event_type": "said", "event_payload": {"key": "7"}}
    await setting.client.chat_postMessage(
        channel=setting.channel.id, text="below", thread_ts=top["ts"], metadata=metadata
    )
    found = await setting.client.conversations_replies(
        channel=setting.channel.id, ts=top["ts"], include_all_metadata=True
    )
    assert [one["text"] for one in found["messages"]] == ["a line", "below"]
    assert found["messages"][1]["metadata"] == metadata
    listed = await setting.client.conversations_history(channel=setting.channel.id)
    assert [one["text"] for one in listed["messages"]] == ["a line"]


async def test_what_cannot_be_done_is_an_error_with_its_name(setting: Setting) -> None:
    channel = setting.channel
    assert await setting.error("chat.postMessage", channel="C0", text="a") == "channel_not_found"
    there = {"channel": channel.id, "text": "a"}
    assert await setting.error("chat.postMessage", thread_ts="1.0", **there) == "thread_not_found"
    assert await setting.error("users.info", user=setting.ana.id) == "missing_scope"
    channel.members.discard("U0DRILL")
    assert await setting.error("chat.postMessage", **there) == "not_in_channel"
    channel.archived = True
    assert await setting.error("chat.postMessage", **there) == "is_archived"


@pytest.mark.parametrize(
    "blocks",
    [
        [{"type": "section", "text": {"type": "mrkdwn", "text": "a" * 3001}}],
        [{"type": "divider"}] * 51,
        [{"type": "actions", "elements": []}],
        [{"type": "rich_text", "elements": [{"type": "rich_text_list", "elements": []}]}] * 2
        + [{"type": "markdown", "text": "a" * 12_001}],
        [{"type": "section", "text": {"type": "mrkdwn", "text": "if a<b and c>d: x"}}],
    ],
    ids=["long section", "many blocks", "no button", "long markdown", "a link by accident"],
)
async def test_blocks_over_a_limit_are_refused_and_noticed(
    blocks: list[dict[str, object]], setting: Setting
) -> None:
    await setting.error("chat.postMessage", channel=setting.channel.id, text="a", blocks=blocks)
    with pytest.raises(AssertionError):
        setting.slack.check()


async def test_a_file_is_read_with_the_token_alone(setting: Setting) -> None:
    await setting.client.files_upload_v2(
        channel=setting.channel.id, filename="solution.py", content="x = 1\n"
    )
    [post] = setting.workspace.posts
    url = setting.slack.web_api(setting.workspace).public_file(post.files[0])["url_private"]
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as refused:
            assert "<html>" in await refused.text()
        headers = {"Authorization": f"Bearer {setting.workspace.token}"}
        async with session.get(url, headers=headers) as read:
            assert await read.text() == "x = 1\n"


async def test_too_many_calls_are_told_when_to_come_again(setting: Setting) -> None:
    setting.slack.limit("chat.postMessage", seconds=7)
    with pytest.raises(SlackApiError) as caught:
        await setting.client.chat_postMessage(channel=setting.channel.id, text="a line")
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "7"
    await setting.client.chat_postMessage(channel=setting.channel.id, text="a line")


async def test_an_envelope_is_brought_again_until_it_is_acknowledged(setting: Setting) -> None:
    taken: list[SocketModeRequest] = []
    came = asyncio.Event()

    async def listen(client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        taken.append(request)
        came.set()
        if request.retry_attempt:
            await client.send_socket_mode_response(SocketModeResponse(request.envelope_id))
        else:
            await client.disconnect()

    client = AsyncWebClient(base_url=setting.slack.api)
    first = SocketModeClient(APP_TOKEN, web_client=client, auto_reconnect_enabled=False)
    first.socket_mode_request_listeners.append(listen)
    await first.connect()
    member = Member(setting.slack, setting.workspace, setting.ana, SocketMode(setting.slack))
    writing = asyncio.create_task(member.write(setting.channel, "Is anybody there?"))
    await came.wait()
    await first.close()
    second = SocketModeClient(APP_TOKEN, web_client=client)
    second.socket_mode_request_listeners.append(listen)
    await second.connect()
    await writing
    await second.close()
    assert [request.retry_attempt for request in taken] == [0, 1]
    assert taken[0].payload == taken[1].payload


def test_typed_text_arrives_as_slack_makes_it() -> None:
    text, _ = composed('Say "yes" -- see solution.py & @drill\n```\nif a < b:\n    pass\n```')
    assert text == (
        "Say “yes” — see <http://solution.py|solution.py> &amp; <@U0DRILL>\n"
        "```if a &lt; b:\n    pass```"
    )
