"""The methods of Slack's Web API that a drill can call, over a workspace's state.

Each method takes its arguments as sent and gives the answer's body, or raises `Refused` with the
error that Slack's reference names for the situation.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.slack.counterpart import limits, reading
from tests.slack.counterpart.state import BOT, Channel, File, Json, Post, Window, Workspace

SCOPES = {
    "chat.postMessage": ("chat:write",),
    "chat.update": ("chat:write",),
    "chat.delete": ("chat:write",),
    "chat.postEphemeral": ("chat:write",),
    "files.getUploadURLExternal": ("files:write",),
    "files.completeUploadExternal": ("files:write",),
    "files.info": ("files:read",),
    "users.info": ("users:read",),
    "conversations.open": ("im:write",),
    "conversations.join": ("channels:join",),
}
KINDS = {"channel": "channels", "group": "groups", "mpim": "mpim", "im": "im"}
READ = {kind: f"{named}:read" for kind, named in KINDS.items()}
HISTORY = {kind: f"{named}:history" for kind, named in KINDS.items()}
CHANGING = {
    "chat.postMessage", "chat.update", "chat.delete", "chat.postEphemeral",
    "files.completeUploadExternal", "views.open", "views.update", "views.publish",
}  # fmt: skip


class Refused(Exception):
    """An answer with HTTP 200 and `ok: false`."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.body: Json = {"ok": False, "error": error, **more}


@dataclass
class WebApi:
    """A workspace's methods. `fault` is told of each payload that Slack would not take whole;
    `address` is where the counterpart is served."""

    workspace: Workspace
    fault: Callable[[str], None]
    trigger: Callable[[str], str]  # spends a trigger id and gives its user, or raises Refused
    address: str = ""

    def call(self, method: str, args: Json) -> Json:
        name = method.replace(".", "_")
        found: Callable[[Json], Json] | None = getattr(self, name, None)
        if found is None:
            raise Refused("unknown_method", req_method=method)
        for scope in SCOPES.get(method, ()):
            self._needs(scope)
        return {"ok": True, **found(args)}

    def _needs(self, scope: str) -> None:
        if scope not in self.workspace.scopes:
            provided = ",".join(sorted(self.workspace.scopes))
            raise Refused("missing_scope", needed=scope, provided=provided)

    # --- the app itself ----------------------------------------------------------------------

    def auth_test(self, args: Json) -> Json:
        return {
            "url": "https://team.slack.com/",
            "team": self.workspace.name,
            "team_id": self.workspace.id,
            "user": "drill",
            "user_id": BOT,
            "bot_id": "B0DRILL",
            "is_enterprise_install": False,
        }

    def bots_info(self, args: Json) -> Json:
        return {"bot": {"id": "B0DRILL", "app_id": "A0DRILL", "user_id": BOT, "name": "drill"}}

    # --- people and channels -----------------------------------------------------------------

    def users_info(self, args: Json) -> Json:
        user = self.workspace.users.get(args.get("user", ""))
        if user is None:
            raise Refused("user_not_found")
        return {"user": user.public()}

    def conversations_open(self, args: Json) -> Json:
        user = self.workspace.users.get(args.get("users", ""))
        if user is None:
            raise Refused("user_not_found")
        if user.deleted:
            raise Refused("user_disabled")
        if user.team != self.workspace.id:
            raise Refused("not_in_the_same_team")
        channel = self.workspace.direct(user)
        return {"channel": channel.public() if args.get("return_im") else {"id": channel.id}}

    def conversations_info(self, args: Json) -> Json:
        channel = self._channel(args)
        self._needs(READ[channel.kind])
        return {"channel": channel.public()}

    def conversations_join(self, args: Json) -> Json:
        channel = self._channel(args)
        if channel.archived:
            raise Refused("is_archived")
        if channel.kind != "channel":
            raise Refused("method_not_supported_for_channel_type")
        channel.members.add(BOT)
        return {"channel": channel.public()}

    def conversations_members(self, args: Json) -> Json:
        channel = self._channel(args)
        self._needs(READ[channel.kind])
        return {"members": sorted(channel.members), "response_metadata": {"next_cursor": ""}}

    def conversations_history(self, args: Json) -> Json:
        channel = self._readable(args)
        posts = [p for p in self.workspace.posts if p.channel == channel.id and not p.to]
        tops = [p for p in posts if p.thread in ("", p.ts) or p.subtype == "thread_broadcast"]
        return self._page(args, list(reversed(tops)))

    def conversations_replies(self, args: Json) -> Json:
        channel = self._readable(args)
        posts = self.workspace.thread(channel.id, args.get("ts", ""))
        if not posts:
            raise Refused("thread_not_found")
        return self._page(args, posts)

    def _readable(self, args: Json) -> Channel:
        channel = self._channel(args)
        self._needs(HISTORY[channel.kind])
        if not channel.has_bot:
            raise Refused("not_in_channel")
        return channel

    def _page(self, args: Json, posts: list[Post]) -> Json:
        oldest, latest = args.get("oldest", "0"), args.get("latest", "9999999999.0")
        inside = [p for p in posts if within(p.ts, oldest, latest, truth(args.get("inclusive")))]
        size = min(int(args.get("limit") or 1000), 1000)
        start = int(args.get("cursor") or 0)
        page, rest = inside[start : start + size], inside[start + size :]
        all_of_it = truth(args.get("include_all_metadata"))
        return {
            "messages": [self.public(post, metadata=all_of_it) for post in page],
            "has_more": bool(rest),
            "response_metadata": {"next_cursor": str(start + size) if rest else ""},
        }

    # --- messages ----------------------------------------------------------------------------

    def chat_postMessage(self, args: Json) -> Json:
        channel = self._writable(args)
        blocks = self._taken(args)
        thread = args.get("thread_ts", "")
        if thread and self._gone(channel, thread):
            raise Refused("thread_not_found")
        post = Post(channel.id, self.workspace.ts(), BOT, args.get("text", ""), blocks, thread)
        post.metadata = self._metadata(args)
        self._put(post)
        return {"channel": channel.id, "ts": post.ts, "message": self.public(post)}

    def chat_postEphemeral(self, args: Json) -> Json:
        channel = self._writable(args)
        user = self.workspace.users.get(args.get("user", ""))
        if user is None or user.deleted:
            raise Refused("user_not_found")
        if user.id not in channel.members:
            raise Refused("user_not_in_channel")
        blocks = self._taken(args)
        ts, thread = self.workspace.ts(), args.get("thread_ts", "")
        self._put(Post(channel.id, ts, BOT, args.get("text", ""), blocks, thread, to=user.id))
        return {"message_ts": ts}

    def chat_update(self, args: Json) -> Json:
        channel = self._writable(args)
        post = self._own(channel, args)
        post.blocks = self._taken(args)
        post.text = args.get("text", "")
        if "metadata" in args:
            post.metadata = self._metadata(args)
        if "file_ids" in args:
            post.files = [self._file(id) for id in listed(args["file_ids"])]
        post.edited = self.workspace.ts()
        return {"channel": channel.id, "ts": post.ts, "text": post.text}

    def chat_delete(self, args: Json) -> Json:
        channel = self._writable(args)
        post = self._own(channel, args)
        self.workspace.posts.remove(post)
        return {"channel": channel.id, "ts": post.ts}

    def chat_getPermalink(self, args: Json) -> Json:
        channel = self._channel(args)
        post = self.workspace.post(channel.id, args.get("message_ts", ""))
        if post is None:
            raise Refused("message_not_found")
        link = f"https://team.slack.com/archives/{channel.id}/p{post.ts.replace('.', '')}"
        if post.thread:
            link += f"?thread_ts={post.thread}&cid={channel.id}"
        return {"channel": channel.id, "permalink": link}

    def _channel(self, args: Json) -> Channel:
        channel = self.workspace.channels.get(args.get("channel", ""))
        if channel is None or (channel.kind == "group" and not channel.has_bot):
            raise Refused("channel_not_found")
        return channel

    def _writable(self, args: Json) -> Channel:
        channel = self._channel(args)
        if channel.archived:
            raise Refused("is_archived")
        if not channel.has_bot:
            raise Refused("not_in_channel")
        return channel

    def _gone(self, channel: Channel, thread: str) -> bool:
        return not self.workspace.thread(channel.id, thread)

    def _own(self, channel: Channel, args: Json) -> Post:
        post = self.workspace.post(channel.id, args.get("ts", ""))
        if post is None:
            raise Refused("message_not_found")
        if post.user != BOT:
            raise Refused("cant_update_message")
        return post

    def _put(self, post: Post) -> None:
        if reading.pings(post.blocks, post.text):
            self.fault(f"everybody in {post.channel} is called: {post.text}")
        self.workspace.posts.append(post)

    def _taken(self, args: Json) -> list[Json]:
        """The blocks of a message, if Slack takes it: else an error, and the test hears of it."""
        blocks = listed(args.get("blocks", []))
        if faults := limits.message_faults(args.get("text", ""), blocks):
            for fault in faults:
                self.fault(f"{fault}\n{json.dumps(args)[:2000]}")
            error = faults[0].split(":")[0] if "_" in faults[0].split(":")[0] else "invalid_blocks"
            raise Refused(error, response_metadata={"messages": faults})
        return blocks

    def _metadata(self, args: Json) -> Json:
        given = args.get("metadata") or {}
        metadata: Json = json.loads(given) if isinstance(given, str) else given
        if metadata and (faults := limits.metadata_faults(metadata)):
            self.fault(faults[0])
            raise Refused(faults[0].split(":")[0])
        return metadata

    # --- files -------------------------------------------------------------------------------

    def files_getUploadURLExternal(self, args: Json) -> Json:
        name, length = args.get("filename", ""), int(args.get("length") or 0)
        if not name or length < 1:
            raise Refused("invalid_arguments")
        file = File(f"F0{self.workspace.number():05d}", name, length, BOT)
        file.snippet_type = args.get("snippet_type", "")
        self.workspace.files[file.id] = file
        return {"file_id": file.id, "upload_url": f"{self.address}/upload/v1/{file.id}"}

    def files_completeUploadExternal(self, args: Json) -> Json:
        given = listed(args.get("files", []))
        files = [self._file(one["id"]) for one in given]
        if any(file.content is None for file in files):
            raise Refused("file_not_found")
        if not files or any(file.shared for file in files):
            raise Refused("invalid_arguments")
        for file, one in zip(files, given, strict=True):
            file.title = one.get("title", file.name)
        ids = args.get("channels", "").split(",") if args.get("channels") else []
        for id in [*filter(None, [args.get("channel_id")]), *ids]:
            channel = self._writable({"channel": id})
            thread = args.get("thread_ts", "")
            if thread and self._gone(channel, thread):
                raise Refused("thread_not_found")
            text, blocks = args.get("initial_comment", ""), listed(args.get("blocks", []))
            if text:
                blocks = []  # the reference: ignored beside an initial_comment
            if text or blocks:
                blocks = self._taken({"text": text or "files", "blocks": blocks})
            self._put(Post(id, self.workspace.ts(), BOT, text, blocks, thread, files))
            for file in files:
                file.shared = True
        return {"files": [self.public_file(file) for file in files]}

    def files_info(self, args: Json) -> Json:
        return {"file": self.public_file(self._file(args.get("file", "")), whole=True)}

    def files_delete(self, args: Json) -> Json:
        file = self._file(args.get("file", ""))
        del self.workspace.files[file.id]
        return {}

    def _file(self, id: str) -> File:
        if id not in self.workspace.files:
            raise Refused("file_not_found")
        return self.workspace.files[id]

    def public_file(self, file: File, whole: bool = False) -> Json:
        if file.external and not whole:
            return {"id": file.id, "mode": "file_access", "file_access": "check_file_info"}
        url = f"{self.address}/files-pri/{self.workspace.id}-{file.id}/{file.name.lower()}"
        shares: Json = {}
        for post in self.workspace.posts:
            if file in post.files:
                shared = {"ts": post.ts, **({"thread_ts": post.thread} if post.thread else {})}
                shares.setdefault("public", {}).setdefault(post.channel, []).append(shared)
        return {
            "id": file.id,
            "name": file.name,
            "title": file.title or file.name,
            "mimetype": "text/plain",
            "filetype": "python" if file.name.endswith(".py") else "text",
            "mode": "snippet" if file.snippet_type or file.name == "Untitled" else "hosted",
            "size": file.length,
            "user": file.user,
            "url_private": url,
            "url_private_download": f"{url}?download=1",
            "shares": shares,
        }

    def public(self, post: Post, metadata: bool = False) -> Json:
        shown = post.public(metadata)
        if post.files:
            shown["files"] = [self.public_file(file) for file in post.files]
        return shown

    # --- windows and the home tab ------------------------------------------------------------

    def views_open(self, args: Json) -> Json:
        user = self.trigger(args.get("trigger_id", ""))
        window = Window(f"V0{self.workspace.number()}", user, {}, "")
        self._show(window, args)
        self.workspace.windows.append(window)
        return {"view": window.view}

    def views_update(self, args: Json) -> Json:
        window = self.workspace.window(args.get("view_id", ""))
        if window is None:
            raise Refused("not_found")
        if args.get("hash") and args["hash"] != window.hash:
            raise Refused("hash_conflict")
        self._show(window, args)
        return {"view": window.view}

    def views_publish(self, args: Json) -> Json:
        if args.get("user_id") not in self.workspace.users:
            raise Refused("invalid_arguments")
        view = self._view(args)
        self.workspace.homes[args["user_id"]] = view
        return {"view": view}

    def show(self, window: Window, view: Json) -> None:
        """A window's new content, as an answer to its submission may give it too."""
        self._show(window, {"view": view})

    def _show(self, window: Window, args: Json) -> None:
        view = self._view(args)
        window.hash = hashlib.sha256(json.dumps(view).encode()).hexdigest()[:12]
        window.view = {**view, "id": window.id, "hash": window.hash, "state": {"values": {}}}

    def _view(self, args: Json) -> Json:
        given = args.get("view") or {}
        view: Json = json.loads(given) if isinstance(given, str) else given
        if faults := limits.view_faults(view):
            for fault in faults:
                self.fault(f"{fault}\n{json.dumps(view)[:2000]}")
            raise Refused("invalid_arguments", response_metadata={"messages": faults})
        return view


def listed(given: object) -> list[Any]:
    """A list that came as JSON, or as JSON inside a form; a comma's list of ids too."""
    if isinstance(given, str):
        given = json.loads(given) if given.startswith("[") else given.split(",") if given else []
    assert isinstance(given, list)
    return given


def truth(given: object) -> bool:
    return given in (True, "1", "true", "True", 1)


def within(ts: str, oldest: str, latest: str, inclusive: bool) -> bool:
    low, at, high = (tuple(map(int, one.partition(".")[::2])) if "." in one else (int(one), 0)
                     for one in (oldest, ts, latest))  # fmt: skip
    return low <= at <= high if inclusive else low < at < high


def arguments(query: Mapping[str, str], form: Mapping[str, Any], body: Json) -> Json:
    return {**query, **form, **body}
