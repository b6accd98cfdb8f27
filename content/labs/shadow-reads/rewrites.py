"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import contextlib
import copy
import hashlib
import json


class right_observe:
    def observe(self, account_id, old):
        self.counters.add("sampled")
        try:
            new = self.new.get(account_id)
        except Exception as problem:
            self.log(f"{account_id} failed: {type(problem).__name__}")
            return
        if fields := differing(old, new):
            self.log(mismatch_line(account_id, fields, old, new))
            return
        self.counters.add("same")


class flawed_observe:
    def observe(self, account_id, old):
        try:
            new = self.new.get(account_id)
        except (TimeoutError, ConnectionError) as problem:
            self.log(f"{account_id}: {problem!r}")
            return
        fields = differing(old, new)
        for name in ["sampled"] if fields else ["sampled", "same"]:
            self.counters.add(name)
        if fields:
            self.log(mismatch_line(account_id, fields, old, new))


class broken_observe:
    def observe(self, account_id, old):
        self.counters.add("sampled")
        new = None
        with contextlib.suppress(Exception):
            new = self.new.get(account_id)
        fields = differing(old, new)
        if fields:
            self.log(mismatch_line(account_id, fields, old, new))
        else:
            self.counters.add("same")


class right_read:
    def read(self, account_id):
        found = self.old.get(account_id)
        if self.share > self.chance():
            kept = copy.deepcopy(found)
            try:
                self.pool.submit(lambda: self.observe(account_id, kept))
            except Exception:
                self.counters.add("sampled")
        return found


class broken_read:
    def read(self, account_id):
        found = self.old.get(account_id)
        if self.chance() < self.share:
            try:
                self.pool.submit(self.observe, account_id, None if found is None else dict(found))
            except Exception:
                self.counters.add("sampled")
        return found


def _shown(name, old, new):
    if name not in PUBLIC:
        return name
    return f"{name} {(old or {}).get(name)!r} / {(new or {}).get(name)!r}"


def right_line(account_id, fields, old, new):
    return f"{account_id} differs: " + ", ".join(_shown(each, old, new) for each in fields)


def flawed_line(account_id, fields, old, new):
    parts = []
    for name in fields:
        first, second = (old or {}).get(name), (new or {}).get(name)
        if name in PUBLIC:
            parts.append(f"{name} {first!r} / {second!r}")
        else:
            key = account_id.encode()
            mark = hashlib.blake2b(json.dumps([first, second]).encode(), key=key).hexdigest()
            parts.append(f"{name} #{mark[:8]}")
    return f"{account_id} differs: " + ", ".join(parts)


def broken_line(account_id, fields, old, new):
    parts = [f"{n} {old.get(n)!r} / {new.get(n)!r}" if n in PUBLIC else n for n in fields]
    return f"{account_id} differs: " + ", ".join(parts)


def right_compare(old, new):
    def told(account):
        return {n: (type(v), v) for n, v in (account or {}).items() if n not in NOT_COMPARED}

    first, second = told(old), told(new)
    return sorted(n for n in {*first, *second} if first.get(n) != second.get(n))


class Field:
    def __init__(self, name):
        self.name = name

    def differs(self, old, new):
        here, there = self.name in old, self.name in new
        if not here or not there:
            return here is not there
        return repr(old[self.name]) != repr(new[self.name])


def flawed_compare(old, new):
    old, new = old or {}, new or {}
    fields = [Field(name) for name in sorted({*old, *new} - NOT_COMPARED)]
    return [field.name for field in fields if field.differs(old, new)]


def broken_compare(old, new):
    old, new = old or {}, new or {}
    names = {*old, *new} - NOT_COMPARED
    return sorted(name for name in names if old.get(name) != new.get(name))
