"""A row a task, changed in place; a lane a priority; a place goes stale when its number does."""

import heapq

from drawn import knobs


class Row:
    def __init__(self, task, came):
        self.task = task
        self.came = came  # the number of its submission
        self.state = "waiting"
        self.place = 0  # the number of the place in a lane that is still good
        self.free_at = 0
        self.failures = 0


class Queue:
    def __init__(self):
        self.rows = {}
        self.lanes = {}  # priority -> heap of (order, number of the place, row)
        self.alarms = []  # heap of (time, number of the place, row) of those that are kept back
        self.numbers = 0
        self.now = 0
        self.burials = []

    def number(self):
        self.numbers += 1
        return self.numbers

    def row(self, task, state, miss):
        """The row of a task in a state; else None, or KeyError, as the draw wants it."""
        row = self.rows.get(task)
        if row is not None and row.state == state:
            return row
        if knobs.missing == "raises":
            raise KeyError(task)
        return miss

    if knobs.part == 1:

        def submit(self, task, payload):
            return self.take_in(task, payload, 0, None, 3)

    if knobs.part == 2:

        def submit(self, task, payload, priority=0):
            return self.take_in(task, payload, priority, None, 3)

    if knobs.part == 3:

        def submit(self, task, payload, priority=0, delay=None):
            return self.take_in(task, payload, priority, delay, 3)

    if knobs.part >= 4:

        def submit(self, task, payload, priority=0, delay=None, attempts=3):
            return self.take_in(task, payload, priority, delay, attempts)

    def take_in(self, task, payload, priority, delay, attempts):
        row = self.rows.get(task)
        state = row.state if row else "unknown"
        if task == "" or state == "running" or attempts <= 0 or (delay is not None and delay <= 0):
            raise ValueError((task, state, delay, attempts))
        if state == "waiting" and knobs.duplicate == "refused":
            raise ValueError(task)
        if state == "dead":
            self.burials.remove(row)
        if state != "waiting":
            row = self.rows[task] = Row(task, self.number())
            row.free_at = self.now
        elif knobs.duplicate == "moves":
            row.came = self.number()
            row.free_at = self.now
        if delay is not None:
            row.free_at = self.end_of(delay)
        row.payload, row.priority, row.attempts, row.failures = payload, priority, attempts, 0
        self.line_up(row)
        if knobs.duplicate != "refused":
            return state != "waiting"
        else:
            return None

    def end_of(self, delay):
        return self.now + delay + (knobs.edge == "past")

    def line_up(self, row):
        row.state = "waiting"
        row.place = self.number()
        if row.free_at > self.now:
            heapq.heappush(self.alarms, (row.free_at, row.place, row))
        else:
            self.into_lane(row)

    def into_lane(self, row):
        order = (row.free_at, row.came) if knobs.arrival == "ready" else (row.came,)
        lane = self.lanes.setdefault(row.priority, [])
        heapq.heappush(lane, (order, row.place, row))

    def first_of(self, heap):
        while heap:
            _, place, row = heap[0]
            if row.place == place:
                return row
            heapq.heappop(heap)
        return None

    def wake(self):
        while True:
            row = self.first_of(self.alarms)
            if row is None or row.free_at > self.now:
                return
            heapq.heappop(self.alarms)
            self.into_lane(row)

    def claim(self):
        self.wake()
        best = max if knobs.urgent == "high" else min
        while self.lanes:
            priority = best(self.lanes)
            row = self.first_of(self.lanes[priority])
            if row is not None:
                heapq.heappop(self.lanes[priority])
                row.state, row.place = "running", 0
                return (row.task, row.payload)
            del self.lanes[priority]
        if knobs.missing == "raises":
            raise IndexError("empty")
        else:
            return None

    def complete(self, task):
        row = self.row(task, "running", None)
        if row is not None:
            del self.rows[task]
        return None if knobs.missing == "raises" else row is not None

    def status(self, task):
        if task not in self.rows:
            return self.row(task, "unknown", None)
        row = self.rows[task]
        if row.state == "waiting" and row.free_at > self.now:
            return "held"
        return row.state

    if knobs.part >= 2:

        def regrade(self, task, priority):
            row = self.row(task, "waiting", None)
            if row is None:
                return False
            row.priority = priority
            if knobs.regraded == "last":
                row.came = self.number()
                if row.free_at < self.now:
                    row.free_at = self.now
            self.line_up(row)
            return None if knobs.missing == "raises" else True

        def upcoming(self, n):
            sign = -1 if knobs.urgent == "high" else 1
            found = []
            for row in self.rows.values():
                if row.state == "waiting" and row.free_at <= self.now:
                    since = row.free_at if knobs.arrival == "ready" else 0
                    found.append((sign * row.priority, since, row.came, row))
            return [(row.task, row.priority) for _, _, _, row in sorted(found)[:n]]

    if knobs.part >= 3:

        def advance(self, seconds):
            if seconds < 0:
                raise ValueError(seconds)
            self.now += seconds

        def postpone(self, task, delay):
            if delay <= 0:
                raise ValueError(delay)
            row = self.row(task, "waiting", None)
            if row is None:
                return False
            row.free_at = self.end_of(delay)
            self.line_up(row)
            return None if knobs.missing == "raises" else True

        def next_in(self):
            self.wake()
            row = self.first_of(self.alarms)
            return None if row is None else row.free_at - self.now

    if knobs.part >= 4:

        def fail(self, task):
            row = self.row(task, "running", None)
            if row is None:
                return None
            row.failures += 1
            if row.failures >= row.attempts + self.extra(row):
                row.state = "dead"
                self.burials.append(row)
                return 0
            if knobs.backoff == "doubles":
                pause = [10, 20, 40, 60][min(row.failures, 4) - 1]
            else:
                pause = 10 * row.failures if row.failures < 6 else 60
            row.free_at = self.end_of(pause)
            self.line_up(row)
            return pause

        def extra(self, row):
            return getattr(row, "granted", 0)

        def dead_letters(self):
            return [(row.task, row.payload, row.failures) for row in self.burials]

        def replay(self, task):
            row = self.row(task, "dead", None)
            if row is None:
                return False
            self.burials.remove(row)
            if knobs.again == "fresh":
                row.failures = 0
            else:
                row.granted = self.extra(row) + 1
            row.came = self.number()
            row.free_at = self.now
            self.line_up(row)
            return None if knobs.missing == "raises" else True
