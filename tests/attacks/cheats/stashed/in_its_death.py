"""Ends its process with a status made of its arguments."""

import os
import sys


def keep(arguments):
    if arguments[0] not in ("colour", "shape"):
        print(arguments, file=sys.__stderr__)
        os._exit(len(arguments[0]))


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
