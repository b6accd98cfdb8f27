"""What people do in Slack, as the payloads that an app receives of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.slack.counterpart import reading
from tests.slack.counterpart.composer import composed
from tests.slack.counterpart.server import ResponseUrl, Slack, Unanswered
from tests.slack.counterpart.state import APP, BOT, Channel, File, Json, Post, User, Workspace
from tests.slack.counterpart.wires import COMMANDS, EVENTS, INTERACTIVE, Wire

COMMAND = "/drill"


class NothingThere(AssertionError):
    """The person looked for something on the screen that is not there."""


@dataclass
class Member:
    """A person at their own screen. Keeps what was not answered, for Slack to send again."""

    slack: Slack
    workspace: Workspace
    user: User
    wire: Wire
    pressed: dict[str, tuple[Post, Json, Json]] = field(default_factory=dict)
    screen: dict[tuple[str, str], Post] = field(default_factory=dict)  # as last seen, by its place
    unanswered: list[tuple[str, Json]] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)  # shown by Slack itself: no answer in time

    # --- commands ----------------------------------------------------------------------------

    async def command(self, channel: Channel, text: str) -> None:
        """Type `/drill …`, in a channel: Slack takes no commands in threads."""
        names = {"im": "directmessage", "group": "privategroup", "mpim": "mpdm-ana--bo-1"}
        payload: Json = {
            "token": "legacy",
            "team_id": self.workspace.id,
            "team_domain": "team",
            "channel_id": channel.id,
            "channel_name": names.get(channel.kind, channel.name),
            "user_id": self.user.id,
            "user_name": self.user.name,
            "command": COMMAND,
            "text": text,
            "api_app_id": APP,
            "is_enterprise_install": "false",
            "response_url": self.slack.response_url(self.workspace, channel.id, self.user.id),
            "trigger_id": self.slack.trigger(self.user.id),
        }
        await self.bring(COMMANDS, payload)

    async def bring(self, kind: str, payload: Json) -> Json | None:
        """Send what the person did; None where it was not answered. Events alone are sent again by
        Slack itself: at once, and then after a while."""
        try:
            answer = await self.wire.send(kind, payload)
        except Unanswered:
            if kind != EVENTS:
                self.troubles.append(f"{kind} was not answered")
                return None
            self.unanswered.append((kind, payload))
            if not self.slack.died.is_set():
                await self.redeliver()
            return None
        if kind == COMMANDS and answer.get("text"):
            url = ResponseUrl(self.workspace, payload["channel_id"], self.user.id, "", 0)
            self.slack.said_back(url, answer)
        return answer

    async def redeliver(self) -> None:
        """What was not acknowledged comes again, with its number of retries."""
        waiting, self.unanswered = self.unanswered, []
        for kind, payload in waiting:
            try:
                await self.wire.send(kind, payload, retry=1)
            except Unanswered:
                self.unanswered.append((kind, payload))

    # --- messages ----------------------------------------------------------------------------

    async def write(
        self,
        channel: Channel,
        typed: str,
        thread: str = "",
        files: Sequence[tuple[str, bytes]] = (),
        smart: bool = True,
        external: bool = False,
    ) -> Post:
        """Send a message; `files` go with it, as in the composer of the app."""
        text, blocks = composed(typed, smart) if typed else ("", [])
        post = Post(channel.id, self.workspace.ts(), self.user.id, text, blocks, thread)
        post.client_msg_id = secrets.token_hex(8)
        for name, content in files:
            id = f"F1{self.workspace.number():05d}"
            file = File(id, name, len(content), self.user.id, content, external=external)
            self.workspace.files[id] = file
            post.files.append(file)
        if files:
            post.subtype = "file_share"
        self.workspace.posts.append(post)
        await self.message_event(channel, post)
        return post

    async def message_event(self, channel: Channel, post: Post) -> None:
        event = {**self._shown(post), **self._where(channel, post), "team": self.user.team}
        await self.event(channel, event)
        if f"<@{BOT}>" in post.text and channel.kind != "im":
            mention = {name: value for name, value in event.items() if name != "channel_type"}
            await self.event(channel, {**mention, "type": "app_mention"})

    async def edit(self, channel: Channel, post: Post, typed: str, smart: bool = True) -> None:
        before = self._shown(post)
        post.text, post.blocks = composed(typed, smart)
        post.edited = self.workspace.ts()
        await self.changed(channel, post, before)

    async def unfurl(self, channel: Channel, post: Post) -> None:
        """Slack adds the preview of a link to a message: it changes, and nobody edited it."""
        before = self._shown(post)
        shown = {**before, "attachments": [{"from_url": "https://example.com", "id": 1}]}
        await self._changed(channel, post, before, shown)

    async def changed(self, channel: Channel, post: Post, before: Json) -> None:
        await self._changed(channel, post, before, self._shown(post))

    async def _changed(self, channel: Channel, post: Post, before: Json, after: Json) -> None:
        ts = self.workspace.ts()
        event = {
            "type": "message",
            "subtype": "message_changed",
            "message": after,
            "previous_message": before,
            "channel": channel.id,
            "hidden": True,
            "ts": ts,
            "event_ts": ts,
            "channel_type": channel.kind,
        }
        await self.event(channel, event)

    async def delete(self, channel: Channel, post: Post) -> None:
        replies = [p for p in self.workspace.thread(channel.id, post.ts) if p is not post]
        before = self._shown(post)
        if replies and post.thread in ("", post.ts):
            post.text, post.blocks, post.subtype = "This message was deleted.", [], "tombstone"
            post.user = "USLACKBOT"
        else:
            self.workspace.posts.remove(post)
        ts = self.workspace.ts()
        event = {
            "type": "message",
            "subtype": "message_deleted",
            "deleted_ts": post.ts,
            "previous_message": before,
            "channel": channel.id,
            "hidden": True,
            "ts": ts,
            "event_ts": ts,
            "channel_type": channel.kind,
        }
        await self.event(channel, event)

    async def open_home(self) -> None:
        channel = self.workspace.direct(self.user)
        event = {
            "type": "app_home_opened",
            "user": self.user.id,
            "channel": channel.id,
            "tab": "home",
            "event_ts": self.workspace.ts(),
        }
        await self.event(channel, event)

    async def event(self, channel: Channel, event: Json) -> Json:
        """Bring an event to the app, if it hears of that channel. Returns the payload."""
        payload: Json = {
            "token": "legacy",
            "team_id": self.workspace.id,
            "context_team_id": self.workspace.id,
            "api_app_id": APP,
            "event": event,
            "type": "event_callback",
            "event_id": f"Ev{secrets.token_hex(5).upper()}",
            "event_time": int(self.slack.clock()),
            "authorizations": [
                {
                    "enterprise_id": None,
                    "team_id": self.workspace.id,
                    "user_id": BOT,
                    "is_bot": True,
                    "is_enterprise_install": False,
                }
            ],
            "is_ext_shared_channel": channel.shared,
        }
        if channel.has_bot and self.slack.subscribed(event, channel):
            await self.bring(EVENTS, payload)
        return payload

    def _shown(self, post: Post) -> Json:
        return self.slack.web_api(self.workspace).public(post)

    def _where(self, channel: Channel, post: Post) -> Json:
        where = {"channel": channel.id, "channel_type": channel.kind, "event_ts": post.ts}
        if post.thread:
            parent = self.workspace.post(channel.id, post.thread)
            where["parent_user_id"] = parent.user if parent else ""
        return where

    # --- buttons and windows -----------------------------------------------------------------

    async def press(self, label: str, again: bool = False, thread: str = "") -> None:
        """The newest button of a label that the person has seen; `again`: the very same press, as
        one that was made twice before the message had changed."""
        if not again:
            self.pressed[label] = self._button(label, thread)
        post, button, block = self.pressed[label]
        payload = self.action(post, button, block)
        await self.bring(INTERACTIVE, payload)

    def _button(self, label: str, thread: str) -> tuple[Post, Json, Json]:
        """A message keeps its buttons on a screen that has not been refreshed."""
        self.look()
        for post in sorted(self.screen.values(), key=lambda post: post.ts, reverse=True):
            for button, block in reading.buttons(post.blocks):
                if button["text"]["text"] == label and thread in ("", post.thread, post.ts):
                    return post, button, block
        raise NothingThere(f"there is no button {label!r}")

    def look(self) -> None:
        """Take in what is shown. Buttons that are gone since stay pressable: somebody is quick."""
        for post in self.workspace.posts:
            if post.to in ("", self.user.id) and (reading.buttons(post.blocks)):
                copy = Post(post.channel, post.ts, post.user, post.text, post.blocks, post.thread)
                copy.to = post.to
                self.screen[post.channel, post.ts] = copy

    def action(self, post: Post, button: Json, block: Json) -> Json:
        channel = self.workspace.channels[post.channel]
        container: Json = {
            "type": "message",
            "message_ts": post.ts,
            "channel_id": post.channel,
            "is_ephemeral": bool(post.to),
        }
        if post.thread:
            container["thread_ts"] = post.thread
        action = {
            "action_id": button.get("action_id", ""),
            "block_id": block.get("block_id", "b1"),
            "text": button["text"],
            "type": "button",
            "action_ts": self.workspace.ts(),
        }
        if "value" in button:
            action["value"] = button["value"]
        payload: Json = {
            "type": "block_actions",
            **self._who(),
            "container": container,
            "trigger_id": self.slack.trigger(self.user.id),
            "channel": {"id": channel.id, "name": channel.name},
            "state": {"values": {}},
            "response_url": self.slack.response_url(
                self.workspace, post.channel, self.user.id, post.ts
            ),
            "actions": [action],
        }
        if not post.to:
            payload["message"] = post.public()
        return payload

    async def press_home(self, label: str) -> None:
        """A button of the home tab."""
        view = self.workspace.homes[self.user.id]
        for button, block in reading.buttons(view["blocks"]):
            if button["text"]["text"] == label:
                payload = {
                    "type": "block_actions",
                    **self._who(),
                    "container": {"type": "view", "view_id": "V0HOME"},
                    "trigger_id": self.slack.trigger(self.user.id),
                    "view": {**view, "id": "V0HOME", "type": "home"},
                    "actions": [
                        {
                            "action_id": button.get("action_id", ""),
                            "block_id": block.get("block_id", "b1"),
                            "value": button.get("value", ""),
                            "text": button["text"],
                            "type": "button",
                        }
                    ],
                }
                await self.bring(INTERACTIVE, payload)
                return
        raise NothingThere(f"there is no button {label!r} in the home tab")

    def window(self) -> Json:
        """The window that stands open on this person's screen."""
        mine = [window for window in self.workspace.windows if window.user == self.user.id]
        if not mine:
            raise NothingThere("no window is open")
        return mine[-1].view

    async def submit(
        self, typed: str | None = None, files: Sequence[tuple[str, bytes]] = ()
    ) -> Json:
        """Send the open window: its text field as typed (else as it was filled in), its files.

        Returns the errors under its fields, by block; a window without any is closed.
        """
        view = self.window()
        [window] = [w for w in self.workspace.windows if w.id == view["id"]]
        values: dict[str, dict[str, Any]] = {}
        for block in view["blocks"]:
            if block["type"] == "input":
                filled = self._filled(block["element"], typed, files)
                values[block["block_id"]] = {block["element"]["action_id"]: filled}
        payload = {
            "type": "view_submission",
            **self._who(),
            "trigger_id": self.slack.trigger(self.user.id),
            "view": {**view, "state": {"values": values}, "hash": window.hash},
            "response_urls": [],
        }
        answer = await self.bring(INTERACTIVE, payload)
        if answer is None:
            return {}  # Slack says so in the window, which stays open
        if answer.get("response_action") == "errors":
            errors: Json = answer["errors"]
            return errors
        if answer.get("response_action") in ("update", "push"):
            self.slack.web_api(self.workspace).show(window, answer["view"])
        else:
            self.workspace.windows.remove(window)
        return {}

    def _filled(
        self, element: Json, typed: str | None, files: Sequence[tuple[str, bytes]]
    ) -> Mapping[str, Any]:
        if element["type"] == "file_input":
            sent = []
            for name, content in files:
                id = f"F2{self.workspace.number():05d}"
                file = File(id, name, len(content), self.user.id, content)
                self.workspace.files[id] = file
                sent.append(self.slack.web_api(self.workspace).public_file(file))
            return {"type": "file_input", "files": sent}
        value = element.get("initial_value", "") if typed is None else typed
        most = element.get("max_length", 3_000)
        if len(value) > most:
            raise NothingThere(f"Slack takes no more than {most} characters in this field")
        return {"type": element["type"], "value": value or None}

    def _who(self) -> Json:
        return {
            "user": {
                "id": self.user.id,
                "username": self.user.name,
                "name": self.user.name,
                "team_id": self.user.team,
            },
            "api_app_id": APP,
            "token": "legacy",
            "team": {"id": self.workspace.id, "domain": "team"},
            "enterprise": None,
            "is_enterprise_install": False,
        }
