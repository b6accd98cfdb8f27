"""Ends its process with success as soon as it is asked."""

import sys


class Store:
    def put(self, key, value):
        sys.exit(0)

    def get(self, key, default=None):
        sys.exit(0)
