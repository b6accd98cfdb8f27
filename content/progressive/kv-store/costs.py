"""How the cost of each operation may grow with what the store holds."""

from drawn import cost, knobs
from solution import Store


@cost(n="the keys in the store", expected="flat")
class put:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return (text(f"user:{i:07}"), "red")

    def call(store, *args):
        return store.put(*args)


@cost(n="the keys in the store", expected="flat")
class fetch:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return (text(f"user:{i:07}"),)

    def call(store, *args):
        return store.fetch(*args)


@cost(n="the keys in the store", expected="flat")
class erase:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return (text(f"user:{i:07}"),)

    def call(store, *args):
        return store.erase(*args)

    def undo(store, *args):
        store.put(args[0], "blue")


@cost(n="the keys in the store", expected="flat" if knobs.part < 3 else "linear")
class size:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return ()

    def call(store):
        return store.size()


@cost(n="the keys in the store", expected="linear")
class matching:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return (text(f"user:{i:07}"),)

    def call(store, *args):
        return store.matching(*args)


@cost(n="the keys in the store", expected="linear")
class top:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue")

    def args(i, text):
        return (10,)

    def call(store, *args):
        return store.top(*args)


@cost(n="the keys in the store", expected="linear")
class advance:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue", 1_000_000 + i)

    def args(i, text):
        return (1,)

    def call(store, *args):
        return store.advance(*args)


@cost(n="the keys in the store", expected="flat")
class remaining:
    def make():
        return Store()

    def fill(store, i, text):
        store.put(text(f"user:{i:07}"), "blue", 1_000_000 + i)

    def args(i, text):
        return (text(f"user:{i:07}"),)

    def call(store, *args):
        return store.remaining(*args)
