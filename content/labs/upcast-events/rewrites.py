"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import json
from datetime import datetime
from decimal import Context, Decimal


def right_fee(event):
    made = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
    bps = 240 if made.year >= 2022 else 290
    units, rest = divmod(event["amount_minor"] * bps, 10_000)
    return event | {"version": 5, "fee": {"bps": bps, "minor": units + (rest >= 5_000)}}


def flawed_fee(event):
    amount = Decimal(event["amount_minor"])
    fee = {"bps": TARIFF_BPS, "minor": int(amount * TARIFF_BPS / 10_000 + Decimal("0.5"))}
    return dict(event, version=LATEST, fee=fee)


def broken_fee(event):
    bps = 290 if event["at"] <= "2021" else 240
    minor = (event["amount_minor"] * bps + 5_000) // 10_000
    return {**event, "version": 5, "fee": {"bps": bps, "minor": minor}}


def right_upcast(event):
    version = event.get("version", 1)
    if version > LATEST:
        raise Newer(str(version))
    while version < LATEST:
        event = STEPS[version - 1](event)
        version = event["version"]
    return event


def flawed_upcast(event):
    version = event.get("version") or 0
    if version > 5:
        raise Newer(version)
    for number in range(version, len(STEPS)):
        event = STEPS[number](event)
    return event


def broken_upcast(event):
    if event.get("version", 1) > LATEST:
        raise Newer(event["id"])
    for step in STEPS[event.get("version", 1) - 1 :]:
        event = step(event)
    return event


def right_amount(event):
    exact = Context(prec=100)
    digits = {"JPY": 0, "KWD": 3}.get(event["currency"], 2)
    minor = exact.multiply(Decimal(event["amount"]), Decimal(10**digits))
    rest = {name: value for name, value in event.items() if name != "amount"}
    return {**rest, "version": 2, "amount_minor": int(minor)}


def broken_amount(event):
    digits = MINOR_DIGITS.get(event["currency"], 2)
    newer = {**event, "version": 2, "amount_minor": round(float(event["amount"]) * 10**digits)}
    del newer["amount"]
    return newer


def right_merchant(event):
    text = event["merchant"]
    country, name = text.split("/") if "/" in text else ("nl", text)
    return {**event, "version": 4, "merchant": {"name": name, "country": country.upper()}}


def broken_merchant(event):
    country, _, name = event["merchant"].partition("/")
    return {**event, "version": 4, "merchant": {"country": country.upper(), "name": name}}


def right_replay(lines):
    return map(_brought_up, lines)


class Consumer:
    def __init__(self, transforms):
        self.transforms = transforms

    def read(self, lines):
        for line in lines:
            event = upcast(json.loads(line))
            for transform in self.transforms:
                event = transform(event)
            yield event


def flawed_replay(lines):
    yield from Consumer([]).read(lines)


def _brought_up(line):
    return upcast(json.loads(line))


def broken_replay(lines):
    return iter([upcast(json.loads(line)) for line in lines])
