"""The model solution with one thing wrong; each fails exactly the category that it names."""

from drawn import wrong
from reference import Tally


@wrong(part=1, fails="separate")
class CountsAllTogether(Tally):
    def times(self, name):
        super().times(name)
        return sum(self._times.values())


@wrong(part=2, fails="again")
class RanksOnce(Tally):
    def ranked(self):
        self._first = getattr(self, "_first", None) or super().ranked()
        return list(self._first)


@wrong(part=3, fails="refused")
class TakesBackWhatIsNotThere(Tally):
    def take_back(self, name):
        if name in self._times:
            super().take_back(name)


@wrong(part=4, fails="anew")
class GoesOnCounting(Tally):
    def finish(self):
        before = dict(self._times)
        counted = super().finish()
        self._times = before
        return counted


@wrong(part=4, fails="anew", when={"missing": ("zero",)})
class RefusesToBeginAnew(Tally):
    def note(self, name):
        if getattr(self, "_done", False):
            raise KeyError(name)
        super().note(name)

    def finish(self):
        self._done = True
        return super().finish()
