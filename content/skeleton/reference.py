"""The number of entries for each name, in one dictionary."""

from drawn import knobs


class Tally:
    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def note(self, name: str) -> None:
        self._times[name] = self._times.get(name, 0) + 1

    def times(self, name: str) -> int:
        if knobs.missing == "raises":
            return self._times[name]
        else:
            return self._times.get(name, 0)

    if knobs.part >= 2:

        def ranked(self) -> list[str]:
            if knobs.tie == "name":
                return sorted(self._times, key=lambda name: (-self._times[name], name))
            else:
                return sorted(self._times, key=lambda name: -self._times[name])

    if knobs.part >= 3:

        def take_back(self, name: str) -> None:
            self._times[name] -= 1
            if not self._times[name]:
                del self._times[name]

    if knobs.part >= 4:

        def finish(self) -> list[tuple[str, int]]:
            counted = [(name, self._times[name]) for name in self.ranked()]
            self._times = {}
            return counted
