"""One record for each account, with its entries; what a chain did is undone entry by entry."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from drawn import knobs

if knobs.part >= 2:

    @dataclass(frozen=True)
    class Entry:
        other: str
        change: int
        if knobs.part >= 3:
            day: int


@dataclass
class Account:
    balance: int = 0
    if knobs.part >= 2:
        entries: list[Entry] = field(default_factory=list)

        def enter(self, entry: Entry) -> None:
            self.balance += entry.change
            self.entries.append(entry)

    if knobs.part >= 4:

        def strike(self) -> None:
            self.balance -= self.entries.pop().change


if knobs.part >= 3:

    @dataclass
    class Payment:
        source: str
        target: str
        amount: int
        day: int
        if knobs.part >= 4:
            made: bool = False


if knobs.part >= 4:
    Step = tuple[int, Payment]  # its number, 0 for one that was made at once


class Ledger:
    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        if knobs.part >= 3:
            self._today = 0
            self._waiting: dict[int, Payment] = {}
            self._last_id = 0
        if knobs.part >= 4:
            self._chains: dict[int, list[Step]] = {}
            self._last_chain = 0

    def enrol(self, account: str) -> None:
        if not account:
            raise ValueError("the name is empty")
        if account in self._accounts:
            raise ValueError("the name is taken")
        self._accounts[account] = Account()

    def pay_in(self, account: str, amount: int) -> int:
        taker = self._accounts[account]
        if amount < 1:
            raise ValueError("the amount is below 1")
        if knobs.part == 1:
            taker.balance += amount
        elif knobs.part == 2:
            taker.enter(Entry("", amount))
        else:
            taker.enter(Entry("", amount, self._today))
        return taker.balance

    def shift(
        self, source: str, target: str, amount: int
    ) -> None if knobs.short == "raises" else bool:
        if knobs.part >= 3:
            self._check(source, target, amount)
            if knobs.short == "gives":
                return self._pay(source, target, amount)
            else:
                if not self._pay(source, target, amount):
                    raise ValueError("the balance is too low")
        else:
            giver, taker = self._accounts[source], self._accounts[target]
            if amount < 1:
                raise ValueError("the amount is below 1")
            if source == target:
                if knobs.itself == "refused":
                    raise ValueError("source and target are the same")
                elif knobs.short == "gives":
                    return True
                else:
                    return
            if giver.balance < amount:
                if knobs.short == "gives":
                    return False
                else:
                    raise ValueError("the balance is too low")
            if knobs.part == 1:
                giver.balance -= amount
                taker.balance += amount
            else:
                giver.enter(Entry(target, -amount))
                taker.enter(Entry(source, amount))
            if knobs.short == "gives":
                return True

    def worth(self, account: str) -> int:
        return self._accounts[account].balance

    if knobs.part >= 2:

        def recap(self, account: str, n: int) -> list[tuple[str, int]]:
            entries = self._accounts[account].entries
            last = entries[-n:] if n else []
            return [(entry.other, entry.change) for entry in last]

        def tally(self, account: str) -> list[tuple[str, int]]:
            entries = self._accounts[account].entries
            totals: dict[str, int] = {}
            for entry in reversed(entries) if knobs.tie == "recent" else entries:
                if entry.other:
                    change = entry.change if knobs.measure == "net" else abs(entry.change)
                    totals[entry.other] = totals.get(entry.other, 0) + change
            if knobs.tie == "name":
                return sorted(totals.items(), key=lambda item: (-item[1], item[0]))
            else:
                return sorted(totals.items(), key=lambda item: -item[1])

    if knobs.part >= 3:

        def elapse(self, days: int) -> list[int]:
            if days < 0:
                raise ValueError("time does not go back")
            made = []
            for _ in range(days):
                self._today += 1
                for number in self._due():
                    if knobs.retry == "dropped":
                        payment = self._waiting.pop(number)
                    else:
                        payment = self._waiting[number]
                    if self._pay(payment.source, payment.target, payment.amount):
                        if knobs.retry == "retried":
                            del self._waiting[number]
                        if knobs.part >= 4:
                            payment.made = True
                        made.append(number)
            return made

        def arrange(self, source: str, target: str, amount: int, delay: int) -> int:
            self._check(source, target, amount)
            if delay < 1:
                raise ValueError("the delay is below 1")
            self._last_id += 1
            self._waiting[self._last_id] = Payment(source, target, amount, self._today + delay)
            return self._last_id

        def annul(self, payment_id: int) -> None:
            del self._waiting[payment_id]

        def worth_on(self, account: str, day: int) -> int:
            entries = self._accounts[account].entries
            if not 0 <= day <= self._today:
                raise ValueError("the day is not over or never was")
            return sum(entry.change for entry in entries if entry.day <= day)

    if knobs.part >= 4:

        def batch(
            self, steps: Sequence[tuple[str, str, int, int]]
        ) -> int if knobs.short == "raises" else int | None:
            done: list[Step] = []
            try:
                for source, target, amount, delay in steps:
                    if delay:
                        number = self.arrange(source, target, amount, delay)
                        done.append((number, self._waiting[number]))
                    else:
                        if knobs.short == "raises":
                            self.shift(source, target, amount)
                        else:
                            if not self.shift(source, target, amount):
                                self._undo(done)
                                return None
                        payment = Payment(source, target, amount, self._today, made=True)
                        done.append((0, payment))
            except (KeyError, ValueError):
                self._undo(done)
                raise
            self._last_chain += 1
            self._chains[self._last_chain] = done
            return self._last_chain

        def revoke(
            self, chain_id: int
        ) -> int if knobs.partial == "each" else None if knobs.short == "raises" else bool:
            done = self._chains[chain_id]
            if knobs.partial == "each":
                left = 0
            else:
                back: list[Step] = []
            for _, payment in reversed(done):
                if knobs.partial == "each":
                    if payment.made and not self._pay(
                        payment.target, payment.source, payment.amount
                    ):
                        left += 1
                else:
                    if payment.made:
                        if not self._pay(payment.target, payment.source, payment.amount):
                            self._undo(back)
                            if knobs.short == "raises":
                                raise ValueError("a balance is too low")
                            else:
                                return False
                        back.append((0, payment))
            for number, _ in done:
                self._waiting.pop(number, None)
            del self._chains[chain_id]
            if knobs.partial == "each":
                return left
            elif knobs.short == "gives":
                return True

        def _undo(self, done: list[Step]) -> None:
            for number, payment in done:
                if number:
                    del self._waiting[number]
                    if knobs.ids == "again":
                        self._last_id -= 1
                else:
                    if knobs.itself == "refused" or payment.source != payment.target:
                        self._accounts[payment.source].strike()
                        self._accounts[payment.target].strike()

    if knobs.part >= 3:

        def _check(self, source: str, target: str, amount: int) -> None:
            for account in (source, target):
                if account not in self._accounts:
                    raise KeyError(account)
            if amount < 1:
                raise ValueError("the amount is below 1")
            if knobs.itself == "refused" and source == target:
                raise ValueError("source and target are the same")

        def _pay(self, source: str, target: str, amount: int) -> bool:
            if knobs.itself == "idle" and source == target:
                return True
            giver, taker = self._accounts[source], self._accounts[target]
            if giver.balance < amount:
                return False
            giver.enter(Entry(target, -amount, self._today))
            taker.enter(Entry(source, amount, self._today))
            return True

        def _due(self) -> list[int]:
            due = [
                number for number, payment in self._waiting.items() if payment.day <= self._today
            ]
            if knobs.turn == "number":
                return due
            else:
                return sorted(due, key=lambda number: -self._waiting[number].amount)
