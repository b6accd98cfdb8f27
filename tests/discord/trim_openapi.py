"""Cuts Discord's description of its REST API down to the requests that a drill bot can send.

    python -m tests.discord.trim_openapi DISCORDS_OWN.json

DISCORDS_OWN.json is `specs/openapi_preview.json` of github.com/discord/discord-api-spec. What is
kept of an operation is what a request must be like; texts and responses are left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TRIMMED = Path(__file__).with_name("openapi.json")

MESSAGES = "/channels/{channel_id}/messages"
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
COMMANDS = "/applications/{application_id}/commands"
KEPT = {
    "/gateway/bot": ("get",),
    "/gateway": ("get",),
    "/users/@me": ("get",),
    "/users/@me/channels": ("post",),
    "/users/@me/guilds": ("get",),
    "/users/{user_id}": ("get",),
    "/applications/@me": ("get",),
    "/oauth2/applications/@me": ("get",),
    COMMANDS: ("get", "put", "post"),
    f"{COMMANDS}/{{command_id}}": ("get", "patch", "delete"),
    "/applications/{application_id}/guilds/{guild_id}/commands": ("get", "put", "post"),
    "/guilds/{guild_id}": ("get",),
    "/guilds/{guild_id}/channels": ("get",),
    "/guilds/{guild_id}/members/{user_id}": ("get",),
    "/guilds/{guild_id}/threads/active": ("get",),
    "/channels/{channel_id}": ("get", "patch"),
    "/channels/{channel_id}/threads": ("post",),
    "/channels/{channel_id}/typing": ("post",),
    "/channels/{channel_id}/thread-members/@me": ("put",),
    "/channels/{channel_id}/thread-members/{user_id}": ("get", "put"),
    MESSAGES: ("get", "post"),
    f"{MESSAGES}/{{message_id}}": ("get", "patch", "delete"),
    f"{MESSAGES}/{{message_id}}/threads": ("post",),
    "/interactions/{interaction_id}/{interaction_token}/callback": ("post",),
    HOOK: ("post",),
    f"{HOOK}/messages/@original": ("get", "patch", "delete"),
    f"{HOOK}/messages/{{message_id}}": ("get", "patch", "delete"),
}
FORMS = ("application/json", "multipart/form-data")
TEXTS = ("description", "title", "summary", "x-discord-union", "format")


def trimmed(whole: dict[str, Any]) -> dict[str, Any]:
    """The kept operations with every schema that their requests need."""
    paths: dict[str, Any] = {}
    for path, methods in KEPT.items():
        given = whole["paths"][path]
        kept: dict[str, Any] = {"parameters": given.get("parameters", [])}
        for method in methods:
            operation = given[method]
            kept[method] = {"operationId": operation["operationId"]}
            if parameters := operation.get("parameters"):
                kept[method]["parameters"] = parameters
            if body := operation.get("requestBody"):
                content = {form: body["content"][form] for form in FORMS if form in body["content"]}
                required = body.get("required", False)
                kept[method]["requestBody"] = {"content": content, "required": required}
        paths[path] = _bare(kept)
    schemas: dict[str, Any] = {}
    wanted = _named(paths)
    while wanted:
        name = wanted.pop()
        schemas[name] = _bare(whole["components"]["schemas"][name])
        wanted |= _named(schemas[name]) - schemas.keys()
    return {
        "openapi": whole["openapi"],
        "info": {
            "title": f"Requests of the {whole['info']['title']}, trimmed",
            "license": whole["info"]["license"],
            "version": whole["info"]["version"],
        },
        "servers": whole["servers"],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _bare(node: Any) -> Any:
    """Without texts; a property may be called `title` or `description` and stays."""
    if isinstance(node, list):
        return [_bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: {name: _bare(schema) for name, schema in value.items()}
        if key == "properties"
        else _bare(value)
        for key, value in node.items()
        if key not in TEXTS
    }


def _named(node: Any) -> set[str]:
    """The schemas that a node refers to."""
    if isinstance(node, dict):
        own = node.get("$ref")
        found = {own.rpartition("/")[2]} if isinstance(own, str) else set()
        return found.union(*(_named(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(_named(item) for item in node))
    return set()


def main() -> None:
    text = json.dumps(trimmed(json.loads(Path(sys.argv[1]).read_text())), indent=1)
    TRIMMED.write_text(f"{text}\n")


if __name__ == "__main__":
    main()
