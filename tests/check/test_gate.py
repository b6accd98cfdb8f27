"""Each kind of fault, put into a copy of the key-value store, is found and named."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.check import (
    amount,
    examples,
    feedback,
    files,
    gate,
    main,
    published,
    solutions,
    survivors,
    texts,
)
from bot.check.refereed import outcomes
from bot.check.subject import Fault, Subject
from bot.check.survivors import Survivor, Tally
from bot.grader.sandbox import Rung
from content.catalog import PROGRESSIVE
from content.draw.authored import Authored, Excuse
from drills.model import Part

Examination = Callable[[Subject], Iterator[Fault]]
SETTINGS, RAISES = 3, 7  # seeds: one of the skin of settings, one where a missing key raises


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the problem, to be broken."""
    return Path(shutil.copytree(PROGRESSIVE / "kv-store", tmp_path / "kv-store"))


def add(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(path.read_text(encoding="utf-8") + "\n\n" + text, encoding="utf-8")


def change(folder: Path, name: str, pattern: str, new: str) -> None:
    path = folder / name
    text, times = re.subn(pattern, new, path.read_text(encoding="utf-8"), flags=re.M)
    assert times, f"{name} has nothing like {pattern}"
    path.write_text(text, encoding="utf-8")


def found(folder: Path, examination: Examination, seed: int = SETTINGS) -> list[str]:
    return [fault.text for fault in examination(Subject(Authored(folder), seed))]


def test_the_copy_is_sound_before_it_is_broken(folder: Path) -> None:
    subject = Subject(Authored(folder), SETTINGS)
    for examination in gate.EXAMINATIONS:
        assert list(examination(subject)) == []


IDLE_TEST = '@hidden("absent")\ndef test_nothing_at_all():\n    assert True\n'
RIGHT = '@wrong(part=1, fails="absent")\nclass HasNothingWrong(Store):\n    pass\n'
TOO_MUCH = (
    '@wrong(part=1, fails="absent")\nclass AcceptsEverything(Store):\n'
    '    def put(self, key, value):\n        return super().put(key or "x", value)\n'
)
VISIBLE = (
    '@wrong(part=1, fails="absent")\nclass IsAlwaysEmpty(Store):\n'
    "    def size(self):\n        return 0\n"
)
BAD_SECOND = "class Store(Store):\n    def size(self):\n        return 99\n"
BAD_SIGNAL = "def broken(tree):\n    return tree.nothing_of_the_kind\n"
OWN_NAME = "class Shelf:\n    def assign(self):\n        return 1\n"
EARLY = "{% if edge == 'gone' %}This way.{% else %}That way.{% endif %}"


@pytest.mark.parametrize(
    ("name", "addition", "examination", "says"),
    [
        ("second.py", BAD_SECOND, solutions.model_solutions, "second.py at part 1 fails part 1"),
        ("second.py", BAD_SECOND, solutions.model_solutions, "differ after total(): 0 and 99"),
        ("tests/part1.py", IDLE_TEST, solutions.stub, "the stub passes part 1 test_nothing_at_all"),
        ("wrong.py", RIGHT, solutions.wrong_solutions, "HasNothingWrong passes; it declares"),
        ("wrong.py", TOO_MUCH, solutions.wrong_solutions, "AcceptsEverything fails also"),
        ("wrong.py", VISIBLE, solutions.wrong_solutions, "IsAlwaysEmpty fails visible tests"),
        ("part1.md", "```python\n1 + 1  # 3\n```", examples.examples, "shows 3 and gives 2"),
        ("part1.md", "```python\n[][1]\n```", examples.examples, "raises IndexError and does not"),
        ("part1.md", "```python\nint(\n'1')\n# 2\n```", examples.examples, "shows 2 and gives 1"),
        ("part1.md", "It has a clock.", texts.leaks, "the text of part 1 says 'clock'"),
        ("part2.md", "See `mark_id`.", texts.leaks, "the text of part 2 says 'mark_id'"),
        ("part1.md", "Be careful with this.", texts.hints, "part 1 steers: 'careful'"),
        ("part1.md", "See `frobnicate`.", texts.names, "names unknown `frobnicate`"),
        ("part1.md", "Of the knobs.", texts.names, "shows 'knobs'"),
        ("part1.md", "Every key counts.", texts.leftovers, "the text of part 1 still says 'key'"),
        ("part1.md", "Write a class.", texts.leftovers, "the text of part 1 still says 'Write'"),
        ("second.py", OWN_NAME, texts.clashes, "'put' is called that in the skin settings"),
        ("signals.py", BAD_SIGNAL, feedback.signals, "signals.py broken gives AttributeError"),
        ("signals.py", BAD_SIGNAL, feedback.sentences, "no sentence for the signal broken"),
    ],
)
def test_what_was_added_is_found(
    folder: Path, name: str, addition: str, examination: Examination, says: str
) -> None:
    add(folder, name, addition)
    assert [text for text in found(folder, examination) if says in text]


def test_a_category_without_its_wrong_solution_is_named(folder: Path) -> None:
    change(
        folder, "wrong.py", r'^@wrong\(part=1, fails="empty-key"', '@wrong(part=1, fails="absent"'
    )
    assert [
        text for text in found(folder, solutions.wrong_solutions) if "'empty-key' alone" in text
    ]


def test_a_part_that_reworks_earlier_code_must_say_so(folder: Path) -> None:
    change(folder, "problem.toml", r"^reworks = .*", "reworks = [4]")
    assert [text for text in found(folder, solutions.reworks) if "list it in `reworks`" in text]


def with_parts(subject: Subject, *parts: Part) -> Subject:
    """The same draw with parts put in the place of its own."""
    subject.problem = replace(subject.problem, parts=parts)
    return subject


def only(part: Part, hidden: bool) -> Part:
    return replace(part, tests=tuple(test for test in part.tests if test.hidden is hidden))


def test_a_part_whose_hidden_tests_alone_catch_a_shared_copy_must_say_so(folder: Path) -> None:
    subject = Subject(Authored(folder), SETTINGS)
    parts = [replace(only(part, hidden=True), shares=False) for part in subject.parts]
    said = [fault.text for fault in solutions.sharing(with_parts(subject, *parts))]
    assert [text for text in said if text.startswith("part 4 is not in `shares`")]


def test_a_test_that_no_plain_solution_passes_is_found(folder: Path) -> None:
    over_fitted = (
        '@hidden("absent")\ndef test_how_it_is_built():\n    assert type(Store().size).__name__'
        ' == "method"\n'
    )
    add(folder, "tests/part1.py", over_fitted)
    texts_found = found(folder, solutions.plain)
    assert [text for text in texts_found if "test_how_it_is_built" in text]


def test_tests_that_forget_a_method_of_part_1_are_found(folder: Path) -> None:
    subject = Subject(Authored(folder), SETTINGS)
    first, *rest = subject.parts
    first = replace(first, tests=tuple(t for t in first.tests if "empty_key" in t.id))
    said = [f.text for f in solutions.earlier_contracts(with_parts(subject, first, *rest))]
    assert [text for text in said if text.endswith("passes every part 1 test")]


def test_a_knob_that_does_nothing_is_found(folder: Path) -> None:
    change(
        folder,
        "problem.toml",
        r"^\[knobs\].*",
        '[knobs]\nidle = { part = 2, options = ["a", "b"] }',
    )
    subject = Subject(Authored(folder), SETTINGS)
    other = "b" if subject.knobs["idle"] == "a" else "a"
    said = [fault.text for fault in texts.turned(subject, [("idle", other)])]
    assert said == [
        f"turning idle to '{other}' changes nothing in the text of part 2",
        f"turning idle to '{other}' changes no hidden test's expected value",
    ]


def test_a_knob_that_shows_in_an_earlier_part_is_found(folder: Path) -> None:
    add(folder, "part1.md", EARLY)
    subject = Subject(Authored(folder), SETTINGS)
    option = next(o for o in subject.authored.knobs["edge"] if o != subject.knobs["edge"])
    said = [fault.text for fault in texts.turned(subject, [("edge", option)])]
    assert said == [f"turning edge to '{option}' shows in part 1 already (spec)"]


def test_a_file_that_ruff_refuses_is_named(folder: Path) -> None:
    odd = '@hidden("absent")\ndef test_odd():\n    l = Store()\n    assert l.size() == 0\n'
    add(folder, "tests/part1.py", odd)
    said = [fault.text for fault in files.clean(Subject(Authored(folder), SETTINGS))]
    assert len(said) == 1
    assert said[0].startswith("ruff, test_hidden1.py:")
    assert "E741" in said[0]


def test_an_import_that_must_be_first_in_its_file_is_found(folder: Path) -> None:
    change(folder, "tests/part2.py", r"\A", "from __future__ import annotations\n\n")
    assert found(folder, files.grows) == ["`from __future__` cannot stand below other tests"]


def test_a_function_that_means_something_else_in_a_later_part_is_found(folder: Path) -> None:
    for part, word in ((1, "one"), (2, "another")):
        text = f'def filled():\n    return "{word}"\n\n\ndef test_example_it_{word}():\n'
        add(folder, f"tests/part{part}.py", f"{text}    assert filled()\n")
    said = found(folder, files.grows)
    assert said == [
        "the visible tests of part 2 define filled again, which means something else in part 1"
    ]


def test_a_file_that_a_person_sorts_their_imports_in_stays_as_it_is(folder: Path) -> None:
    change(folder, "tests/part1.py", "^import pytest\n", "")
    change(folder, "tests/part1.py", "^from solution import Store\n", r"\g<0>import pytest\n")
    said = [fault.text for fault in files.clean(Subject(Authored(folder), SETTINGS))]
    assert [text for text in said if "test_hidden1.py" in text and "I001" in text]


def test_too_little_is_told_in_figures(folder: Path) -> None:
    change(folder, "problem.toml", r"^(put_gives|missing|order|tie|edge) = .*\n", "")
    change(folder, "feedback.toml", r'^  "Two threads now.*\n', "")
    change(folder, "tests/part4.py", r"^def test_example_a_life", "def no_test")
    assert [fault.text for fault in amount.amount(Authored(folder))] == [
        "knobs: 3; at least 4 are wanted",
        "behaviours (each knob's options, multiplied): 8; at least 48 are wanted",
        "part 1 has 2 follow-up questions; at least 3 are wanted",
        "part 4 has 2 visible tests; 3 to 6 are wanted",
    ]


def test_plain_pytest_must_count_every_test(folder: Path) -> None:
    subject = Subject(Authored(folder), SETTINGS)
    assert list(files.green(subject)) == []
    add(folder, "tests/part4.py", "def test_example_unread(tmp_path):\n    assert False\n")
    broken = Subject(Authored(folder), SETTINGS)
    faults = gate.examine(gate.Order(folder, SETTINGS, mutate=False, flips=())).faults
    assert [f for f in faults if "cannot be drawn" in f.text and "tests/part4.py" in f.text]
    assert str(broken).startswith(f"--seed {SETTINGS} (settings: put_gives=")


def test_a_cost_worse_than_expected_is_told_with_its_evidence(folder: Path) -> None:
    text = cost("store.matching(key)").replace("class erase", "class matching")
    (folder / "costs.py").write_text(text, encoding="utf-8")
    said = [f.text for f in feedback.costs(Subject(Authored(folder), SETTINGS), 2)]
    assert len(said) == 2
    assert re.match(r"reference.py of part 2: \w+ is linear, expected flat \(.* at ", said[0])


def cost(call: str) -> str:
    """A costs.py with one operation on a store full of keys."""
    return (
        "from drawn import cost\nfrom solution import Store\n\n\n"
        '@cost(n="the keys in the store", expected="flat")\n'
        "class erase:\n"
        "    def make():\n        return Store()\n\n"
        "    def fill(store, i, text):\n"
        '        store.put(text(f"user:{i}"), "blue")\n\n'
        '    def args(i, text):\n        return (text(f"user:{i}"),)\n\n'
        f"    def call(store, key):\n        return {call}\n"
    )


def test_an_operation_that_cannot_be_called_twice_is_found(folder: Path) -> None:
    (folder / "costs.py").write_text(cost("store.erase(key)"), encoding="utf-8")
    said = [fault.text for fault in feedback.costs(Subject(Authored(folder), RAISES), 1)]
    assert said == [
        f"{name} of part 1: the growth of delete cannot be told in 3 tries; does `undo` in "
        "costs.py take back what `call` does?"
        for name in ("reference.py", "second.py")
    ]


def test_an_operation_whose_growth_is_left_unsaid_is_no_fault(folder: Path) -> None:
    between = "sum([1 for _ in range(40 * int(store.size() ** 0.5))])"  # neither flat nor linear
    (folder / "costs.py").write_text(cost(between), encoding="utf-8")
    assert list(feedback.costs(Subject(Authored(folder), RAISES), 1)) == []


# --- mutants ----------------------------------------------------------------------------------


def survivor(diff: str, witness: str) -> Survivor:
    return Survivor("--seed 1", "number changed", "Store.put", diff, witness)


def tally(caught: int, *alive: Survivor) -> Tally:
    made = Counter({"number changed": caught + len(alive)})
    return Tally(made, Counter({"number changed": caught}), list(alive))


DIFF = "- self._now = 0\n+ self._now = 1"
EXCUSE = Excuse(("- self._now = 0", "+ self._now = 1"), "inputs", "nothing tells the time")


def judged(found: Tally, *excuses: Excuse, complete: bool = True) -> list[str]:
    return [fault.text for fault in survivors.judged(found, excuses, complete)]


def test_a_survivor_is_told_with_the_diff_that_would_excuse_it() -> None:
    said = judged(tally(99, survivor(DIFF, "inputs")))
    assert len(said) == 1
    assert 'diff = ["- self._now = 0", "+ self._now = 1"]' in said[0]
    assert judged(tally(99, survivor(DIFF, "inputs")), EXCUSE) == []


def test_an_excuse_needs_its_witness() -> None:
    said = judged(tally(99, survivor(DIFF, "")), EXCUSE)
    assert len(said) == 1
    assert "the witness 'inputs' does not excuse this one" in said[0]


def test_an_excuse_is_exact() -> None:
    near = Excuse(("- self._now = 0", "+ self._now = 2"), "inputs", "")
    assert len(judged(tally(99, survivor(DIFF, "inputs")), near, complete=False)) == 1


def test_an_excuse_that_excuses_nothing_is_a_fault() -> None:
    assert judged(tally(99), EXCUSE) == ["unused excuse:\n- self._now = 0\n+ self._now = 1"]
    assert judged(tally(99), EXCUSE, complete=False) == []


def test_excuses_do_not_raise_the_score_and_are_few() -> None:
    said = judged(tally(94, *[survivor(DIFF, "inputs")] * 6), EXCUSE)
    assert said == [
        "94 of 100 mutants are caught: 94.0%; at least 95% must be, before excuses",
        "6 of 100 mutants are excused; at most 5% may be",
    ]


def test_mutants_survive_where_the_hidden_tests_are_taken_away(folder: Path) -> None:
    subject = Subject(Authored(folder), SETTINGS)
    whole = survivors.hunt(with_parts(subject, *subject.parts[:2]))
    visible = Subject(Authored(folder), SETTINGS)
    parts = [only(part, hidden=False) for part in visible.parts[:2]]
    less = survivors.hunt(with_parts(visible, *parts))
    assert less.made == whole.made
    assert less.caught.total() < whole.caught.total()
    assert any(survivor.witness == "" for survivor in less.survivors)


# --- what is published ------------------------------------------------------------------------


def changes(folder: Path) -> list[str]:
    now = published.present(Authored(folder))
    return [fault.text for fault in published.changes(published.recorded(folder), now)]


def test_what_was_recorded_is_not_a_fault_and_nothing_recorded_is(folder: Path) -> None:
    (folder / published.FILE).unlink(missing_ok=True)
    assert changes(folder) == ["nothing is recorded yet; record it with --record"]
    published.record(folder, published.present(Authored(folder)))
    assert changes(folder) == []


def test_a_changed_test_a_new_category_and_a_lost_operator_are_faults(folder: Path) -> None:
    published.record(folder, published.present(Authored(folder)))
    add(folder, "tests/part1.py", IDLE_TEST)
    change(folder, "problem.toml", r"^empty-key = .*", 'empty-key = "no key"')
    change(folder, published.FILE, r'^"copy removed" = .*', '"copy removed" = 999')
    said = changes(folder)
    assert [text.partition(" under")[0] for text in said[:2]] == [
        "tests changed",
        "categories changed",
    ]
    assert "part1.test_nothing_at_all" in said[0]
    assert said[2].startswith("copy removed: ")
    assert "999 were recorded" in said[2]
    change(folder, "problem.toml", r"^version = .*", "version = 99")
    assert changes(folder)[0] == "version 99 is not recorded yet; use --record"


def test_recording_again_never_lowers_a_floor(folder: Path) -> None:
    published.record(folder, published.present(Authored(folder)))
    change(folder, published.FILE, r'^"copy removed" = .*', '"copy removed" = 999')
    published.record(folder, published.present(Authored(folder)))
    kept = published.recorded(folder)
    assert kept is not None
    assert kept.mutants["copy removed"] == 999


# --- through the referee ----------------------------------------------------------------------


def test_a_test_that_ends_otherwise_through_the_referee_is_found(folder: Path) -> None:
    identity = (
        '@hidden("absent")\ndef test_identity():\n    store = Store()\n'
        '    value = "".join(["b", "lue"])\n    store.put("user:ada", value)\n'
        '    assert store.fetch("user:ada") is value\n'
    )
    add(folder, "tests/part1.py", identity)
    told = outcomes(Subject(Authored(folder), SETTINGS), "0", 1, Rung.NONE)
    assert told.here["reference.py of part 1"] == {}
    assert told.there["reference.py of part 1"] == {"part 1 test_identity": "failed"}


# --- the whole --------------------------------------------------------------------------------

QUICK = ["--draws", "1", "--mutants", "0", "--referee", "0", "--costs", "0", "--jobs", "1"]


def test_the_shipped_problem_passes_on_a_draw_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["kv-store", *QUICK, "--mutants", "1"])
    assert status == 0, capsys.readouterr().out


@pytest.mark.full
def test_the_shipped_problem_passes_the_whole_gate(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--draws", "24", "--referee", "2", "--costs", "2"])
    assert status == 0, capsys.readouterr().out


def test_the_command_fails_and_names_the_fault_and_its_draw(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(folder, "part1.md", "It has a clock.")
    assert main(["kv-store", "--seed", "3", *QUICK], folder.parent) == 1
    said = capsys.readouterr().out
    assert "the text of part 1 says 'clock'" in said
    assert "--seed 3 (settings: " in said


def test_the_command_names_what_there_is_when_a_problem_is_unknown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kv-stor"], folder.parent) == 2
    assert "There is: kv-store." in capsys.readouterr().out


def test_a_draw_that_cannot_be_made_is_a_fault_and_not_a_crash(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "second.py").unlink()
    assert main(["kv-store", *QUICK], folder.parent) == 1
    assert "second.py" in capsys.readouterr().out


def test_code_that_breaks_while_it_is_drawn_is_a_fault_and_not_a_crash(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(folder, "reference.py", "undefined()\n")
    assert main(["kv-store", *QUICK], folder.parent) == 1
    assert "cannot be drawn: NameError: name 'undefined'" in capsys.readouterr().out


def test_draws_are_chosen_so_that_every_option_and_skin_is_seen() -> None:
    from bot.check import sample

    authored = Authored(PROGRESSIVE / "kv-store")
    seeds = sample.sample(authored, 6, 1000)
    assert len(set(seeds)) == 6
    assert sample.unseen(authored, seeds) == []
    assert seeds == sample.sample(authored, 6, 1000)
    assert sample.unseen_pairs(authored, seeds) < sample.unseen_pairs(authored, seeds[:3])


def test_every_knob_is_turned_to_every_option_by_one_of_the_draws() -> None:
    authored = Authored(PROGRESSIVE / "kv-store")
    plan = gate.Plan(draws=4, seed=1000, mutated=0, costs=0, referee=0, jobs=1)
    turned = {flip for order in gate.orders(authored, plan) for flip in order.flips}
    assert turned == {(knob, o) for knob, options in authored.knobs.items() for o in options}
