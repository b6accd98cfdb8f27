"""The labs' tasks: they have the figures that the drill was asked with, and fresh tables."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from content.catalog import LABS, Catalog
from content.draw.broken import BrokenContent
from content.lab import TABLE, Lab
from drills.kinds.lab import wording

FIGURES = {  # level, minutes, suggestions, visible tests
    "signup-form": ("junior", 30, 4, 8),
    "paginate-results": ("junior", 30, 4, 9),
    "total-cart": ("junior", 30, 4, 8),
    "free-time": ("mid", 45, 4, 10),
    "lru-expiry": ("mid", 45, 4, 7),
    "retry-backoff": ("mid", 40, 5, 10),
    "chunk-documents": ("mid", 40, 4, 8),
    "share-links": ("senior", 45, 4, 8),
    "safe-uploads": ("senior", 45, 5, 12),
    "schema-migrations": ("senior", 40, 4, 6),
    "signed-webhooks": ("staff", 45, 5, 11),
    "feature-flags": ("staff", 45, 4, 9),
    "cursor-feed": ("staff", 45, 5, 7),
    "upcast-events": ("principal", 50, 5, 8),
    "hash-ring": ("principal", 45, 4, 6),
    "shadow-reads": ("principal", 45, 4, 8),
}
CATALOG = Catalog()


@pytest.mark.parametrize("id", CATALOG.lab_ids())
def test_a_task_has_its_level_minutes_suggestions_and_tests(id: str) -> None:
    entry = CATALOG.lab(id).entry
    assert (entry.level, entry.minutes, entry.suggestions, entry.tests) == FIGURES[id]


@pytest.mark.parametrize("id", CATALOG.lab_ids())
def test_a_task_has_a_table_of_every_combination(id: str) -> None:
    problem = CATALOG.task(id)
    assert problem.lab is not None
    assert len(problem.lab.table.rows) == 3 ** len(problem.lab.suggestions)


def test_the_menu_goes_by_level() -> None:
    levels = [entry.level for entry in CATALOG.labs()]
    assert levels == sorted(levels, key=["junior", "mid", "senior", "staff", "principal"].index)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LABS / "total-cart", tmp_path / "total-cart"))


def test_a_table_of_other_files_is_refused_and_says_what_to_do(folder: Path) -> None:
    path = folder / "proposed" / "total.py"
    path.write_text(path.read_text().replace("reverse=True", "reverse=False"))
    with pytest.raises(BrokenContent, match="drill tables total-cart"):
        Lab(folder).problem()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('level = "junior"', 'level = "expert"', "junior, mid"),
        ('truth = "good"', 'truth = "fine"', "fine"),
        ('truth = "good"', 'truth = "insecure"', "a correction for each bad"),
        ('name = "codes"', 'nom = "codes"', "nom: unknown"),
        ('words = ["even"', 'words = ["("', "codes|line"),
        ("minutes = 30", 'minutes = "30"', "minutes"),
    ],
)
def test_a_slip_in_lab_toml_is_named(folder: Path, old: str, new: str, said: str) -> None:
    path = folder / "lab.toml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BrokenContent, match=said):
        Lab(folder).problem()


def test_a_table_that_was_cut_off_is_no_table(folder: Path) -> None:
    (folder / TABLE).write_text("{")
    with pytest.raises(BrokenContent, match="JSON"):
        Lab(folder).problem()


def test_a_table_is_kept_as_it_is_read(folder: Path) -> None:
    lab = Lab(folder)
    kept, text = lab.table(), (folder / TABLE).read_text()
    lab.keep(kept)
    assert Lab(folder).table() == kept
    assert json.loads((folder / TABLE).read_text()) == json.loads(text)


def test_what_a_test_showed_is_kept_to_the_letter(folder: Path) -> None:
    lab = Lab(folder)
    table = replace(lab.table(), details=("assert [1, 2, 3] == [\n1, 2]",))
    lab.keep(table)
    assert Lab(folder).table() == table


@pytest.mark.parametrize("id", CATALOG.lab_ids())
def test_a_readme_is_shown_with_the_paragraphs_and_items_that_it_has(id: str) -> None:
    problem = CATALOG.task(id)
    spec = problem.parts[0].spec
    shown = wording.readme(problem)
    assert read(shown) == read(spec.partition("\n")[2])


def read(markdown: str) -> list[tuple[str, str]]:
    return [
        (token.type, token.content if token.type == "fence" else " ".join(token.content.split()))
        for token in MarkdownIt("commonmark").parse(markdown)
    ]
