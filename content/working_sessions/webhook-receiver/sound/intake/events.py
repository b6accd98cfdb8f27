"""An event as Paywell sends it."""

import json
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation


class BadEvent(Exception):
    """An event that cannot be read."""


@dataclass(frozen=True)
class Event:
    id: str
    type: str
    created: float  # seconds since 1970
    account: str
    data: dict = field(default_factory=dict)


def read(body):
    """The events of a body, each as its own JSON object. Raises BadEvent."""
    try:
        sent = json.loads(body)
    except ValueError as error:
        raise BadEvent(f"not JSON: {error}") from error
    return sent if isinstance(sent, list) else [sent]


def parsed(sent):
    """One event. Raises BadEvent where something is missing."""
    if not isinstance(sent, dict):
        raise BadEvent("an event is an object")
    for name in ("id", "type", "created", "account"):
        if name not in sent:
            raise BadEvent(f"an event has no {name}")
    return Event(
        id=str(sent["id"]),
        type=str(sent["type"]),
        created=seconds(sent["created"], sent.get("version", 1)),
        account=str(sent["account"]),
        data=sent.get("data", {}),
    )


def seconds(created, version):
    """When an event was created, in seconds."""
    return created / 1000 if version >= 2 else created


def minor_units(amount):
    """An amount such as "12.50" in hundredths. Raises BadEvent."""
    try:
        return int((Decimal(amount) * 100).to_integral_value())
    except (InvalidOperation, OverflowError, TypeError, ValueError) as error:
        raise BadEvent(f"no amount: {amount!r}") from error
