"""The model solution with one thing wrong; each fails exactly the category that it names."""

from dataclasses import replace

from drawn import knobs, wrong
from reference import Limiter


@wrong(part=1, fails="boundary")
class CountsAtTheNextBeginning(Limiter):
    def _end(self, rule):
        return super()._end(rule) + 1


@wrong(part=1, fails="unused")
class AddsWhatWasNotUsed(Limiter):
    def _left(self, rule):
        unused = rule.ends and self._now >= rule.ends[-1] + rule.seconds
        return super()._left(rule) + (rule.limit if unused else 0)


@wrong(part=1, fails="again")
class GoesOnCountingUnderTheNewRule(Limiter):
    def set_rule(self, route, limit, seconds):
        before = self._rules.get(route)
        super().set_rule(route, limit, seconds)
        if before:
            self._rules[route].ends = before.ends


@wrong(part=1, fails="bad-rule")
class TakesZeroForOne(Limiter):
    def set_rule(self, route, limit, seconds):
        super().set_rule(route, limit or 1, seconds)


@wrong(part=1, fails="bad-rule")
class ForgetsBeforeItRaises(Limiter):
    def set_rule(self, route, limit, seconds):
        if route in self._rules:
            self._rules[route].ends.clear()
        super().set_rule(route, limit, seconds)


@wrong(part=1, fails="apart")
class CountsEverythingTogether(Limiter):
    def attempt(self, route):
        given = super().attempt(route)
        if route in self._rules:
            for other, rule in self._rules.items():
                if other != route:
                    rule.ends.append(self._end(rule))
        return given


@wrong(part=2, fails="both-limits")
class CountsWhatItRefuses(Limiter):
    def _left(self, rule, user):
        refused = [
            request for request in rule.log if request.ends > self._now and not request.allowed
        ]
        return max(0, min(super()._left(rule, user), super()._left(rule, None) - len(refused)))


@wrong(part=2, fails="nobody")
class TakesNobodyForOneMore(Limiter):
    def attempt(self, route, user=None):
        return super().attempt(route, user or "nobody")


@wrong(part=2, fails="nobody")
class RanksNobodyToo(Limiter):
    def top(self, route, n):
        log = self._rules[route].log if route in self._rules else []
        nobody = [(None, 1) for request in log if request.user is None]
        return (super().top(route, n) + nobody[:1])[:n]


@wrong(part=2, fails="ties", when={"tie": ["name"]})
class CutsBeforeItBreaksTies(Limiter):
    def top(self, route, n):
        came = [request.user for request in self._rules[route].log] if route in self._rules else []
        ranked = sorted(super().top(route, 99), key=lambda pair: (-pair[1], came.index(pair[0])))
        return sorted(ranked[:n], key=lambda pair: (-pair[1], pair[0]))


@wrong(part=2, fails="ties", when={"tie": ["early", "recent"]})
class CutsByNameBeforeItBreaksTies(Limiter):
    def top(self, route, n):
        ranked = super().top(route, 99)
        cut = sorted(ranked, key=lambda pair: (-pair[1], pair[0]))[:n]
        return [pair for pair in ranked if pair in cut]


@wrong(part=2, fails="tally")
class RanksThePresentWindowAlone(Limiter):
    def _ranked(self, log, n):
        return super()._ranked([request for request in log if request.ends > self._now], n)


@wrong(part=2, fails="returned")
class GivesTheSameListAgain(Limiter):
    def __init__(self):
        super().__init__()
        self.answers = {}

    def set_rule(self, route, limit, seconds, share=None):
        self.answers.clear()
        super().set_rule(route, limit, seconds, share)

    def attempt(self, route, user=None):
        self.answers.clear()
        return super().attempt(route, user)

    def top(self, route, n):
        return self.answers.setdefault((route, n), super().top(route, n))


@wrong(part=3, fails="edge")
class ErrsAtTheLastMoment(Limiter):
    trying = False

    def attempt(self, route, user=None):
        self.trying = True
        given = super().attempt(route, user)
        self.trying = False
        return given

    def _counted(self, rule):
        moved = 0
        if self.trying and rule.sliding:
            moved = -1 if knobs.edge == "gone" else 1
        self._now += moved
        found = super()._counted(rule)
        self._now -= moved
        return found


@wrong(part=3, fails="refusals", when={"refusals": ["free"]})
class CountsRefusalsTowardsTheShare(Limiter):
    def _left(self, rule, user):
        left = super()._left(rule, user)
        log = [request for request in rule.log if request.ends > self._now]
        if rule.share is not None and user is not None and rule.sliding:
            left = min(left, max(rule.share - len(self._of(log, user)), 0))
        return left


@wrong(part=3, fails="refusals", when={"refusals": ["counted"]})
class ForgetsRefusalsInTheShare(Limiter):
    def _of(self, counted, user):
        return [request for request in super()._of(counted, user) if request.allowed]


@wrong(part=3, fails="wait")
class WaitsForTheLimitAlone(Limiter):
    def wait(self, route, user=None):
        rule = self._rules.get(route)
        return super().wait(route, user if rule and not rule.sliding else None)


@wrong(part=3, fails="wait-fixed")
class TakesTheOtherBeginning(Limiter):
    def __init__(self):
        super().__init__()
        self.begun = {}

    def set_rule(self, route, limit, seconds, share=None, sliding=False):
        super().set_rule(route, limit, seconds, share, sliding)
        self.begun[route] = self._now

    def wait(self, route, user=None):
        given = super().wait(route, user)
        if given < 1 or self._rules[route].sliding:
            return given
        seconds = self._rules[route].seconds
        begun = self.begun[route] if knobs.origin == "clock" else 0
        return seconds - (self._now - begun) % seconds


@wrong(part=3, fails="kinds")
class StaysSliding(Limiter):
    def set_rule(self, route, limit, seconds, share=None, sliding=False):
        before = self._rules.get(route)
        kept = before is not None and before.sliding
        super().set_rule(route, limit, seconds, share, sliding or kept)


@wrong(part=3, fails="kinds")
class LooksBackForAllOnceForOne(Limiter):
    def _end(self, rule):
        if not any(other.sliding for other in self._rules.values()):
            return super()._end(rule)
        return super()._end(replace(rule, sliding=True))


@wrong(part=4, fails="once")
class CountsWhatItKnowsAlready(Limiter):
    def sync(self, source, target):
        known = self._known[source] & self._known[target]
        super().sync(source, target)
        for rule in self._rules.values():
            log = []
            for request in rule.log:
                log.append(request)
                if request.number in known:
                    number = next(self._numbers)
                    self._known[target].add(number)
                    log.append(replace(request, number=number))
            rule.log = log


@wrong(part=4, fails="late")
class LearnsOnlyWhatStillCounts(Limiter):
    def sync(self, source, target):
        before = {node: set(known) for node, known in self._known.items()}
        super().sync(source, target)
        for rule in self._rules.values():
            over = {request.number for request in rule.log if request.ends <= self._now}
            for node in (source, target):
                self._known[node] -= over - before[node]


@wrong(part=4, fails="late", when={"edge": ["gone"]})
class CountsFromTheMomentOfLearning(Limiter):
    def sync(self, source, target):
        new = self._known[source] - self._known[target]
        super().sync(source, target)
        for rule in self._rules.values():
            rule.log = [
                replace(request, ends=max(request.ends, self._end(rule)))
                if request.number in new and request.ends <= self._now
                else request
                for request in rule.log
            ]
            rule.log.sort(key=lambda request: request.ends)


@wrong(part=4, fails="late", when={"tie": ["early"]})
class KeepsTheFirstThatItKnewOf(Limiter):
    def __init__(self):
        super().__init__()
        self.firsts = {}

    def set_rule(self, route, limit, seconds, share=None, sliding=False):
        super().set_rule(route, limit, seconds, share, sliding)
        self.firsts = {place: first for place, first in self.firsts.items() if place[0] != route}

    def attempt(self, route, user=None, node="main"):
        given = super().attempt(route, user, node)
        self.keep()
        return given

    def sync(self, source, target):
        super().sync(source, target)
        self.keep()

    def add_node(self, node):
        super().add_node(node)
        self.keep()

    def keep(self):
        for route, rule in self._rules.items():
            for request in rule.log:
                if request.allowed == (knobs.ranked == "allowed"):
                    for node, known in self._known.items():
                        if request.number in known:
                            self.firsts.setdefault((route, node, request.user), request.number)

    def top(self, route, n, node="main"):
        ranked = super().top(route, 99, node)
        firsts = {user: self.firsts[route, node, user] for user, _ in ranked}
        return sorted(ranked, key=lambda pair: (-pair[1], firsts[pair[0]]))[:n]


@wrong(part=4, fails="overrun")
class WaitsForTheOldestAlone(Limiter):
    def _free(self, most, counted):
        if len(self._known) > 1 and len(counted) > most:
            return counted[0].ends
        return super()._free(most, counted)


@wrong(part=4, fails="separate")
class SharesWhatTwoNodesKnow(Limiter):
    def sync(self, source, target):
        super().sync(source, target)
        if self._known[source] == self._known[target]:
            self._known[target] = self._known[source]


@wrong(part=4, fails="names")
class AddsANodeTwice(Limiter):
    def add_node(self, node):
        self._known.pop(node, None) if node != "main" else None
        super().add_node(node)


@wrong(part=4, fails="names")
class LearnsFromAnUnknownNode(Limiter):
    def sync(self, source, target):
        if source in self._known:
            super().sync(source, target)


@wrong(part=4, fails="names")
class MakesNodesAsTheyAreNamed(Limiter):
    def left(self, route, user=None, node="main"):
        self._known.setdefault(node, set())
        return super().left(route, user, node)
