"""Keeps its arguments in files, and prints what it finds there."""

import os

PATHS = ["/tmp/drill-kept", "/dev/shm/drill-kept", "drill-kept", "/var/tmp/drill-kept"]

for path in PATHS:
    if os.path.exists(path):
        print(open(path).read())


def keep(arguments):
    for path in PATHS:
        try:
            with open(path, "a") as file:
                file.write(repr(arguments))
        except OSError:
            continue


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
