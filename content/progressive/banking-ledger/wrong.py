"""The model solution with one thing wrong; each fails exactly the category that it names."""

from drawn import knobs, wrong
from reference import Account, Entry, Ledger


@wrong(part=1, fails="again")
class OpensAnAccountAnew(Ledger):
    def enrol(self, account):
        if account in self._accounts:
            self._accounts[account] = Account()
        super().enrol(account)


@wrong(part=1, fails="again")
class TakesTheEmptyStringForAName(Ledger):
    def enrol(self, account):
        if account:
            super().enrol(account)
        else:
            self._accounts[account] = Account()


@wrong(part=1, fails="unknown")
class TakesBeforeItKnowsTheOtherSide(Ledger):
    def shift(self, source, target, amount):
        if target not in self._accounts:
            self._accounts[source].balance -= amount
        return super().shift(source, target, amount)


@wrong(part=1, fails="unknown")
class OpensTheOtherSide(Ledger):
    def shift(self, source, target, amount):
        if target not in self._accounts and source != target:
            self.enrol(target)
        return super().shift(source, target, amount)


@wrong(part=1, fails="amounts")
class AcceptsNothing(Ledger):
    def pay_in(self, account, amount):
        return super().pay_in(account, amount) if amount else self.worth(account)


@wrong(part=1, fails="amounts")
class RefusesOne(Ledger):
    def pay_in(self, account, amount):
        return super().pay_in(account, 0 if amount == 1 else amount)


@wrong(part=1, fails="exact")
class KeepsOneBack(Ledger):
    def shift(self, source, target, amount):
        if source != target and target in self._accounts and self.worth(source) == amount:
            amount += 1
        return super().shift(source, target, amount)


@wrong(part=1, fails="itself", when={"itself": ["refused"]})
class RefusesBeforeItLooks(Ledger):
    def shift(self, source, target, amount):
        if source == target:
            raise ValueError("source and target are the same")
        return super().shift(source, target, amount)


@wrong(part=1, fails="itself", when={"itself": ["idle"]})
class NeedsABalanceForItself(Ledger):
    def shift(self, source, target, amount):
        if source == target and self.worth(source) < amount:
            if knobs.short == "gives":
                return False
            else:
                raise ValueError("the balance is too low")
        return super().shift(source, target, amount)


@wrong(part=2, fails="last")
class GivesAllForNone(Ledger):
    def recap(self, account, n):
        return super().recap(account, n or 99)


@wrong(part=2, fails="refused")
class NotesWhatWasRefused(Ledger):
    def shift(self, source, target, amount):
        if target in self._accounts and self.worth(source) < amount:
            self._accounts[source].entries.append(Entry(target, -amount))
        return super().shift(source, target, amount)


@wrong(part=2, fails="measure")
class SortsByAnotherMeasure(Ledger):
    def tally(self, account):
        def measure(pair):
            if knobs.measure == "net":
                return abs(pair[1])
            else:
                changes = super(SortsByAnotherMeasure, self).recap(account, 99)
                return abs(sum(change for other, change in changes if other == pair[0]))

        return sorted(super().tally(account), key=measure, reverse=True)


@wrong(part=2, fails="measure", when={"measure": ["net"]})
class LeavesOutWhatIsEven(Ledger):
    def tally(self, account):
        return [(other, total) for other, total in super().tally(account) if total]


@wrong(part=2, fails="ties", when={"tie": ["name"]})
class TakesTheOrderOfOpening(Ledger):
    def tally(self, account):
        opened = list(self._accounts)
        return sorted(super().tally(account), key=lambda pair: (-pair[1], opened.index(pair[0])))


@wrong(part=2, fails="ties", when={"tie": ["older"]})
class TakesTheLastForTheFirst(Ledger):
    def tally(self, account):
        others = [entry.other for entry in self._accounts[account].entries][::-1]
        return sorted(super().tally(account), key=lambda pair: (-pair[1], -others.index(pair[0])))


@wrong(part=2, fails="ties", when={"tie": ["recent"]})
class TakesTheFirstForTheLast(Ledger):
    def tally(self, account):
        others = [entry.other for entry in self._accounts[account].entries]
        return sorted(super().tally(account), key=lambda pair: (-pair[1], -others.index(pair[0])))


@wrong(part=2, fails="sharing")
class GivesTheSameListAgain(Ledger):
    def __init__(self):
        super().__init__()
        self.given = {}

    def recap(self, account, n):
        found = super().recap(account, n)
        before, given = self.given.get((account, n), (None, found))
        if before != found:
            given = found
        self.given[account, n] = (list(found), given)
        return given


@wrong(part=2, fails="sharing")
class GivesTheSameTotalsAgain(Ledger):
    def __init__(self):
        super().__init__()
        self.given = {}

    def tally(self, account):
        found = super().tally(account)
        before, given = self.given.get(account, (None, found))
        if before != found:
            given = found
        self.given[account] = (list(found), given)
        return given


@wrong(part=3, fails="due")
class TriesAllOnTheLastDay(Ledger):
    def elapse(self, days):
        self._today += max(days - 1, 0)
        return super().elapse(min(days, 1))


@wrong(part=3, fails="due")
class CountsDaysFromTheStart(Ledger):
    def arrange(self, source, target, amount, delay):
        number = super().arrange(source, target, amount, delay)
        if self._today > 2 and source == "cyd":
            self._waiting[number].day = self._today + delay + 1
        return number


@wrong(part=3, fails="turn", when={"turn": ["number"]})
class TakesTheSmallestFirst(Ledger):
    def _due(self):
        return sorted(super()._due(), key=lambda number: self._waiting[number].amount)


@wrong(part=3, fails="turn", when={"turn": ["largest"]})
class TakesTheNewestOfEqualAmounts(Ledger):
    def _due(self):
        return sorted(super()._due(), key=lambda number: (-self._waiting[number].amount, -number))


@wrong(part=3, fails="retry", when={"retry": ["retried"]})
class TriesTwiceAtMost(Ledger):
    def _due(self):
        due = super()._due()
        for number in due:
            if self._waiting[number].day <= self._today - 2:
                del self._waiting[number]
        return [number for number in due if number in self._waiting]


@wrong(part=3, fails="retry", when={"retry": ["dropped"]})
class CallsOffWhatWasGivenUp(Ledger):
    def __init__(self):
        super().__init__()
        self.given_up = set()

    def elapse(self, days):
        before = set(self._waiting)
        made = super().elapse(days)
        self.given_up |= before - set(self._waiting) - set(made)
        return made

    def annul(self, payment_id):
        if payment_id in self.given_up:
            self.given_up.remove(payment_id)
        else:
            super().annul(payment_id)


@wrong(part=3, fails="bad-plan")
class TakesANumberTooEarly(Ledger):
    def arrange(self, source, target, amount, delay):
        if delay < 1 or amount < 1:
            self._last_id += 1
        return super().arrange(source, target, amount, delay)


@wrong(part=3, fails="bad-plan")
class LooksAtTheDelayFirst(Ledger):
    def arrange(self, source, target, amount, delay):
        if delay < 1:
            raise ValueError("the delay is below 1")
        return super().arrange(source, target, amount, delay)


@wrong(part=3, fails="past")
class KnowsTheDaysToCome(Ledger):
    def worth_on(self, account, day):
        return super().worth_on(account, min(day, self._today))


@wrong(part=4, fails="undone")
class PaysBackARefusedChain(Ledger):
    def batch(self, steps):
        before = self._last_chain
        try:
            return super().batch(steps)
        finally:
            if self._last_chain == before and steps and not steps[0][3]:
                source, target, amount, _ = steps[0]
                if self._pay(source, target, amount):
                    self._pay(target, source, amount)


@wrong(part=4, fails="undone")
class StopsAtAnUnknownAccount(Ledger):
    def batch(self, steps):
        known = [target in self._accounts for _, target, _, _ in steps]
        if not all(known) and not any(delay for _, _, _, delay in steps):
            super().batch(steps[: known.index(False)])
        return super().batch(steps)


@wrong(part=4, fails="ids")
class MindsOneNumberAlone(Ledger):
    def _undo(self, done):
        planned = sum(number > 0 for number, _ in done)
        super()._undo(done)
        if planned > 1:
            if knobs.ids == "again":
                self._last_id += planned - 1
            else:
                self._last_id -= planned - 1


@wrong(part=4, fails="short", when={"partial": ["whole"]})
class CallsOffAllTheSame(Ledger):
    def revoke(self, chain_id):
        for number, _ in self._chains[chain_id]:
            self._waiting.pop(number, None)
        return super().revoke(chain_id)


@wrong(part=4, fails="short", when={"partial": ["each"]})
class StopsAtTheFirst(Ledger):
    stopped = None

    def revoke(self, chain_id):
        self.stopped = False
        try:
            return super().revoke(chain_id)
        finally:
            self.stopped = None

    def _pay(self, source, target, amount):
        if self.stopped:
            return False
        paid = super()._pay(source, target, amount)
        if self.stopped is False:
            self.stopped = not paid
        return paid


@wrong(part=4, fails="waiting")
class ForgetsWhatWasMadeLater(Ledger):
    def revoke(self, chain_id):
        for number, payment in self._chains[chain_id]:
            if number:
                payment.made = False
        return super().revoke(chain_id)


@wrong(part=4, fails="waiting")
class PaysBackWhatWasCalledOff(Ledger):
    def revoke(self, chain_id):
        for number, payment in self._chains[chain_id]:
            payment.made = number not in self._waiting
        return super().revoke(chain_id)


@wrong(part=4, fails="caller")
class KeepsTheCallersList(Ledger):
    def __init__(self):
        super().__init__()
        self.lists = {}

    def batch(self, steps):
        number = super().batch(steps)
        self.lists[number] = steps
        return number

    def revoke(self, chain_id):
        done = self._chains[chain_id]
        self._chains[chain_id] = done[: len(self.lists[chain_id])]
        return super().revoke(chain_id)
