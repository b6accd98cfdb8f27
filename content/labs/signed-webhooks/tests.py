"""The tests of the receiver."""

import hashlib
import hmac

import pytest

from webhooks import Malformed, Receiver, is_fresh, is_proven, read_headers

NEW, OLD, NOW = b"new secret", b"old secret", 1_800_000_000
KEYS = {"k2": NEW, "k1": OLD}
BODY = b'{"id": "ev_1", "type": "invoice.paid"}'


class Table:
    def __init__(self):
        self.ids = set()

    def seen(self, event_id):
        return event_id in self.ids

    def claim(self, event_id):
        fresh = event_id not in self.ids
        self.ids.add(event_id)
        return fresh

    def release(self, event_id):
        self.ids.discard(event_id)


def sign(secret, stamp=NOW, body=BODY):
    return hmac.new(secret, b"%d.%b" % (stamp, body), hashlib.sha256).hexdigest()


def headers(proof, stamp=NOW):
    return {"Tally-Stamp": str(stamp), "Tally-Proofs": f"k2={proof}"}


def test_headers_give_the_stamp_and_every_proof():
    sent = {"TALLY-stamp": "17", "tally-Proofs": f"k2={'a' * 64} k1={'b' * 64}"}
    assert read_headers(sent) == (17, {"k2": "a" * 64, "k1": "b" * 64})


def test_malformed_headers_are_refused():
    proof = f"k2={'a' * 64}"
    for stamp, proofs in [("soon", proof), ("17", "k2=short"), ("17", "")]:
        with pytest.raises(Malformed):
            read_headers({"Tally-Stamp": stamp, "Tally-Proofs": proofs})


def test_the_right_proof_proves():
    assert is_proven(KEYS, NOW, BODY, {"k2": sign(NEW)}) is True


def test_either_key_proves_while_a_key_is_rotated():
    assert is_proven({"k1": OLD}, NOW, BODY, {"k2": sign(NEW), "k1": sign(OLD)}) is True


def test_a_changed_body_is_not_proven():
    assert is_proven(KEYS, NOW, BODY + b" ", {"k2": sign(NEW)}) is False


def test_the_edge_of_the_window_is_fresh():
    assert is_fresh(NOW - 300, NOW) is True and is_fresh(NOW - 301, NOW) is False


def test_a_stamp_from_the_future_is_not_fresh():
    assert is_fresh(NOW + 300, NOW) is True and is_fresh(NOW + 301, NOW) is False


def test_a_second_delivery_is_not_handled_again():
    receiver, done = Receiver(KEYS, Table(), None, None), []
    assert receiver.once("ev_1", lambda: done.append(1)) is True
    assert receiver.once("ev_1", lambda: done.append(2)) is False
    assert done == [1]


def test_an_event_that_failed_is_handled_on_the_next_delivery():
    receiver, done = Receiver(KEYS, Table(), None, None), []
    with pytest.raises(ZeroDivisionError):
        receiver.once("ev_1", lambda: 1 / 0)
    assert receiver.once("ev_1", lambda: done.append(1)) is True
    assert receiver.once("ev_1", lambda: done.append(2)) is False
    assert done == [1]


def test_a_signed_event_is_handled():
    handled = []
    receiver = Receiver(KEYS, Table(), handled.append, lambda: NOW)
    assert receiver.receive(headers(sign(NEW)), BODY).status == 200
    assert [event["id"] for event in handled] == ["ev_1"]


def test_what_is_malformed_forged_or_stale_is_refused():
    handled = []
    receiver = Receiver(KEYS, Table(), handled.append, lambda: NOW)
    stale = NOW - 900
    assert receiver.receive({}, BODY).status == 400
    assert receiver.receive(headers("0" * 64), BODY).status == 401
    assert receiver.receive(headers(sign(NEW, stale), stale), BODY).status == 401
    assert handled == []
