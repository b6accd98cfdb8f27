"""Sends words that only Python's JSON knows."""

import os


class Store:
    def put(self, key, value):
        for body in (b"NaN", b"[Infinity]", b'{"value": -Infinity}', b"null", b"{}", b"[]", b'""'):
            os.write(4, len(body).to_bytes(4, "big") + body)

    def get(self, key, default=None):
        return None
