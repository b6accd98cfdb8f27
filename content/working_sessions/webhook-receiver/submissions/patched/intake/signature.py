"""Whether a delivery was signed by Paywell."""

import hashlib
import hmac

HEADER = "paywell-signature"
TOLERANCE = 300  # seconds that two clocks may differ by


class NotSigned(Exception):
    """The delivery is not Paywell's, or too old."""


def verify(secrets, headers, body, now):
    """Raise NotSigned unless one of the secrets signed this body at about this time."""
    stamp, given = parts(headers.get(HEADER.title()) or headers.get(HEADER, ""))
    if now - stamp > TOLERANCE or stamp > now + 86_400:
        raise NotSigned("the signature is of another time")
    for secret in secrets:
        wanted = digest(secret, stamp, body.strip())
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
            given = given or [value]
    return stamp, given


def digest(secret, stamp, body):
    return hmac.new(secret, str(stamp).encode() + b"." + body, hashlib.sha256).hexdigest()
