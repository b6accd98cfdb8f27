"""Each kind of an author's mistake, put into a copy of a lab, is found and named."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.check.lab import candidates, files, rewrites, tells, truths
from bot.check.lab.gate import examine, tabled, together
from bot.check.lab.subject import Fault, Subject
from content.catalog import LABS
from content.lab import Lab
from drills.task import Truth

Examination = Callable[[Subject], Iterator[Fault]]


@pytest.fixture
def cart(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LABS / "total-cart", tmp_path / "total-cart"))


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text, f"{name} has nothing like {old}"
    path.write_text(text.replace(old, new, 1))


def found(folder: Path, examination: Examination) -> list[str]:
    return [fault.text for fault in examination(Subject(Lab(folder)))]


def test_the_copy_is_sound_before_it_is_broken(cart: Path) -> None:
    findings = examine(cart, slow=False)
    assert [fault.text for fault in findings.faults] == []
    assert (findings.combinations, findings.distinct, findings.tests) == (81, 54, 8)


FAILS = '"test_a_weighed_line_rounds_half_a_cent_up"'
TWO_OWNERS = """

def read_codes(typed: list[str]) -> list[str]:
    return []
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "examination", "said"),
    [
        ("lab.toml", FAILS, '"test_pieces_add_up"', truths.truths, "line: accepted it fails"),
        ("lab.toml", FAILS, '"test_pices"', truths.truths, "there is no test test_pices"),
        ("proposed/codes.py", ".upper()", "", truths.truths, "codes: accepted it fails"),
        ("proposed/codes.py", '("", None)', '("x", None)', truths.truths, "judged broken"),
        (
            "corrected/discount.py",
            "goods >= FIVER",
            "goods - off >= FIVER",
            truths.truths,
            "discount, corrected: judged flawed",
        ),
        (
            "corrected/line.py",
            "ROUND_HALF_UP)",
            '"ROUND_UP")',
            truths.reference,
            "fails probe_line",
        ),
        ("proposed/total.py", "\n\n\n", TWO_OWNERS + "\n\n", truths.pieces, "belongs to codes"),
        ("probes.py", "!= 248", "!= 247", truths.truths, "judged broken, not flawed"),
        ("probes.py", "def flaw_total", "def probe_total_x", truths.truths, "a flaw_ for each bad"),
        ("lab.toml", 'where = "cart.lines.sort"', 'where = "x"', truths.pieces, "`where` is not"),
        ("tests.py", "def test_the_total", "def no_total", truths.pieces, "turns no test green"),
        ("corrected/total.py", "goods = sum", "lines = sum", files.clean, "Undefined name `goods`"),
        ("proposed/line.py", "return round", "return  round", files.clean, "`ruff format`"),
        ("rewrites.py", "ROUND_FLOOR))", "ROUND_FLOOR)) + 1", rewrites.rewrites, "right_line is"),
        ("rewrites.py", "def right_total", "def rigt_total", rewrites.rewrites, "no right_total"),
        ("probes.py", "def probe_discount_only", "def no_x", truths.solid, "no test or probe sees"),
        ("lab.toml", "+ 51) // 100", "+ 52) // 100", truths.solid, "an excuse that nothing needs"),
        ("lab.toml", "Multiplies the", "Correctly multiplies the", tells.words, '"correctly"'),
        ("lab.toml", "Cleans up", "Cleans " + "up " * 30, tells.words, "words; 15 to 35"),
        (
            "lab.toml",
            "Lines are put in order",
            "A sort puts them",
            tells.words,
            "faulty call, sort",
        ),
        ("proposed/total.py", "    goods", "    # adds up\n    goods", tells.words, "a comment"),
        ("proposed/line.py", "round(", "int(0.4 + ", files.fresh, "out of date"),
    ],
)
def test_a_mistake_is_named(
    cart: Path, file: str, old: str, new: str, examination: Examination, said: str
) -> None:
    change(cart, file, old, new)
    assert any(said in text for text in found(cart, examination)), found(cart, examination)


def test_a_fragment_that_uses_what_a_rejected_one_brings_is_found(cart: Path) -> None:
    change(cart, "corrected/discount.py", "FIVER_CENTS\n", "extra_cents()\n")
    change(
        cart, "corrected/line.py", "\n\n\ndef", "\n\n\ndef extra_cents():\n    return 500\n\n\ndef"
    )
    assert any("Undefined name `extra_cents`" in text for text in found(cart, files.clean))


def test_an_order_that_matters_is_found(cart: Path) -> None:
    # An alias is nothing that two fragments can share.
    change(cart, "corrected/line.py", "    exact", "    import math\n\n    exact")
    assert found(cart, truths.order) == []
    change(cart, "cart.py", "def cart_total", "import math\n\n\ndef cart_total")
    change(cart, "corrected/line.py", "from decimal", "import math\nfrom decimal")
    change(cart, "corrected/discount.py", "from cart", "import math\n\nfrom cart")
    assert found(cart, truths.order) == []


def test_a_task_that_cannot_be_run_is_told_in_a_sentence(cart: Path) -> None:
    change(cart, "probes.py", "def flaw_line", "def flaw_lines")
    assert "of no suggestion" in examine(cart, slow=False).faults[0].text


def test_a_loop_without_end_is_a_failure_and_ends(cart: Path) -> None:
    change(cart, "proposed/line.py", "return round", "while True: pass\n    return round")
    assert any("accepted it fails" in text for text in found(cart, truths.truths))


def test_a_table_is_computed_and_then_fresh(cart: Path) -> None:
    change(cart, "proposed/line.py", "round(", "int(0.4 + ")
    assert tabled(cart) == (81, "")
    assert found(cart, files.fresh) == []


def test_flat_policies_and_few_good_ones_are_told_by_the_score() -> None:
    suggestions = Lab(LABS / "total-cart").suggestions
    all_bad = [replace(s, truth=Truth.SUBTLE, fails=("t",)) for s in suggestions]
    assert candidates.judged(suggestions) == []
    assert any("rejects all" in fault.text for fault in candidates.judged(all_bad))


def test_looks_that_foretell_the_truth_are_a_fault_where_there_are_enough_of_them() -> None:
    bad, good = (s for s in Lab(LABS / "total-cart").suggestions if s.name in ("codes", "line"))

    def look(lines: float) -> tells.Looks:
        return {"diff lines": lines, "words": 20, "sentences": 1, "position": 0.5}

    told = [(good, look(9)), (bad, look(3))]
    assert tells.areas(told)["diff lines"] == 0
    assert tells.areas(told)["words"] == 0.5
    assert tells.foretold(told) == []
    [fault] = tells.foretold(told * 15)
    assert "diff lines tells good from bad: 0.00" in fault.text


def test_all_labs_together_are_judged_too(cart: Path) -> None:
    findings = examine(cart, slow=False)
    assert together([findings]) == []
