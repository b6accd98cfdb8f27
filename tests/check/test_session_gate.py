"""The gate of the working sessions, on the product's own domain and on damaged copies of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.check.session import drawing, leaks, programs
from bot.check.session.subject import Subject
from content.catalog import Catalog
from content.draw.broken import BrokenContent
from content.working import Working
from drills.working import Call, ProbeCall

DOMAIN = "billing-reconciler"
SEEDS = range(40, 52)
Damage = Callable[[str, str, str], Subject]


@pytest.fixture
def damaged(tmp_path: Path) -> Damage:
    folder = tmp_path / "books"
    shutil.copytree(
        Catalog().session(DOMAIN).folder, folder, ignore=shutil.ignore_patterns("__pycache__")
    )

    def damage(name: str, old: str, new: str) -> Subject:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        return Subject(Working(folder), SEEDS)

    return damage


def test_the_domain_has_no_fault_but_what_programs_may_show() -> None:
    subject = Subject(Catalog().session(DOMAIN), SEEDS)
    examinations = (drawing.found, drawing.held_together, drawing.repeated, leaks.said)
    faults = [fault for examine in examinations for fault in examine(subject)]
    assert faults == []


def test_a_query_that_finds_nothing_is_a_fault(damaged: Damage) -> None:
    subject = damaged("traps.py", 'row["status"] == "void"', 'row["status"] == "voided"')
    assert any("void_document: its query finds nothing" in f.text for f in drawing.found(subject))


def test_a_query_that_finds_something_in_clean_books_is_a_fault(damaged: Damage) -> None:
    subject = damaged("traps.py", 'if " PAYOUT " in row["text"]', 'if "T" in row["text"]')
    faults = [fault.text for fault in drawing.found(subject)]
    assert any(text.startswith("payout_of_card_money: found in clean books") for text in faults)


def test_two_readings_that_are_said_alike_are_a_fault(damaged: Damage) -> None:
    subject = damaged(
        "traps.py",
        '"owed": lambda rows: rows.edit(a, status="issued")',
        '"owed": lambda rows: rows.drop(a)',
    )
    faults = [fault.text for fault in drawing.held_together(subject)]
    assert "void_document: two readings are said alike" in faults


def test_a_hint_in_the_brief_is_a_fault(damaged: Damage) -> None:
    subject = damaged(
        "brief.md", "Real books are messy", "Beware of duplicates. Real books are messy"
    )
    faults = [fault.text for fault in leaks.said(subject)]
    assert faults == ["the brief has the word 'beware'", "the brief has the word 'duplicates'"]


def test_a_section_more_is_a_fault(damaged: Damage) -> None:
    subject = damaged("brief.md", "## Contract", "## Stretch goals\n\n## Contract")
    assert any("Stretch goals" in fault.text for fault in leaks.said(subject))


def test_a_question_with_a_word_of_its_answer_is_a_fault(damaged: Damage) -> None:
    subject = damaged(
        "walkthrough.toml", "Which documents make up", "Which documents (void ones?) make up"
    )
    faults = [fault.text for fault in leaks.said(subject)]
    assert "void_document: its question has a word of the answer: void" in faults


def test_a_comment_on_a_row_is_a_fault(damaged: Damage) -> None:
    folder = damaged("world.py", "relates_to (another", "relates_to (another").working.folder
    rows = folder / "world.py"
    text = rows.read_text(encoding="utf-8").replace("booked (day/month/year)", "booked # twice?")
    rows.write_text(text.replace("    booked #", "\n# booked"), encoding="utf-8")
    faults = [fault.text for fault in leaks.said(Subject(Working(folder), SEEDS))]
    assert "data.py has a comment" in faults


def test_a_program_without_its_truth_is_refused(damaged: Damage) -> None:
    subject = damaged("submissions/truth.toml", "[journal]", "[journals]")
    with pytest.raises(BrokenContent, match="not both a program and a table here"):
        programs.written(subject.working)


def test_only_a_false_handled_or_missed_is_a_fault() -> None:
    right = {"a": (Call.MISSED,), "b": (Call.MISSED,), "c": (Call.HANDLED, Call.APART)}
    made = [ProbeCall("a", Call.HANDLED), ProbeCall("b", Call.UNTOLD), ProbeCall("c", Call.APART)]
    faults, counted = programs.judged(right, made, "journal", 3)
    assert [fault.text for fault in faults] == ["journal: a is called handled, and is missed"]
    assert counted == {"false handled": 1, "not tellable where it was missed": 1, "right": 1}
