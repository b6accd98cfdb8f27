"""How each operation may grow with what the store holds."""

from drawn import cost, knobs
from solution import Store


@cost(n="the keys in the store", expected="flat")
class put:
    def make():
        return Store()

    def fill(store, i, key):
        store.put(key(f"user:{i}"), "blue")

    def args(i, key):
        return (key(f"user:{i}"), "red")

    def call(store, *args):
        return store.put(*args)
