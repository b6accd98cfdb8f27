"""Every hostile submission, on every rung that this machine has, seen from outside."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.grader.inside.boot import anyone_may_read
from bot.grader.sandbox import ROOT, Rung

from .arena import UNBOUND, Arena
from .catalogue import Attack, attacks
from .rungs import RUNGS, trouble

KINDS = {attack.kind for attack in attacks()}


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    laid_out = Arena()
    yield laid_out
    laid_out.close()


def everywhere() -> list[object]:
    """Every attack on every rung; the slow ones, which one mechanism stops everywhere, on one."""
    return [
        pytest.param(
            attack,
            rung,
            id=f"{attack}-{rung}",
            marks=[pytest.mark.full] if attack.kind == "cpu" and rung is not RUNGS[0] else [],
        )
        for attack in attacks()
        for rung in RUNGS
    ]


@pytest.mark.parametrize(("attack", "rung"), everywhere())
def test_every_attack_is_stopped(arena: Arena, attack: Attack, rung: Rung) -> None:
    if trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    result = arena.run(attack, rung)
    assert result.stopped(attack.proof), f"{attack.tries} {result}"


@pytest.mark.full
@pytest.mark.parametrize("attack", [a for a in attacks() if a.control], ids=str)
def test_every_attack_succeeds_where_nothing_stops_it(arena: Arena, attack: Attack) -> None:
    result = arena.run(attack, Rung.NONE, UNBOUND)
    assert b"begun" in result.told
    assert not result.checks[attack.proof], f"{attack.tries} {result}"


def python_for_anyone() -> str | None:
    """An interpreter that a user who owns nothing can start, and new enough."""
    own = os.path.realpath(sys._base_executable)
    for path in (own, "/usr/bin/python3", "/usr/local/bin/python3"):
        if not os.path.exists(path) or not anyone_may_read(os.path.dirname(os.path.realpath(path))):
            continue
        asked = [path, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        if subprocess.run(asked, check=False).returncode == 0:
            return path
    return None


@pytest.mark.full
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_attack_of_an_ordinary_user_is_stopped(kind: str) -> None:
    if os.getuid() != 0:
        pytest.skip("this whole run is an ordinary user's")
    python = python_for_anyone()
    if python is None or not anyone_may_read(str(ROOT)):
        pytest.skip("an ordinary user can read no interpreter, or not this folder")
    command = [python, "-B", "-m", "tests.attacks", "--user", "61999", "--kind", kind]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "user 61999" in ran.stdout


def test_every_kind_of_attack_is_in_the_catalogue() -> None:
    kinds = {path.stem for path in Path(__file__).with_name("hostile").glob("*.py")}
    assert kinds == KINDS
    assert len(attacks()) > 45
