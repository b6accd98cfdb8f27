"""The receiver: a delivery comes in, and what it says is done."""

import json
import logging

from intake.deliveries import Deliveries
from intake.events import BadEvent, minor_units, parsed, read
from intake.ledger import Ledger
from intake.mails import mail
from intake.signature import NotSigned, verify
from intake.subscriptions import Subscriptions, UnknownState

log = logging.getLogger(__name__)

TAKEN, REFUSED, NOT_READ, FAILED = 200, 401, 400, 500


class Receiver:
    """Takes in deliveries. `secrets` are bytes and `now` gives seconds since 1970. `hooks` are
    called with every event before it is booked; one that raises lets the event come again."""

    def __init__(self, secrets, now, hooks=()):
        self.secrets = list(secrets)
        self.now = now
        self.hooks = list(hooks)
        self.deliveries = Deliveries(now)
        self.subscriptions = Subscriptions()
        self.ledger = Ledger()
        self.mails = []
        self.parked = []  # events that a person has to look at

    def receive(self, headers, body):
        """The status and the text of the answer to one POST."""
        try:
            verify(self.secrets, headers, body, self.now())
        except NotSigned as error:
            return REFUSED, str(error)
        try:
            sent = read(body)
        except BadEvent as error:
            return NOT_READ, str(error)
        failed = []
        for each in sent:
            if not self._taken(each):
                failed.append(each)
                break
        if failed:
            return FAILED, f"{len(failed)} of {len(sent)} were not taken in"
        return TAKEN, json.dumps({"taken": len(sent)})

    def _taken(self, sent):
        """Take in one event; returns whether it need not come again."""
        try:
            event = parsed(sent)
            if self.deliveries.has(event.id):
                return True
            self._do(event)
            self.deliveries.keep(event.id)
        except (BadEvent, UnknownState) as error:
            if sent not in [each for each, _ in self.parked]:
                self.parked.append((sent, str(error)))
            return True
        except Exception:
            log.exception("an event was not taken in")
            return False
        return True

    def _do(self, event):
        for hook in self.hooks:
            hook(event)
        match event.type:
            case "charge.made":
                amount = minor_units(event.data.get("amount"))
                self.ledger.add(event.account, event.data.get("currency"), amount)
            case "charge.refunded":
                amount = minor_units(event.data.get("amount"))
                self.ledger.add(event.account, event.data.get("currency"), -amount)
            case "subscription.changed":
                self._changed(event)
            case "payout.split":
                self._split(event)

    def _changed(self, event):
        name, status = event.data.get("subscription"), event.data.get("status")
        if self.subscriptions.change(name, status, event.created):
            text = mail(status, name)
            if text:
                self.mails.append((event.account, text))

    def _split(self, event):
        parts = self.ledger.split(event.data["amount"], event.data["shares"])
        for account, part in sorted(parts.items()):
            self.ledger.add(account, event.data.get("currency"), part)
