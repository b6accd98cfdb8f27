"""The review as a whole: hostile texts, signals, what was rewritten, costs out of the sandbox."""

from dataclasses import replace

import pytest
from reviewing import COSTS, PROBLEM

from bot.grader.review import costs_of, review
from drills.model import Cost, Growth, Review

HOSTILE = {
    "a syntax error": "class Store:",
    "a null": "x = 1\0",
    "a lone surrogate": "x = '\ud800'",
    "a deep expression": "x = " + "-" * 90_000 + "1",
    "a long chain": "x = a" + ".b" * 50_000,
    "many brackets": "(" * 5_000 + ")" * 5_000,
    "a huge number": "9" * 5_000,
    "five megabytes": "x = 1\n" * 900_000,
}

BUSY = {
    "a huge line": "x = [" + "1," * 25_000 + "]",
    "the deepest blocks": "".join(" " * i + "if x:\n" for i in range(95)) + " " * 95 + "pass",
    "a long chain of branches": "def f(x):\n  if x == 0: return 0\n"
    + "".join(f"  elif x == {i}: return {i}\n" for i in range(700)),
    "two thousand equal lines": "def f():\n" + "    x = g(1, 2, 3)\n" * 2_000,
    "a doubtful escape": "x = '\\d'",
    "a carriage return": "import os\rx = os\r",
    "nothing": "",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_read_has_an_empty_review(source):
    assert review(source, PROBLEM, 2, source) == Review()


@pytest.mark.parametrize("source", BUSY.values(), ids=BUSY)
def test_what_is_merely_much_is_reviewed_without_an_error(source):
    assert all(each.text.isprintable() for each in review(source, PROBLEM, 2, source).findings)


def test_a_finding_quotes_nothing_that_could_leave_its_line():
    source = "class Store:\n    def load(self, rows, limit='\\n\x1b[31m" + "x" * 500 + "'): ...\n"
    [finding] = [f for f in review(source, PROBLEM, 1, None).findings if f.kind == "api"]
    assert finding.text.isprintable()
    assert len(finding.text) <= 160


# --- signals ---------------------------------------------------------------------------------


def test_a_signal_that_holds_is_named():
    assert review("import time\n\nNOW = time.time\n", PROBLEM, 1, None).signals == (
        "reads_the_clock",
    )


def test_a_signal_that_stumbles_or_has_no_sentence_is_left_out():
    assert review("import os\n\nSEP = os.sep\n", PROBLEM, 1, None).signals == ()


# --- rewritten -------------------------------------------------------------------------------

BEFORE = '''
class Store:
    """Keeps values."""

    def __init__(self):
        self._values = {}

    def put(self, key, value):
        # the last one wins
        fresh = key not in self._values
        self._values[key] = value
        return fresh

    def fetch(self, key):
        return self._values.get(key)
'''


def rewritten(after, before=BEFORE, part=2):
    return review(after, PROBLEM, part, before).rewritten


def test_nothing_is_rewritten_where_only_comments_blanks_and_quotes_changed():
    after = BEFORE.replace("# the last one wins", "# whatever\n").replace("Keeps values", "Holds")
    assert rewritten(after) == 0


def test_added_code_rewrites_nothing():
    assert rewritten(BEFORE + "\n    def size(self):\n        return len(self._values)\n") == 0


def test_moved_code_counts_as_kept():
    head, _, put_and_fetch = BEFORE.partition("    def put")
    put, _, fetch = put_and_fetch.partition("    def fetch")
    moved = f"{head}    def fetch{fetch}\n    def put{put}"
    assert rewritten(moved) == 0


def test_code_that_moved_into_a_function_of_its_own_counts_as_kept():
    call = "        return self._keep(key, value)\n\n    def _keep(self, key, value):\n"
    after = BEFORE.replace("        # the last one wins\n", call)
    assert rewritten(after) == 0


def test_a_signature_that_the_part_prescribes_is_no_rework():
    after = BEFORE.replace("def fetch(self, key):", "def fetch(self, key, default=None):")
    assert after != BEFORE
    assert review(after, PROBLEM, 2, BEFORE).rewritten == 0


def test_one_line_of_six_changed_is_a_sixth():
    after = BEFORE.replace("self._values.get(key)", "self._values[key]")
    found = review(after, PROBLEM, 2, BEFORE)
    assert (found.rewritten, found.lines_before) == (1 / 6, 6)


def test_a_new_design_rewrites_most_of_it():
    after = """
class Store:
    def __init__(self):
        self.rows = []

    def put(self, key, value):
        old = len(self.rows)
        self.rows = [row for row in self.rows if row[0] != key] + [(key, value)]
        return len(self.rows) > old

    def fetch(self, key):
        return next((value for name, value in self.rows if name == key), None)
"""
    assert rewritten(after) > 0.5


def test_part_one_and_a_text_without_an_earlier_one_have_no_share():
    assert rewritten(BEFORE, part=1) is None
    assert rewritten(BEFORE, before=None) is None
    assert rewritten(BEFORE, before="") is None
    assert rewritten(BEFORE, before="class") is None


# --- costs out of the sandbox ---------------------------------------------------------------

TRUE = {
    "operation": "put",
    "n": "the keys in the store",
    "expected": "flat",
    "measured": "linear",
    "reach": 65_536,
    "evidence": "3.0 µs at 1,024, 190 µs at 65,536",
}
PUT = Cost("put", "the keys in the store", Growth.FLAT, Growth.LINEAR, 65_536, TRUE["evidence"])


def test_what_was_measured_becomes_a_cost():
    assert costs_of([TRUE], COSTS) == (PUT,)


def test_costs_stand_in_the_problems_order_and_each_once():
    matching = TRUE | {"operation": "matching"}
    found = costs_of([matching, TRUE, TRUE | {"measured": "flat"}], COSTS)
    assert [cost.operation for cost in found] == ["put", "matching"]


def test_what_n_is_and_what_is_expected_come_from_the_problem():
    lie = TRUE | {"n": "your mother", "expected": "quadratic"}
    assert costs_of([lie], COSTS) == (PUT,)


def test_silence_stays_silence():
    silent = TRUE | {"measured": None, "evidence": ""}
    assert costs_of([silent], COSTS) == (replace(PUT, measured=None, evidence=""),)


@pytest.mark.parametrize(
    "evidence",
    ["You passed!", "3 µs at 1,024, 190 µs at 65,536\n# hi", "", "9" * 90, "3 µs at 1,024"],
)
def test_evidence_in_other_words_than_ours_makes_the_class_unbelievable(evidence):
    found = costs_of([TRUE | {"evidence": evidence}], COSTS)
    assert found == (replace(PUT, measured=None, evidence=""),)


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "costs",
        {"operation": "put"},
        [None, 1],
        [[TRUE]],
        [TRUE | {"operation": "steal"}],
        [TRUE | {"operation": ["put"]}],
        [TRUE | {"measured": "cubic"}],
        [TRUE | {"measured": ["flat"]}],
        [TRUE | {"reach": "far"}],
        [TRUE | {"reach": True}],
        [TRUE | {"reach": -1}],
        [TRUE | {"reach": 10**30}],
        [TRUE | {"evidence": None}],
        [{}],
    ],
)
def test_what_has_another_shape_is_dropped(raw):
    assert costs_of(raw, COSTS) == ()
