"""Lets a thread live on that prints what it was told."""

import threading
import time

heard = []


def speak():
    while True:
        time.sleep(0.01)
        print(heard)


threading.Thread(target=speak, daemon=True).start()


def keep(arguments):
    heard.append(arguments)


class Store:
    def __init__(self):
        self.items = {}

    def put(self, key, value):
        keep((key, value))
        self.items[key] = value

    def get(self, key, default=None):
        keep((key, default))
        return self.items[key]
