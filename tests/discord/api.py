"""What Discord's REST API does: one function an operation, called with a checked request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.discord import limits
from tests.discord.world import (
    ANSWER_IN,
    DIRECT,
    PRIVATE,
    PUBLIC,
    TOKEN_LIVES,
    Interaction,
    Message,
    Refused,
    World,
)

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


@dataclass(frozen=True, slots=True)
class Request:
    """A request that is valid by Discord's description."""

    method: str
    template: str  # /channels/{channel_id}/messages
    parts: Mapping[str, str]  # channel_id -> "1234"
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: Sequence[tuple[str, bytes]] = ()
    signed: bool = True  # with the bot's token

    def id(self, name: str) -> int:
        return int(self.parts[name])


def perform(world: World, request: Request) -> tuple[int, Any]:
    """The status and the body of the answer. Raises Refused."""
    own = not request.template.startswith(("/webhooks", "/interactions"))
    if own and not request.signed:
        raise Refused(40001)
    return _OPERATIONS[request.method, request.template](world, request)


# --- the bot itself ------------------------------------------------------------------------------


def _me(world: World, request: Request) -> tuple[int, Any]:
    return 200, {**world.user_json(world.bot), "verified": True, "mfa_enabled": False}


def _application(world: World, request: Request) -> tuple[int, Any]:
    return 200, {
        "id": str(world.application),
        "name": "Drillbot",
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": world.application_flags,
        "team": None,
        "owner": world.user_json(world.bot),
        "rpc_origins": [],
    }


def _commands(world: World, request: Request) -> tuple[int, Any]:
    return 200, world.commands


def _sync(world: World, request: Request) -> tuple[int, Any]:
    if wrong := limits.commands(request.body):
        raise Refused(50035, "; ".join(wrong))
    world.commands = [
        {
            "id": str(world.snowflake()),
            "application_id": str(world.application),
            "version": str(world.snowflake()),
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "name_localizations": None,
            "description_localizations": None,
            **command,
        }
        for command in request.body
    ]
    return 200, world.commands


def _user(world: World, request: Request) -> tuple[int, Any]:
    user = world.users.get(request.id("user_id"))
    if user is None:
        raise Refused(10013)
    return 200, world.user_json(user)


def _direct(world: World, request: Request) -> tuple[int, Any]:
    person = world.users.get(int(request.body["recipient_id"]))
    if person is None:
        raise Refused(10013)
    return 200, world.channel_json(world.direct(person))


def _servers(world: World, request: Request) -> tuple[int, Any]:
    return 200, [
        {
            "id": str(guild.id),
            "name": guild.name,
            "owner": False,
            "permissions": str(guild.members[world.bot.id].value | guild.everyone.value),
            "features": [],
        }
        for guild in world.guilds.values()
        if world.bot.id in guild.members
    ]


# --- servers and channels ------------------------------------------------------------------------


def _guild(world: World, request: Request) -> tuple[int, Any]:
    guild = world.guilds.get(request.id("guild_id"))
    if guild is None or world.bot.id not in guild.members:
        raise Refused(10004)
    return 200, world.guild_json(guild)


def _guild_channels(world: World, request: Request) -> tuple[int, Any]:
    return 200, _guild(world, request)[1]["channels"]


def _active_threads(world: World, request: Request) -> tuple[int, Any]:
    return 200, {"threads": _guild(world, request)[1]["threads"], "members": []}


def _member(world: World, request: Request) -> tuple[int, Any]:
    guild = world.guilds.get(request.id("guild_id"))
    if guild is None:
        raise Refused(10004)
    if request.id("user_id") not in guild.members:
        raise Refused(10007)
    return 200, world.member_json(guild, world.users[request.id("user_id")])


def _channel(world: World, request: Request) -> tuple[int, Any]:
    return 200, world.channel_json(world.channel(request.id("channel_id"), world.bot))


def _change_channel(world: World, request: Request) -> tuple[int, Any]:
    channel = world.channel(request.id("channel_id"), world.bot)
    if not channel.is_thread:
        raise Refused(50013, "manage_channels")
    world.change_thread(channel, world.bot, request.body)
    return 200, world.channel_json(channel)


def _typing(world: World, request: Request) -> tuple[int, Any]:
    world.channel(request.id("channel_id"), world.bot)
    return 204, None


def _open_thread(world: World, request: Request) -> tuple[int, Any]:
    parent = world.channel(request.id("channel_id"), world.bot)
    body = request.body
    under = _message(world, request) if "message_id" in request.parts else None
    kind = PUBLIC if under else body.get("type") or PRIVATE
    minutes = body.get("auto_archive_duration") or 1440
    return 201, world.channel_json(
        world.open_thread(parent, world.bot, body["name"], kind, minutes, under)
    )


def _add_to_thread(world: World, request: Request) -> tuple[int, Any]:
    thread = world.channel(request.id("channel_id"), world.bot)
    if not thread.is_thread:
        raise Refused(50024)
    if thread.archived:
        raise Refused(50083)
    person = request.parts.get("user_id", str(world.bot.id))
    assert thread.guild is not None
    if int(person) not in thread.guild.members:
        raise Refused(10007)
    world.need(world.bot, thread, "send_messages_in_threads")
    thread.people.add(int(person))
    return 204, None


def _thread_member(world: World, request: Request) -> tuple[int, Any]:
    thread = world.channel(request.id("channel_id"), world.bot)
    if request.id("user_id") not in thread.people:
        raise Refused(10007)
    return 200, {"id": str(thread.id), "user_id": request.parts["user_id"], "flags": 0,
                 "join_timestamp": world.now().isoformat()}  # fmt: skip


# --- messages ------------------------------------------------------------------------------------


def _message(world: World, request: Request) -> Message:
    channel = world.channel(request.id("channel_id"), world.bot)
    message = channel.messages.get(request.id("message_id"))
    if message is None or message.alone is not None:
        raise Refused(10008)
    return message


def _post(world: World, request: Request) -> tuple[int, Any]:
    channel = world.channel(request.id("channel_id"), world.bot)
    return 200, world.message_json(world.post(channel, world.bot, request.body, request.files))


def _history(world: World, request: Request) -> tuple[int, Any]:
    channel = world.channel(request.id("channel_id"), world.bot)
    if channel.kind != DIRECT:
        world.need(world.bot, channel, "read_message_history")
    ids = sorted((m.id for m in channel.messages.values() if m.alone is None), reverse=True)
    if before := request.query.get("before"):
        ids = [id for id in ids if id < int(before)]
    limit = int(request.query.get("limit", 50))
    if after := request.query.get("after"):
        ids = [id for id in ids if id > int(after)][-limit:]
    return 200, [world.message_json(channel.messages[id]) for id in ids[:limit]]


def _read(world: World, request: Request) -> tuple[int, Any]:
    return 200, world.message_json(_message(world, request))


def _edit(world: World, request: Request) -> tuple[int, Any]:
    message = _message(world, request)
    world.edit(message, world.bot, request.body, request.files)
    return 200, world.message_json(message)


def _delete(world: World, request: Request) -> tuple[int, Any]:
    message = _message(world, request)
    if message.author is not world.bot:
        raise Refused(50013, "manage_messages")
    world.delete(message)
    return 204, None


# --- interactions --------------------------------------------------------------------------------


def _answer(world: World, request: Request) -> tuple[int, Any]:
    """The first answer, due within three seconds."""
    found = world.interactions.get(request.parts["interaction_token"])
    if found is None or found.id != request.id("interaction_id"):
        raise Refused(10062)
    if found.answered:
        raise Refused(40060)
    if world.now() - found.at > ANSWER_IN:
        raise Refused(10062)
    kind, body = request.body["type"], request.body.get("data") or {}
    allowed = {2: (MESSAGE, DEFERRED, MODAL), 4: (CHOICES,)}.get(found.kind)
    if allowed is None:
        allowed = (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE)
        if found.message is None:
            allowed = (MESSAGE, DEFERRED)
        elif found.kind == 3:
            allowed = (*allowed, MODAL)
    if kind not in allowed:
        raise Refused(50035, f"an answer of type {kind} to an interaction of type {found.kind}")
    if kind == MODAL:
        if wrong := limits.modal(body):
            raise Refused(50035, "; ".join(wrong))
        found.modal = body
    elif kind == CHOICES:
        found.choices = body["choices"]
    elif kind == MESSAGE:
        found.original = world.post(found.channel, world.bot, body, request.files, found)
    elif kind == DEFERRED:
        waiting = {"content": "…", "flags": (body.get("flags") or 0)}
        found.original = world.post(found.channel, world.bot, waiting, (), found)
        found.original.flags |= limits.LOADING
        found.original.content = ""
    elif kind == UPDATE:
        assert found.message is not None
        world.edit(found.message, world.bot, body, request.files, found)
    found.answered = kind
    if request.query.get("with_response") not in ("1", "true", "True"):
        return 204, None
    told: dict[str, Any] = {"interaction": {"id": str(found.id), "type": found.kind}}
    if shown := found.original or (found.message if kind == UPDATE else None):
        told["resource"] = {"type": kind, "message": world.message_json(shown)}
        told["interaction"] |= {
            "response_message_id": str(shown.id),
            "response_message_loading": shown.loading,
            "response_message_ephemeral": shown.alone is not None,
        }
    return 200, told


def _hook(world: World, request: Request) -> Interaction:
    """The interaction whose token a later answer carries: good for fifteen minutes."""
    found = world.interactions.get(request.parts["webhook_token"])
    if found is None or request.id("webhook_id") != world.application or not found.answered:
        raise Refused(10015)
    if world.now() - found.at > TOKEN_LIVES:
        raise Refused(50027)
    return found


def _follow_up(world: World, request: Request) -> tuple[int, Any]:
    found = _hook(world, request)
    first = found.original
    if first is not None and first.loading:  # it takes the place of "thinking …"
        world.edit(first, world.bot, _kept_alone(first, request.body), request.files, found)
        return 200, world.message_json(first)
    message = world.post(found.channel, world.bot, request.body, request.files, found)
    return 200, world.message_json(message)


def _kept_alone(first: Message, body: Mapping[str, Any]) -> dict[str, Any]:
    return {**body, "flags": (body.get("flags") or 0) | (first.flags & limits.EPHEMERAL)}


def _answered(world: World, request: Request) -> tuple[Interaction, Message]:
    found = _hook(world, request)
    if id := request.parts.get("message_id"):
        message = found.channel.messages.get(int(id))
        own = message is not None and message.interaction is found
        if not own and message is not found.message:
            message = None
    elif found.original is not None:
        message = found.original
        if message.id not in found.channel.messages:
            message = None
    else:
        message = found.message
    if message is None:
        raise Refused(10008)
    return found, message


def _read_answer(world: World, request: Request) -> tuple[int, Any]:
    return 200, world.message_json(_answered(world, request)[1])


def _edit_answer(world: World, request: Request) -> tuple[int, Any]:
    found, message = _answered(world, request)
    world.edit(message, world.bot, _kept_alone(message, request.body), request.files, found)
    return 200, world.message_json(message)


def _delete_answer(world: World, request: Request) -> tuple[int, Any]:
    world.delete(_answered(world, request)[1])
    return 204, None


_MESSAGES = "/channels/{channel_id}/messages"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_THREAD = "/channels/{channel_id}/thread-members"
_OPERATIONS: dict[tuple[str, str], Callable[[World, Request], tuple[int, Any]]] = {
    ("GET", "/users/@me"): _me,
    ("GET", "/applications/@me"): _application,
    ("GET", "/oauth2/applications/@me"): _application,
    ("GET", "/users/@me/guilds"): _servers,
    ("GET", "/applications/{application_id}/commands"): _commands,
    ("PUT", "/applications/{application_id}/commands"): _sync,
    ("GET", "/users/{user_id}"): _user,
    ("POST", "/users/@me/channels"): _direct,
    ("GET", "/guilds/{guild_id}"): _guild,
    ("GET", "/guilds/{guild_id}/channels"): _guild_channels,
    ("GET", "/guilds/{guild_id}/threads/active"): _active_threads,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): _member,
    ("GET", "/channels/{channel_id}"): _channel,
    ("PATCH", "/channels/{channel_id}"): _change_channel,
    ("POST", "/channels/{channel_id}/typing"): _typing,
    ("POST", "/channels/{channel_id}/threads"): _open_thread,
    ("PUT", f"{_THREAD}/@me"): _add_to_thread,
    ("PUT", f"{_THREAD}/{{user_id}}"): _add_to_thread,
    ("GET", f"{_THREAD}/{{user_id}}"): _thread_member,
    ("POST", _MESSAGES): _post,
    ("GET", _MESSAGES): _history,
    ("GET", f"{_MESSAGES}/{{message_id}}"): _read,
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): _edit,
    ("DELETE", f"{_MESSAGES}/{{message_id}}"): _delete,
    ("POST", f"{_MESSAGES}/{{message_id}}/threads"): _open_thread,
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): _answer,
    ("POST", _HOOK): _follow_up,
    ("GET", f"{_HOOK}/messages/@original"): _read_answer,
    ("PATCH", f"{_HOOK}/messages/@original"): _edit_answer,
    ("DELETE", f"{_HOOK}/messages/@original"): _delete_answer,
    ("GET", f"{_HOOK}/messages/{{message_id}}"): _read_answer,
    ("PATCH", f"{_HOOK}/messages/{{message_id}}"): _edit_answer,
    ("DELETE", f"{_HOOK}/messages/{{message_id}}"): _delete_answer,
}
