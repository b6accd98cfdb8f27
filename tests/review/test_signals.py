"""The signals of every problem: what each one is sure of, and honest code that it lets be."""

import ast
from pathlib import Path

import pytest

import content
from bot.grader.review import signals
from content import predicates
from content.draw.authored import Authored
from content.draw.drawing import Draw

FOLDERS = sorted(
    folder
    for folder in (Path(content.__file__).parent / "progressive").iterdir()
    if (folder / "signals.py").exists()
)


def own(domain, name):
    """A predicate that one domain has for itself."""
    scope = {}
    [path] = [folder / "signals.py" for folder in FOLDERS if folder.name == domain]
    exec(path.read_text(), scope)
    return scope[name]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("seed", range(2))
def test_no_signal_holds_of_a_model_or_a_second_solution(folder, seed):
    authored = Authored(folder)
    draw = Draw(authored, *authored.choose(seed), seed)
    problem = draw.problem()
    for part in problem.parts:
        for source in (part.reference, draw.second(part.number)):
            assert signals(ast.parse(source), problem) == ()


def kind(*methods):
    """A class of methods, each written as `name(parameters): a line; another`."""
    text = "class Store:\n    def __init__(self): self._rows = {}\n"
    for method in methods:
        head, _, body = method.partition(": ")
        lines = body.split("; ")
        text += f"    def {head}:\n" + "".join(f"        {line}\n" for line in lines)
    return text


RECORDS = kind(
    "value(self, key): return self._rows[key][0]",
    "writes(self, key): return self._rows[key][1]",
    "ends(self, key): row = self._rows.get(key); return row[2] if row[1] else None",
)
ENDS = kind(
    "oldest(self): return self._heap[0][0]",
    "newest(self): return self._times[-1]",
    "groups(self): groups = self._made(); return groups[-1]",
    "span(self, key): times = self._rows[key]; return times[-1] - times[0]",
    "gap(self, key): times = self._rows[key]; return times[-1] - times[0]",
    "top(self, n): return sorted(self._rows.items(), key=lambda item: (-item[1].n, item[0]))",
    "last(self, n): return sorted(self._rows.items(), key=lambda item: (-item[1].n, item[0]))",
)
LISTS = kind(
    "add(self, key): log = self._rows[key]; log.append(1)",
    "first(self, key): log = self._rows[key]; return log[0], log[1]",
    "later(self, key): log = self._rows[key]; return log[1], log[2]",
)
TORN = kind(
    "__init__(self): self._values = {}; self._writes = {}; self._ends = {}",
    "put(self, key, x): self._values[key] = x; self._writes[key] = 1; self._ends[key] = 0",
)
THREE = kind(
    "__init__(self): self._values = {}; self._taken = {}; self._watched = {}",
    "put(self, key, value): self._values[key] = value; self._watched[value] = key",
    "snapshot(self, id): self._taken[id] = dict(self._values)",
)
CHECK = "if key not in self._rows or self._rows[key].ends <= self._now: raise KeyError"
LOOKED = "entry = self._rows.get(key); if entry is None: return None"
CONSTANTS = 'ORDER = ["low", "high"]\n__all__ = ["Store"]\nWAITS = {1: 10}\n' + kind(
    "wait(self, n, known=(), waits={1: 2}): return WAITS[n] + len(ORDER) + waits[n]",
    "own(self): ORDER = []; ORDER.append(1); return ORDER",
)
LENGTHS = ("start", "end", "wait")


@pytest.mark.parametrize(
    ("predicate", "held", "honest"),
    [
        (predicates.fields_by_position, RECORDS, [ENDS, LISTS]),
        (predicates.spread_over_dictionaries, TORN, [THREE]),
        (
            predicates.same_check_in_many_methods,
            kind(*(f"{name}(self, key): {CHECK}" for name in "abcd")),
            [kind(*(f"{name}(self, key): {LOOKED}" for name in "abcdef"))],
        ),
        (
            predicates.shared_by_all_objects,
            "ROWS = {}\n" + kind("put(self, key, value): ROWS[key] = value"),
            [CONSTANTS,
             kind("__init__(self): self._log = []", "put(self, x): self._log.append(x)")],
        ),
        (
            predicates.shared_by_all_objects,
            kind("__init__(self, rows=[]): self._rows = rows"),
            [kind("__init__(self, rows=[]): self._rows = list(rows)")],
        ),
        (
            predicates.shared_by_all_objects,
            "class Store:\n    rows = {}\n    def put(self, key): self.rows[key] = 1\n",
            ["class Store:\n    rows = {}\n    def __init__(self): self.rows = {}\n"
             "    def put(self, key): self.rows[key] = 1\n"],
        ),
        (
            predicates.reads_the_machines_clock,
            "import time\n" + kind("now(self): return time.monotonic()"),
            ["from datetime import timedelta\nDAY = timedelta(days=1)\n", "import datetime as d\n",
             "import time\n" + kind("nap(self): time.sleep(0)")],
        ),
        (
            predicates.reads_the_machines_clock,
            "from datetime import datetime\n" + kind("now(self): return datetime.now()"),
            ["from datetime import datetime\n" + kind("start(self): return datetime(2020, 1, 1)")],
        ),
        (
            predicates.copies_in_depth,
            "import copy\n" + kind("save(self): return copy.deepcopy(self._rows)"),
            ["import copy\n" + kind("save(self): return copy.copy(self._rows)")],
        ),
        (
            predicates.one_long_method,
            kind("long(self): " + "; ".join(["x()"] * 60)),
            [kind(*(f"m{n}(self): pass" for n in range(40)))],
        ),
        (
            own("banking-ledger", "changed_in_many_places"),
            kind(*(f"{n}(self, a, sum): a.balance += sum; a.balance -= sum" for n in "abc")),
            [kind(*(f"{n}(self): self._last += 1" for n in "abcdef")),
             kind(*(f"{n}(self, amount): self._moved += amount" for n in "abcdef"))],
        ),
        (
            own("rate-limiter", "divides_in_many_methods"),
            kind(*(f"{name}(self, rule): return self._now // rule.seconds" for name in LENGTHS)),
            [kind("a(self): return self._now // self._length", 'b(self, n): return "%d" % n',
                  "c(self, all): return all // 2", "d(self): return self._day % self._week")],
        ),
        (
            own("rate-limiter", "same_question_in_many_methods"),
            "class Rule:\n    sliding: bool\n"
            + kind(*(f"{name}(self, rule): if rule.sliding: return 1" for name in "abcd")),
            [kind(*(f"{name}(self, one): if one.waiting: return 1" for name in "abcdef"))],
        ),
        (
            own("task-queue", "order_at_every_turn"),
            kind("take(self): return min(self._line)", "list(self): return sorted(self._line)"),
            [kind("take(self, a, b): return min(a, b)", "list(self): return sorted(self._line)",
                  "dead(self): return sorted(self._dead)",
                  "wait(self, n): return max(n, self._now)")],
        ),
        (
            own("task-queue", "front_of_a_list"),
            kind("take(self): return self._line.pop(0)"),
            [kind("take(self): return self._rows.pop(0, None)", "last(self): self._line.pop()")],
        ),
        (
            own("task-queue", "second_by_second"),
            kind("go(self, n): for _ in range(n): self._now += 1"),
            [kind("first(self, n): return [self._at(i) for i in range(n)]",
                  "next(self, n): for _ in range(n): self._line.popleft()")],
        ),
    ],
)  # fmt: skip
def test_a_signal_holds_where_it_is_surely_so_and_nowhere_else(predicate, held, honest):
    assert predicate(ast.parse(held))
    assert [predicate(ast.parse(each)) for each in honest] == [False] * len(honest)
