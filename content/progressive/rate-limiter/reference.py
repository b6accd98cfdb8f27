"""A log for each route: every request knows from the start when it stops counting."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

from drawn import knobs

if knobs.part >= 2:

    @dataclass(frozen=True)
    class Request:
        ends: int
        user: str | None
        allowed: bool
        if knobs.part >= 4:
            number: int


@dataclass
class Rule:
    limit: int
    seconds: int
    if knobs.part >= 2:
        share: int | None
    if knobs.part >= 3:
        sliding: bool
    if knobs.origin == "rule":
        since: int
    if knobs.part == 1:
        ends: list[int] = field(default_factory=list)
    else:
        log: list[Request] = field(default_factory=list)


class Limiter:
    def __init__(self) -> None:
        self._rules: dict[str, Rule] = {}
        self._now = 0
        if knobs.part >= 4:
            self._known: dict[str, set[int]] = {"main": set()}
            self._numbers = count()

    def advance(self, seconds: int) -> None:
        if seconds < 0:
            raise ValueError("the clock does not go back")
        self._now += seconds

    if knobs.part == 1:

        def set_rule(self, route: str, limit: int, seconds: int) -> None:
            if limit < 1 or seconds < 1:
                raise ValueError("a number is below 1")
            if knobs.origin == "rule":
                self._rules[route] = Rule(limit, seconds, self._now)
            else:
                self._rules[route] = Rule(limit, seconds)

        def attempt(self, route: str) -> (bool if knobs.gives == "verdict" else int):
            if knobs.missing == "refused" and route not in self._rules:
                return False if knobs.gives == "verdict" else -1
            rule = self._rules[route]
            left = self._left(rule)
            if left > 0:
                rule.ends.append(self._end(rule))
            return left > 0 if knobs.gives == "verdict" else left - 1

        def left(self, route: str) -> int:
            if knobs.missing == "refused" and route not in self._rules:
                return 0
            return self._left(self._rules[route])

        def _left(self, rule: Rule) -> int:
            ended = bisect_right(rule.ends, self._now)
            return rule.limit - (len(rule.ends) - ended)

    elif knobs.part == 2:

        def set_rule(self, route: str, limit: int, seconds: int, share: int | None = None) -> None:
            if limit < 1 or seconds < 1 or (share is not None and share < 1):
                raise ValueError("a number is below 1")
            if knobs.origin == "rule":
                self._rules[route] = Rule(limit, seconds, share, self._now)
            else:
                self._rules[route] = Rule(limit, seconds, share)

    else:

        def set_rule(
            self,
            route: str,
            limit: int,
            seconds: int,
            share: int | None = None,
            sliding: bool = False,
        ) -> None:
            if limit < 1 or seconds < 1 or (share is not None and share < 1):
                raise ValueError("a number is below 1")
            if knobs.origin == "rule":
                self._rules[route] = Rule(limit, seconds, share, sliding, self._now)
            else:
                self._rules[route] = Rule(limit, seconds, share, sliding)

    if knobs.part in (2, 3):

        def attempt(
            self, route: str, user: str | None = None
        ) -> (bool if knobs.gives == "verdict" else int):
            if knobs.missing == "refused" and route not in self._rules:
                return False if knobs.gives == "verdict" else -1
            rule = self._rules[route]
            left = self._left(rule, user)
            rule.log.append(Request(self._end(rule), user, left > 0))
            return left > 0 if knobs.gives == "verdict" else left - 1

        def left(self, route: str, user: str | None = None) -> int:
            if knobs.missing == "refused" and route not in self._rules:
                return 0
            return self._left(self._rules[route], user)

        def top(self, route: str, n: int) -> list[tuple[str, int]]:
            if knobs.missing == "refused" and route not in self._rules:
                return []
            return self._ranked(self._rules[route].log, n)

        def _left(self, rule: Rule, user: str | None) -> int:
            left = min(most - len(counted) for most, counted in self._limits(rule, user))
            if knobs.part == 3 and knobs.refusals == "counted":
                return max(left, 0)
            else:
                return left

        def _limits(self, rule: Rule, user: str | None) -> list[tuple[int, list[Request]]]:
            """Each limit that holds for the user, with what counts towards it."""
            counted = self._counted(rule)
            if rule.share is None or user is None:
                return [(rule.limit, counted)]
            return [(rule.limit, counted), (rule.share, self._of(counted, user))]

        def _counted(self, rule: Rule) -> list[Request]:
            ended = bisect_right(rule.log, self._now, key=lambda request: request.ends)
            if knobs.part == 3 and knobs.refusals == "counted":
                return [request for request in rule.log[ended:] if request.allowed or rule.sliding]
            else:
                return [request for request in rule.log[ended:] if request.allowed]

    if knobs.part == 3:

        def wait(self, route: str, user: str | None = None) -> int:
            if knobs.missing == "refused" and route not in self._rules:
                return -1
            limits = self._limits(self._rules[route], user)
            return max(self._free(most, counted) for most, counted in limits) - self._now

    if knobs.part >= 4:

        def attempt(
            self, route: str, user: str | None = None, node: str = "main"
        ) -> (bool if knobs.gives == "verdict" else int):
            known = self._known[node]
            if knobs.missing == "refused" and route not in self._rules:
                return False if knobs.gives == "verdict" else -1
            rule = self._rules[route]
            left = self._left(rule, user, known)
            number = next(self._numbers)
            rule.log.append(Request(self._end(rule), user, left > 0, number))
            known.add(number)
            return left > 0 if knobs.gives == "verdict" else left - 1

        def left(self, route: str, user: str | None = None, node: str = "main") -> int:
            known = self._known[node]
            if knobs.missing == "refused" and route not in self._rules:
                return 0
            return self._left(self._rules[route], user, known)

        def wait(self, route: str, user: str | None = None, node: str = "main") -> int:
            known = self._known[node]
            if knobs.missing == "refused" and route not in self._rules:
                return -1
            limits = self._limits(self._rules[route], user, known)
            return max(self._free(most, counted) for most, counted in limits) - self._now

        def top(self, route: str, n: int, node: str = "main") -> list[tuple[str, int]]:
            known = self._known[node]
            if knobs.missing == "refused" and route not in self._rules:
                return []
            log = self._rules[route].log
            return self._ranked([request for request in log if request.number in known], n)

        def add_node(self, node: str) -> None:
            if node in self._known:
                raise ValueError("there is one already")
            if knobs.starts == "empty":
                self._known[node] = set()
            else:
                self._known[node] = set(self._known["main"])

        def sync(self, source: str, target: str) -> None:
            self._known[target] |= self._known[source]
            if knobs.flow == "both":
                self._known[source] |= self._known[target]

        def _left(self, rule: Rule, user: str | None, known: set[int]) -> int:
            left = min(most - len(counted) for most, counted in self._limits(rule, user, known))
            return max(left, 0)

        def _limits(
            self, rule: Rule, user: str | None, known: set[int]
        ) -> list[tuple[int, list[Request]]]:
            """Each limit that holds for the user, with what counts towards it."""
            counted = self._counted(rule, known)
            if rule.share is None or user is None:
                return [(rule.limit, counted)]
            return [(rule.limit, counted), (rule.share, self._of(counted, user))]

        def _counted(self, rule: Rule, known: set[int]) -> list[Request]:
            ended = bisect_right(rule.log, self._now, key=lambda request: request.ends)
            if knobs.refusals == "counted":
                return [
                    request
                    for request in rule.log[ended:]
                    if request.number in known and (request.allowed or rule.sliding)
                ]
            else:
                return [
                    request
                    for request in rule.log[ended:]
                    if request.number in known and request.allowed
                ]

    if knobs.part >= 2:

        def _ranked(self, log: list[Request], n: int) -> list[tuple[str, int]]:
            if knobs.tie == "recent":
                log = log[::-1]  # a count keeps the order in which it met the names
            if knobs.ranked == "allowed":
                named = [request for request in log if request.allowed]
            else:
                named = [request for request in log if not request.allowed]
            counts = Counter(request.user for request in named if request.user is not None)
            if knobs.tie == "name":
                return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:n]
            else:
                return counts.most_common(n)

        def _of(self, log: list[Request], user: str) -> list[Request]:
            return [request for request in log if request.user == user]

    def _end(self, rule: Rule) -> int:
        """The first moment at which a request of now counts no more."""
        if knobs.part >= 3 and rule.sliding:
            if knobs.edge == "gone":
                return self._now + rule.seconds
            else:
                return self._now + rule.seconds + 1
        if knobs.origin == "rule":
            begun = self._now - (self._now - rule.since) % rule.seconds
        else:
            begun = self._now - self._now % rule.seconds
        return begun + rule.seconds

    if knobs.part >= 3:

        def _free(self, most: int, counted: list[Request]) -> int:
            """The first moment at which fewer than `most` of these count."""
            return counted[-most].ends if len(counted) >= most else self._now
