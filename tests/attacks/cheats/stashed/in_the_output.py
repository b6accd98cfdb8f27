"""Prints its arguments, to the standard streams of every kind."""

import os
import sys


def keep(arguments):
    print(arguments)
    print(arguments, file=sys.stderr)
    for fd in (1, 2):
        os.write(fd, repr(arguments).encode())


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
