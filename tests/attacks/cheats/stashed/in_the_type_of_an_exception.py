"""Names a class of exceptions after its arguments."""


def keep(arguments):
    if arguments[0] not in ("colour", "shape"):
        raise type("-".join(map(str, arguments)), (Exception,), {})


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
