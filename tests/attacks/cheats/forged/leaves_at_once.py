"""Ends its process past every handler."""

import os


class Store:
    def put(self, key, value):
        os._exit(0)

    def get(self, key, default=None):
        os._exit(0)
