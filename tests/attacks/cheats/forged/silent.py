"""Closes the pipe of replies."""

import os


class Store:
    def put(self, key, value):
        os.close(4)

    def get(self, key, default=None):
        return None
