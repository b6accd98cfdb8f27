"""A row a key; whether its life is over is asked whenever the row is read."""

from drawn import knobs


class Row:
    def __init__(self, value, count, born, wrote, left, since):
        self.value = value
        self.count = count
        self.born = born
        self.wrote = wrote
        self.left = left  # seconds of life at the time `since`, or None
        self.since = since

    def at(self, now):
        """The same row, its life counted from another time."""
        left = None if self.left is None else self.left - (now - self.since)
        return Row(self.value, self.count, self.born, self.wrote, left, now)

    def over(self, now):
        left = self.at(now).left
        return left is not None and (left <= 0 if knobs.edge == "gone" else left < 0)


class Store:
    def __init__(self):
        self.rows = []  # pairs of key and row, in no particular order
        self.now = 0
        self.calls = 0
        self.kept = []

    def row(self, key):
        for name, row in self.rows:
            if name == key and not row.over(self.now):
                return row
        return None

    def wanted(self, key):
        row = self.row(key)
        if row is None and knobs.missing == "raises":
            raise KeyError(key)
        return row

    def alive(self):
        return [(name, row) for name, row in self.rows if not row.over(self.now)]

    def put(self, key, value, life=None):
        if key == "" or (life is not None and life <= 0):
            raise ValueError((key, life))
        self.calls += 1
        old = self.row(key)
        row = Row(value, 1, self.calls, self.calls, life, self.now)
        if old:
            row.count += old.count
            row.born = old.born
            if knobs.rewrite == "keeps" and life is None:
                row.left, row.since = old.left, old.since
        self.rows = [pair for pair in self.alive() if pair[0] != key]
        self.rows.append((key, row))
        if knobs.put_gives == "new":
            return not old
        return old.value if old else None

    def fetch(self, key):
        row = self.wanted(key)
        return row.value if row else None

    def erase(self, key):
        row = self.wanted(key)
        self.rows = [pair for pair in self.rows if pair[0] != key]
        return None if knobs.missing == "raises" else row is not None

    def size(self):
        return len(self.alive())

    def matching(self, prefix):
        found = [(row.born, name) for name, row in self.alive() if name[: len(prefix)] == prefix]
        if knobs.order == "name":
            return sorted(name for _, name in found)
        return [name for _, name in sorted(found)]

    def top(self, n):
        pairs = self.alive()
        if knobs.tie == "name":
            pairs.sort(key=lambda pair: pair[0])
        elif knobs.tie == "older":
            pairs.sort(key=lambda pair: pair[1].born)
        else:
            pairs.sort(key=lambda pair: pair[1].wrote, reverse=True)
        pairs.sort(key=lambda pair: pair[1].count, reverse=True)
        return [(name, row.count) for name, row in pairs][:n]

    def advance(self, seconds):
        if seconds < 0:
            raise ValueError(seconds)
        self.now += seconds

    def remaining(self, key):
        row = self.wanted(key)
        if row is None:
            return None
        left = row.at(self.now).left
        return -1 if left is None else left

    def snapshot(self):
        self.kept.append([(name, row.at(self.now)) for name, row in self.alive()])
        return len(self.kept)

    def rollback(self, snapshot_id):
        kept = self.kept[snapshot_id - 1] if 0 < snapshot_id <= len(self.kept) else None
        if kept is None:
            if knobs.missing == "raises":
                raise KeyError(snapshot_id)
            return False
        self.rows = list(kept)
        if knobs.lives == "remaining":
            for at, (name, row) in enumerate(kept):
                self.rows[at] = (name, row.at(row.since))
                self.rows[at][1].since = self.now
        if knobs.later == "dropped":
            for at in range(snapshot_id, len(self.kept)):
                self.kept[at] = None
        return None if knobs.missing == "raises" else True
