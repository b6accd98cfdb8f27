"""The model solution with one thing wrong; each fails exactly the category that it names."""

from drawn import knobs, wrong
from reference import Entry, Store


@wrong(part=1, fails="overwrite")
class TakesTheSameValueForANewKey(Store):
    def put(self, key, value):
        if key in self._entries and self._entries[key].value == value:
            del self._entries[key]
        return super().put(key, value)


@wrong(part=1, fails="empty-value")
class TakesAnEmptyValueForNone(Store):
    def fetch(self, key):
        value = super().fetch(key)
        if not value and knobs.missing == "raises":
            raise KeyError(key)
        return value or None


@wrong(part=1, fails="empty-key")
class AcceptsAnEmptyKey(Store):
    def put(self, key, value):
        if not key:
            self._entries[key] = Entry(value)
            return True if knobs.put_gives == "new" else None
        return super().put(key, value)


@wrong(part=1, fails="empty-key")
class RefusesAnEmptyKeyTooLate(Store):
    def put(self, key, value):
        if not key:
            self._entries[key] = Entry(value)
        return super().put(key, value)


@wrong(part=1, fails="absent")
class ErasesWhatIsNotThere(Store):
    def erase(self, key):
        if key in self._entries:
            return super().erase(key)
        return True if knobs.missing == "gives" else None


@wrong(part=1, fails="after-erase")
class CountsEveryKeyThatWasEverPut(Store):
    ever = 0

    def put(self, key, value):
        if key and key not in self._entries:
            self.ever += 1
        return super().put(key, value)

    def size(self):
        return self.ever


@wrong(part=2, fails="no-match")
class FindsThePrefixAnywhere(Store):
    def matching(self, prefix):
        return [key for key in super().matching("") if prefix in key]


@wrong(part=2, fails="no-match")
class FindsCapitalsToo(Store):
    def matching(self, prefix):
        return super().matching(prefix.lower())


@wrong(part=2, fails="ties", when={"tie": ["name"]})
class CutsBeforeItBreaksTies(Store):
    def top(self, n):
        kept = sorted(self._entries, key=lambda name: -self._entries[name].writes)[:n]
        return [pair for pair in super().top(99) if pair[0] in kept]


@wrong(part=2, fails="ties", when={"tie": ["recent"]})
class TakesTheArrivalForTheLastWrite(Store):
    def top(self, n):
        came = list(self._entries)
        return sorted(super().top(99), key=lambda pair: (-pair[1], -came.index(pair[0])))[:n]


@wrong(part=2, fails="ties", when={"tie": ["older"]})
class TakesTheLastWriteForTheArrival(Store):
    def put(self, key, value):
        self.last = [name for name in getattr(self, "last", []) if name != key] + [key]
        return super().put(key, value)

    def top(self, n):
        return sorted(super().top(99), key=lambda pair: (-pair[1], self.last.index(pair[0])))[:n]


@wrong(part=2, fails="recount")
class NeverForgetsACount(Store):
    def put(self, key, value):
        self.ever = [*getattr(self, "ever", []), key]
        given = super().put(key, value)
        entry = vars(self._entries[key])
        self._entries[key] = Entry(**{**entry, "writes": self.ever.count(key)})
        return given


@wrong(part=2, fails="order", when={"order": ["name"]})
class PutsAReturningKeyLast(Store):
    def erase(self, key):
        self.gone = [*getattr(self, "gone", []), key]
        return super().erase(key)

    def matching(self, prefix):
        gone = getattr(self, "gone", [])
        return sorted(super().matching(prefix), key=lambda name: (name in gone, name))


@wrong(part=2, fails="order", when={"order": ["age"]})
class MovesARewrittenKeyToTheEnd(Store):
    def put(self, key, value):
        self.last = [name for name in getattr(self, "last", []) if name != key] + [key]
        return super().put(key, value)

    def matching(self, prefix):
        last = getattr(self, "last", [])
        return sorted(super().matching(prefix), key=last.index)


@wrong(part=2, fails="sharing")
class GivesTheSameListAgain(Store):
    def __init__(self):
        super().__init__()
        self.answers = {}

    def put(self, key, value):
        self.answers.clear()
        return super().put(key, value)

    def erase(self, key):
        self.answers.clear()
        return super().erase(key)

    def matching(self, prefix):
        return self.answers.setdefault(prefix, super().matching(prefix))


@wrong(part=2, fails="sharing")
class GivesTheSameRankingAgain(Store):
    def __init__(self):
        super().__init__()
        self.answers = {}

    def put(self, key, value):
        self.answers.clear()
        return super().put(key, value)

    def erase(self, key):
        self.answers.clear()
        return super().erase(key)

    def top(self, n):
        return self.answers.setdefault(n, super().top(n))


@wrong(part=3, fails="edge")
class CountsWhatHasEnded(Store):
    def __init__(self):
        super().__init__()
        self.ended = set()

    def _drop_ended(self):
        before = set(self._entries)
        super()._drop_ended()
        self.ended |= before - set(self._entries)

    def put(self, key, value, life=None):
        given = super().put(key, value, life)
        self.ended.discard(key)
        return given

    def size(self):
        return super().size() + len(self.ended)


@wrong(part=3, fails="rewrite")
class AddsTheNewLifeToTheOld(Store):
    def put(self, key, value, life=None):
        old = self._entries.get(key)
        if life and life > 0 and old and old.ends:
            life += old.ends - self._now
        return super().put(key, value, life)


@wrong(part=3, fails="revive")
class GoesOnWithWhatHasEnded(Store):
    def __init__(self):
        super().__init__()
        self.ended = {}

    def _drop_ended(self):
        before = self._entries
        super()._drop_ended()
        self.ended.update(
            {name: entry for name, entry in before.items() if name not in self._entries}
        )

    def put(self, key, value, life=None):
        given = super().put(key, value, life)
        if key in self.ended:
            entry = {**vars(self._entries[key]), "writes": self.ended.pop(key).writes + 1}
            self._entries[key] = Entry(**entry)
        return given


@wrong(part=3, fails="bad-life")
class AcceptsALifeOfZero(Store):
    def put(self, key, value, life=None):
        return super().put(key, value, 1 if life == 0 else life)


@wrong(part=3, fails="bad-life")
class RefusesALifeTooLate(Store):
    def put(self, key, value, life=None):
        if life is not None and life < 1 and key in self._entries:
            super().put(key, value)
        return super().put(key, value, life)


@wrong(part=4, fails="unknown")
class TakesZeroForTheLast(Store):
    def rollback(self, snapshot_id):
        return super().rollback(snapshot_id or self._last_id)


@wrong(part=4, fails="lives", when={"lives": ["remaining"]})
class GivesTheWholeLifeBack(Store):
    def __init__(self):
        super().__init__()
        self.given = {}
        self.given_then = {}

    def put(self, key, value, life=None):
        answer = super().put(key, value, life)
        self.given[key] = life
        return answer

    def snapshot(self):
        number = super().snapshot()
        self.given_then[number] = dict(self.given)
        return number

    def rollback(self, snapshot_id):
        answer = super().rollback(snapshot_id)
        if snapshot_id in self._taken:
            for key, life in self.given_then[snapshot_id].items():
                if life and key in self._entries:
                    whole = {**vars(self._entries[key]), "ends": self._now + life}
                    self._entries[key] = Entry(**whole)
        return answer


@wrong(part=4, fails="lives", when={"lives": ["absolute"]})
class BringsBackWhatHasEnded(Store):
    def rollback(self, snapshot_id):
        kept = self._taken.get(snapshot_id)
        given = super().rollback(snapshot_id)
        if kept is not None:
            self._entries = dict(kept)
        return given


@wrong(part=4, fails="lives", when={"lives": ["remaining"], "edge": ["present"]})
class ForgetsWhatHadNoSecondLeft(Store):
    def snapshot(self):
        number = super().snapshot()
        now, entries = self._taken[number]
        lasting = {key: entry for key, entry in entries.items() if entry.ends != now}
        self._taken[number] = (now, lasting)
        return number


@wrong(part=4, fails="again")
class ChangesWhatItRemembers(Store):
    def rollback(self, snapshot_id):
        given = super().rollback(snapshot_id)
        if snapshot_id in self._taken:
            if knobs.lives == "remaining":
                self._taken[snapshot_id] = (self._now, self._entries)
            else:
                self._taken[snapshot_id] = self._entries
        return given


@wrong(part=4, fails="later")
class UsesNumbersAgain(Store):
    def rollback(self, snapshot_id):
        given = super().rollback(snapshot_id)
        if snapshot_id in self._taken:
            self._last_id = snapshot_id
        return given


@wrong(part=4, fails="counts")
class BringsBackOnlyTheValues(Store):
    def rollback(self, snapshot_id):
        given = super().rollback(snapshot_id)
        for key, entry in list(self._entries.items()):
            self._entries[key] = Entry(**{**vars(entry), "writes": 1})
        return given
