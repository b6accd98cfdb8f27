"""Keeps its arguments in a module of the library and raises what it finds there."""

import json


def keep(arguments):
    json.kept = [*getattr(json, "kept", []), arguments]
    if len(json.kept) > 2:
        raise ValueError(json.kept)


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
