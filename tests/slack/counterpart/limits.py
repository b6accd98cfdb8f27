"""What Slack refuses in a message or a view: its SDK's own validators, and its published limits.

The limits are those of docs.slack.dev/reference (blocks, block elements, views, chat.postMessage).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks import Block, BlockElement
from slack_sdk.models.views import View

Json = dict[str, Any]

MESSAGE_BLOCKS, VIEW_BLOCKS = 50, 100
TEXT = 40_000  # characters of `text`
ALL_BLOCKS = 13_200  # characters over all blocks of a message
MARKDOWN = 12_000  # characters over all markdown blocks of a message
TEXT_OBJECT = 3_000
TABLE_ROWS, TABLE_COLUMNS, TABLE_CHARACTERS = 100, 20, 10_000
PLAIN_INPUT = 3_000
RICH = ("rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote")
EXTRA = {"rich_text_preformatted": {"language"}}  # newer than the SDK's models
IN_ACTIONS = {
    "button", "checkboxes", "datepicker", "datetimepicker", "overflow", "radio_buttons",
    "static_select", "multi_static_select", "external_select", "users_select",
    "conversations_select", "channels_select", "timepicker", "workflow_button", "rich_text_input",
}  # fmt: skip
MESSAGE_ONLY, MODAL_ONLY = {"markdown", "table", "file"}, {"input"}


def message_faults(text: str, blocks: Sequence[Json]) -> list[str]:
    """Everything that Slack, or a person reading, could not take of a message."""
    faults = _blocks(blocks, MESSAGE_BLOCKS, "message")
    if len(text) > TEXT:
        faults.append(f"msg_too_long: text has {len(text)} characters of {TEXT}")
    if not text.strip():
        faults.append("no_text: a notification and a screen reader have nothing to show")
    length = sum(len(found) for found in _texts(blocks))
    if length > ALL_BLOCKS:
        faults.append(f"msg_blocks_too_long: {length} characters of {ALL_BLOCKS}")
    markdown = sum(len(block["text"]) for block in blocks if block.get("type") == "markdown")
    if markdown > MARKDOWN:
        faults.append(f"markdown blocks have {markdown} characters of {MARKDOWN}")
    for written in [text, *_mrkdwn(blocks)]:
        if found := re.search(r"<(?!(?:[@#!]|https?:|mailto:)[^<>\n]+>)[^\n]{0,20}", written):
            faults.append(f"not escaped, so it may become a link: {found[0]!r}")
    tables = [block for block in blocks if block.get("type") == "table"]
    if len(tables) > 1:
        faults.append("only_one_table_allowed")
    return faults


def view_faults(view: Json) -> list[str]:
    kind = str(view.get("type"))
    try:
        model = View(**view)
        faults = _model(model, "view")
    except (TypeError, SlackObjectFormationError) as error:
        return [f"view: {error}"]
    faults += _blocks(view.get("blocks", []), VIEW_BLOCKS, kind)
    if kind == "modal" and not view.get("title"):
        faults.append("a modal needs a title")
    asks = any(block.get("type") == "input" for block in view.get("blocks", []))
    if kind == "modal" and asks and not view.get("submit"):
        faults.append("a modal with an input needs a submit button")
    return faults


def metadata_faults(metadata: Json) -> list[str]:
    if not isinstance(metadata.get("event_type"), str) or not isinstance(
        metadata.get("event_payload"), Mapping
    ):
        return ["invalid_metadata_format: event_type and event_payload are required"]
    if len(json.dumps(metadata)) > 16_000:
        return ["metadata_too_large"]
    return []


# --- blocks --------------------------------------------------------------------------------------


def _blocks(blocks: Sequence[Json], most: int, surface: str) -> list[str]:
    faults = []
    if len(blocks) > most:
        faults.append(f"no more than {most} items allowed [{surface}]: {len(blocks)} blocks")
    for number, block in enumerate(blocks):
        where = f"/blocks/{number} ({block.get('type')})"
        try:
            model = Block.parse(dict(block))
        except (TypeError, SlackObjectFormationError) as error:
            faults.append(f"{where}: {error}")
            continue
        if model is None:
            faults.append(f"{where}: unsupported type")
            continue
        faults += _model(model, where)
        faults += _unknown(block, model, where)
        faults += _own(block, surface, where)
    ids = Counter(block["block_id"] for block in blocks if block.get("block_id"))
    faults += [f"block_id {id!r} already exists" for id, count in ids.items() if count > 1]
    return faults


def _model(model: JsonObject, where: str) -> list[str]:
    """The SDK's validators of an object and of every object in it."""
    faults = []
    try:
        model.validate_json()
    except SlackObjectFormationError as error:
        faults.append(f"{where}: {error}")
    for name, value in vars(model).items():
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, JsonObject):
                faults += _model(part, f"{where}/{name}")
            elif part is None and isinstance(value, list | tuple):
                faults.append(f"{where}/{name}: unsupported type")
    return faults


def _unknown(given: Json, model: JsonObject, where: str) -> list[str]:
    kind = str(given.get("type"))
    known = {*model.attributes, *EXTRA.get(kind, ())}
    return [f"{where}: no more than {name!r}" for name in given if name not in known]


def _own(block: Json, surface: str, where: str) -> list[str]:
    """What the SDK's models do not look at."""
    faults = []
    kind = block["type"]
    if surface == "message" and kind in MODAL_ONLY:
        faults.append(f"{where}: not allowed in a message")
    if surface != "message" and kind in MESSAGE_ONLY:
        faults.append(f"{where}: allowed in messages alone")
    match kind:
        case "section":
            faults += _lengths(where, "text", [block.get("text")], TEXT_OBJECT)
            faults += _lengths(where, "fields", block.get("fields", []), 2_000)
        case "header":
            if block["text"].get("type") != "plain_text":
                faults.append(f"{where}: a header is plain_text")
            faults += _lengths(where, "text", [block["text"]], 150)
        case "context":
            texts = [e for e in block["elements"] if e.get("type") in ("plain_text", "mrkdwn")]
            faults += _lengths(where, "elements", texts, TEXT_OBJECT)
            faults += _count(where, block["elements"], 1, 10)
        case "actions":
            faults += _count(where, block["elements"], 1, 25)
            wrong = [e["type"] for e in block["elements"] if e["type"] not in IN_ACTIONS]
            faults += [f"{where}: {type} cannot stand in actions" for type in wrong]
            ids = Counter(element.get("action_id") for element in block["elements"])
            faults += [f"{where}: action_id {id!r} twice" for id, n in ids.items() if id and n > 1]
            for element in block["elements"]:
                faults += _element(element, where)
        case "input":
            faults += _element(block["element"], where)
        case "rich_text":
            faults += _count(where, block["elements"], 1, 1_000)
            for element in block["elements"]:
                faults += _rich(element, where)
        case "table":
            faults += _table(block, where)
        case "markdown":
            if not block["text"].strip():
                faults.append(f"{where}: text is empty")
    if "accessory" in block:
        faults += _element(block["accessory"], where)
    return faults


def _element(element: Json, where: str) -> list[str]:
    where = f"{where}/{element.get('type')}"
    model = BlockElement.parse(dict(element))
    if not isinstance(model, JsonObject):
        return [f"{where}: unsupported type"]
    faults = _unknown(element, model, where)
    match element["type"]:
        case "button":
            if element["text"].get("type") != "plain_text":
                faults.append(f"{where}: the text of a button is plain_text")
            faults += _lengths(where, "text", [element["text"]], 75)
            if element.get("value") == "":
                faults.append(f"{where}: value must be more than 0 characters")
            if element.get("style") not in (None, "primary", "danger"):
                faults.append(f"{where}: no style {element['style']!r}")
        case "plain_text_input":
            most = element.get("max_length", PLAIN_INPUT)
            if not 1 <= most <= PLAIN_INPUT:
                faults.append(f"{where}: max_length {most} of {PLAIN_INPUT}")
            if len(element.get("initial_value", "")) > most:
                faults.append(f"{where}: initial_value must be less than {most + 1} characters")
        case "file_input":
            if not 1 <= element.get("max_files", 10) <= 10:
                faults.append(f"{where}: max_files is from 1 to 10")
    return faults


def _rich(element: Json, where: str) -> list[str]:
    """Rich text: known elements in known places, and no text that is empty."""
    kind = element.get("type")
    if kind not in RICH:
        return [f"{where}: {kind} cannot stand in rich_text"]
    faults = []
    for part in element["elements"]:
        if kind == "rich_text_list":
            if part.get("type") != "rich_text_section":
                faults.append(f"{where}: a list has sections alone")
            else:
                faults += _rich(part, where)
            continue
        if part.get("type") == "text" and not part.get("text"):
            faults.append(f"{where}: text must be more than 0 characters")
        if kind == "rich_text_preformatted" and part.get("type") not in ("text", "link"):
            faults.append(f"{where}: {part.get('type')} cannot stand in code")
        wrong = set(part.get("style", {})) - {"bold", "italic", "strike", "code", "underline"}
        faults += [f"{where}: no style {name!r}" for name in wrong]
    return faults


def _table(block: Json, where: str) -> list[str]:
    rows = block["rows"]
    faults = _count(where, rows, 1, TABLE_ROWS)
    if len({len(row) for row in rows}) > 1:
        faults.append(f"{where}: rows of different lengths")
    for row in rows:
        faults += _count(where, row, 1, TABLE_COLUMNS)
        for cell in row:
            if cell.get("type") not in ("raw_text", "rich_text", "raw_number"):
                faults.append(f"{where}: a cell is {cell.get('type')}")
            if cell.get("type") == "raw_text" and not cell.get("text"):
                faults.append(f"{where}: a cell's text must be more than 0 characters")
            if cell.get("type") == "rich_text":
                for element in cell["elements"]:
                    faults += _rich(element, where)
    length = sum(len(text) for text in _texts([block]))
    if length > TABLE_CHARACTERS:
        faults.append(f"{where}: {length} characters of {TABLE_CHARACTERS}")
    return faults


def _lengths(where: str, what: str, texts: Sequence[Json | None], most: int) -> list[str]:
    return [
        f"{where}/{what}: must be more than 0 and less than {most + 1} characters, not {length}"
        for text in texts
        if text is not None and not 1 <= (length := len(text.get("text", ""))) <= most
    ]


def _count(where: str, items: Sequence[Any], least: int, most: int) -> list[str]:
    if least <= len(items) <= most:
        return []
    return [f"{where}: {len(items)} items, not {least} to {most}"]


def _mrkdwn(node: object) -> Iterator[str]:
    """Every text in which Slack looks for its own markup."""
    if isinstance(node, Mapping):
        if node.get("type") == "mrkdwn":
            yield node["text"]
        for value in node.values():
            yield from _mrkdwn(value)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for part in node:
            yield from _mrkdwn(part)


def _texts(node: object) -> Iterator[str]:
    """Every text of blocks, whatever holds it."""
    if isinstance(node, Mapping):
        for name, value in node.items():
            if name == "text" and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for part in node:
            yield from _texts(part)
