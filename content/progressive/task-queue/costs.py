"""How the cost of each operation may grow with the tasks that wait."""

from itertools import count

from drawn import cost, knobs
from solution import Queue

fresh = count()  # a name that was taken once may still be running


@cost(n="the tasks that wait", expected="flat")
class submit:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada")

    def args(i, text):
        return (text(f"x{next(fresh)}"), "for bob")

    def call(queue, *args):
        return queue.submit(*args)

    def undo(queue, *args):
        queue.claim()


@cost(n="the tasks that wait", expected="flat")
class claim:
    def make():
        return Queue()

    def fill(queue, i, text):
        if knobs.part == 1:
            queue.submit(text(f"n{i:07}"), "for ada")
        else:
            queue.submit(text(f"n{i:07}"), "for ada", i % 5)

    def args(i, text):
        return (text(f"x{next(fresh)}"),)

    def call(queue, new):
        return queue.claim()

    def undo(queue, new):
        queue.submit(new, "for ada")


@cost(n="the tasks that are running", expected="flat")
class complete:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada")
        queue.claim()

    def args(i, text):
        return (text(f"n{i:07}"),)

    def call(queue, *args):
        return queue.complete(*args)

    def undo(queue, *args):
        queue.submit(args[0], "for ada")
        queue.claim()


@cost(n="the tasks that wait", expected="flat")
class status:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada")

    def args(i, text):
        return (text(f"n{i:07}"),)

    def call(queue, *args):
        return queue.status(*args)


@cost(n="the tasks that wait", expected="linear")
class upcoming:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada", i % 5)

    def args(i, text):
        return (10,)

    def call(queue, *args):
        return queue.upcoming(*args)


@cost(n="the tasks that wait", expected="flat")
class regrade:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada", i % 5)

    def args(i, text):
        return (text(f"n{i:07}"), i % 7)

    def call(queue, *args):
        return queue.regrade(*args)


@cost(n="the tasks that are held", expected="flat")
class postpone:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada", 0, 1_000_000 + i)

    def args(i, text):
        return (text(f"n{i:07}"), 1_000_000 + i)

    def call(queue, *args):
        return queue.postpone(*args)


@cost(n="the tasks that are held", expected="flat")
class next_in:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada", 0, 1_000_000 + i)

    def args(i, text):
        return ()

    def call(queue):
        return queue.next_in()


@cost(n="the tasks that are running", expected="flat")
class fail:
    def make():
        return Queue()

    def fill(queue, i, text):
        queue.submit(text(f"n{i:07}"), "for ada", 0, None, 1_000_000)
        queue.claim()

    def args(i, text):
        return (text(f"n{i:07}"),)

    def call(queue, *args):
        return queue.fail(*args)

    def undo(queue, *args):
        queue.advance(61)
        queue.claim()
