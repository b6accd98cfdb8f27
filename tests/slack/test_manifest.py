"""The manifest asks for exactly what the bot uses: no scope, event or command more or less."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

import bot.platforms.slack
from bot.platforms.slack.adapter import Listener
from bot.platforms.slack.connection import SCOPES
from tests.slack.counterpart import manifest

CODE = Path(bot.platforms.slack.__file__).parent
KINDS = ("channels", "groups", "im", "mpim")  # of conversations

# https://docs.slack.dev/reference/methods, /reference/events: what each needs of a bot token.
METHODS: dict[str, set[str]] = {
    "apps_connections_open": set(),  # the app token's own connections:write
    "auth_test": set(),
    "chat_postEphemeral": {"chat:write"},
    "chat_postMessage": {"chat:write"},
    "chat_update": {"chat:write"},
    "conversations_history": {f"{kind}:history" for kind in KINDS},
    # never asked about direct messages, which are always open to the bot
    "conversations_info": {"channels:read", "groups:read", "mpim:read"},
    "conversations_open": {"im:write"},
    "conversations_replies": {f"{kind}:history" for kind in KINDS},
    "files_info": {"files:read"},
    "files_upload_v2": {"files:write"},
    "users_info": {"users:read"},
    "views_open": {"files:read"},  # the form has a file_input
    "views_publish": set(),
}
EVENTS: dict[str, set[str]] = {
    "app_home_opened": set(),
    "app_mention": {"app_mentions:read"},
    "app_uninstalled": set(),
    "tokens_revoked": set(),
    **{f"message.{kind}": {f"{kind}:history"} for kind in KINDS},
}


class Registered:
    """Remembers what is listened to, in the place of Bolt's app."""

    def __init__(self) -> None:
        self.events: set[str] = set()
        self.commands: set[str] = set()

    def event(self, name: str) -> Callable[..., None]:
        self.events.add(name)
        return lambda listener: None

    def command(self, name: str) -> Callable[..., None]:
        self.commands.add(name)
        return lambda listener: None

    def action(self, pattern: object) -> Callable[..., None]:
        return lambda listener: None

    view = action


def called() -> set[str]:
    """The Web API's methods that the code calls, by their names."""
    names = set()
    for path in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                names.add(node.func.attr)
    return {
        name for name in names if name[0] != "_" and "_" in name and hasattr(AsyncWebClient, name)
    }


def registered() -> Registered:
    app: Any = Registered()
    Listener.attach(Listener.__new__(Listener), app)
    return app  # type: ignore[no-any-return]


def test_every_method_that_is_called_is_known_here() -> None:
    assert called() == set(METHODS)


def test_the_scopes_are_those_that_methods_events_and_commands_need() -> None:
    asked = manifest.read()
    needed = set().union(*METHODS.values(), *(EVENTS[event] for event in asked.events))
    assert asked.scopes == needed | {"commands"}


def test_an_installation_by_oauth_asks_for_the_same_scopes() -> None:
    assert sorted(SCOPES) == list(SCOPES)
    assert manifest.read().scopes == set(SCOPES)


def test_the_events_are_those_that_are_listened_to() -> None:
    heard = {event.partition(".")[0] for event in manifest.read().events}
    assert heard == registered().events
    assert {f"message.{kind}" for kind in KINDS} <= manifest.read().events


def test_the_command_is_the_one_that_is_listened_to() -> None:
    assert manifest.read().commands == registered().commands == {"/drill"}
