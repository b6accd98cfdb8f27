"""Each node adds up what came to it; of the other nodes it keeps copies of their sums."""

from collections import Counter
from copy import deepcopy

from drawn import knobs


class Sums:
    """What came to one node for one route, added up."""

    def __init__(self):
        self.version = 0
        self.cells = {}  # last moment -> how many of each user count up to it
        self.people = {}  # user -> how many, turn of the first, turn of the last

    def note(self, turn, until, user, good, counts):
        self.version += 1
        if counts:
            self.cells.setdefault(until, Counter())[user] += 1
        if user is not None and good == (knobs.ranked == "allowed"):
            many, first, _ = self.people.get(user, (0, turn, turn))
            self.people[user] = (many + 1, first, turn)


class Limiter:
    def __init__(self):
        self.now = 0
        self.turn = 0
        self.rules = {}
        self.books = {"main": {}}  # node -> (route, node where it came) -> sums

    def advance(self, seconds):
        if seconds < 0:
            raise ValueError(seconds)
        self.now += seconds

    def set_rule(self, route, limit, seconds, share=None, sliding=False):
        if min(limit, seconds, 1 if share is None else share) <= 0:
            raise ValueError((limit, seconds, share))
        since = self.now if knobs.origin == "rule" else 0
        self.rules[route] = (limit, seconds, share, sliding, since)
        for book in self.books.values():
            for place in [place for place in book if place[0] == route]:
                del book[place]

    def rule(self, route, node):
        if node not in self.books:
            raise KeyError(node)
        if route not in self.rules and knobs.missing == "raises":
            raise KeyError(route)
        return self.rules.get(route)

    def until(self, rule):
        _, seconds, _, sliding, since = rule
        if sliding:
            return self.now + seconds - (1 if knobs.edge == "gone" else 0)
        return since + ((self.now - since) // seconds + 1) * seconds - 1

    def sums(self, route, node):
        return [sums for place, sums in self.books[node].items() if place[0] == route]

    def steps(self, route, node, user):
        """Last moments that are not over, in order, each with its counts: of all, of the user."""
        found = Counter()
        mine = Counter()
        for sums in self.sums(route, node):
            for until, cell in sums.cells.items():
                if until >= self.now:
                    found[until] += sum(cell.values())
                    mine[until] += cell[user]
        return [(until, found[until], mine[until]) for until in sorted(found)]

    def room(self, rule, user, total, own):
        limit, _, share, _, _ = rule
        if share is None or user is None:
            return limit - total
        return min(limit - total, share - own)

    def left(self, route, user=None, node="main"):
        rule = self.rule(route, node)
        if rule is None:
            return 0
        steps = self.steps(route, node, user)
        total = sum(many for _, many, _ in steps)
        own = sum(many for _, _, many in steps)
        return max(0, self.room(rule, user, total, own))

    def attempt(self, route, user=None, node="main"):
        rule = self.rule(route, node)
        if rule is None:
            return False if knobs.gives == "verdict" else -1
        room = self.left(route, user, node)
        counts = room > 0 or (rule[3] and knobs.refusals == "counted")
        self.turn += 1
        sums = self.books[node].setdefault((route, node), Sums())
        sums.note(self.turn, self.until(rule), user, room > 0, counts)
        return room > 0 if knobs.gives == "verdict" else room - 1

    def wait(self, route, user=None, node="main"):
        rule = self.rule(route, node)
        if rule is None:
            return -1
        steps = self.steps(route, node, user)
        total = sum(many for _, many, _ in steps)
        own = sum(many for _, _, many in steps)
        moment = self.now
        for until, many, of_user in steps:
            if self.room(rule, user, total, own) > 0:
                break
            total -= many
            own -= of_user
            moment = until + 1
        return moment - self.now

    def top(self, route, n, node="main"):
        if self.rule(route, node) is None:
            return []
        people = {}
        for sums in self.sums(route, node):
            for user, (many, first, last) in sums.people.items():
                before = people.get(user, (0, first, last))
                people[user] = (before[0] + many, min(before[1], first), max(before[2], last))
        names = sorted(people)
        if knobs.tie == "early":
            names.sort(key=lambda name: people[name][1])
        elif knobs.tie == "recent":
            names.sort(key=lambda name: people[name][2], reverse=True)
        names.sort(key=lambda name: people[name][0], reverse=True)
        return [(name, people[name][0]) for name in names[:n]]

    def add_node(self, node):
        if node in self.books:
            raise ValueError(node)
        self.books[node] = {} if knobs.starts == "empty" else deepcopy(self.books["main"])

    def sync(self, source, target):
        if source not in self.books or target not in self.books:
            raise KeyError((source, target))
        self.copy_sums(source, target)
        if knobs.flow == "both":
            self.copy_sums(target, source)

    def copy_sums(self, source, target):
        book = self.books[target]
        for place, sums in self.books[source].items():
            if place not in book or book[place].version < sums.version:
                book[place] = deepcopy(sums)
