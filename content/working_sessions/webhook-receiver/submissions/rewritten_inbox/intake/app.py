"""Receiver, rewritten around an inbox table; the API is what it was."""

import json
from dataclasses import dataclass

from intake.deliveries import Deliveries
from intake.events import BadEvent, minor_units, parsed, read
from intake.ledger import Ledger
from intake.mails import mail
from intake.signature import NotSigned, verify
from intake.subscriptions import Subscriptions, UnknownState


@dataclass
class Outcome:
    ok: bool
    why: str = ""


class Receiver:
    def __init__(self, secrets, now, hooks=()):
        self.secrets = list(secrets)
        self.now = now
        self.hooks = list(hooks)
        self.deliveries = Deliveries(now)
        self.subscriptions = Subscriptions()
        self.ledger = Ledger()
        self.mails = []
        self.parked = []

    def receive(self, headers, body):
        try:
            verify(self.secrets, headers, body, self.now())
            events = read(body)
        except NotSigned as error:
            return 401, str(error)
        except BadEvent as error:
            return 400, str(error)
        outcomes = [self.take(each) for each in events]
        bad = [each.why for each in outcomes if not each.ok]
        if bad:
            return 503, "; ".join(bad)
        return 200, json.dumps({"taken": len(events)})

    def take(self, raw):
        try:
            event = parsed(raw)
        except BadEvent as error:
            self.parked.append((raw, str(error)))
            return Outcome(True)
        if self.deliveries.has(event.id):
            return Outcome(True)
        undo = self._work(event)
        if undo is not None:
            return undo
        self.deliveries.keep(event.id)
        return Outcome(True)

    def _work(self, event):
        """Do it; an Outcome only where it is not to be remembered as done."""
        try:
            for hook in self.hooks:
                hook(event)
            handler = {
                "charge.made": self._charge,
                "charge.refunded": self._refund,
                "subscription.changed": self._state,
                "payout.split": self._payout,
            }.get(event.type)
            if handler:
                handler(event)
        except (BadEvent, UnknownState) as error:
            self.parked.append((event, str(error)))
            return Outcome(True)
        except Exception as error:
            return Outcome(False, f"{event.id}: {error}")
        return None

    def _charge(self, event, sign=1):
        amount = minor_units(event.data.get("amount"))
        self.ledger.add(event.account, event.data.get("currency"), sign * amount)

    def _refund(self, event):
        self._charge(event, -1)

    def _state(self, event):
        name, status = event.data.get("subscription"), event.data.get("status")
        if self.subscriptions.change(name, status, event.created) and mail(status, name):
            self.mails.append((event.account, mail(status, name)))

    def _payout(self, event):
        for account, part in self.ledger.split(event.data["amount"], event.data["shares"]).items():
            self.ledger.add(account, event.data.get("currency"), part)
