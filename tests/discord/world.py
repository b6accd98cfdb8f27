"""A Discord of one's own: servers, channels, threads, people, messages, and the rules among them.

It knows nothing of wires. What happens in it is told to `hear`; what is refused raises `Refused`
with Discord's own codes. The ways in for a bot are in `api.py`, those for a person in `person.py`.
"""

from __future__ import annotations

import itertools
import mimetypes
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord

from tests.discord import limits

EPOCH = 1_420_070_400_000  # milliseconds: where Discord's ids begin
TEXT, DIRECT, PUBLIC, PRIVATE = 0, 1, 11, 12  # kinds of channels
OLD = timedelta(hours=1)  # a message's age from which edits are limited
REPEATS = timedelta(minutes=5)  # how long a nonce is remembered
ANSWER_IN, TOKEN_LIVES = timedelta(seconds=3), timedelta(minutes=15)

ERRORS = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40001: (401, "Unauthorized"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (403, "Thread is archived"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}

NOBODY = discord.Permissions.none()
EVERYBODY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    use_application_commands=True,
)


class Refused(Exception):
    """Discord says no."""

    def __init__(self, code: int, why: str = "") -> None:
        self.status, self.text = ERRORS[code]
        self.code, self.why = code, why
        super().__init__(f"{self.status} {code}: {self.text} {why}")


@dataclass(eq=False)
class User:
    id: int
    name: str
    bot: bool = False
    accepts_direct: bool = True  # messages from a server's bots


@dataclass(eq=False)
class Guild:
    id: int
    name: str
    owner: User
    everyone: discord.Permissions
    members: dict[int, discord.Permissions] = field(default_factory=dict)  # a role of their own
    channels: list[Channel] = field(default_factory=list)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread or a direct message."""

    id: int
    kind: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    owner: User | None = None
    people: set[int] = field(default_factory=set)  # of a thread or a direct message
    denied: dict[int, discord.Permissions] = field(default_factory=dict)  # to a member, here
    messages: dict[int, Message] = field(default_factory=dict)
    archive_after: timedelta = timedelta(days=1)
    touched: datetime | None = None
    archived: bool = False
    locked: bool = False
    deleted: bool = False

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC, PRIVATE)


@dataclass(eq=False)
class File:
    id: int
    name: str
    raw: bytes
    url: str


@dataclass(eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    at: datetime
    content: str = ""
    components: list[dict[str, Any]] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    nonce: str = ""
    edited: datetime | None = None
    reply_to: int | None = None
    alone: User | None = None  # ephemeral: for this person's eyes
    interaction: Interaction | None = None
    pings: set[str] = field(default_factory=set)  # ids of people, or "everyone"
    changed: int = 0  # counts every change in the world
    thread: Channel | None = None

    @property
    def loading(self) -> bool:
        return bool(self.flags & limits.LOADING)


@dataclass(eq=False)
class Interaction:
    """Something that a person did with the application, and what the bot answered."""

    id: int
    token: str
    kind: int  # 2 command, 3 component, 4 autocomplete, 5 modal
    user: User
    channel: Channel
    data: dict[str, Any]
    at: datetime
    message: Message | None = None  # the one whose component it was
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    answered: int = 0  # the type of the first answer
    original: Message | None = None
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


Hear = Callable[[str, dict[str, Any], Guild | None, Message | None], None]


class World:
    """Everything there is. `now` is its clock; `base` is where its files are fetched."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.base = ""
        self.hear: Hear = lambda name, data, guild, message: None
        self._order, self._changes = itertools.count(1), itertools.count(1)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}  # by token
        self.commands: list[dict[str, Any]] = []
        self.files: dict[int, File] = {}
        self.bot = self.user("drillbot", bot=True)
        self.application = self.bot.id
        self.application_flags = 0

    # --- making it -----------------------------------------------------------------------------

    def snowflake(self) -> int:
        """Ids carry their moment; those of one millisecond are told apart by their order."""
        return (int(self.now().timestamp() * 1000) - EPOCH) << 22 | next(self._order)

    def user(self, name: str, bot: bool = False) -> User:
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def guild(self, name: str, bot: discord.Permissions, *people: User) -> Guild:
        """A server with the bot in it, which has a role with these permissions and no others."""
        owner = self.user(f"{name}-owner")
        guild = Guild(self.snowflake(), name, owner, NOBODY)
        self.guilds[guild.id] = guild
        guild.members[owner.id] = EVERYBODY
        guild.members[self.bot.id] = bot
        for person in people:
            guild.members[person.id] = EVERYBODY
        return guild

    def text_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.snowflake(), TEXT, name, guild)
        self.channels[channel.id] = channel
        guild.channels.append(channel)
        return channel

    def direct(self, person: User) -> Channel:
        for channel in self.channels.values():
            if channel.kind == DIRECT and person.id in channel.people:
                return channel
        channel = Channel(self.snowflake(), DIRECT, "", people={person.id, self.bot.id})
        self.channels[channel.id] = channel
        return channel

    # --- what may be ---------------------------------------------------------------------------

    def permissions(self, user: User, channel: Channel) -> discord.Permissions:
        if channel.guild is None:
            return EVERYBODY
        if channel.guild.owner is user:
            return discord.Permissions.all()
        where = channel.parent or channel
        own = channel.guild.members.get(user.id, NOBODY)
        denied = where.denied.get(user.id, NOBODY)
        return discord.Permissions((own.value | channel.guild.everyone.value) & ~denied.value)

    def sees(self, user: User, channel: Channel) -> bool:
        if channel.kind == DIRECT:
            return user.id in channel.people
        may = self.permissions(user, channel)
        if not may.view_channel:
            return False
        return channel.kind != PRIVATE or user.id in channel.people or may.manage_threads

    def channel(self, id: int, user: User) -> Channel:
        channel = self.channels.get(id)
        if channel is None or channel.deleted:
            raise Refused(10003)
        if not self.sees(user, channel):
            raise Refused(50001)
        self._age(channel)
        return channel

    def need(self, user: User, channel: Channel, *flags: str) -> None:
        may = self.permissions(user, channel)
        if lacking := [flag for flag in flags if not getattr(may, flag)]:
            raise Refused(50013, ", ".join(lacking))

    def _age(self, channel: Channel) -> None:
        """A thread in which nothing is said for a while archives itself."""
        last = channel.touched
        if channel.is_thread and not channel.archived and last is not None:
            channel.archived = self.now() - last >= channel.archive_after
            if channel.archived:
                self.tell("THREAD_UPDATE", self.channel_json(channel), channel.guild)

    # --- messages ------------------------------------------------------------------------------

    def post(
        self,
        channel: Channel,
        author: User,
        body: Mapping[str, Any],
        files: Sequence[tuple[str, bytes]] = (),
        by: Interaction | None = None,
    ) -> Message:
        """Say something; the answer to an interaction needs no permission of the channel."""
        alone = by.user if by and (body.get("flags") or 0) & limits.EPHEMERAL else None
        if by is None:
            self._may_write(channel, author)
            if files:
                self.need(author, channel, "attach_files")
        elif channel.locked and alone is None:
            raise Refused(50083)
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce"):
            for earlier in channel.messages.values():
                recent = self.now() - earlier.at < REPEATS
                if (earlier.nonce, earlier.author) == (nonce, author) and recent:
                    return earlier
        message = Message(self.snowflake(), channel, author, self.now(), nonce=nonce, alone=alone)
        message.interaction = by
        if by is not None and alone is None:
            self._wake(channel)
        reference = body.get("message_reference")
        if reference:
            message.reply_to = int(reference["message_id"])
            if message.reply_to not in channel.messages:
                if reference.get("fail_if_not_exists", True):
                    raise Refused(50035, "message_reference: Unknown message")
                message.reply_to = None
        self.fill(message, body, files)
        channel.messages[message.id] = message
        if alone is None:
            channel.touched = self.now()
            self._ping(message, body.get("allowed_mentions"))
            if channel.is_thread:
                channel.people.add(author.id)
            self.tell("MESSAGE_CREATE", self.message_json(message), channel.guild, message)
        return message

    def fill(
        self,
        message: Message,
        body: Mapping[str, Any],
        files: Sequence[tuple[str, bytes]] = (),
    ) -> None:
        """Give a message what a request says of it. What the request leaves out stays."""
        listed = body.get("attachments")
        kept = message.files
        if listed is not None:
            ids = {str(one["id"]) for one in listed}
            kept = [file for file in message.files if str(file.id) in ids]
        names = [_named(listed, index, name) for index, (name, _) in enumerate(files)]
        sizes = {name: len(raw) for name, (_, raw) in zip(names, files, strict=True)}
        flags = body.get("flags")
        if flags is None or (message.flags & limits.V2 and not flags & limits.V2):
            flags = message.flags | (flags or 0)  # V2 stays
        merged = {
            "content": body.get("content", message.content),
            "components": body.get("components", message.components),
            "embeds": body.get("embeds"),
            "flags": flags,
        }
        wrong = limits.message(merged, sizes, [file.name for file in kept])
        if wrong and message.author is self.bot:
            raise Refused(50035, "; ".join(wrong))
        if not (merged["content"] or merged["components"] or merged["embeds"] or kept or files):
            raise Refused(50006)
        message.content = merged["content"] or ""
        message.flags = flags & ~limits.LOADING
        message.files = [*kept, *map(self.keep, names, [raw for _, raw in files])]
        if "components" in body:
            message.components = self._placed(body["components"] or [], message.files)
        message.changed = next(self._changes)

    def keep(self, name: str, raw: bytes) -> File:
        id = self.snowflake()
        self.files[id] = File(id, name, raw, f"{self.base}/files/{id}/{name}")
        return self.files[id]

    def _placed(self, components: list[dict[str, Any]], files: Sequence[File]) -> list[Any]:
        """Components with their ids, and with the addresses of the files that they show."""
        by_name = {file.name: file for file in files}
        ids = itertools.count(1)

        def place(node: Any) -> Any:
            if isinstance(node, list):
                return [place(one) for one in node]
            if not isinstance(node, dict):
                return node
            placed = {key: place(value) for key, value in node.items()}
            if "type" in placed:
                placed["id"] = placed.get("id") or next(ids)
            url = placed.get("url", "")
            if isinstance(url, str) and url.startswith("attachment://"):
                placed["url"] = by_name[url.removeprefix("attachment://")].url
            if placed.get("type") == limits.FILE_SHOWN:
                shown = node["file"]["url"].removeprefix("attachment://")
                if shown in by_name:
                    placed |= {"name": shown, "size": len(by_name[shown].raw)}
            return placed

        return [place(component) for component in components]

    def edit(
        self,
        message: Message,
        author: User,
        body: Mapping[str, Any],
        files: Sequence[tuple[str, bytes]] = (),
        by: Interaction | None = None,
    ) -> None:
        """Change a message. A bot may not change an old one, except in answer to a person."""
        if message.author is not author:
            raise Refused(50005)
        if by is None:
            if message.alone is not None:
                raise Refused(10008)
            if message.channel.archived:
                raise Refused(50083)
            if author.bot and self.now() - message.at > OLD:
                raise Refused(30046)
        elif message.channel.locked and message.alone is None:
            raise Refused(50083)
        self.fill(message, body, files)
        message.edited = self.now()
        if message.alone is None:
            self.tell("MESSAGE_UPDATE", self.message_json(message), message.channel.guild, message)

    def delete(self, message: Message) -> None:
        del message.channel.messages[message.id]
        message.changed = next(self._changes)
        if message.alone is None:
            gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
            if message.channel.guild is not None:
                gone["guild_id"] = str(message.channel.guild.id)
            self.tell("MESSAGE_DELETE", gone, message.channel.guild, message)

    def _may_write(self, channel: Channel, author: User) -> None:
        if channel.kind == DIRECT:
            if author.bot:
                [person] = [self.users[id] for id in channel.people if id != author.id]
                if not person.accepts_direct:
                    raise Refused(50007)
            return
        self.need(
            author, channel, "send_messages_in_threads" if channel.is_thread else "send_messages"
        )
        if channel.locked and not self.permissions(author, channel).manage_threads:
            raise Refused(160005)
        self._wake(channel)

    def _wake(self, channel: Channel) -> None:
        """A message into an archived thread opens it again."""
        if channel.archived:
            channel.archived = False
            self.tell("THREAD_UPDATE", self.channel_json(channel), channel.guild)

    def _ping(self, message: Message, allowed: Mapping[str, Any] | None) -> None:
        """Whom a message calls: what stands in it, as far as `allowed_mentions` lets it."""
        shown = [c["content"] for c in limits.walk(message.components) if "content" in c]
        text = "\n".join([message.content, *shown])
        may = self.permissions(message.author, message.channel)
        kinds = None if allowed is None else allowed.get("parse", [])
        named = set(map(str, (allowed or {}).get("users", [])))
        for id in re.findall(r"<@!?(\d+)>", text):
            if kinds is None or "users" in kinds or id in named:
                message.pings.add(id)
        calls_all = "@everyone" in text or "@here" in text
        if calls_all and may.mention_everyone and (kinds is None or "everyone" in kinds):
            message.pings.add("everyone")
        replied = message.channel.messages.get(message.reply_to or 0)
        if replied is not None and (allowed is None or allowed.get("replied_user")):
            message.pings.add(str(replied.author.id))
        if message.channel.kind == PRIVATE:
            message.channel.people |= {int(id) for id in message.pings if id.isdecimal()}

    # --- threads -------------------------------------------------------------------------------

    def open_thread(
        self,
        parent: Channel,
        owner: User,
        name: str,
        kind: int = PUBLIC,
        minutes: int = 1440,
        under: Message | None = None,
    ) -> Channel:
        if parent.kind != TEXT:
            raise Refused(50024, "no thread inside a thread or a direct message")
        if under is not None and under.thread is not None:
            raise Refused(160004)
        needed = "create_private_threads" if kind == PRIVATE else "create_public_threads"
        self.need(owner, parent, needed)
        thread = Channel(
            under.id if under else self.snowflake(),
            kind,
            name,
            parent.guild,
            parent,
            owner,
            {owner.id},
            archive_after=timedelta(minutes=minutes),
            touched=self.now(),
        )
        self.channels[thread.id] = thread
        if under is not None:
            under.thread = thread
        created = {**self.channel_json(thread), "newly_created": True}
        self.tell("THREAD_CREATE", created, parent.guild)
        return thread

    def change_thread(self, thread: Channel, by: User, body: Mapping[str, Any]) -> None:
        """Archive, open again, lock or rename."""
        may = self.permissions(by, thread)
        if "locked" in body and not may.manage_threads:
            raise Refused(50013, "manage_threads")
        opening = body.get("archived") is False
        if thread.locked and not may.manage_threads:
            raise Refused(160005)
        if thread.archived and not opening:
            raise Refused(50083)
        if opening:
            self.need(by, thread, "send_messages_in_threads")
        elif by is not thread.owner and not may.manage_threads:
            raise Refused(50013, "manage_threads")
        thread.archived = bool(body.get("archived", thread.archived))
        thread.locked = bool(body.get("locked", thread.locked))
        thread.name = body.get("name") or thread.name
        if minutes := body.get("auto_archive_duration"):
            thread.archive_after = timedelta(minutes=minutes)
        if not thread.archived:
            thread.touched = self.now()
        self.tell("THREAD_UPDATE", self.channel_json(thread), thread.guild)

    def remove_channel(self, channel: Channel) -> None:
        """Its owner deletes a channel or a thread."""
        channel.deleted = True
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.tell(name, self.channel_json(channel), channel.guild)

    # --- as Discord writes it ------------------------------------------------------------------

    def tell(
        self,
        name: str,
        payload: dict[str, Any],
        guild: Guild | None,
        message: Message | None = None,
    ) -> None:
        """Let the bot hear of it, where it is in a place to."""
        channel = message.channel if message else None
        if channel is not None and not self.sees(self.bot, channel):
            return
        self.hear(name, payload, guild, message)

    def user_json(self, user: User) -> dict[str, Any]:
        return {
            "id": str(user.id),
            "username": user.name,
            "global_name": user.name.capitalize(),
            "discriminator": "0",
            "avatar": None,
            "bot": user.bot,
            "public_flags": 0,
        }

    def member_json(self, guild: Guild, user: User) -> dict[str, Any]:
        return {
            "user": self.user_json(user),
            "roles": [str(_role(user.id))],
            "nick": None,
            "avatar": None,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def guild_json(self, guild: Guild) -> dict[str, Any]:
        def role(id: int, name: str, permissions: discord.Permissions, at: int) -> dict[str, Any]:
            return {
                "id": str(id),
                "name": name,
                "permissions": str(permissions.value),
                "position": at,
                "color": 0,
                "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                "hoist": False,
                "managed": False,
                "mentionable": False,
                "flags": 0,
                "icon": None,
                "unicode_emoji": None,
            }

        roles = [role(guild.id, "@everyone", guild.everyone, 0)]
        for at, (id, permissions) in enumerate(guild.members.items(), start=1):
            roles.append(role(_role(id), f"{self.users[id].name}'s", permissions, at))
        threads = [
            channel
            for channel in self.channels.values()
            if channel.guild is guild and channel.is_thread and not channel.archived
        ]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner.id),
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "vanity_url_code": None,
            "region": "",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": "en-US",
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": roles,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [self.member_json(guild, self.bot)],
            "channels": [self.channel_json(one) for one in guild.channels if not one.deleted],
            "threads": [
                self.channel_json(one)
                for one in threads
                if not one.deleted and self.sees(self.bot, one)
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def channel_json(self, channel: Channel) -> dict[str, Any]:
        last = max(channel.messages, default=None)
        base = {
            "id": str(channel.id),
            "type": channel.kind,
            "last_message_id": str(last) if last else None,
            "flags": 0,
        }
        if channel.kind == DIRECT:
            people = [self.users[id] for id in channel.people if id != self.bot.id]
            return {**base, "recipients": [self.user_json(person) for person in people]}
        assert channel.guild is not None
        base |= {"guild_id": str(channel.guild.id), "name": channel.name, "rate_limit_per_user": 0}
        if not channel.is_thread:
            return {
                **base,
                "position": channel.guild.channels.index(channel),
                "parent_id": None,
                "topic": None,
                "nsfw": False,
                "permission_overwrites": [
                    {"id": str(id), "type": 1, "allow": "0", "deny": str(denied.value)}
                    for id, denied in channel.denied.items()
                ],
            }
        assert channel.parent is not None
        assert channel.owner is not None
        touched = (channel.touched or self.now()).isoformat()
        return {
            **base,
            "parent_id": str(channel.parent.id),
            "owner_id": str(channel.owner.id),
            "message_count": len(channel.messages),
            "total_message_sent": len(channel.messages),
            "member_count": len(channel.people),
            "thread_metadata": {
                "archived": channel.archived,
                "auto_archive_duration": int(channel.archive_after.total_seconds() // 60),
                "archive_timestamp": touched,
                "locked": channel.locked,
                "create_timestamp": touched,
                "invitable": True,
            },
        }

    def file_json(self, file: File) -> dict[str, Any]:
        return {
            "id": str(file.id),
            "filename": file.name,
            "size": len(file.raw),
            "url": file.url,
            "proxy_url": file.url,
            "content_type": mimetypes.guess_type(file.name)[0] or "text/plain; charset=utf-8",
        }

    def message_json(self, message: Message) -> dict[str, Any]:
        channel = message.channel
        written = {
            "id": str(message.id),
            "channel_id": str(channel.id),
            "type": message.kind or (19 if message.reply_to else 0),
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": message.at.isoformat(),
            "edited_timestamp": message.edited.isoformat() if message.edited else None,
            "tts": False,
            "mention_everyone": "everyone" in message.pings,
            "mentions": [
                self.user_json(self.users[int(id)])
                for id in sorted(message.pings)
                if id.isdecimal() and int(id) in self.users
            ],
            "mention_roles": [],
            "attachments": [self.file_json(file) for file in message.files],
            "embeds": [],
            "components": message.components,
            "pinned": False,
            "flags": message.flags,
        }
        if message.nonce:
            written["nonce"] = message.nonce
        if message.reply_to:
            where = {"message_id": str(message.reply_to), "channel_id": str(channel.id)}
            written["message_reference"] = {"type": 0, **where}
        if channel.guild is not None:
            written["guild_id"] = str(channel.guild.id)
            if message.author.id in channel.guild.members:
                member = self.member_json(channel.guild, message.author)
                written["member"] = {k: v for k, v in member.items() if k != "user"}
        if message.interaction is not None:
            written["application_id"] = written["webhook_id"] = str(self.application)
            written["interaction_metadata"] = {
                "id": str(message.interaction.id),
                "type": message.interaction.kind,
                "user": self.user_json(message.interaction.user),
                "authorizing_integration_owners": {},
            }
        return written


def _role(user: int) -> int:
    """The id of a member's own role: a bit is set that no counter reaches."""
    return user | 1 << 21


def _named(listed: Sequence[Mapping[str, Any]] | None, index: int, name: str) -> str:
    """What the request calls its nth new file."""
    for one in listed or ():
        if str(one["id"]) == str(index) and "filename" in one:
            return str(one["filename"])
    return name
