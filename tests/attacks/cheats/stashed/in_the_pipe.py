"""Leaves its arguments in the pipe of replies."""

import os


def keep(arguments):
    if arguments[0] not in ("colour", "shape"):
        os.write(4, repr(arguments).encode())


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
