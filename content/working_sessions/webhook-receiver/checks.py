"""One check a fault, through the public API alone. A check's message says what happened."""

import contextlib
import json

from intake.app import Receiver
from intake.ledger import Ledger
from intake.signature import NotSigned, digest, verify
from intake.subscriptions import Subscriptions, UnknownState

SECRET, OLD = b"whsec_a", b"whsec_b"
NOW = 1_760_000_000


def header(body, *secrets, at=NOW, name="Paywell-Signature"):
    digests = "".join(f",v1={digest(each, at, body)}" for each in secrets or (SECRET,))
    return {name: f"t={at}{digests}"}


def receiver(*hooks, now=lambda: NOW):
    return Receiver([SECRET], now, list(hooks))


def event(id, type="charge.made", created=NOW, version=1, **data):
    data = data or {"amount": "1.00", "currency": "EUR"}
    common = {"id": id, "version": version, "type": type, "created": created}
    return {**common, "account": "acct_9", "data": data}


def deliver(to, *events, at=NOW):
    body = json.dumps(events[0] if len(events) == 1 else list(events)).encode()
    return to.receive(header(body, at=at), body)


def accepted(secrets, headers, body, now=NOW):
    try:
        verify(secrets, headers, body, now)
    except NotSigned:
        return False
    return True


def body_rewritten():
    for body in (
        b'{\n  "id": "evt_1",\n  "note": "two  spaces"\n}\n',
        b'{"id":"evt_1"}\r\n',
        b'{"id": "evt_1"}',
    ):
        assert accepted([SECRET], header(body), body), f"{body!r} was refused"


def stamp_ahead():
    body = b'{"id": "evt_1"}'
    assert accepted([SECRET], header(body, at=NOW + 200), body), "200 s ahead were refused"
    for ahead in (3600, 90_000):
        late = header(body, at=NOW + ahead)
        assert not accepted([SECRET], late, body), f"a signature of {ahead} s ahead was taken"


def header_spelling():
    body = b'{"id": "evt_1"}'
    for name in ("Paywell-Signature", "paywell-signature", "PAYWELL-SIGNATURE"):
        assert accepted([SECRET], header(body, name=name), body), f"{name} was not found"


def digest_lost():
    body = b'{"id": "evt_1"}'
    for given in ((OLD, SECRET), (SECRET, OLD)):
        place = given.index(SECRET) + 1
        said = f"a delivery whose digest number {place} of two is right was refused"
        assert accepted([SECRET], header(body, *given), body), said


def kept_early():
    tries = []

    def down_at_first(event):
        tries.append(event)
        if len(tries) == 1:
            raise OSError("down")

    to = receiver(down_at_first)
    deliver(to, event("evt_1"))
    deliver(to, event("evt_1"))
    balance = to.ledger.balance("acct_9", "EUR")
    assert balance == 100, f"the charge of 100 was booked as {balance}"


def kept_briefly():
    at = [NOW]
    to = receiver(now=lambda: at[0])
    deliver(to, event("evt_1"))
    for hours in (20, 49, 71.5):
        at[0] = NOW + int(hours * 3600)
        deliver(to, event("evt_1"), at=at[0])
        balance = to.ledger.balance("acct_9", "EUR")
        assert balance == 100, f"{hours:g} hours later the charge was booked once more"


def older_over_newer():
    for newer, older in (("active", "overdue"), ("overdue", "trial"), ("ended", "active")):
        subscriptions = Subscriptions()
        subscriptions.change("sub_9", newer, NOW)
        subscriptions.change("sub_9", older, NOW - 60)
        state = subscriptions.state("sub_9")
        assert state == newer, f"it was {newer}, and is {state} since the older event came"


def state_guessed():
    subscriptions = Subscriptions()
    subscriptions.change("sub_9", "active", NOW)
    with contextlib.suppress(UnknownState):
        subscriptions.change("sub_9", "paused", NOW + 60)
    state = subscriptions.state("sub_9")
    assert state == "active", f"'paused' made it {state!r}"
    to = receiver()
    deliver(to, event("evt_1", "subscription.changed", subscription="sub_9", status="paused"))
    assert to.parked, "nobody is told of it"
    state = to.subscriptions.state("sub_9")
    assert state is None, f"'paused' made it {state!r}"


def failure_as_success():
    def down(event):
        raise OSError("down")

    status, _ = deliver(receiver(down), event("evt_1"))
    assert not 200 <= status < 300, f"the answer was {status}"


def batch_stopped():
    def down(event):
        if event.id == "evt_2":
            raise OSError("down")

    to = receiver(down)
    deliver(to, event("evt_1"), event("evt_2"), event("evt_3"))
    balance = to.ledger.balance("acct_9", "EUR")
    assert balance == 200, f"of two charges of 100 that could be booked {balance} were"


def thousandths():
    seen = []
    to = receiver(seen.append)
    deliver(to, event("evt_1", created=NOW * 1000, version=2))
    assert seen, "the event was not taken in"
    assert seen[0].created == NOW, f"the event is told to be of {seen[0].created}"
    deliver(to, event("evt_2", created=NOW))
    assert seen[1].created == NOW, f"the event is told to be of {seen[1].created}"


def cents_cut():
    for amount, units in (("19.99", 1999), ("1.15", 115), ("0.29", 29), ("4.35", 435)):
        to = receiver()
        deliver(to, event("evt_1", amount=amount, currency="EUR"))
        booked = to.ledger.balance("acct_9", "EUR")
        assert booked == units, f"{amount} was booked as {booked}"


def split_leaves_cents():
    for amount, shares in ((1000, "abc"), (5, "abcdefghij"), (101, "ab"), (7, "abcd")):
        parts = Ledger().split(amount, dict.fromkeys(shares, 1))
        total = sum(parts.values())
        assert total == amount, f"the parts of {amount} make {total}"
        apart = max(parts.values()) - min(parts.values())
        assert apart <= 1, f"of {amount} equal shares get {sorted(parts.values())}"
