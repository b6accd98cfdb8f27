"""A row a key that says when it was written; whether it has ended is asked at each reading."""

from drawn import knobs


class Row:
    def __init__(self, value, count, born, wrote, left, since):
        self.value = value
        self.count = count
        self.born = born
        self.wrote = wrote
        self.left = left  # seconds of life at the time `since`, or None
        self.since = since

    def left_at(self, now):
        return None if self.left is None else self.left - (now - self.since)

    def moved(self, since, now):
        """A copy whose life stands at the time `now` as this one's does at `since`."""
        return Row(self.value, self.count, self.born, self.wrote, self.left_at(since), now)

    def over(self, now):
        left = self.left_at(now)
        return left is not None and (left <= 0 if knobs.edge == "gone" else left < 0)


class Store:
    def __init__(self):
        self.rows = {}
        self.now = 0
        self.calls = 0
        self.kept = []

    def row(self, key):
        row = self.rows.get(key)
        return None if row is None or row.over(self.now) else row

    def wanted(self, key):
        row = self.row(key)
        if row is None and knobs.missing == "raises":
            raise KeyError(key)
        return row

    def alive(self):
        return [(key, row) for key, row in self.rows.items() if not row.over(self.now)]

    if knobs.part >= 3:

        def put(self, key, value, life=None):
            return self.keep(key, value, life)

    else:

        def put(self, key, value):
            return self.keep(key, value, None)

    def keep(self, key, value, life):
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
        self.rows[key] = row
        if knobs.put_gives == "new":
            return not old
        else:
            return old.value if old else None

    def fetch(self, key):
        row = self.wanted(key)
        return row.value if row else None

    def erase(self, key):
        row = self.wanted(key)
        if row:
            del self.rows[key]
        return None if knobs.missing == "raises" else row is not None

    def size(self):
        return len(self.alive()) if knobs.part >= 3 else len(self.rows)

    if knobs.part >= 2:

        def matching(self, prefix):
            pairs = [pair for pair in self.alive() if pair[0][: len(prefix)] == prefix]
            if knobs.order == "name":
                pairs.sort(key=lambda pair: pair[0])
            else:
                pairs.sort(key=lambda pair: pair[1].born)
            return [key for key, _ in pairs]

        def top(self, n):
            pairs = self.alive()
            if knobs.tie == "name":
                pairs.sort(key=lambda pair: pair[0])
            elif knobs.tie == "older":
                pairs.sort(key=lambda pair: pair[1].born)
            else:
                pairs.sort(key=lambda pair: pair[1].wrote, reverse=True)
            pairs.sort(key=lambda pair: pair[1].count, reverse=True)
            return [(key, row.count) for key, row in pairs][:n]

    if knobs.part >= 3:

        def advance(self, seconds):
            if seconds < 0:
                raise ValueError(seconds)
            self.now += seconds

        def remaining(self, key):
            row = self.wanted(key)
            if row is None:
                return None
            left = row.left_at(self.now)
            return -1 if left is None else left

    if knobs.part >= 4:

        def snapshot(self):
            self.kept.append((self.now, dict(self.alive())))
            return len(self.kept)

        def rollback(self, snapshot_id):
            known = 0 < snapshot_id <= len(self.kept) and self.kept[snapshot_id - 1] is not None
            if not known:
                if knobs.missing == "raises":
                    raise KeyError(snapshot_id)
                else:
                    return False
            then, rows = self.kept[snapshot_id - 1]
            if knobs.lives == "remaining":
                self.rows = {key: row.moved(then, self.now) for key, row in rows.items()}
            else:
                self.rows = dict(rows)
            if knobs.later == "dropped":
                for at in range(snapshot_id, len(self.kept)):
                    self.kept[at] = None
            return None if knobs.missing == "raises" else True
