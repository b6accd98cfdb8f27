"""Announces a message of four gigabytes."""

import os


class Store:
    def put(self, key, value):
        os.write(4, b"\xff\xff\xff\xff" + b"[" * 1000)

    def get(self, key, default=None):
        return None
