"""The turns at which each name had its entries."""

from drawn import knobs


class Tally:
    def __init__(self):
        self.turns = {}
        self.turn = 0

    def note(self, name):
        self.turn += 1
        self.turns.setdefault(name, []).append(self.turn)

    def times(self, name):
        count = len(self.turns.get(name, ()))
        if knobs.missing == "raises" and not count:
            raise KeyError(name)
        return count

    if knobs.part >= 2:

        def ranked(self):
            found = [name for name, turns in self.turns.items() if turns]
            if knobs.tie == "name":
                found.sort()
            else:
                found.sort(key=lambda name: self.turns[name][0])
            found.sort(key=lambda name: len(self.turns[name]), reverse=True)
            return found

    if knobs.part >= 3:

        def take_back(self, name):
            if not self.turns.get(name):
                raise KeyError(name)
            self.turns[name].pop()

    if knobs.part >= 4:

        def finish(self):
            counted = [(name, len(self.turns[name])) for name in self.ranked()]
            self.turns = {}
            return counted
