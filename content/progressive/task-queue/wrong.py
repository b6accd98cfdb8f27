"""The model solution with one thing wrong; each fails exactly the category that it names."""

from drawn import knobs, wrong
from reference import Queue


@wrong(part=1, fails="again", when={"duplicate": ["refused"]})
class AcceptsTheSameAgain(Queue):
    def submit(self, task, payload):
        if self._waiting.get(task) != payload:
            super().submit(task, payload)


@wrong(part=1, fails="again", when={"duplicate": ["replaces"]})
class MovesAllButTheFirst(Queue):
    def submit(self, task, payload):
        first = next(iter(self._waiting), task)
        new = super().submit(task, payload)
        if task != first:
            self._waiting.move_to_end(task)
        return new


@wrong(part=1, fails="again", when={"duplicate": ["moves"]})
class KeepsThePayload(Queue):
    def submit(self, task, payload):
        return super().submit(task, self._waiting.get(task, payload))


@wrong(part=1, fails="running")
class AcceptsARunningTask(Queue):
    def submit(self, task, payload):
        if task not in self._running:
            return super().submit(task, payload)
        self._waiting[task] = payload
        return None if knobs.duplicate == "refused" else True


@wrong(part=1, fails="running")
class RefusesARunningTaskTooLate(Queue):
    def submit(self, task, payload):
        if task in self._running:
            self._waiting[task] = payload
        return super().submit(task, payload)


@wrong(part=1, fails="gone")
class NeverFreesAName(Queue):
    def __init__(self):
        super().__init__()
        self.ended = set()

    def submit(self, task, payload):
        if task in self.ended:
            raise ValueError(task)
        return super().submit(task, payload)

    def complete(self, task):
        given = super().complete(task)
        self.ended.add(task)
        return given


@wrong(part=1, fails="bad-name")
class AcceptsAnEmptyName(Queue):
    def submit(self, task, payload):
        if task:
            return super().submit(task, payload)
        self._waiting[task] = payload
        return None if knobs.duplicate == "refused" else True


@wrong(part=1, fails="bad-name")
class RefusesAnEmptyPayload(Queue):
    def submit(self, task, payload):
        if not payload:
            raise ValueError(task)
        return super().submit(task, payload)


@wrong(part=1, fails="not-running")
class EndsAWaitingTask(Queue):
    def complete(self, task):
        if task in self._waiting:
            self._running[task] = self._waiting.pop(task)
        return super().complete(task)


@wrong(part=2, fails="ties")
class CutsBeforeItOrders(Queue):
    def upcoming(self, n):
        entries = sorted(self._waiting.values(), key=lambda entry: entry.turn)
        first = {entry.task for entry in entries[:n]}
        return [pair for pair in super().upcoming(99) if pair[0] in first]


@wrong(part=2, fails="ties")
class TakesANegativePriorityForZero(Queue):
    def submit(self, task, payload, priority=0):
        return super().submit(task, payload, max(priority, 0))


@wrong(part=2, fails="regraded", when={"regraded": ["last"]})
class LeavesATaskWithTheSamePriority(Queue):
    def regrade(self, task, priority):
        if (task, priority) not in self.upcoming(99):
            return super().regrade(task, priority)
        return None if knobs.missing == "raises" else True


@wrong(part=2, fails="regraded", when={"regraded": ["keeps"]})
class PutsARaisedTaskLast(Queue):
    def regrade(self, task, priority):
        was = dict(self.upcoming(99)).get(task, priority)
        given = super().regrade(task, priority)
        if task in self._waiting and priority >= was:
            self._place(self._waiting[task]._replace(turn=next(self._turns)))
        return given


@wrong(part=2, fails="resubmitted", when={"duplicate": ["replaces", "moves"]})
class KeepsThePriorityIfNoneIsGiven(Queue):
    def submit(self, task, payload, priority=0):
        was = dict(self.upcoming(99)).get(task, 0)
        return super().submit(task, payload, priority or was)


@wrong(part=2, fails="resubmitted", when={"duplicate": ["refused"]})
class RefusesAfterTheNewPriority(Queue):
    def submit(self, task, payload, priority=0):
        if task in self._waiting:
            rank = -priority if knobs.urgent == "high" else priority
            self._place(self._waiting[task]._replace(rank=rank))
        super().submit(task, payload, priority)


@wrong(part=2, fails="resubmitted", when={"duplicate": ["replaces"], "regraded": ["last"]})
class GoesBackToWhenItFirstCame(Queue):
    def __init__(self):
        super().__init__()
        self.first = {}

    def submit(self, task, payload, priority=0):
        new = super().submit(task, payload, priority)
        if new:
            self.first[task] = self._waiting[task].turn
        else:
            self._place(self._waiting[task]._replace(turn=self.first[task]))
        return new


@wrong(part=2, fails="not-waiting")
class RegradesARunningTask(Queue):
    def regrade(self, task, priority):
        if task not in self._running:
            return super().regrade(task, priority)
        return None if knobs.missing == "raises" else True


@wrong(part=2, fails="sharing")
class GivesTheSameListAgain(Queue):
    def __init__(self):
        super().__init__()
        self.answers = {}

    def upcoming(self, n):
        asked = (n, *self._waiting.values())
        return self.answers.setdefault(asked, super().upcoming(n))


@wrong(part=3, fails="edge")
class SaysHeldForOneSecondMore(Queue):
    def __init__(self):
        super().__init__()
        self.late = set()

    def _place(self, entry):
        if entry.ready > self._now:
            self.late.add(entry)
        super()._place(entry)

    def status(self, task):
        entry = self._waiting.get(task)
        if entry in self.late and entry.ready == self._now:
            return "held"
        return super().status(task)


@wrong(part=3, fails="edge")
class ShowsATaskOneSecondTooSoon(Queue):
    def upcoming(self, n):
        self._now += 1
        first = super().upcoming(n)
        self._now -= 1
        return first


@wrong(part=3, fails="order", when={"arrival": ["submitted"]})
class LetsHeldTasksGoFirst(Queue):
    def _place(self, entry):
        if entry.ready > self._now and entry.turn >= 0:
            entry = entry._replace(turn=entry.turn - 1_000_000)
        super()._place(entry)


@wrong(part=3, fails="order", when={"arrival": ["ready"]})
class TurnsRoundWhatIsReadyAtOnce(Queue):
    def _place(self, entry):
        if entry.ready > self._now and entry.turn >= 0:
            entry = entry._replace(turn=-entry.turn - 1)
        super()._place(entry)


@wrong(part=3, fails="postponed")
class NeverShortensADelay(Queue):
    def postpone(self, task, delay):
        old = self._waiting.get(task)
        given = super().postpone(task, delay)
        if old is not None and old.ready > self._waiting[task].ready:
            self._place(self._waiting[task]._replace(ready=old.ready))
        return given


@wrong(part=3, fails="bad-delay")
class TakesADelayOfZeroForNone(Queue):
    def submit(self, task, payload, priority=0, delay=None):
        return super().submit(task, payload, priority, delay or None)


@wrong(part=3, fails="bad-delay")
class RefusesADelayTooLate(Queue):
    def submit(self, task, payload, priority=0, delay=None):
        if delay is not None and delay < 1 and task not in self._waiting:
            super().submit(task, payload, priority)
        return super().submit(task, payload, priority, delay)


@wrong(part=3, fails="held")
class EndsADelayWithANewPriority(Queue):
    def regrade(self, task, priority):
        given = super().regrade(task, priority)
        if task in self._waiting and self._waiting[task].ready > self._now:
            self._place(self._waiting[task]._replace(ready=self._now))
        return given


@wrong(part=4, fails="backoff")
class NeverStopsGrowing(Queue):
    def fail(self, task):
        delay = super().fail(task)
        if delay != 60:
            return delay
        entry = self._waiting[task]
        if knobs.backoff == "doubles":
            delay = 5 * 2**entry.failures
        else:
            delay = 10 * entry.failures
        self._place(entry._replace(ready=self._after(delay)))
        return delay


@wrong(part=4, fails="attempts")
class TakesNoAttemptsForOne(Queue):
    def submit(self, task, payload, priority=0, delay=None, attempts=3):
        return super().submit(task, payload, priority, delay, attempts or 1)


@wrong(part=4, fails="dead")
class KeepsTheDeadOne(Queue):
    def submit(self, task, payload, priority=0, delay=None, attempts=3):
        dead = dict(self._dead)
        given = super().submit(task, payload, priority, delay, attempts)
        self._dead = dead
        return given


@wrong(part=4, fails="replayed")
class ComesBackInItsOldPlace(Queue):
    def replay(self, task):
        dead = self._dead.get(task)
        given = super().replay(task)
        if dead is not None:
            self._place(self._waiting[task]._replace(turn=dead.turn))
        return given


@wrong(part=4, fails="retried")
class LosesItsPriority(Queue):
    def fail(self, task):
        given = super().fail(task)
        if task in self._waiting:
            self._place(self._waiting[task]._replace(rank=0))
        return given
