"""Draws of the working sessions, as a person gets them and as the probe does."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from content.catalog import Catalog
from content.draw.broken import BrokenContent
from content.session_folder import HEAD
from content.working import Working
from drills.model import Problem
from drills.working import Work, spliced
from storage.codec import dump, load

DOMAINS = [entry.id for entry in Catalog().working() if not entry.codebase]


def drawn(domain: str, seed: int) -> Work:
    work = Catalog().work(domain, seed).work
    assert work is not None
    return work


def test_the_first_domain_is_there() -> None:
    assert "billing-reconciler" in DOMAINS


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_seed_gives_one_draw_and_another_seed_another(domain: str) -> None:
    first = Catalog().work(domain, 7)
    assert first == Catalog().work(domain, 7)
    other = drawn(domain, 8)
    assert first.work is not None
    assert first.work.data != other.data
    assert first.work.books != other.books


@pytest.mark.parametrize("domain", DOMAINS)
def test_at_least_eight_traps_are_drawn_in_the_order_of_the_data(domain: str) -> None:
    work = drawn(domain, 3)
    assert len(work.traps) >= 8
    first = [min(work.data.index(name) for name in trap.touched) for trap in work.traps]
    assert first == sorted(first)


@pytest.mark.parametrize("domain", DOMAINS)
def test_seeds_draw_different_traps(domain: str) -> None:
    drawn_traps = {frozenset(trap.id for trap in drawn(domain, seed).traps) for seed in range(6)}
    assert len(drawn_traps) > 1


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_python_that_only_binds_names(domain: str) -> None:
    work = drawn(domain, 5)
    texts = [work.data, *(books.clean for books in work.books)]
    for books in work.books:
        for trial in books.trials:
            texts.append(spliced(books.clean, trial.splices))
            texts += [spliced(books.clean, twin.splices) for twin in trial.twins]
    names = set()
    for text in texts:
        space: dict[str, object] = {}
        exec(text, {"__builtins__": {}}, space)
        names.add(tuple(space))
    assert len(names) == 1


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_trap_alone_touches_the_rows_that_it_touches_among_the_others(domain: str) -> None:
    work = drawn(domain, 9)
    alone = {trial.trap: set(trial.touched) for trial in work.books[0].trials}
    assert alone == {trap.id: set(trap.touched) for trap in work.traps}


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_a_person_sees_first_names_no_trap(domain: str) -> None:
    work = drawn(domain, 2)
    brief = work.briefed(45)
    assert "Time cap: 45 min." in brief
    assert "{" not in brief
    for trap in work.traps:
        assert trap.id.replace("_", " ") not in brief + work.data
        assert not any(name in trap.ask for name in trap.touched)
        assert any(name in trap.tell for name in trap.touched)
        assert "{" not in trap.ask + trap.notice + trap.tell + trap.proof


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_saved_draw_comes_back_as_it_was(domain: str) -> None:
    problem = Catalog().work(domain, 4)
    kept = dump(problem)
    assert load(Problem, kept) == problem
    assert len(kept) < 400_000


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_draw_takes_no_rendering_to_speak_of(domain: str) -> None:
    catalog = Catalog()
    catalog.work(domain, 0)
    begun = time.process_time()
    for seed in range(1, 6):
        catalog.work(domain, seed)
    assert (time.process_time() - begun) / 5 < 0.5  # ten times what it takes


def test_a_folder_that_says_nothing_of_a_trap_is_refused(tmp_path: Path) -> None:
    there = Catalog().session("billing-reconciler").folder
    for name in (HEAD, "brief.md", "world.py", "traps.py", "walkthrough.toml"):
        (tmp_path / name).write_text((there / name).read_text(encoding="utf-8"), encoding="utf-8")
    walk = tmp_path / "walkthrough.toml"
    walk.write_text(walk.read_text(encoding="utf-8").partition("[exported_twice]")[0])
    with pytest.raises(BrokenContent, match="not both here and in traps"):
        Working(tmp_path).problem(1)
