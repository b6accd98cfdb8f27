"""Repeats a true reply of its own, many times and ahead of every question."""

import sys


class Store:
    def put(self, key, value):
        wire = sys.modules["wire"].Wire
        send = wire.send_frame

        def twice(self, whole):
            for _ in range(20):
                send(self, whole)

        wire.send_frame = twice

    def get(self, key, default=None):
        return None
