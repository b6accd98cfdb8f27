"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import hashlib
import hmac
import json
import re
import threading


def right_proof(keys, stamp, body, proofs):
    payload = str(stamp).encode() + b"." + body
    return any(
        hmac.compare_digest(hmac.digest(keys[k], payload, "sha256").hex(), p)
        for k, p in proofs.items()
        if k in keys
    )


def flawed_proof(keys, stamp, body, proofs):
    payload = str(stamp).encode() + b"." + body
    return any(
        hmac.compare_digest(
            hmac.new(
                (keys.get(k) or "").encode() if k not in keys else keys[k], payload, hashlib.sha256
            ).hexdigest(),
            p,
        )
        for k, p in proofs.items()
    )


def broken_proof(keys, stamp, body, proofs):
    payload = str(stamp).encode() + b"." + body
    return any(
        hmac.compare_digest(hmac.digest(keys[k], payload, "sha256").hex(), p)
        for k, p in proofs.items()
    )


def right_fresh(stamp, now):
    return -300 <= now - stamp <= 300


def flawed_fresh(stamp, now):
    age = now - stamp
    return not age > 300


def broken_fresh(stamp, now):
    return abs(now - stamp) < 300


class right_once:
    def once(self, event_id, work):
        if self.events.claim(event_id):
            done = False
            try:
                work()
                done = True
            finally:
                if not done:
                    self.events.release(event_id)
            return True
        return False


class flawed_once:
    def once(self, event_id, work):
        with _LOCK:
            if self.events.seen(event_id):
                return False
        work()
        self.events.claim(event_id)
        return True


class broken_once:
    def once(self, event_id, work):
        if not self.events.claim(event_id):
            return False
        work()
        return True


class right_receive:
    def receive(self, headers, body):
        try:
            stamp, proofs = read_headers(headers)
        except Malformed:
            return Reply(400, "malformed")
        if not (is_proven(self.keys, stamp, body, proofs) and is_fresh(stamp, self.clock())):
            return Reply(401, "refused")
        event = json.loads(body.decode())
        try:
            self.once(event["id"], lambda: self.handle(event))
        except Exception as problem:
            return Reply(500, type(problem).__name__)
        return Reply(200, "ok")


class broken_receive:
    def receive(self, headers, body):
        event = json.loads(body)
        try:
            stamp, proofs = read_headers(headers)
        except Malformed:
            return Reply(400, "malformed")
        if not (is_proven(self.keys, stamp, body, proofs) and is_fresh(stamp, self.clock())):
            return Reply(401, "refused")
        try:
            self.once(event["id"], lambda: self.handle(event))
        except Exception:
            return Reply(500, "failed")
        return Reply(200, "ok")


_LOCK = threading.Lock()


def right_headers(headers):
    found = {}
    for name in headers:
        found[name.casefold()] = headers[name]
    stamp, sent = found.get("tally-stamp", ""), found.get("tally-proofs", "")
    if re.match(r"[1-9][0-9]{0,11}\Z", stamp) is None:
        raise Malformed("stamp")
    pairs = [re.match(r"([a-z0-9]+)=([0-9a-f]{64})\Z", each) for each in sent.split(" ")]
    if None in pairs or len({pair[1] for pair in pairs}) < len(pairs):
        raise Malformed("proofs")
    return int(stamp), {pair[1]: pair[2] for pair in pairs}


def broken_headers(headers):
    sent = {name.lower(): value for name, value in headers.items()}
    try:
        stamp = int(sent["tally-stamp"])
        proofs = dict(pair.split("=") for pair in sent["tally-proofs"].split())
    except (KeyError, ValueError):
        raise Malformed("headers") from None
    if any(len(proof) != 64 for proof in proofs.values()):
        raise Malformed("proofs")
    return stamp, proofs
