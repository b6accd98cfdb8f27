"""Draws of the codebase kinds: what is handed over, and what tells each fault."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from content.catalog import Catalog
from content.codebase import Codebase, own_tests
from content.draw.broken import BrokenContent
from drills.model import Problem
from drills.working import Repository, Work
from storage.codec import dump, load

KINDS = [entry.id for entry in Catalog().working() if entry.codebase]
KIND = "webhook-receiver"


def kind(id: str = KIND) -> Codebase:
    found = Catalog().session(id)
    assert isinstance(found, Codebase)
    return found


def drawn(id: str, seed: int) -> tuple[Work, Repository]:
    work = Catalog().work(id, seed).work
    assert work is not None
    assert work.repository is not None
    return work, work.repository


@pytest.mark.parametrize("id", KINDS)
def test_a_seed_gives_one_repository_and_another_seed_another(id: str) -> None:
    first = Catalog().work(id, 7)
    assert first == Catalog().work(id, 7)
    assert first.work is not None
    assert first.work.given != drawn(id, 8)[0].given
    assert load(Problem, dump(first)) == first


@pytest.mark.parametrize("id", KINDS)
def test_at_least_eight_faults_are_drawn_and_some_are_seen_by_no_test(id: str) -> None:
    for seed in range(20):
        work, repository = drawn(id, seed)
        assert len(work.traps) >= 8
        shown = [trap for trap in work.traps if kind(id).faults[trap.id].shows]
        assert len(shown) < len(work.traps)
        assert set(repository.tests) < set(own_tests(repository.files))


@pytest.mark.parametrize("id", KINDS)
def test_nothing_that_is_handed_over_names_a_fault_or_has_a_check(id: str) -> None:
    for seed in range(10):
        work, repository = drawn(id, seed)
        handed = "\n".join([work.brief, *repository.files, *repository.files.values()])
        for trap in work.traps:
            assert trap.id not in handed
            assert trap.tell not in handed
        assert f"def {work.traps[0].id}(" in repository.checks


def test_a_draws_names_stand_in_every_text() -> None:
    for seed in range(30):
        work, repository = drawn(KIND, seed)
        name = kind().skin(seed)["Northgate"]
        texts = {"the brief": work.brief, "checks": repository.checks, **repository.files}
        for path, text in texts.items():
            assert name == "Northgate" or "northgate" not in text.lower(), path
        assert name in work.brief


def test_a_draw_takes_no_time_to_speak_of() -> None:
    catalog = Catalog()
    catalog.work(KIND, 0)
    began = time.perf_counter()
    for seed in range(1, 21):
        catalog.work(KIND, seed)
    assert time.perf_counter() - began < 20 * 0.25  # wanted is 0.05 s a draw, on an idle machine


def test_a_passage_that_is_not_there_once_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "receiver"
    shutil.copytree(kind().folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "sound" / "intake" / "deliveries.py"
    path.write_text(path.read_text() + "\n\nKEPT = 96 * 3600  # seconds\n")
    with pytest.raises(BrokenContent, match="kept_briefly: its passage is 2 times"):
        Codebase(folder).problem(1)


def test_a_fault_of_which_nothing_is_said_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "receiver"
    shutil.copytree(kind().folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "walkthrough.toml"
    path.write_text(path.read_text().replace("[kept_early]", "[kept_late]"))
    with pytest.raises(BrokenContent, match=r"kept_early: not both here and in faults\.py"):
        Codebase(folder).problem(1)
