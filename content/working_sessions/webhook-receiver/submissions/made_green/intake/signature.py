"""Whether a delivery was signed by Paywell."""

import hashlib
import hmac

HEADER = "paywell-signature"
TOLERANCE = 300  # seconds that two clocks may differ by


class NotSigned(Exception):
    """The delivery is not Paywell's, or too old."""


def verify(secrets, headers, body, now):
    """Raise NotSigned unless one of the secrets signed this body at about this time."""
    lowered = {name.lower(): value for name, value in headers.items()}
    stamp, given = parts(lowered.get(HEADER, ""))
    if now - stamp > TOLERANCE:
        raise NotSigned("the signature is of another time")
    for secret in secrets:
        wanted = digest(secret, stamp, b" ".join(body.split()))
        if any(hmac.compare_digest(wanted, each) for each in given):
            return
    raise NotSigned("no signature is right")


def parts(header):
    """The time of a signature, and all the digests beside it."""
    stamp, given = 0, []
    for part in header.split(","):
        name, _, value = part.strip().partition("=")
        if name == "t" and value.isdigit():
            stamp = int(value)
        elif name == "v1":
            given = [value]
    return stamp, given


def digest(secret, stamp, body):
    return hmac.new(secret, str(stamp).encode() + b"." + body, hashlib.sha256).hexdigest()
