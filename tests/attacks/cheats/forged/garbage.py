"""Writes bytes into the pipe of replies that are no message."""

import os


class Store:
    def put(self, key, value):
        os.write(4, b"\xff\x00garbage" * 100)

    def get(self, key, default=None):
        return None
