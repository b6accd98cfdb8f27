"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import threading
import time
from dataclasses import replace


class right_put:
    def put(self, sku, cents, ttl=None):
        if ttl is None:
            ttl = self.ttl
        if sku in self._entries:
            del self._entries[sku]
        else:
            self._make_room()
        self._entries[sku] = Entry(cents=cents, expires=ttl + self._clock())


class broken_put:
    def put(self, sku, cents, ttl=None):
        self._entries.pop(sku, None)
        self._make_room()
        life = min(self.ttl, ttl or self.ttl)
        self._entries[sku] = Entry(cents, self._clock() + life)


class broken_put:  # noqa: F811
    def put(self, sku, cents, ttl=None):
        old = self._entries.pop(sku, None)
        self._make_room()
        ends = self._clock() + (ttl or self.ttl)
        self._entries[sku] = Entry(cents, old.expires if old else ends)


class broken_put:  # noqa: F811
    def put(self, sku, cents, ttl=None):
        self._entries.pop(sku, None)
        self._make_room()
        self._entries[sku] = Entry(cents, time.time() + (ttl or self.ttl))


class right_room:
    def _make_room(self):
        if len(self._entries) < self.capacity:
            return
        moment = self._clock()
        live = {sku: entry for sku, entry in self._entries.items() if moment < entry.expires}
        if len(live) == len(self._entries):
            live.pop(next(iter(live)))
        self._entries = live


class broken_room:
    def _make_room(self):
        now = self._clock()
        while len(self._entries) >= self.capacity:
            stale = [sku for sku, entry in self._entries.items() if entry.expires <= now]
            del self._entries[(stale or list(self._entries))[0]]


class broken_room:  # noqa: F811
    def _make_room(self):
        now = self._clock()
        while self._entries and next(iter(self._entries.values())).expires <= now:
            del self._entries[next(iter(self._entries))]
        if len(self._entries) >= self.capacity:
            del self._entries[next(iter(self._entries))]


class broken_room:  # noqa: F811
    def _make_room(self):
        now = self._clock()
        self._entries = {s: e for s, e in self._entries.items() if e.expires > now}
        if len(self._entries) >= self.capacity:
            del self._entries[next(iter(self._entries))]


class right_get:
    def get(self, sku):
        if sku not in self._entries:
            return None
        found = self._entries.pop(sku)
        if self._clock() >= found.expires:
            return None
        self._entries[sku] = found
        return found.cents


class flawed_get:
    def get(self, sku):
        found = self._entries.pop(sku, None)
        now = self._clock()
        if found is None or now >= found.expires:
            return None
        self._entries[sku] = replace(found, expires=now + self.ttl)
        return found.cents


class broken_get:
    def get(self, sku):
        found = self._entries.pop(sku, None)
        if found is None or self._clock() > found.expires:
            return None
        self._entries[sku] = found
        return found.cents


class broken_get:  # noqa: F811
    def get(self, sku):
        found = self._entries.get(sku)
        if found is None:
            return None
        if self._clock() >= found.expires:
            del self._entries[sku]
            return None
        return found.cents


class right_purge:
    def purge(self):
        held, now = len(self._entries), self._clock()
        self._entries = {s: e for s, e in self._entries.items() if e.expires > now}
        return held - len(self._entries)


class right_purge:  # noqa: F811
    def purge(self):
        gone, now = 0, self._clock()
        for sku, entry in list(self._entries.items()):
            if not now < entry.expires:
                self._entries.pop(sku)
                gone += 1
        return gone


class flawed_purge:
    def purge(self):
        held, now = len(self._entries), self._clock()
        self._entries = {s: e for s, e in self._entries.items() if e.expires > now}
        return held - len(self._entries)

    def purge_each(self, seconds):
        self.purge()
        timer = threading.Timer(seconds, self.purge_each, [seconds])
        timer.daemon = True
        timer.start()


class broken_purge:
    def purge(self):
        held, now = len(self._entries), self._clock()
        while self._entries and next(iter(self._entries.values())).expires <= now:
            del self._entries[next(iter(self._entries))]
        return held - len(self._entries)
