"""A waiting task is one entry that sorts by its place, and that never changes but is replaced."""

from collections import OrderedDict
from heapq import heappop, heappush, nsmallest
from itertools import count
from typing import NamedTuple

from drawn import knobs

if knobs.part >= 2:

    class Entry(NamedTuple):
        rank: int  # the lowest goes first
        if knobs.part >= 3 and knobs.arrival == "ready":
            ready: int
        turn: int
        task: str
        payload: str
        if knobs.part >= 3 and knobs.arrival == "submitted":
            ready: int
        if knobs.part >= 4:
            attempts: int
            failures: int


class Queue:
    def __init__(self) -> None:
        if knobs.part == 1:
            self._waiting: OrderedDict[str, str] = OrderedDict()
            self._running: dict[str, str] = {}
        else:
            self._waiting: dict[str, Entry] = {}
            self._running: dict[str, Entry] = {}
            self._line: list[Entry] = []  # a heap; what is not in _waiting any more is passed over
            self._turns = count()
        if knobs.part >= 3:
            self._held: list[tuple[int, Entry]] = []  # a heap, too, by the time they are ready
            self._now = 0
        if knobs.part >= 4:
            self._dead: dict[str, Entry] = {}

    if knobs.part == 1:

        def submit(
            self, task: str, payload: str
        ) -> (None if knobs.duplicate == "refused" else bool):
            if not task or task in self._running:
                raise ValueError("the task has no name, or is running")
            if knobs.duplicate == "refused":
                if task in self._waiting:
                    raise ValueError("the task is waiting already")
                self._waiting[task] = payload
            else:
                new = task not in self._waiting
                self._waiting[task] = payload
                if knobs.duplicate == "moves":
                    self._waiting.move_to_end(task)
                return new

        def claim(
            self,
        ) -> (tuple[str, str] if knobs.missing == "raises" else tuple[str, str] | None):
            if not self._waiting:
                if knobs.missing == "raises":
                    raise IndexError("no task is waiting")
                else:
                    return None
            task, payload = self._waiting.popitem(last=False)
            self._running[task] = payload
            return task, payload

    if knobs.part == 2:

        def submit(
            self, task: str, payload: str, priority: int = 0
        ) -> (None if knobs.duplicate == "refused" else bool):
            if not task or task in self._running:
                raise ValueError("the task has no name, or is running")
            rank = -priority if knobs.urgent == "high" else priority
            if knobs.duplicate == "refused":
                if task in self._waiting:
                    raise ValueError("the task is waiting already")
                self._place(Entry(rank, next(self._turns), task, payload))
            elif knobs.duplicate == "moves":
                new = task not in self._waiting
                self._place(Entry(rank, next(self._turns), task, payload))
                return new
            else:
                old = self._waiting.get(task)
                turn = next(self._turns) if old is None else old.turn
                self._place(Entry(rank, turn, task, payload))
                return old is None

        def _place(self, entry: Entry) -> None:
            self._waiting[entry.task] = entry
            heappush(self._line, entry)

    if knobs.part == 3:

        def submit(
            self, task: str, payload: str, priority: int = 0, delay: int | None = None
        ) -> (None if knobs.duplicate == "refused" else bool):
            if not task or task in self._running:
                raise ValueError("the task has no name, or is running")
            rank = -priority if knobs.urgent == "high" else priority
            ready = self._now if delay is None else self._after(delay)
            if knobs.duplicate == "refused":
                if task in self._waiting:
                    raise ValueError("the task is waiting already")
                turn = next(self._turns)
            elif knobs.duplicate == "moves":
                new = task not in self._waiting
                turn = next(self._turns)
            else:
                old = self._waiting.get(task)
                turn = next(self._turns) if old is None else old.turn
                if old is not None and delay is None:
                    ready = old.ready
            self._place(Entry(rank=rank, ready=ready, turn=turn, task=task, payload=payload))
            if knobs.duplicate == "moves":
                return new
            elif knobs.duplicate == "replaces":
                return old is None

    if knobs.part >= 4:

        def submit(
            self,
            task: str,
            payload: str,
            priority: int = 0,
            delay: int | None = None,
            attempts: int = 3,
        ) -> (None if knobs.duplicate == "refused" else bool):
            if not task or task in self._running:
                raise ValueError("the task has no name, or is running")
            if attempts < 1:
                raise ValueError("the attempts are below 1")
            rank = -priority if knobs.urgent == "high" else priority
            ready = self._now if delay is None else self._after(delay)
            if knobs.duplicate == "refused":
                if task in self._waiting:
                    raise ValueError("the task is waiting already")
                turn = next(self._turns)
            elif knobs.duplicate == "moves":
                new = task not in self._waiting
                turn = next(self._turns)
            else:
                old = self._waiting.get(task)
                turn = next(self._turns) if old is None else old.turn
                if old is not None and delay is None:
                    ready = old.ready
            self._dead.pop(task, None)
            self._place(
                Entry(
                    rank=rank,
                    ready=ready,
                    turn=turn,
                    task=task,
                    payload=payload,
                    attempts=attempts,
                    failures=0,
                )
            )
            if knobs.duplicate == "moves":
                return new
            elif knobs.duplicate == "replaces":
                return old is None

    if knobs.part >= 3:

        def _after(self, delay: int) -> int:
            """The first time at which a task can be taken whose delay starts now."""
            if delay < 1:
                raise ValueError("the delay is below 1")
            return self._now + delay if knobs.edge == "at" else self._now + delay + 1

        def _place(self, entry: Entry) -> None:
            self._waiting[entry.task] = entry
            if entry.ready > self._now:
                heappush(self._held, (entry.ready, entry))
            else:
                heappush(self._line, entry)

    if knobs.part >= 2:

        def claim(
            self,
        ) -> (tuple[str, str] if knobs.missing == "raises" else tuple[str, str] | None):
            while self._line:
                entry = heappop(self._line)
                if self._waiting.get(entry.task) is entry:
                    self._running[entry.task] = self._waiting.pop(entry.task)
                    return entry.task, entry.payload
            if knobs.missing == "raises":
                raise IndexError("no task is waiting")
            else:
                return None

    def complete(self, task: str) -> (None if knobs.missing == "raises" else bool):
        if knobs.missing == "raises":
            del self._running[task]
        else:
            return self._running.pop(task, None) is not None

    def status(self, task: str) -> (str if knobs.missing == "raises" else str | None):
        if task in self._running:
            return "running"
        if knobs.part >= 4:
            if task in self._dead:
                return "dead"
        if knobs.part < 3:
            if knobs.missing == "raises":
                if task not in self._waiting:
                    raise KeyError(task)
                return "waiting"
            else:
                return "waiting" if task in self._waiting else None
        else:
            if knobs.missing == "raises":
                return "held" if self._waiting[task].ready > self._now else "waiting"
            else:
                entry = self._waiting.get(task)
                if entry is None:
                    return None
                return "held" if entry.ready > self._now else "waiting"

    if knobs.part >= 2:

        def regrade(
            self, task: str, priority: int
        ) -> (None if knobs.missing == "raises" else bool):
            if knobs.missing == "raises":
                entry = self._waiting[task]
            else:
                entry = self._waiting.get(task)
                if entry is None:
                    return False
            rank = -priority if knobs.urgent == "high" else priority
            if knobs.regraded == "keeps":
                self._place(entry._replace(rank=rank))
            elif knobs.part >= 3 and knobs.arrival == "ready":
                ready = max(entry.ready, self._now)
                self._place(entry._replace(rank=rank, ready=ready, turn=next(self._turns)))
            else:
                self._place(entry._replace(rank=rank, turn=next(self._turns)))
            if knobs.missing == "gives":
                return True

        def upcoming(self, n: int) -> list[tuple[str, int]]:
            if knobs.part == 2:
                first = nsmallest(n, self._waiting.values())
            else:
                first = nsmallest(
                    n, (entry for entry in self._waiting.values() if entry.ready <= self._now)
                )
            if knobs.urgent == "high":
                return [(entry.task, -entry.rank) for entry in first]
            else:
                return [(entry.task, entry.rank) for entry in first]

    if knobs.part >= 3:

        def advance(self, seconds: int) -> None:
            if seconds < 0:
                raise ValueError("the clock does not go back")
            self._now += seconds
            while self._held and self._held[0][0] <= self._now:
                heappush(self._line, heappop(self._held)[1])

        def postpone(self, task: str, delay: int) -> (None if knobs.missing == "raises" else bool):
            ready = self._after(delay)
            if knobs.missing == "raises":
                self._place(self._waiting[task]._replace(ready=ready))
            else:
                entry = self._waiting.get(task)
                if entry is None:
                    return False
                self._place(entry._replace(ready=ready))
                return True

        def next_in(self) -> int | None:
            while self._held:
                ready, entry = self._held[0]
                if self._waiting.get(entry.task) is entry:
                    return ready - self._now
                heappop(self._held)
            return None

    if knobs.part >= 4:

        def fail(self, task: str) -> (int if knobs.missing == "raises" else int | None):
            if knobs.missing == "raises":
                entry = self._running.pop(task)
            else:
                entry = self._running.pop(task, None)
                if entry is None:
                    return None
            failures = entry.failures + 1
            if failures == entry.attempts:
                self._dead[task] = entry._replace(failures=failures)
                return 0
            if knobs.backoff == "doubles":
                delay = min(10 * 2**entry.failures, 60)
            else:
                delay = min(10 * failures, 60)
            self._place(entry._replace(failures=failures, ready=self._after(delay)))
            return delay

        def dead_letters(self) -> list[tuple[str, str, int]]:
            return [(entry.task, entry.payload, entry.failures) for entry in self._dead.values()]

        def replay(self, task: str) -> (None if knobs.missing == "raises" else bool):
            if knobs.missing == "raises":
                entry = self._dead.pop(task)
            else:
                entry = self._dead.pop(task, None)
                if entry is None:
                    return False
            if knobs.again == "fresh":
                entry = entry._replace(failures=0)
            else:
                entry = entry._replace(attempts=entry.failures + 1)
            if knobs.arrival == "ready":
                self._place(entry._replace(ready=self._now, turn=next(self._turns)))
            else:
                self._place(entry._replace(turn=next(self._turns)))
            if knobs.missing == "gives":
                return True
