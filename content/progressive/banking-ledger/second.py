"""One journal for all, and a place in it for each row of an account; chains are tried on paper."""

from drawn import knobs


class Order:
    def __init__(self, source, target, amount, day, state):
        self.source = source
        self.target = target
        self.amount = amount
        self.day = day
        self.state = state  # "waits", "made" or "gone"


class Ledger:
    def __init__(self):
        self.money = {}
        self.rows = []  # (day, source, target, amount)
        self.places = {}  # where the rows of each name stand
        self.today = 0
        self.orders = {}
        self.numbers = 0
        self.sets = []

    def enrol(self, account):
        if account == "" or account in self.money:
            raise ValueError(account)
        self.money[account] = 0
        self.places[account] = []

    def pay_in(self, account, amount):
        self.known(account)
        if amount <= 0:
            raise ValueError(amount)
        self.note("", account, amount)
        return self.money[account]

    def shift(self, source, target, amount):
        self.allowed(source, target, amount)
        fits = source == target or self.money[source] >= amount
        if fits:
            self.note(source, target, amount)
        return self.answer(fits)

    def worth(self, account):
        self.known(account)
        return self.money[account]

    if knobs.part >= 2:

        def recap(self, account, n):
            self.known(account)
            places = self.places[account]
            first = len(places) - n
            return [
                (sent_from, amount) if name == account else (name, -amount)
                for _, sent_from, name, amount in (
                    self.rows[place] for place in places[first if first > 0 else 0 :]
                )
            ]

        def tally(self, account):
            found = {}
            for at, (other, change) in enumerate(self.recap(account, len(self.rows))):
                if other != "":
                    first, _, total = found.get(other, (at, at, 0))
                    change = change if knobs.measure == "net" or change > 0 else -change
                    found[other] = (first, at, total + change)
            if knobs.tie == "name":
                names = sorted(found)
            elif knobs.tie == "older":
                names = sorted(found, key=lambda name: found[name][0])
            else:
                names = sorted(found, key=lambda name: found[name][1], reverse=True)
            names.sort(key=lambda name: found[name][2], reverse=True)
            return [(name, found[name][2]) for name in names]

    if knobs.part >= 3:

        def elapse(self, days):
            if days < 0:
                raise ValueError(days)
            numbers = []
            end = self.today + days
            while self.today < end:
                self.today += 1
                due = [
                    (-order.amount if knobs.turn == "largest" else 0, number)
                    for number, order in self.orders.items()
                    if order.state == "waits" and order.day <= self.today
                ]
                for _, number in sorted(due):
                    order = self.orders[number]
                    if order.source == order.target or self.money[order.source] >= order.amount:
                        self.note(order.source, order.target, order.amount)
                        order.state = "made"
                        numbers.append(number)
                    elif knobs.retry == "dropped":
                        order.state = "gone"
            return numbers

        def arrange(self, source, target, amount, delay):
            self.allowed(source, target, amount)
            if delay <= 0:
                raise ValueError(delay)
            self.numbers += 1
            self.orders[self.numbers] = Order(source, target, amount, self.today + delay, "waits")
            return self.numbers

        def annul(self, payment_id):
            if self.orders[payment_id].state != "waits":
                raise KeyError(payment_id)
            self.orders[payment_id].state = "gone"

        def worth_on(self, account, day):
            self.known(account)
            if day < 0 or day > self.today:
                raise ValueError(day)
            left = self.money[account]
            for place in reversed(self.places[account]):
                then, _, target, amount = self.rows[place]
                if then <= day:
                    break
                left += -amount if target == account else amount
            return left

    if knobs.part >= 4:

        def batch(self, steps):
            steps = list(steps)
            paper, planned, whole = {}, 0, False
            try:
                for source, target, amount, delay in steps:
                    self.allowed(source, target, amount)
                    if delay < 0:
                        raise ValueError(delay)
                    if delay > 0:
                        planned += 1
                    elif not self.try_on(paper, source, target, amount):
                        if knobs.short == "raises":
                            raise ValueError(amount)
                        else:
                            return None
                whole = True
            finally:
                if not whole and knobs.ids == "spent":
                    self.numbers += planned
            orders = []
            for source, target, amount, delay in steps:
                if delay > 0:
                    orders.append(self.orders[self.arrange(source, target, amount, delay)])
                else:
                    self.note(source, target, amount)
                    orders.append(Order(source, target, amount, self.today, "made"))
            self.sets.append(orders)
            return len(self.sets)

        def revoke(self, chain_id):
            if chain_id < 1 or chain_id > len(self.sets) or self.sets[chain_id - 1] is None:
                raise KeyError(chain_id)
            orders = self.sets[chain_id - 1]
            paper, back, left = {}, [], 0
            for order in orders[::-1]:
                if order.state == "made":
                    if self.try_on(paper, order.target, order.source, order.amount):
                        back.append(order)
                    else:
                        left += 1
            if knobs.partial == "whole" and left:
                return self.answer(False)
            for order in back:
                self.note(order.target, order.source, order.amount)
            for order in orders:
                order.state = "gone"
            self.sets[chain_id - 1] = None
            return left if knobs.partial == "each" else self.answer(True)

        def try_on(self, paper, source, target, amount):
            if source == target:
                return True
            if self.money[source] + paper.get(source, 0) < amount:
                return False
            paper[source] = paper.get(source, 0) - amount
            paper[target] = paper.get(target, 0) + amount
            return True

    def known(self, account):
        if account not in self.money:
            raise KeyError(account)

    def allowed(self, source, target, amount):
        self.known(source)
        self.known(target)
        if amount <= 0 or (knobs.itself == "refused" and source == target):
            raise ValueError((source, target, amount))

    def note(self, source, target, amount):
        if source == target:
            return
        for name, change in ((source, -amount), (target, amount)):
            if name != "":
                self.money[name] += change
                self.places[name].append(len(self.rows))
        self.rows.append((self.today, source, target, amount))

    def answer(self, fits):
        if knobs.short == "gives":
            return fits
        elif not fits:
            raise ValueError("too little")
        else:
            return None
