"""Checks a request against Discord's own description of its API.

It differs from the live service in a few known ways: it allows 4,000 characters of content where
Discord allows 2,000 (see `limits.py`), and Discord also takes whole numbers for ids, `tts` with
every message, and `nsfw` with a command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

_PARTS = re.compile(r"\{[^}]*\}")
_ALSO = {"tts": {"type": "boolean"}, "nsfw": {"type": "boolean"}}


@cache
def document() -> dict[str, Any]:
    return json.loads(Path(__file__).with_name("openapi.json").read_text())  # type: ignore[no-any-return]


def operation(method: str, path: str) -> str | None:
    """The template of the path that a request goes to; None where there is no such operation.

    A template with fewer parameters wins: `@original` over a message's id.
    """
    fits = [
        template
        for template, given in document()["paths"].items()
        if method.lower() in given and _pattern(template).fullmatch(path)
    ]
    return min(fits, key=lambda template: template.count("{"), default=None)


def faults(method: str, template: str, query: Mapping[str, str], body: Any) -> list[str]:
    """What is wrong with a request, in sentences; nothing where it is well."""
    given = document()["paths"][template]
    asked = given[method.lower()]
    found = []
    known = [*given.get("parameters", []), *asked.get("parameters", [])]
    queries = {p["name"]: p["schema"] for p in known if p["in"] == "query"}
    for name, value in query.items():
        if name not in queries:
            found.append(f"?{name} is no parameter of {template}")
        elif not any(_validator(queries[name]).is_valid(typed) for typed in _typed(value)):
            found.append(f"?{name}={value} is none of {queries[name]}")
    described = asked.get("requestBody")
    if body is None:
        if described and described["required"]:
            found.append("there is no body")
        return found
    if described is None:
        return [*found, "there is a body, and none is described"]
    schema = described["content"]["application/json"]["schema"]
    for error in _validator(schema).iter_errors(body):
        cause = _cause(error)
        found.append(f"{cause.json_path}: {cause.message[:600]}")
    return found


def _cause(error: ValidationError) -> ValidationError:
    """What is wrong inside the alternative that was meant: the one of the same `type`."""
    while error.context:
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.relative_schema_path[0], []).append(inner)
        meant = [
            inner
            for inner in branches.values()
            if not any(one.path and one.path[-1] == "type" and not one.context for one in inner)
            and not any(one.validator == "type" and not one.relative_path for one in inner)
        ]
        error = (meant or list(branches.values()))[0][0]
    return error


def _typed(value: str) -> list[Any]:
    """What a query's value may be meant as."""
    typed: list[Any] = [value]
    if value.casefold() in ("true", "false", "0", "1"):
        typed.append(value.casefold() in ("true", "1"))
    if re.fullmatch(r"\d{1,4}", value):
        typed.append(int(value))
    return typed


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("[^/]+".join(map(re.escape, _PARTS.split(template))))


_validators: dict[str, Draft202012Validator] = {}


def _validator(schema: dict[str, Any]) -> Draft202012Validator:
    key = json.dumps(schema, sort_keys=True)
    if key not in _validators:
        whole = {**_strict(schema), "components": _strict_components()}
        _validators[key] = Draft202012Validator(whole)
    return _validators[key]


@cache
def _strict_components() -> dict[str, Any]:
    schemas = document()["components"]["schemas"]
    strict = {name: _strict(schema) for name, schema in schemas.items()}
    strict["SnowflakeType"]["type"] = ["string", "integer"]
    return {"schemas": strict}


def _strict(node: Any) -> Any:
    """A schema in which every object has the keys that are described, and no others."""
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(value) for key, value in node.items() if key != "properties"}
    if "properties" in node:
        strict["properties"] = {name: _strict(value) for name, value in node["properties"].items()}
        strict["properties"] |= {k: v for k, v in _ALSO.items() if k not in strict["properties"]}
        strict.setdefault("additionalProperties", False)
    return strict
