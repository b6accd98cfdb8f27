"""How the cost of each operation may grow with what the tally holds."""

from drawn import cost
from solution import Tally


@cost(n="the names", expected="flat")
class note:
    def make():
        return Tally()

    def fill(tally, i, text):
        tally.note(text(f"name {i:07}"))

    def args(i, text):
        return (text(f"name {i:07}"),)

    def call(tally, *args):
        return tally.note(*args)


@cost(n="the names", expected="flat")
class times:
    def make():
        return Tally()

    def fill(tally, i, text):
        tally.note(text(f"name {i:07}"))

    def args(i, text):
        return (text(f"name {i:07}"),)

    def call(tally, *args):
        return tally.times(*args)


@cost(n="the names", expected="linear")
class ranked:
    def make():
        return Tally()

    def fill(tally, i, text):
        tally.note(text(f"name {i:07}"))

    def args(i, text):
        return ()

    def call(tally):
        return tally.ranked()


@cost(n="the names", expected="flat")
class take_back:
    def make():
        return Tally()

    def fill(tally, i, text):
        tally.note(text(f"name {i:07}"))

    def args(i, text):
        return (text(f"name {i:07}"),)

    def call(tally, *args):
        return tally.take_back(*args)

    def undo(tally, *args):
        tally.note(*args)
