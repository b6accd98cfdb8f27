"""More implementations of known cost, written after the rules were fixed and never tuned on."""

from __future__ import annotations

import bisect
import heapq
import json
from collections import defaultdict, deque
from typing import Any

from bench.cases import Key, case, first, name, none, value


class Lru:
    """A bounded cache in a plain dictionary: the first key is the oldest."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}

    def put(self, key: str, value: str) -> None:
        self.entries.pop(key, None)
        self.entries[key] = value

    def fetch(self, key: str) -> str:
        value = self.entries.pop(key)
        self.entries[key] = value
        return value

    def evict(self) -> str:
        oldest = next(iter(self.entries))
        del self.entries[oldest]
        return oldest


class StampedLru(Lru):
    """The same by a counter of uses; finds the oldest by looking at all."""

    def __init__(self) -> None:
        super().__init__()
        self.used: dict[str, int] = {}
        self.turn = 0

    def put(self, key: str, value: str) -> None:
        self.turn += 1
        self.entries[key] = value
        self.used[key] = self.turn

    def evict(self) -> str:
        oldest = min(self.used, key=self.used.__getitem__)
        del self.used[oldest]
        del self.entries[oldest]
        return oldest


def fill_lru(cache: Lru, i: int, key: Key) -> None:
    cache.put(name(i, key), "blue")


def revive(cache: Lru) -> None:
    cache.put("again", "blue")


case("lru: fetch", "flat", Lru, fill_lru, lambda c, k: c.fetch(k))
case("lru: put", "flat", Lru, fill_lru, lambda c, k, v: c.put(k, v), value)
case("lru: evict", "flat", Lru, fill_lru, lambda c: c.evict(), none, revive)
case("lru by stamps: put", "flat", StampedLru, fill_lru, lambda c, k, v: c.put(k, v), value)
case("lru by stamps: evict", "linear", StampedLru, fill_lru, lambda c: c.evict(), none, revive)


class Fenwick:
    """Sums of prefixes in a tree within an array."""

    def __init__(self) -> None:
        self.sums = [0] * (1 << 17)
        self.used = 0

    def add(self, at: int, amount: int) -> None:
        at += 1
        while at <= self.used:
            self.sums[at] += amount
            at += at & -at

    def total(self, at: int) -> int:
        found = 0
        while at:
            found += self.sums[at]
            at -= at & -at
        return found


def fill_fenwick(tree: Fenwick, i: int, key: Key) -> None:
    tree.used = i + 1


def number(i: int, key: Key) -> tuple[Any, ...]:
    return (i,)


case("fenwick: add", "flat", Fenwick, fill_fenwick, lambda t, i: t.add(i, 1), number)
case("fenwick: total", "flat", Fenwick, fill_fenwick, lambda t, i: t.total(i), number)


class Groups:
    """Union and find, with paths cut short."""

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}

    def add(self, key: str, parent: str) -> None:
        self.parent[key] = parent

    def root(self, key: str) -> str:
        while self.parent[key] != key:
            self.parent[key] = self.parent[self.parent[key]]
            key = self.parent[key]
        return key

    def members(self, key: str) -> int:
        root = self.root(key)
        return sum(1 for each in self.parent if self.root(each) == root)


def fill_groups(groups: Groups, i: int, key: Key) -> None:
    groups.add(name(i, key), name(i // 2, key))


case("groups: root", "flat", Groups, fill_groups, lambda g, k: g.root(k))
case("groups: members", "linear", Groups, fill_groups, lambda g, k: g.members(k))


class Board:
    """A leaderboard that is sorted when it is written, or when it is read."""

    def __init__(self) -> None:
        self.order: list[tuple[int, str]] = []
        self.score: dict[str, int] = {}

    def add(self, key: str, score: int) -> None:
        self.score[key] = score
        bisect.insort(self.order, (-score, key))

    def rank(self, key: str) -> int:
        return bisect.bisect_left(self.order, (-self.score[key], key)) + 1

    def rank_by_counting(self, key: str) -> int:
        return 1 + sum(1 for other in self.score.values() if other > self.score[key])

    def top(self, n: int) -> list[str]:
        return [key for _, key in self.order[:n]]

    def top_by_sorting(self, n: int) -> list[str]:
        return sorted(self.score, key=self.score.__getitem__, reverse=True)[:n]

    def all_ranks(self) -> list[int]:
        return [self.rank_by_counting(key) for key in self.score]


def fill_board(board: Board, i: int, key: Key) -> None:
    board.add(name(i, key), i)


case("board: rank by bisect", "flat", Board, fill_board, lambda b, k: b.rank(k))
case("board: rank by counting", "linear", Board, fill_board, lambda b, k: b.rank_by_counting(k))
case("board: top of the order", "flat", Board, fill_board, lambda b: b.top(10), none)
case("board: top by sorting", "linear", Board, fill_board, lambda b: b.top_by_sorting(10), none)
case("board: ranks of all", "quadratic", Board, fill_board, lambda b: b.all_ranks(), none)


class Retries:
    """Tasks by due time; what is due comes out in order."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, int, str]] = []
        self.count = 0

    def add(self, due: int, key: str) -> None:
        self.count += 1
        heapq.heappush(self.waiting, (due, self.count, key))

    def next(self) -> str:
        return heapq.heappop(self.waiting)[2]

    def next_by_min(self) -> str:
        task = min(self.waiting)
        self.waiting.remove(task)
        return task[2]

    def cancel(self, key: str) -> bool:
        kept = [task for task in self.waiting if task[2] != key]
        cancelled = len(kept) < len(self.waiting)
        heapq.heapify(kept)
        self.waiting = kept
        return cancelled


def fill_retries(tasks: Retries, i: int, key: Key) -> None:
    tasks.add(i * 48_271 % 65_537, name(i, key))


def again(tasks: Retries, *_: object) -> None:
    tasks.add(1, "again")


case("retries: next", "flat", Retries, fill_retries, lambda t: t.next(), none, again)
case(
    "retries: next by min", "linear", Retries, fill_retries, lambda t: t.next_by_min(), none, again
)
case("retries: cancel", "linear", Retries, fill_retries, lambda t, k: t.cancel(k), first, again)


class Ledger:
    """Accounts with a history; a balance is kept, or summed each time."""

    def __init__(self) -> None:
        self.balance: dict[str, int] = defaultdict(int)
        self.history: list[tuple[str, int]] = []

    def pay(self, key: str, amount: int) -> None:
        self.balance[key] += amount
        self.history.append((key, amount))

    def summed(self, key: str) -> int:
        return sum(amount for account, amount in self.history if account == key)

    def statement(self, n: int) -> list[tuple[str, int]]:
        return self.history[-n:]

    def as_json(self) -> str:
        return json.dumps(self.history)

    def undo(self) -> None:
        key, amount = self.history.pop()
        self.balance[key] -= amount


def fill_ledger(ledger: Ledger, i: int, key: Key) -> None:
    ledger.pay(name(i % 10, key), i)


def account(i: int, key: Key) -> tuple[Any, ...]:
    return (name(i % 10, key),)


case(
    "ledger: pay",
    "flat",
    Ledger,
    fill_ledger,
    lambda b, k: b.pay(k, 1),
    account,
    lambda b, k: b.undo(),
)
case("ledger: balance", "flat", Ledger, fill_ledger, lambda b, k: b.balance[k], account)
case("ledger: balance by summing", "linear", Ledger, fill_ledger, lambda b, k: b.summed(k), account)
case("ledger: last twenty", "flat", Ledger, fill_ledger, lambda b: b.statement(20), none)
case("ledger: as JSON", "linear", Ledger, fill_ledger, lambda b: b.as_json(), none)


class Limiter:
    """A sliding window a user; n are the users."""

    def __init__(self) -> None:
        self.calls: dict[str, deque[int]] = defaultdict(deque)
        self.now = 0

    def allow(self, key: str) -> bool:
        self.now += 1
        calls = self.calls[key]
        while calls and calls[0] <= self.now - 50:
            calls.popleft()
        if len(calls) >= 20:
            return False
        calls.append(self.now)
        return True

    def allow_and_sweep(self, key: str) -> bool:
        for calls in self.calls.values():
            while calls and calls[0] <= self.now - 50:
                calls.popleft()
        return self.allow(key)


def fill_limiter(limiter: Limiter, i: int, key: Key) -> None:
    limiter.allow(name(i, key))


case("limiter: allow", "flat", Limiter, fill_limiter, lambda b, k: b.allow(k))
case(
    "limiter: allow, sweeping all",
    "linear",
    Limiter,
    fill_limiter,
    lambda b, k: b.allow_and_sweep(k),
)


class Sections:
    """A sorted list cut into pieces of at most 400."""

    def __init__(self) -> None:
        self.pieces: list[list[str]] = [[]]
        self.lasts: list[str] = [""]

    def add(self, key: str) -> None:
        at = min(bisect.bisect_left(self.lasts, key), len(self.pieces) - 1)
        piece = self.pieces[at]
        bisect.insort(piece, key)
        self.lasts[at] = piece[-1]
        if len(piece) > 400:
            self.pieces[at : at + 1] = [piece[:200], piece[200:]]
            self.lasts[at : at + 1] = [piece[199], piece[-1]]

    def has(self, key: str) -> bool:
        at = min(bisect.bisect_left(self.lasts, key), len(self.pieces) - 1)
        piece = self.pieces[at]
        spot = bisect.bisect_left(piece, key)
        return spot < len(piece) and piece[spot] == key

    def remove(self, key: str) -> None:
        at = bisect.bisect_left(self.lasts, key)
        self.pieces[at].pop(bisect.bisect_left(self.pieces[at], key))


def fill_sections(s: Sections, i: int, key: Key) -> None:
    s.add(name(i * 40_503 % 65_536, key))


case("sections: has", "flat", Sections, fill_sections, lambda s, k: s.has(k))
case(
    "sections: add",
    "flat",
    Sections,
    fill_sections,
    lambda s, k: s.add(k),
    undo=lambda s, k: s.remove(k),
)


class Text:
    """A document as one string, or as lines."""

    def __init__(self) -> None:
        self.whole = bytearray()

    def insert(self, at: int) -> None:
        self.whole[at:at] = b"x"

    def undo(self, at: int) -> None:
        del self.whole[at : at + 1]


def fill_text(t: Text, i: int, key: Key) -> None:
    t.whole += b"a line of a document\n"


case(
    "text: insert into bytes",
    "linear",
    Text,
    fill_text,
    lambda t, at: t.insert(at),
    number,
    lambda t, at: t.undo(at),
)
case("text: a byte", "flat", Text, fill_text, lambda t, at: t.whole[at], number)
case("text: decoded", "linear", Text, fill_text, lambda t: t.whole.decode(), none)


class Log:
    """Lines with a level, counted as they come or when asked."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.counts: dict[str, int] = defaultdict(int)

    def add(self, at: int, level: str) -> None:
        self.lines.append((at, level))
        self.counts[level] += 1

    def between(self, start: int, end: int) -> int:
        low = bisect.bisect_left(self.lines, (start,))
        return bisect.bisect_left(self.lines, (end,)) - low

    def between_by_scan(self, start: int, end: int) -> int:
        return len([1 for at, _ in self.lines if start <= at < end])

    def pairs(self) -> int:
        return sum(1 for i, a in enumerate(self.lines) for b in self.lines[i + 1 :] if a[0] == b[0])


def fill_log(log: Log, i: int, key: Key) -> None:
    log.add(i, key("info"))


def window(i: int, key: Key) -> tuple[Any, ...]:
    return i, i + 60


case("log: between, by bisect", "flat", Log, fill_log, lambda x, a, b: x.between(a, b), window)
case(
    "log: between, by scan",
    "linear",
    Log,
    fill_log,
    lambda x, a, b: x.between_by_scan(a, b),
    window,
)
case("log: count of a level", "flat", Log, fill_log, lambda x: x.counts["info"], none)
case("log: pairs", "quadratic", Log, fill_log, lambda x: x.pairs(), none)
