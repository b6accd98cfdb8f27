"""How the cost of each operation may grow with what the ledger holds."""

from drawn import cost
from solution import Ledger


@cost(n="the accounts in the ledger", expected="flat")
class pay_in:
    def make():
        ledger = Ledger()
        ledger.enrol("z")
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"a{i:07}"))

    def args(i, text):
        return (text(f"a{i:07}"), 5)

    def call(ledger, *args):
        return ledger.pay_in(*args)


@cost(n="the accounts in the ledger", expected="flat")
class shift:
    def make():
        ledger = Ledger()
        ledger.enrol("z")
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"a{i:07}"))

    def args(i, text):
        return (text(f"a{i:07}"),)

    def call(ledger, source):
        ledger.pay_in(source, 1)
        return ledger.shift(source, "z", 1)


@cost(n="the accounts in the ledger", expected="flat")
class worth:
    def make():
        ledger = Ledger()
        ledger.enrol("z")
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"a{i:07}"))
        ledger.pay_in(text(f"a{i:07}"), 1_000_000)

    def args(i, text):
        return (text(f"a{i:07}"),)

    def call(ledger, *args):
        return ledger.worth(*args)


@cost(n="the entries of the account", expected="flat")
class recap:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.shift("x", "y", 1)

    def args(i, text):
        return ("x", 10)

    def call(ledger, *args):
        return ledger.recap(*args)


@cost(n="the entries of the account", expected="linear")
class tally:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"b{i:07}"))
        ledger.shift("x", text(f"b{i:07}"), 1)

    def args(i, text):
        return ("x",)

    def call(ledger, *args):
        return ledger.tally(*args)


@cost(n="the payments that wait", expected="linear")
class elapse:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.arrange("x", "y", 1, 1_000_000)

    def args(i, text):
        return (1,)

    def call(ledger, *args):
        return ledger.elapse(*args)


@cost(n="the payments that wait", expected="flat")
class arrange:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.arrange("x", "y", 1, 1_000_000)

    def args(i, text):
        return ("x", "y", 1, 1_000_000)

    def call(ledger, *args):
        return ledger.arrange(*args)


@cost(n="the payments that wait", expected="flat")
class annul:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.arrange("x", "y", 1, 1_000_000)

    def args(i, text):
        return ("x", "y", 1, 1_000_000)

    def call(ledger, *args):
        return ledger.annul(ledger.arrange(*args))


@cost(n="the entries of the account", expected="linear")
class worth_on:
    def make():
        ledger = Ledger()
        ledger.enrol("x")
        ledger.enrol("y")
        ledger.pay_in("x", 1_000_000_000)
        return ledger

    def fill(ledger, i, text):
        ledger.shift("x", "y", 1)
        ledger.elapse(1)

    def args(i, text):
        return ("x", i // 2)

    def call(ledger, *args):
        return ledger.worth_on(*args)


@cost(n="the accounts in the ledger", expected="flat")
class batch:
    def make():
        ledger = Ledger()
        ledger.enrol("z")
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"a{i:07}"))

    def args(i, text):
        return (text(f"a{i:07}"),)

    def call(ledger, source):
        ledger.pay_in(source, 1)
        return ledger.batch([(source, "z", 1, 0), (source, "z", 1, 1_000_000)])


@cost(n="the accounts in the ledger", expected="flat")
class revoke:
    def make():
        ledger = Ledger()
        ledger.enrol("z")
        return ledger

    def fill(ledger, i, text):
        ledger.enrol(text(f"a{i:07}"))

    def args(i, text):
        return (text(f"a{i:07}"),)

    def call(ledger, source):
        ledger.pay_in(source, 1)
        return ledger.revoke(ledger.batch([(source, "z", 1, 0), (source, "z", 1, 1_000_000)]))
