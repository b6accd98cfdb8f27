"""Deliveries as Paywell signs them."""

import json

from intake.app import Receiver
from intake.signature import digest

SECRET = b"whsec_tests"
NOW = 1_750_000_000


def signed(body, *secrets, at=NOW, header="Paywell-Signature"):
    digests = "".join(f",v1={digest(each, at, body)}" for each in secrets or (SECRET,))
    return {"Content-Type": "application/json", header: f"t={at}{digests}"}


def event(id="evt_1", type="charge.made", **data):
    data = data or {"amount": "12.50", "currency": "EUR"}
    return {"id": id, "type": type, "created": NOW, "account": "acct_1", "data": data}


def receiver(*hooks, now=lambda: NOW):
    return Receiver([SECRET], now, hooks)


def deliver(to, *events):
    body = json.dumps(events[0] if len(events) == 1 else list(events)).encode()
    return to.receive(signed(body, at=int(to.now())), body)
