"""Implementations of known cost, for trying how well growth is told: `python -m bench.growth`."""

from __future__ import annotations

import bisect
import heapq
import itertools
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.grader.inside.operation import Operation, nothing

Key = type[str]
CASES: list[Operation] = []  # `expected` is the truth; `name` tells the implementation too


def name(i: int, key: Key) -> str:
    return key(f"user:{i:06d}")


def first(i: int, key: Key) -> tuple[Any, ...]:
    return (name(i, key),)


def none(i: int, key: Key) -> tuple[Any, ...]:
    return ()


def case(
    title: str,
    truth: str,
    make: Callable[[], Any],
    fill: Callable[[Any, int, Key], object],
    call: Callable[..., Any],
    args: Callable[[int, Key], tuple[Any, ...]] = first,
    undo: Callable[..., object] = nothing,
) -> None:
    CASES.append(Operation(title, "elements", truth, make, fill, args, call, undo))


# --- dictionaries ----------------------------------------------------------------------------


def put(d: Any, i: int, key: Key) -> None:
    d[name(i, key)] = "blue"


def value(i: int, key: Key) -> tuple[Any, ...]:
    return name(i, key), "red"


case("dict: get", "flat", dict, put, lambda d, k: d.get(k))
case("dict: in", "flat", dict, put, lambda d, k: k in d)
case("dict: overwrite", "flat", dict, put, lambda d, k, v: d.__setitem__(k, v), value)
case(
    "dict: pop and restore",
    "flat",
    dict,
    put,
    lambda d, k: d.pop(k),
    undo=lambda d, k: put_back(d, k),
)
case("dict: len", "flat", dict, put, lambda d: len(d), none)
case("dict: copy on read", "linear", dict, put, lambda d: dict(d), none)
case("dict: list of keys", "linear", dict, put, lambda d: list(d), none)
case("dict: value in values", "linear", dict, put, lambda d: "absent" in d.values(), none)
case("dict: prefix scan", "linear", dict, put, lambda d, k: [x for x in d if x.startswith(k)])
case("dict: sorted keys", "linear", dict, put, lambda d: sorted(d), none)
case(
    "dict: max of values",
    "linear",
    dict,
    lambda d, i, key: d.update({name(i, key): i}),
    lambda d: max(d.values()),
    none,
)
case(
    "dict: scan of live", "linear", dict, put, lambda d, k: {a: b for a, b in d.items() if b}.get(k)
)
case(
    "dict: sum by generator",
    "linear",
    dict,
    put,
    lambda d: sum(1 for v in d.values() if v == "blue"),
    none,
)
case(
    "dict: any that stops at the first",
    "flat",
    dict,
    put,
    lambda d: any(v == "blue" for v in d.values()),
    none,
)
case(
    "dict: key by exception",
    "flat",
    dict,
    put,
    lambda d, k: missing(d, k),
    lambda i, key: (key(f"no:{i}"),),
)
case(
    "dict: all pairs",
    "quadratic",
    dict,
    put,
    lambda d: sum(1 for a in d for b in d if a == b),
    none,
)


def put_back(d: Any, k: str) -> None:
    d[k] = "blue"


def missing(d: dict[str, str], k: str) -> bool:
    try:
        d[k]
    except KeyError:
        return False
    return True


# --- lists -----------------------------------------------------------------------------------


def append(q: Any, i: int, key: Key) -> None:
    q.append(name(i, key))


def scan(q: list[str], k: str) -> int:
    for at, each in enumerate(q):
        if each == k:
            return at
    return -1


case(
    "list: append and pop",
    "flat",
    list,
    append,
    lambda q, k: q.append(k),
    undo=lambda q, k: q.pop(),
)
case("list: last", "flat", list, append, lambda q: q[-1], none)
case("list: len", "flat", list, append, lambda q: len(q), none)
case("list: in", "linear", list, append, lambda q, k: k in q)
case("list: index", "linear", list, append, lambda q, k: q.index(k))
case("list: scan by a loop", "linear", list, append, scan)
case(
    "list: remove", "linear", list, append, lambda q, k: q.remove(k), undo=lambda q, k: q.append(k)
)
case("list: pop(0)", "linear", list, append, lambda q: q.pop(0), none, lambda q: q.append("x"))
case(
    "list: insert(0)",
    "linear",
    list,
    append,
    lambda q, k: q.insert(0, k),
    undo=lambda q, k: q.pop(0),
)
case("list: slice [1:]", "linear", list, append, lambda q: q[1:], none)
case("list: reversed copy", "linear", list, append, lambda q: q[::-1], none)
case("list: concatenate", "linear", list, append, lambda q, k: [*q, k])
case("list: min", "linear", list, append, lambda q: min(q), none)
case(
    "list: min by a key", "linear", list, append, lambda q: min(q, key=lambda k: (len(k), k)), none
)
case(
    "list: sorted every call",
    "linear",
    list,
    append,
    lambda q: sorted(q, key=lambda k: k[::-1])[:10],
    none,
)
case("list: sort in place, sorted already", "linear", list, append, lambda q: q.sort(), none)
case("list: sum of numbers", "linear", list, lambda q, i, key: q.append(i), lambda q: sum(q), none)
case(
    "list: insort",
    "linear",
    list,
    append,
    lambda q, k: bisect.insort(q, k),
    undo=lambda q, k: q.remove(k),
)
case("list: bisect", "flat", list, append, lambda q, k: bisect.bisect_left(q, k))
case("list: last ten", "flat", list, append, lambda q: q[-10:], none)
case(
    "list: loop over the last hundred",
    "flat",
    list,
    append,
    lambda q: [k for k in q[-100:] if k],
    none,
)
case("list: count", "linear", list, append, lambda q, k: q.count(k))
case("list: duplicates by nested loops", "quadratic", list, append, lambda q: nested(q), none)
case("list: unique by `in`", "quadratic", list, append, lambda q: unique(q), none)
case("list: drain by pop(0)", "quadratic", list, append, lambda q: drain(list(q)), none)
case(
    "list: bubble sort",
    "quadratic",
    list,
    lambda q, i, key: q.append(-i),
    lambda q: bubble(q[:]),
    none,
)
case(
    "list: rank by counting",
    "quadratic",
    list,
    append,
    lambda q: [sum(b < a for b in q) for a in q],
    none,
)
case("list: filter rebuilt", "linear", list, append, lambda q, k: [x for x in q if x != k])
case(
    "list: windows of eight",
    "linear",
    list,
    append,
    lambda q: [q[i : i + 8] for i in range(len(q))],
    none,
)
case("list: join", "linear", list, append, lambda q: ",".join(q), none)
case("list: Python binary search", "flat", list, append, lambda q, k: binary(q, k))


def nested(q: list[str]) -> int:
    found = 0
    for i in range(len(q)):
        for j in range(i + 1, len(q)):
            if q[i] == q[j]:
                found += 1
    return found


def unique(q: list[str]) -> list[str]:
    seen: list[str] = []
    for each in q:
        if each not in seen:
            seen.append(each)
    return seen


def drain(q: list[str]) -> int:
    taken = 0
    while q:
        q.pop(0)
        taken += sum(1 for _ in q)
    return taken


def bubble(q: list[int]) -> list[int]:
    for end in range(len(q), 0, -1):
        for i in range(end - 1):
            if q[i] > q[i + 1]:
                q[i], q[i + 1] = q[i + 1], q[i]
    return q


def binary(q: list[str], k: str) -> int:
    low, high = 0, len(q)
    while low < high:
        middle = (low + high) // 2
        if q[middle] < k:
            low = middle + 1
        else:
            high = middle
    return low


# --- sets, deques, heaps, ordered dictionaries -----------------------------------------------


def without(h: list[str], k: str) -> None:
    h.remove(k)
    heapq.heapify(h)


case("set: in", "flat", set, lambda s, i, key: s.add(name(i, key)), lambda s, k: k in s)
case(
    "set: add and discard",
    "flat",
    set,
    lambda s, i, key: s.add(name(i, key)),
    lambda s, k: s.add(k),
    lambda i, key: (key(f"new:{i}"),),
    lambda s, k: s.discard(k),
)
case("set: union", "linear", set, lambda s, i, key: s.add(name(i, key)), lambda s, k: s | {k})
case(
    "deque: append and popleft",
    "flat",
    deque,
    append,
    lambda q, k: q.append(k),
    undo=lambda q, k: q.popleft(),
)
case("deque: rotate by one", "flat", deque, append, lambda q: q.rotate(1), none)
case("deque: in", "linear", deque, append, lambda q, k: k in q)
case("deque: middle", "linear", deque, append, lambda q: q[len(q) // 2], none)
case(
    "deque: remove",
    "linear",
    deque,
    append,
    lambda q, k: q.remove(k),
    undo=lambda q, k: q.append(k),
)
case(
    "heap: push",
    "flat",
    list,
    lambda h, i, key: heapq.heappush(h, (i, name(i, key))),
    lambda h, k: heapq.heappush(h, (10**9, k)),
    undo=lambda h, k: h.pop(),
)
case(
    "heap: pop and push",
    "flat",
    list,
    lambda h, i, key: heapq.heappush(h, (i * 7919 % 65537, name(i, key))),
    lambda h: heapq.heappush(h, heapq.heappop(h)),
    none,
)
case(
    "heap: pop of keys",
    "flat",
    list,
    lambda h, i, key: heapq.heappush(h, name(i * 7919 % 65537, key)),
    lambda h: heapq.heappop(h),
    none,
    lambda h: heapq.heappush(h, "user:000000"),
)
case(
    "heap: peek",
    "flat",
    list,
    lambda h, i, key: heapq.heappush(h, name(i, key)),
    lambda h: h[0],
    none,
)
case(
    "heap: remove and heapify",
    "linear",
    list,
    lambda h, i, key: heapq.heappush(h, name(i, key)),
    without,
    undo=lambda h, k: heapq.heappush(h, k),
)
case("heap: ten smallest", "linear", list, append, lambda q: heapq.nsmallest(10, q), none)
case("OrderedDict: move_to_end", "flat", OrderedDict, put, lambda d, k: d.move_to_end(k))
case(
    "OrderedDict: evict the oldest",
    "flat",
    OrderedDict,
    put,
    lambda d: d.popitem(last=False),
    none,
    lambda d: d.__setitem__(object(), 1),
)
case("OrderedDict: as a list", "linear", OrderedDict, put, lambda d: list(d.items())[:3], none)
case("OrderedDict: first by iter", "flat", OrderedDict, put, lambda d: next(iter(d)), none)
case(
    "Counter: increment",
    "flat",
    Counter,
    lambda c, i, key: c.update([name(i, key)]),
    lambda c, k: c.update([k]),
)
case(
    "Counter: most_common",
    "linear",
    Counter,
    lambda c, i, key: c.update([name(i, key)]),
    lambda c: c.most_common(10),
    none,
)
case(
    "defaultdict: buckets of eight",
    "flat",
    lambda: defaultdict(list),
    lambda d, i, key: d[i // 8].append(name(i, key)),
    lambda d, i, k: k in d[i // 8],
    lambda i, key: (i, name(i, key)),
)
case(
    "defaultdict: one bucket",
    "linear",
    lambda: defaultdict(list),
    lambda d, i, key: d["all"].append(name(i, key)),
    lambda d, k: k in d["all"],
)


# --- text ------------------------------------------------------------------------------------


class Log:
    """Everything in one text."""

    def __init__(self) -> None:
        self.text = ""
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        self.lines.append(line)

    def joined(self) -> str:
        if not self.text:
            self.text = "\n".join(self.lines)
        return self.text


def line(log: Log, i: int, key: Key) -> None:
    log.add(name(i, key))


case("text: add a line by +", "linear", Log, line, lambda log: log.joined() + "x", none)
case(
    "text: regular expression scan",
    "linear",
    Log,
    line,
    lambda log: re.search("user:zzz", log.joined()),
    none,
)
case("text: split into lines", "linear", Log, line, lambda log: log.joined().split("\n"), none)
case("text: replace", "linear", Log, line, lambda log: log.joined().replace("user", "u"), none)
case("text: built by + in a loop", "linear", Log, line, lambda log: built(log.lines), none)
case("text: cached join", "flat", Log, line, lambda log: log.joined(), none)


def built(lines: list[str]) -> str:
    text = ""
    for each in lines:
        text += each
    return text


# --- structures of the kinds that candidates write -------------------------------------------


@dataclass
class Node:
    key: str
    left: Node | None = None
    right: Node | None = None
    after: Node | None = None


class Tree:
    """A search tree; keys come in a scattered order, so it stays shallow."""

    def __init__(self) -> None:
        self.root: Node | None = None

    def add(self, key: str) -> None:
        at, node = self.root, Node(key)
        if at is None:
            self.root = node
            return
        while True:
            if key < at.key:
                if at.left is None:
                    at.left = node
                    return
                at = at.left
            else:
                if at.right is None:
                    at.right = node
                    return
                at = at.right

    def has(self, key: str) -> bool:
        at = self.root
        while at is not None and at.key != key:
            at = at.left if key < at.key else at.right
        return at is not None

    def walk(self) -> Iterator[str]:
        stack: list[Node] = []
        at = self.root
        while stack or at:
            while at:
                stack.append(at)
                at = at.left
            at = stack.pop()
            yield at.key
            at = at.right


def scattered(i: int, key: Key) -> str:
    return name(int(f"{i:020b}"[::-1], 2), key)


case(
    "tree: lookup",
    "flat",
    Tree,
    lambda t, i, key: t.add(scattered(i, key)),
    lambda t, k: t.has(k),
    lambda i, key: (scattered(i, key),),
)
case(
    "tree: in order",
    "linear",
    Tree,
    lambda t, i, key: t.add(scattered(i, key)),
    lambda t: list(t.walk()),
    none,
)


class Chain:
    """A linked list with its last node known."""

    def __init__(self) -> None:
        self.head = self.tail = Node("")

    def add(self, key: str) -> None:
        self.tail.after = Node(key)
        self.tail = self.tail.after

    def find(self, key: str) -> Node | None:
        at = self.head.after
        while at is not None and at.key != key:
            at = at.after
        return at

    def depth(self, node: Node | None) -> int:
        return 0 if node is None else 1 + self.depth(node.after)


case("chain: find", "linear", Chain, lambda c, i, key: c.add(name(i, key)), lambda c, k: c.find(k))
case(
    "chain: first",
    "flat",
    Chain,
    lambda c, i, key: c.add(name(i, key)),
    lambda c: c.head.after,
    none,
)
case(
    "chain: recursion that gets too deep",
    "linear",
    Chain,
    lambda c, i, key: c.add(name(i, key)),
    lambda c: c.depth(c.head),
    none,
)


class Trie:
    """Nested dictionaries, a letter each."""

    def __init__(self) -> None:
        self.root: dict[str, Any] = {}

    def add(self, word: str) -> None:
        at = self.root
        for letter in word:
            at = at.setdefault(letter, {})
        at[""] = word

    def has(self, word: str) -> bool:
        at = self.root
        for letter in word:
            if letter not in at:
                return False
            at = at[letter]
        return "" in at

    def words(self, at: dict[str, Any]) -> Iterator[str]:
        for letter, below in at.items():
            if letter == "":
                yield below
            else:
                yield from self.words(below)


case("trie: has", "flat", Trie, lambda t, i, key: t.add(name(i, key)), lambda t, k: t.has(k))
case(
    "trie: all words",
    "linear",
    Trie,
    lambda t, i, key: t.add(name(i, key)),
    lambda t: list(t.words(t.root)),
    none,
)


class Lazy:
    """Marks what is erased and rebuilds when the marks are half of all: amortised flat."""

    def __init__(self) -> None:
        self.entries: dict[int, str | None] = {}
        self.at: dict[str, int] = {}
        self.dead = 0
        self.next = 0

    def put(self, key: str) -> None:
        self.entries[self.next] = key
        self.at[key] = self.next
        self.next += 1

    def erase(self, key: str) -> None:
        self.entries[self.at.pop(key)] = None
        self.dead += 1
        if self.dead * 2 > len(self.entries):
            self.entries = {i: k for i, k in self.entries.items() if k is not None}
            self.dead = 0


case(
    "lazy: erase with compaction now and then",
    "flat",
    Lazy,
    lambda s, i, key: s.put(name(i, key)),
    lambda s, k: s.erase(k),
    undo=lambda s, k: s.put(k),
)


class Eager(Lazy):
    """Rebuilds at every call."""

    def erase(self, key: str) -> None:
        self.entries[self.at.pop(key)] = None
        self.entries = {i: k for i, k in self.entries.items() if k is not None}


case(
    "eager: erase with compaction each time",
    "linear",
    Eager,
    lambda s, i, key: s.put(name(i, key)),
    lambda s, k: s.erase(k),
    undo=lambda s, k: s.put(k),
)


class Doubling:
    """A growing array of its own."""

    def __init__(self) -> None:
        self.cells: list[str | None] = [None] * 4
        self.used = 0

    def add(self, key: str) -> None:
        if self.used == len(self.cells):
            bigger: list[str | None] = [None] * (2 * self.used)
            for i, each in enumerate(self.cells):
                bigger[i] = each
            self.cells = bigger
        self.cells[self.used] = key
        self.used += 1


case(
    "array: add, doubling",
    "flat",
    Doubling,
    lambda a, i, key: a.add(name(i, key)),
    lambda a, k: a.add(k),
)


class ByTen(Doubling):
    """A growing array that grows by ten cells: heavy at every tenth call."""

    def add(self, key: str) -> None:
        if self.used == len(self.cells):
            bigger: list[str | None] = [None] * (self.used + 3)
            for i, each in enumerate(self.cells):
                bigger[i] = each
            self.cells = bigger
        self.cells[self.used] = key
        self.used += 1


case(
    "array: add, three cells at a time",
    "linear",
    ByTen,
    lambda a, i, key: a.add(name(i, key)),
    lambda a, k: a.add(k),
)


class Cached:
    """Keeps a sorted answer until something changes."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.answer: list[str] | None = None

    def put(self, key: str, value: str) -> None:
        self.keys[key] = value
        self.answer = None

    def ordered(self) -> list[str]:
        if self.answer is None:
            self.answer = sorted(self.keys)
        return self.answer


case(
    "cached: asked again",
    "flat",
    Cached,
    lambda c, i, key: c.put(name(i, key), "blue"),
    lambda c: c.ordered()[0],
    none,
)
case(
    "cached: asked after a change",
    "linear",
    Cached,
    lambda c, i, key: c.put(name(i, key), "blue"),
    lambda c, k: c.ordered()[0],
    undo=lambda c, k: c.put(k, "red"),
)


@dataclass
class Entry:
    value: str
    ends: int | None
    writes: int = 1


@dataclass
class Expiring:
    """A store with a clock, as part 3 of a key-value drill asks for."""

    entries: dict[str, Entry] = field(default_factory=dict)
    due: list[tuple[int, str]] = field(default_factory=list)
    now: int = 0
    saved: list[dict[str, Entry]] = field(default_factory=list)

    def put(self, key: str, value: str, life: int | None = None) -> None:
        ends = None if life is None else self.now + life
        self.entries[key] = Entry(value, ends)
        if ends is not None:
            heapq.heappush(self.due, (ends, key))

    def live(self) -> dict[str, Entry]:
        return {k: e for k, e in self.entries.items() if e.ends is None or e.ends > self.now}

    def fetch_by_scan(self, key: str) -> str | None:
        found = self.live().get(key)
        return found.value if found else None

    def fetch(self, key: str) -> str | None:
        found = self.entries.get(key)
        return found.value if found and (found.ends is None or found.ends > self.now) else None

    def advance(self, seconds: int) -> int:
        self.now += seconds
        gone = 0
        while self.due and self.due[0][0] <= self.now:
            _, key = heapq.heappop(self.due)
            self.entries.pop(key, None)
            gone += 1
        return gone

    def advance_by_scan(self, seconds: int) -> int:
        self.now += seconds
        gone = [k for k, e in self.entries.items() if e.ends is not None and e.ends <= self.now]
        for key in gone:
            del self.entries[key]
        return len(gone)

    def snapshot(self) -> int:
        self.saved.append({k: replace(e) for k, e in self.entries.items()})
        return len(self.saved)

    def top(self, n: int) -> list[tuple[str, int]]:
        ranked = sorted(self.entries.items(), key=lambda item: (-item[1].writes, item[0]))
        return [(key, entry.writes) for key, entry in ranked[:n]]

    def page(self, after: str, n: int) -> list[str]:
        return list(itertools.islice((k for k in self.entries if k > after), n))


def lived(s: Expiring, i: int, key: Key) -> None:
    s.put(name(i, key), "blue", 1_000_000)


def each_second(s: Expiring, i: int, key: Key) -> None:
    s.put(name(i, key), "blue", 1_000 + i)


def revive(s: Expiring, *_: object) -> None:
    s.put("again", "blue", 1)


case("expiring: fetch", "flat", Expiring, lived, lambda s, k: s.fetch(k))
case(
    "expiring: fetch by scan of the live",
    "linear",
    Expiring,
    lived,
    lambda s, k: s.fetch_by_scan(k),
)
case("expiring: put", "flat", Expiring, lived, lambda s, k, v: s.put(k, v, 5), value)
case(
    "expiring: advance, one expires",
    "flat",
    Expiring,
    each_second,
    lambda s: s.advance(1),
    none,
    revive,
)
case(
    "expiring: advance by scan",
    "linear",
    Expiring,
    each_second,
    lambda s: s.advance_by_scan(1),
    none,
    revive,
)
case(
    "expiring: snapshot",
    "linear",
    Expiring,
    lived,
    lambda s: s.snapshot(),
    none,
    lambda s: s.saved.pop(),
)
case("expiring: top ten", "linear", Expiring, lived, lambda s: s.top(10), none)
case("expiring: page from the start", "flat", Expiring, lived, lambda s: s.page("", 10), none)
case("expiring: page from the middle", "linear", Expiring, lived, lambda s, k: s.page(k, 10))


class Conflicts:
    """Bookings, checked against each other."""

    def __init__(self) -> None:
        self.bookings: list[tuple[int, int]] = []

    def book(self, start: int, end: int) -> bool:
        if any(start < e and s < end for s, e in self.bookings):
            return False
        self.bookings.append((start, end))
        return True

    def book_sorted(self, start: int, end: int) -> bool:
        at = bisect.bisect(self.bookings, (start, end))
        if at and self.bookings[at - 1][1] > start:
            return False
        return not (at < len(self.bookings) and self.bookings[at][0] < end)

    def clashes(self) -> int:
        return sum(a[0] < b[1] and b[0] < a[1] for a in self.bookings for b in self.bookings)


def slot(c: Conflicts, i: int, key: Key) -> None:
    c.bookings.append((10 * i, 10 * i + 5))


case(
    "bookings: check against all",
    "linear",
    Conflicts,
    slot,
    lambda c: c.book(-5, -1),
    none,
    lambda c: c.bookings.pop(),
)
case(
    "bookings: check by bisect",
    "flat",
    Conflicts,
    slot,
    lambda c, i: c.book_sorted(10 * i + 6, 10 * i + 8),
    lambda i, key: (i,),
)
case("bookings: all clashes", "quadratic", Conflicts, slot, lambda c: c.clashes(), none)
case(
    "bookings: everything sorted, then neighbours",
    "linear",
    Conflicts,
    slot,
    lambda c: sum(b[0] < a[1] for a, b in itertools.pairwise(sorted(c.bookings))),
    none,
)


class Typed:
    """Refuses anything but plain strings: counting must be dropped."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def put(self, key: str) -> None:
        if type(key) is not str:
            raise TypeError("a str, please")
        self.keys.append(key)

    def has(self, key: str) -> bool:
        return key in self.keys


case(
    "typed: in a list",
    "linear",
    Typed,
    lambda t, i, key: t.put(name(i, key)),
    lambda t, k: t.has(k),
)


class Recent:
    """A sliding window of at most 512 requests, whatever n is."""

    def __init__(self) -> None:
        self.window: deque[int] = deque(maxlen=512)

    def allow(self, at: int) -> bool:
        self.window.append(at)
        return sum(1 for each in self.window if each > at - 60) < 100


case(
    "window: bounded, scanned",
    "flat",
    Recent,
    lambda r, i, key: r.allow(i),
    lambda r, i: r.allow(i),
    lambda i, key: (i,),
)


class Memo:
    """Answers by a loop once, and from a dictionary after that."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.known: dict[str, int] = {}

    def add(self, key: str) -> None:
        self.keys.append(key)

    def at(self, key: str) -> int:
        if key not in self.known:
            self.known[key] = self.keys.index(key)
        return self.known[key]


case(
    "memo: forgotten after each call",
    "linear",
    Memo,
    lambda m, i, key: m.add(name(i, key)),
    lambda m, k: m.at(k),
    undo=lambda m, k: m.known.clear(),
)
case("memo: kept", "flat", Memo, lambda m, i, key: m.add(name(i, key)), lambda m, k: m.at(k))


class Versions:
    """Copies everything at every write: quadratic memory, soon out of it."""

    def __init__(self) -> None:
        self.all: list[dict[str, str]] = [{}]

    def put(self, key: str, value: str) -> None:
        self.all.append({**self.all[-1], key: value})


case(
    "versions: put copies all",
    "linear",
    Versions,
    lambda s, i, key: s.put(name(i, key), "blue"),
    lambda s, k, v: s.put(k, v),
    value,
    lambda s, k, v: s.all.pop(),
)
case(
    "versions: fetch",
    "flat",
    Versions,
    lambda s, i, key: s.put(name(i, key), "blue"),
    lambda s, k: s.all[-1][k],
)
