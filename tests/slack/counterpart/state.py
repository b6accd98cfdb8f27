"""What a Slack workspace holds: people, channels, messages, files and windows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

APP, BOT, BOT_ID = "A0DRILL", "U0DRILL", "B0DRILL"


@dataclass
class User:
    id: str
    name: str
    team: str
    tz: str = "Europe/Berlin"
    deleted: bool = False
    bot: bool = False
    admin: bool = False

    def public(self) -> Json:
        return {
            "id": self.id,
            "team_id": self.team,
            "name": self.name,
            "real_name": self.name.capitalize(),
            "deleted": self.deleted,
            "is_bot": self.bot,
            "is_admin": self.admin,
            "is_owner": False,
            "tz": self.tz,
            "profile": {"real_name": self.name.capitalize(), "display_name": self.name},
        }


@dataclass
class Channel:
    """A channel; `kind` is "channel", "group" (private), "mpim" (of a few people) or "im"."""

    id: str
    name: str
    kind: str = "channel"
    members: set[str] = field(default_factory=set)
    archived: bool = False
    shared: bool = False  # with another organisation, by Slack Connect

    @property
    def has_bot(self) -> bool:
        return self.kind == "im" or BOT in self.members

    def public(self) -> Json:
        return {
            "id": self.id,
            "name": self.name,
            "is_channel": self.kind == "channel",
            "is_group": self.kind == "group",
            "is_im": self.kind == "im",
            "is_mpim": self.kind == "mpim",
            "is_private": self.kind != "channel",
            "is_archived": self.archived,
            "is_member": self.has_bot,
            "is_shared": self.shared,
            "is_ext_shared": self.shared,
        }


@dataclass
class File:
    id: str
    name: str
    length: int
    user: str
    content: bytes | None = None
    title: str = ""
    snippet_type: str = ""
    shared: bool = False
    external: bool = False  # of another organisation: an event shows no more than its id

    @property
    def text(self) -> str:
        return (self.content or b"").decode("utf-8", "replace")


@dataclass
class Post:
    """One message. `to` is the only person who sees it; "" is everybody."""

    channel: str
    ts: str
    user: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread: str = ""  # the ts of the message that it hangs under
    files: list[File] = field(default_factory=list)
    metadata: Json = field(default_factory=dict)
    to: str = ""
    edited: str = ""  # the ts of its last edit
    subtype: str = ""
    client_msg_id: str = ""

    def public(self, metadata: bool = False) -> Json:
        shown: Json = {"type": "message", "user": self.user, "text": self.text, "ts": self.ts}
        if self.subtype:
            shown["subtype"] = self.subtype
        if self.user == BOT:
            shown |= {"bot_id": BOT_ID, "app_id": APP}
        if self.blocks:
            shown["blocks"] = self.blocks
        if self.thread:
            shown["thread_ts"] = self.thread
        if self.edited:
            shown["edited"] = {"user": self.user, "ts": self.edited}
        if self.client_msg_id:
            shown["client_msg_id"] = self.client_msg_id
        if metadata and self.metadata:
            shown["metadata"] = self.metadata
        return shown


@dataclass
class Window:
    """A modal that stands open on a person's screen."""

    id: str
    user: str
    view: Json
    hash: str


@dataclass
class Workspace:
    """One team that the app is installed in. `clock` gives seconds since the epoch."""

    id: str
    name: str
    token: str
    scopes: frozenset[str]
    clock: Callable[[], float]
    users: dict[str, User] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)  # in the order of their ts; private ones too
    files: dict[str, File] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    homes: dict[str, Json] = field(default_factory=dict)  # the home tab, by user
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.users[BOT] = User(BOT, "drill", self.id, bot=True)

    def number(self) -> int:
        return next(self._numbers)

    def ts(self) -> str:
        """The next message's time, which is its name too: never the same twice."""
        return f"{int(self.clock())}.{self.number():06d}"

    def person(self, name: str, tz: str = "Europe/Berlin", team: str = "") -> User:
        user = User(f"U0{name.upper()}", name, team or self.id, tz)
        self.users[user.id] = user
        return user

    def channel(
        self, name: str, *members: User, kind: str = "channel", bot: bool = True
    ) -> Channel:
        mark = {"channel": "C", "group": "G", "mpim": "G", "im": "D"}[kind]
        inside = {user.id for user in members} | ({BOT} if bot else set())
        channel = Channel(f"{mark}0{name.upper()}", name, kind, inside)
        self.channels[channel.id] = channel
        return channel

    def direct(self, user: User) -> Channel:
        """The direct messages of a person with the bot."""
        found = self.channels.get(f"D0{user.name.upper()}")
        return found or self.channel(user.name, user, kind="im")

    def post(self, channel: str, ts: str) -> Post | None:
        """A message that everybody there can see."""
        return next((p for p in self._seen(channel) if p.ts == ts), None)

    def thread(self, channel: str, ts: str) -> list[Post]:
        """The first message of a thread and its replies; what one person alone sees is no part."""
        return [post for post in self._seen(channel) if ts in (post.ts, post.thread)]

    def _seen(self, channel: str) -> list[Post]:
        return [post for post in self.posts if post.channel == channel and not post.to]

    def window(self, id: str) -> Window | None:
        return next((window for window in self.windows if window.id == id), None)
