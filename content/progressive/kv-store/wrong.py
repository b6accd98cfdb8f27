"""The model solution with one thing wrong each; every one fails exactly the category it names."""

from drawn import knobs, wrong
from reference import Entry, Store


@wrong(part=1, fails="overwrite")
class TakesTheSameValueForANewKey(Store):
    def put(self, key, value):
        if key in self._entries and self._entries[key].value == value:
            del self._entries[key]
        return super().put(key, value)
