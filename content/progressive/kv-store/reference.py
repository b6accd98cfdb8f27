"""One record for each key, in one dictionary; records never change, they are replaced."""

from dataclasses import dataclass, replace
from itertools import count

from drawn import knobs


@dataclass(frozen=True)
class Entry:
    value: str
    if knobs.part >= 2:
        writes: int
    if knobs.part >= 3:
        ends: int | None
    if knobs.part >= 2 and knobs.tie == "recent":
        turn: int


class Store:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        if knobs.part >= 2 and knobs.tie == "recent":
            self._turns = count()
        if knobs.part >= 3:
            self._now = 0
        if knobs.part >= 4:
            if knobs.lives == "remaining":
                self._taken: dict[int, tuple[int, dict[str, Entry]]] = {}
            else:
                self._taken: dict[int, dict[str, Entry]] = {}
            self._last_id = 0

    if knobs.part >= 3:

        def put(
            self, key: str, value: str, life: int | None = None
        ) -> (bool if knobs.put_gives == "new" else str | None):
            if not key:
                raise ValueError("the key is empty")
            if life is not None and life < 1:
                raise ValueError("the life is below 1")
            old = self._entries.get(key)
            writes = old.writes + 1 if old is not None else 1
            if knobs.rewrite == "keeps":
                ends = old.ends if old is not None else None
                if life is not None:
                    ends = self._now + life
            else:
                ends = self._now + life if life is not None else None
            if knobs.tie == "recent":
                self._entries[key] = Entry(value, writes, ends, next(self._turns))
            else:
                self._entries[key] = Entry(value, writes, ends)
            if knobs.put_gives == "new":
                return old is None
            else:
                return old.value if old is not None else None

    else:

        def put(
            self, key: str, value: str
        ) -> (bool if knobs.put_gives == "new" else str | None):
            if not key:
                raise ValueError("the key is empty")
            old = self._entries.get(key)
            if knobs.part == 1:
                self._entries[key] = Entry(value)
            else:
                writes = old.writes + 1 if old is not None else 1
                if knobs.tie == "recent":
                    self._entries[key] = Entry(value, writes, next(self._turns))
                else:
                    self._entries[key] = Entry(value, writes)
            if knobs.put_gives == "new":
                return old is None
            else:
                return old.value if old is not None else None

    def fetch(self, key: str) -> (str if knobs.missing == "raises" else str | None):
        if knobs.missing == "raises":
            return self._entries[key].value
        else:
            entry = self._entries.get(key)
            return entry.value if entry is not None else None

    def erase(self, key: str) -> (None if knobs.missing == "raises" else bool):
        if knobs.missing == "raises":
            del self._entries[key]
        else:
            return self._entries.pop(key, None) is not None

    def size(self) -> int:
        return len(self._entries)

    if knobs.part >= 2:

        def matching(self, prefix: str) -> list[str]:
            if knobs.order == "name":
                return sorted(key for key in self._entries if key.startswith(prefix))
            else:
                return [key for key in self._entries if key.startswith(prefix)]

        def top(self, n: int) -> list[tuple[str, int]]:
            if knobs.tie == "name":
                ranked = sorted(
                    self._entries.items(), key=lambda item: (-item[1].writes, item[0])
                )
            elif knobs.tie == "older":
                ranked = sorted(self._entries.items(), key=lambda item: -item[1].writes)
            else:
                ranked = sorted(
                    self._entries.items(), key=lambda item: (-item[1].writes, -item[1].turn)
                )
            return [(key, entry.writes) for key, entry in ranked[:n]]

    if knobs.part >= 3:

        def advance(self, seconds: int) -> None:
            if seconds < 0:
                raise ValueError("the clock does not go back")
            self._now += seconds
            self._drop_ended()

        def remaining(self, key: str) -> (int if knobs.missing == "raises" else int | None):
            if knobs.missing == "raises":
                ends = self._entries[key].ends
                return ends - self._now if ends is not None else -1
            else:
                entry = self._entries.get(key)
                if entry is None:
                    return None
                return entry.ends - self._now if entry.ends is not None else -1

        def _drop_ended(self) -> None:
            self._entries = {
                key: entry
                for key, entry in self._entries.items()
                if entry.ends is None
                or (self._now < entry.ends if knobs.edge == "gone" else self._now <= entry.ends)
            }

    if knobs.part >= 4:

        def snapshot(self) -> int:
            self._last_id += 1
            if knobs.lives == "remaining":
                self._taken[self._last_id] = (self._now, dict(self._entries))
            else:
                self._taken[self._last_id] = dict(self._entries)
            return self._last_id

        def rollback(self, snapshot_id: int) -> (None if knobs.missing == "raises" else bool):
            if knobs.missing == "gives":
                if snapshot_id not in self._taken:
                    return False
            if knobs.lives == "remaining":
                then, entries = self._taken[snapshot_id]
                passed = self._now - then
                self._entries = {
                    key: replace(entry, ends=entry.ends + passed)
                    if entry.ends is not None
                    else entry
                    for key, entry in entries.items()
                }
            else:
                self._entries = self._taken[snapshot_id]
                self._drop_ended()  # which makes a new dictionary: what is remembered stays
            if knobs.later == "dropped":
                self._taken = {
                    number: taken for number, taken in self._taken.items() if number <= snapshot_id
                }
            if knobs.missing == "gives":
                return True
