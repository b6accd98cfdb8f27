"""How the cost of each operation may grow with what came so far."""

from drawn import cost, knobs
from solution import Limiter


@cost(n="the routes that have a rule", expected="flat")
class set_rule:
    def make():
        return Limiter()

    def fill(limiter, i, text):
        limiter.set_rule(text(f"route:{i:07}"), 5, 10)

    def args(i, text):
        return (text(f"route:{i:07}"), 6, 10)

    def call(limiter, *args):
        return limiter.set_rule(*args)


@cost(n="the requests that count", expected="flat" if knobs.part == 1 else "linear")
class attempt:
    def make():
        limiter = Limiter()
        limiter.set_rule("search", 1_000_000_000, 100)
        return limiter

    if knobs.part == 1:

        def fill(limiter, i, text):
            limiter.attempt("search")

        def args(i, text):
            return ("search",)

    else:

        def fill(limiter, i, text):
            limiter.attempt("search", text(f"user:{i:07}"))

        def args(i, text):
            return ("search", text(f"user:{i:07}"))

    def call(limiter, *args):
        return limiter.attempt(*args)


@cost(n="the requests that count", expected="flat" if knobs.part == 1 else "linear")
class left:
    def make():
        limiter = Limiter()
        limiter.set_rule("search", 1_000_000_000, 100)
        return limiter

    if knobs.part == 1:

        def fill(limiter, i, text):
            limiter.attempt("search")

        def args(i, text):
            return ("search",)

    else:

        def fill(limiter, i, text):
            limiter.attempt("search", text(f"user:{i:07}"))

        def args(i, text):
            return ("search", text(f"user:{i:07}"))

    def call(limiter, *args):
        return limiter.left(*args)


@cost(n="the requests that count", expected="flat")
class advance:
    def make():
        limiter = Limiter()
        limiter.set_rule("search", 1_000_000_000, 1_000_000_000)
        return limiter

    def fill(limiter, i, text):
        limiter.attempt("search")

    def args(i, text):
        return (1,)

    def call(limiter, *args):
        return limiter.advance(*args)


@cost(n="the users in the ranking", expected="linear")
class top:
    def make():
        limiter = Limiter()
        if knobs.ranked == "allowed":
            limiter.set_rule("search", 1_000_000_000, 100)
        else:
            limiter.set_rule("search", 1, 100)
            limiter.attempt("search")
        return limiter

    def fill(limiter, i, text):
        limiter.attempt("search", text(f"user:{i:07}"))

    def args(i, text):
        return ("search", 10)

    def call(limiter, *args):
        return limiter.top(*args)


@cost(n="the requests that count", expected="linear")
class wait:
    def make():
        limiter = Limiter()
        limiter.set_rule("search", 1_000_000_000, 100, 1, True)
        return limiter

    def fill(limiter, i, text):
        limiter.attempt("search", text(f"user:{i:07}"))

    def args(i, text):
        return ("search", text(f"user:{i:07}"))

    def call(limiter, *args):
        return limiter.wait(*args)


# What was learnt cannot be undone: `undo` brings the request that the next call learns of.
@cost(
    n="the requests that the first of two nodes knows of, one of them new to the second",
    expected="linear",
)
class sync:
    def make():
        limiter = Limiter()
        limiter.set_rule("search", 1_000_000_000, 100)
        limiter.add_node("east")
        return limiter

    def fill(limiter, i, text):
        limiter.attempt("search", text(f"user:{i:07}"))

    def args(i, text):
        return ("main", "east", text(f"user:{i:07}"))

    def call(limiter, source, target, user):
        return limiter.sync(source, target)

    def undo(limiter, source, target, user):
        limiter.attempt("search", user)
