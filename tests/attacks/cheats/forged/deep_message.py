"""Sends a message nested too deeply to be parsed."""

import os


class Store:
    def put(self, key, value):
        body = b"[" * 200_000 + b"]" * 200_000
        whole = len(body).to_bytes(4, "big") + body
        while whole:
            whole = whole[os.write(4, whole) :]

    def get(self, key, default=None):
        return None
