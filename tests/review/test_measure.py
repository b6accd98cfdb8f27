"""Measuring real implementations: whatever the machine is busy with, nobody is accused falsely."""

import gc
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from types import ModuleType

import pytest
from reviewing import COSTS

import bot.grader.inside.measure
from bench.cases import CASES
from bot.grader.inside.counting import counts, usual
from bot.grader.inside.growth import RANKS
from bot.grader.inside.measure import measure, measured

LIVE = [
    "dict: get",
    "heap: pop and push",
    "lazy: erase with compaction now and then",
    "cached: asked again",
    "list: bisect",
    "list: in",
    "list: pop(0)",
    "expiring: fetch by scan of the live",
    "list: duplicates by nested loops",
]

IN_A_DICTIONARY = """
class Store:
    def __init__(self):
        self._values = {}

    def put(self, key, value):
        self._values[key] = value

    def matching(self, prefix):
        return [key for key in self._values if key.startswith(prefix)]
"""

IN_A_LIST = """
class Store:
    def __init__(self):
        self._pairs = []

    def put(self, key, value):
        self._pairs = [pair for pair in self._pairs if pair[0] != key] + [(key, value)]

    def matching(self, prefix):
        return [key for key, _ in self._pairs if key.startswith(prefix)]
"""


def solution(source):
    module = ModuleType("solution")
    exec(source, module.__dict__)
    return module


def told(source, budget=4.0):
    return {each["operation"]: each for each in measure(solution(source), COSTS, budget)}


@pytest.mark.parametrize("name", LIVE)
def test_an_operation_is_never_told_a_class_above_its_own(name):
    [case] = [case for case in CASES if case.name == name]
    kind = measured(case, 0.3)["measured"]
    assert kind is None or RANKS.index(kind) <= RANKS.index(case.expected)


def test_the_corpus_holds_at_least_eighty_operations_and_every_class():
    assert len({case.name for case in CASES}) == len(CASES) >= 80
    assert {case.expected for case in CASES} == set(RANKS)


def test_every_operation_that_is_declared_is_measured_in_its_order():
    found = measure(solution(IN_A_DICTIONARY), COSTS, 4.0)
    assert [(each["operation"], each["expected"]) for each in found] == [
        ("put", "flat"),
        ("matching", "linear"),
    ]
    assert all(each["n"] == "the keys in the store" for each in found)
    assert all(each["reach"] >= 256 for each in found)


def test_a_scan_in_put_is_seen_in_its_steps():
    found = told(IN_A_LIST)["put"]
    assert found["measured"] in ("linear", None)  # None only where the clock was disturbed
    assert told(IN_A_DICTIONARY)["put"]["measured"] in ("flat", None)


def test_an_operation_that_raises_has_no_class_and_spoils_no_other():
    source = IN_A_DICTIONARY.replace("return [key", "raise SystemExit\n        return [key")
    found = told(source)
    assert found["matching"]["measured"] is None
    assert found["matching"]["evidence"] == ""
    assert found["put"]["reach"] >= 256


def test_code_that_treats_counted_strings_otherwise_is_not_counted():
    [case] = [case for case in CASES if case.name == "typed: in a list"]
    assert counts(case, 0.2) is None


def test_what_else_lies_in_the_process_takes_nothing_from_the_budget():
    [case] = [case for case in CASES if case.name == "dict: get"]
    litter = [[] for _ in range(1_000_000)]
    found = counts(case, 0.02)
    del litter
    assert found is not None
    assert found.steps


def test_a_submission_that_stops_the_clock_gains_nothing():
    lying = "import time\ntime.perf_counter_ns = time.process_time_ns = lambda: 0\n" + IN_A_LIST
    kept = time.perf_counter_ns, time.process_time_ns
    try:
        found = told(lying)["put"]
    finally:
        time.perf_counter_ns, time.process_time_ns = kept
    assert found["measured"] in ("linear", None)
    assert found["reach"] >= 256


def test_measuring_leaves_the_process_as_it_was():
    before = gc.isenabled(), sys.gettrace(), sys.modules.get("solution")
    told(IN_A_DICTIONARY, budget=0.1)
    assert (gc.isenabled(), sys.gettrace(), sys.modules.get("solution")) == before
    assert not tracemalloc.is_tracing()


ALONE = """
import sys
import types

sys.path.insert(0, sys.argv[1])
import measure

solution = types.ModuleType("solution")
exec(sys.argv[2], solution.__dict__)
opened = []
sys.addaudithook(lambda event, args: opened.append(args) if event == "open" else None)
found = measure.measure(solution, sys.argv[3], 0.2)
print(len(found), opened)
"""


def test_measuring_needs_the_standard_library_alone_and_opens_no_file():
    inside = Path(bot.grader.inside.measure.__file__).parent
    command = [sys.executable, "-I", "-S", "-E", "-c", ALONE, str(inside), IN_A_DICTIONARY, COSTS]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "2 []\n"


def test_a_rare_clean_up_is_left_out_and_a_frequent_one_is_not():
    assert usual([10] * 31 + [900]) == 10
    assert usual([10, 10, 900] * 10) > 300
