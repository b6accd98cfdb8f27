"""Signatures, with a class; the module's functions were given up for it."""

import hashlib
import hmac


class NotSigned(Exception):
    pass


class Signature:
    def __init__(self, secrets, tolerance=300):
        self.secrets = secrets
        self.tolerance = tolerance

    def check(self, headers, body, now):
        header = next((v for k, v in headers.items() if k.lower() == "paywell-signature"), "")
        fields = [part.split("=", 1) for part in header.split(",") if "=" in part]
        stamp = next((int(v) for k, v in fields if k == "t"), 0)
        if abs(now - stamp) > self.tolerance:
            raise NotSigned("time")
        for secret in self.secrets:
            want = hmac.new(secret, b"%d." % stamp + body, hashlib.sha256).hexdigest()
            if want in [v for k, v in fields if k == "v1"]:
                return
        raise NotSigned("digest")
