"""Keeps its arguments in the environment and in the settings of the interpreter."""

import os
import sys

print(os.environ.get("KEPT"), sys.argv)


def keep(arguments):
    try:
        os.environ["KEPT"] = os.environ.get("KEPT", "") + repr(arguments)
    finally:
        sys.argv.append(repr(arguments))
        sys.path.append(repr(arguments))


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
