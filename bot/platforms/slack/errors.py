"""What Slack answers where it does not do what it was asked: to wait, or what is to be mended."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.ports import NotSent

# Slack's own trouble. What was asked for may have been done all the same.
_PASSING = {
    "fatal_error",
    "internal_error",
    "request_timeout",
    "service_unavailable",
    "team_added_to_org",  # while a workspace moves into an organisation
    "accesslimited",
}
_LIMITED = {"ratelimited", "rate_limited", "message_limit_exceeded"}

TOO_LONG = {"msg_too_long", "msg_blocks_too_long", "invalid_blocks", "invalid_blocks_format"}
MESSAGE_GONE = {
    "message_not_found",
    "cant_update_message",
    "edit_window_closed",
    "is_inactive",
}  # there is nothing there any more that could be changed
THREAD_GONE = {"cannot_reply_to_message", "message_not_found", "thread_not_found"}
OUTSIDE = {"not_in_channel", "channel_not_found", "user_not_in_channel"}
_CLOSED = {
    "restricted_action",
    "restricted_action_read_only_channel",
    "restricted_action_thread_only_channel",
    "restricted_action_non_threadable_channel",
    "restricted_action_thread_locked",
    "ekm_access_denied",
    "slack_connect_file_upload_sharing_blocked",
}
_PERSON = {
    "cannot_dm_bot",
    "not_in_the_same_team",
    "user_disabled",
    "user_not_found",
    "users_not_found",
    "user_not_visible",
}
_REMOVED = {
    "account_inactive",
    "invalid_auth",
    "not_authed",
    "team_access_not_granted",
    "token_expired",
    "token_revoked",
}


class Limited(NotSent):
    """Slack asks for a pause. Nothing was done."""


class Refused(Exception):
    """Slack will not do it, and would not if it were asked again at once."""

    def __init__(self, code: str, needed: str = "") -> None:
        super().__init__(code)
        self.code, self.needed = code, needed  # `needed`: the scope that lacks

    @property
    def mendable(self) -> bool:
        """Whether people can change it, by an invitation or a setting."""
        return self.code in OUTSIDE | _CLOSED | _REMOVED | {"is_archived", "missing_scope"}

    def sentence(self, bot: str) -> str:
        """What a person can do about it. `bot` is the app's name as it is mentioned."""
        code = self.code
        if code in OUTSIDE:
            return f"I am not in that channel: invite me there with `/invite @{bot}`."
        if code == "is_archived":
            return "That channel is archived. Unarchive it, or use another one."
        if code == "missing_scope":
            lacks = f"the permission `{self.needed}`" if self.needed else "a permission"
            return (
                f"The app lacks {lacks}. An admin of the workspace can add it: install the app"
                " again from its present manifest."
            )
        if code in _CLOSED:
            return (
                "The settings of that channel don't let me write there. Ask its owner, or use"
                " another channel."
            )
        if code in THREAD_GONE:
            return "That thread is gone: its first message was deleted."
        if code in _PERSON:
            return "That person cannot be written to in Slack any more."
        if code in _REMOVED:
            return "Slack no longer takes my token: the app was removed. Install it again."
        return f"Slack refused it ({code})."


async def asked(call: Awaitable[AsyncSlackResponse]) -> dict[str, Any]:
    """The answer to a call. Raises Refused, or NotSent where it may work after a while."""
    return (await heard(call))[0]


async def heard(call: Awaitable[AsyncSlackResponse]) -> tuple[dict[str, Any], frozenset[str]]:
    """The same, and the scopes that the token has. Raises as `asked` does."""
    try:
        answer = await call
    except SlackApiError as error:
        raise _told(error) from error
    except (aiohttp.ClientError, SlackRequestError, TimeoutError, OSError) as error:
        raise NotSent(f"Slack does not answer ({type(error).__name__}).", 5.0) from error
    headers = {name.casefold(): value for name, value in (answer.headers or {}).items()}
    scopes = str(headers.get("x-oauth-scopes", "")).split(",")
    body = answer.data if isinstance(answer.data, dict) else {}
    return body, frozenset(scope.strip() for scope in scopes if scope.strip())


def _told(error: SlackApiError) -> Exception:
    response = error.response
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0) or 0)
    answer = getattr(response, "data", None)
    answer = answer if isinstance(answer, dict) else {}
    code = str(answer.get("error", ""))
    if status == 429 or code in _LIMITED:
        after = (getattr(response, "headers", None) or {}).get("Retry-After", "1")
        return Limited("Slack asks to send less often.", _seconds(after))
    if not code or status >= 500 or code in _PASSING:
        return NotSent(f"Slack has trouble ({code or status}).", 5.0)
    return Refused(code, str(answer.get("needed", "")))


def _seconds(header: str) -> float:
    try:
        return max(float(header), 0.1)
    except ValueError:
        return 1.0
