"""Submissions that break the interpreter under them."""

import ctypes
import os
import sys


def c_stack(target, tell):
    """Overflows the stack of C through a chain of objects.

    Proof: died. Control: none, a crash is the same on every rung.
    """
    sys.setrecursionlimit(1 << 30)

    class Chained:
        def __init__(self, inner):
            self.inner = inner

        def __repr__(self):
            return repr(self.inner)

    chain = None
    for _ in range(200_000):
        chain = Chained(chain)
    repr(chain)


def deep_list(target, tell):
    """Overflows the stack of C through nested lists.

    Proof: died. Control: none, a crash is the same on every rung.
    """
    sys.setrecursionlimit(1 << 30)
    nested = []
    for _ in range(500_000):
        nested = [nested]
    repr(nested)


def null_pointer(target, tell):
    """Reads at address zero.

    Proof: died. Control: none, a crash is the same on every rung.
    """
    ctypes.string_at(0)


def broken_bytecode(target, tell):
    """Runs byte code that no compiler makes.

    Proof: gone. Control: none, a crash is the same on every rung.
    """

    def victim():
        return 1

    exec(victim.__code__.replace(co_code=bytes([100, 255] * 8 + [83, 0]), co_consts=()))


def abort(target, tell):
    """Aborts.

    Proof: died. Control: none, a crash is the same on every rung.
    """
    os.abort()


def leave(target, tell):
    """Leaves with success, in the middle of being asked.

    Proof: gone. Control: none, it leaves on every rung.
    """
    os._exit(0)
