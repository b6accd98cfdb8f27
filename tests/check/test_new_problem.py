"""`drill new-problem`: what it makes works, and the gate says what a whole problem lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.check import main as check
from bot.check.new_problem import main as new_problem
from content.catalog import Catalog
from content.draw.authored import Authored

QUICK = ["--draws", "2", "--referee", "0", "--costs", "0", "--jobs", "1", "--seed", "3"]


def test_a_new_problem_works_and_the_gate_names_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_problem(["tea-shop"], tmp_path) == 0
    assert "drill check tea-shop" in capsys.readouterr().out
    assert check(["tea-shop", *QUICK], tmp_path) == 1
    said = capsys.readouterr().out
    faults = [line.strip(" ✗") for line in said.splitlines() if line.startswith("  ✗ ")]
    assert [line for line in faults if not line[0].isdigit()] == [
        "nothing is recorded yet; record it with --record",
        "knobs: 2; at least 4 are wanted",
        "behaviours (each knob's options, multiplied): 4; at least 48 are wanted",
        "skins: 2; at least 4 are wanted",
        *(
            f"part {part} has {tests} are wanted"
            for part in (1, 2, 3, 4)
            for tests in ("2 visible tests; 3 to 6", "1 hidden tests; 3 to 5")
        ),
    ]
    assert "100.00% before excuses" in said


def test_the_problem_is_in_the_menu_under_its_title_with_the_minutes_of_its_seniority(
    tmp_path: Path,
) -> None:
    assert new_problem(["tea-shop", "--seniority", "mid-senior"], tmp_path) == 0
    assert new_problem(["bus", "--title", 'The "bus"'], tmp_path) == 0
    bus, shop = Catalog(tmp_path).entries()
    assert (shop.title, shop.seniority, shop.minutes) == (
        "Tea shop",
        "mid–senior",
        (10, 13, 19, 18),
    )
    assert (bus.title, bus.seniority, bus.minutes) == ('The "bus"', "mid", (8, 10, 14, 13))


def test_a_name_that_is_taken_is_refused_and_nothing_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_problem(["tea-shop"], tmp_path) == 0
    digest = Authored(tmp_path / "tea-shop").digest
    capsys.readouterr()
    assert new_problem(["tea-shop", "--title", "Other"], tmp_path) == 1
    assert "There is a problem 'tea-shop' already" in capsys.readouterr().out
    assert Authored(tmp_path / "tea-shop").digest == digest


@pytest.mark.parametrize("name", ["Tea", "tea shop", "tea--shop", "../tea", "-tea", "7"])
def test_a_name_that_no_command_could_take_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        new_problem(["--", name], tmp_path)
    assert left.value.code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert new_problem(["tea-shop"], tmp_path / "file") == 1
    assert "cannot be made: Not a directory." in capsys.readouterr().out
