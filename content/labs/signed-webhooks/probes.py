"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import hashlib
import hmac

import pytest

from webhooks import Malformed, Receiver, is_fresh, is_proven, read_headers

NOW, BODY = 1_800_000_000, b'{"id": "ev_1"}'


def sign(secret, stamp=NOW, body=BODY):
    return hmac.new(secret, b"%d.%b" % (stamp, body), hashlib.sha256).hexdigest()


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


def probe_headers_lenient_numbers_and_proofs_are_malformed():
    good = f"k2={'a' * 64}"
    for stamp in ["+17", " 17", "1_7", "17\n", "-17", "\u0661", "017", "1" * 13, ""]:
        with pytest.raises(Malformed):
            read_headers({"Tally-Stamp": stamp, "Tally-Proofs": good})
    for proofs in [
        good + "\n",
        good.upper(),
        f"{good}  k1={'b' * 64}",
        "=" + "a" * 64,
        f"{good} {good}",
    ]:
        with pytest.raises(Malformed):
            read_headers({"Tally-Stamp": "17", "Tally-Proofs": proofs})


def probe_proof_a_key_that_we_do_not_hold_proves_nothing():
    for key_id in ["k9", "none"]:
        for secret in [b"", b"None", key_id.encode()]:
            assert is_proven({"k2": b"s"}, NOW, BODY, {key_id: sign(secret)}) is False


def probe_proof_a_right_proof_under_another_key_id_proves_nothing():
    assert is_proven({"k1": b"a", "k2": b"b"}, NOW, BODY, {"k1": sign(b"b")}) is False
    assert is_proven({"k1": b"a"}, NOW + 1, BODY, {"k1": sign(b"a")}) is False


def probe_fresh_both_edges():
    assert [is_fresh(NOW + d, NOW) for d in (-301, -300, 0, 300, 301)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def probe_once_a_delivery_to_another_worker_during_the_work_is_not_handled():
    table, done, other = Table(), [], []
    first, second = Receiver({}, table, None, None), Receiver({}, table, None, None)

    def work():
        done.append("first")
        other.append(second.once("ev_1", lambda: done.append("second")))

    assert first.once("ev_1", work) is True
    assert done == ["first"] and other == [False]


def probe_receive_a_failure_is_a_500_and_is_handled_next_time():
    calls = []

    def handle(event):
        calls.append(event)
        if len(calls) == 1:
            raise RuntimeError("ledger is down")

    receiver = Receiver({"k2": b"s"}, Table(), handle, lambda: NOW)
    sent = {"Tally-Stamp": str(NOW), "Tally-Proofs": "k2=" + sign(b"s")}
    assert [receiver.receive(sent, BODY).status for _ in range(3)] == [500, 200, 200]
    assert len(calls) == 2


def probe_receive_an_unproven_body_is_not_parsed():
    sent = {"Tally-Stamp": str(NOW), "Tally-Proofs": "k2=" + "0" * 64}
    receiver = Receiver({"k2": b"s"}, Table(), None, lambda: NOW)
    assert receiver.receive(sent, b"{not json").status == 401


def probe_receive_a_second_delivery_is_a_200():
    receiver = Receiver({"k2": b"s"}, Table(), lambda event: None, lambda: NOW)
    sent = {"Tally-Stamp": str(NOW), "Tally-Proofs": "k2=" + sign(b"s")}
    assert [receiver.receive(sent, BODY).status for _ in range(2)] == [200, 200]


def probe_receive_a_stale_request_is_not_parsed():
    stale = NOW - 301
    body = b"{not json"
    sent = {"Tally-Stamp": str(stale), "Tally-Proofs": "k2=" + sign(b"s", stale, body)}
    assert Receiver({"k2": b"s"}, Table(), None, lambda: NOW).receive(sent, body).status == 401


def probe_once_what_is_no_exception_releases_too():
    table = Table()

    def work():
        raise SystemExit

    with pytest.raises(SystemExit):
        Receiver({}, table, None, None).once("ev_1", work)
    assert not table.seen("ev_1")


def flaw_proof():
    assert not is_proven({"k2": b"s"}, NOW, BODY, {"k9": sign(b"")})


def flaw_fresh():
    assert not is_fresh(NOW + 86_400, NOW)


def flaw_once():
    table, done = Table(), []
    first, second = Receiver({}, table, None, None), Receiver({}, table, None, None)
    first.once("ev_1", lambda: done.append(second.once("ev_1", lambda: done.append("again"))))
    assert "again" not in done
