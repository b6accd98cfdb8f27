"""Events, read with integers only."""

import json
from dataclasses import dataclass, field


class BadEvent(Exception):
    """An event that cannot be read."""


@dataclass(frozen=True)
class Event:
    id: str
    type: str
    created: float
    account: str
    data: dict = field(default_factory=dict)


def read(body):
    try:
        sent = json.loads(body)
    except ValueError as error:
        raise BadEvent(str(error)) from error
    return sent if isinstance(sent, list) else [sent]


def parsed(sent):
    try:
        return Event(
            str(sent["id"]),
            str(sent["type"]),
            seconds(sent["created"], sent.get("version", 1)),
            str(sent["account"]),
            sent.get("data", {}),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadEvent(f"missing: {error}") from error


def seconds(created, version):
    return created if version == 1 else created / 1000


def minor_units(amount):
    try:
        whole, _, rest = amount.partition(".")
        return int(whole) * 100 + int((rest + "00")[:2])
    except (AttributeError, ValueError) as error:
        raise BadEvent(f"no amount: {amount!r}") from error
