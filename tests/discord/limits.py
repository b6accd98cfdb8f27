"""The limits that Discord puts on a message, beyond what its description says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

CONTENT = 2000  # characters of a message without Components V2
TEXT = 4000  # characters of all texts of one with them
COMPONENTS = 40
ROWS = 5
FILE = 10 * 1024 * 1024  # bytes
REQUEST = 25 * 1024 * 1024
COMMANDS = 100
COMMAND_TEXT = 8000  # names, descriptions and values of one command

V2 = 1 << 15
EPHEMERAL = 1 << 6
LOADING = 1 << 7

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE_SHOWN, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD = 17, 18, 19


def walk(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every component, the outer ones before those inside them."""
    for component in components:
        yield component
        inner = component.get("components") or component.get("component")
        yield from walk(inner if isinstance(inner, list) else [inner] if inner else [])
        if accessory := component.get("accessory"):
            yield from walk([accessory])


def message(body: Mapping[str, Any], files: Mapping[str, int], kept: Sequence[str]) -> list[str]:
    """What is too long, too many or missing in a message. `files`: the size of each new file, by
    name; `kept`: the names of files that the message has already."""
    found = []
    components = body.get("components") or []
    content, flags = body.get("content") or "", body.get("flags") or 0
    all_of_them = list(walk(components))
    if flags & V2:
        if content or body.get("embeds"):
            found.append("components V2 leave no room for content and embeds")
        if len(all_of_them) > COMPONENTS:
            found.append(f"{len(all_of_them)} components; {COMPONENTS} are allowed")
        texts = [c["content"] for c in all_of_them if c["type"] == TEXT_DISPLAY]
        if (length := sum(map(len, texts))) > TEXT:
            found.append(f"{length} characters of text; {TEXT} are allowed")
        found += ["a text is empty" for text in texts if not text.strip()]
    else:
        if len(content) > CONTENT:
            found.append(f"{len(content)} characters of content; {CONTENT} are allowed")
        if len(components) > ROWS:
            found.append(f"{len(components)} rows of components; {ROWS} are allowed")
        found += [
            f"component {c['type']} without the flag of V2"
            for c in all_of_them
            if c["type"] in (SECTION, TEXT_DISPLAY, GALLERY, FILE_SHOWN, SEPARATOR, CONTAINER)
        ]
    found += _interactive(all_of_them)
    there = [*files, *kept]
    for shown in shown_files(components):
        if shown not in there:
            found.append(f"attachment://{shown} is no file of this message")
    if len(set(there)) != len(there):
        found.append(f"two files of one name: {there}")
    found += [f"`{name}` has {size} bytes" for name, size in files.items() if size > FILE]
    if sum(files.values()) > REQUEST:
        found.append(f"{sum(files.values())} bytes of files in one request")
    return found


def shown_files(components: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the files that components show."""
    named = re.compile(r"attachment://(.+)")
    urls = []
    for component in walk(components):
        if component["type"] == FILE_SHOWN:
            urls.append(component["file"]["url"])
        elif component["type"] == GALLERY:
            urls += [item["media"]["url"] for item in component["items"]]
    return [match[1] for url in urls if (match := named.fullmatch(url))]


def modal(body: Mapping[str, Any]) -> list[str]:
    return _interactive(list(walk(body.get("components") or [])))


def _interactive(components: Sequence[Mapping[str, Any]]) -> list[str]:
    ids = [c["custom_id"] for c in components if c.get("custom_id")]
    found = [f"two components have the id {id!r}" for id in set(ids) if ids.count(id) > 1]
    for row in (c for c in components if c["type"] == ROW):
        kinds = [c["type"] for c in row["components"]]
        if len(kinds) > (5 if set(kinds) == {BUTTON} else 1):
            found.append(f"a row of {len(kinds)} components")
    for button in (c for c in components if c["type"] == BUTTON):
        if not button.get("label") and not button.get("emoji"):
            found.append("a button without a label")
    return found


def commands(given: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is too long or too many among the application's commands."""
    found = []
    if len(given) > COMMANDS:
        found.append(f"{len(given)} commands; {COMMANDS} are allowed")
    for command in given:
        if (length := _command_text(command)) > COMMAND_TEXT:
            found.append(f"/{command['name']} has {length} characters in all")
        optional = False
        for option in command.get("options", []):
            if optional and option.get("required"):
                found.append(f"/{command['name']}: a required option after one that is not")
            optional = optional or not option.get("required", option["type"] in (1, 2))
    return found


def _command_text(command: Mapping[str, Any]) -> int:
    own = len(command["name"]) + len(command.get("description") or "")
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or [])
    return own + choices + sum(map(_command_text, command.get("options") or []))
