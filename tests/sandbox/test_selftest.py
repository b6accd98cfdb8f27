"""The choice of a rung: what is tried, what is remembered, and what is said."""

import json
import stat
from pathlib import Path

import pytest
from attacks.rungs import trouble

from bot.grader import selftest
from bot.grader.inside.probes import PROBES
from bot.grader.sandbox import Rung
from bot.grader.selftest import Probe, SelfTest, Trial, choose, try_rung


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return str(path)


def remember(cache: Path) -> SelfTest:
    """A first choice, quick because it ends at rung B or B′ with one rung tried in vain."""
    return choose(cache, bubblewrap="no-such-program")


@pytest.mark.parametrize("rung", [Rung.BUBBLEWRAP, Rung.LOCKDOWN, Rung.SECCOMP])
def test_a_rung_that_works_stops_every_probe(rung: Rung, tmp_path: Path) -> None:
    if trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    found = choose(tmp_path / "rung", forced=rung)
    assert found.rung is rung
    (trial,) = found.trials
    assert [probe.name for probe in trial.probes] == list(PROBES)
    assert all(probe.stopped for probe in trial.probes)
    assert not (tmp_path / "rung").exists()


def test_the_probes_see_that_there_is_no_sandbox() -> None:
    """The control: without a sandbox each of them does what it tries."""
    trial = try_rung(Rung.NONE)
    bounded = {"take too much memory", "take too much time"}  # resource limits hold here as well
    assert not trial.passed
    assert {probe.name for probe in trial.probes if probe.stopped} == bounded


def test_without_bubblewrap_the_next_rung_is_taken_and_the_way_to_a_better_one_is_told(
    tmp_path: Path,
) -> None:
    found = remember(tmp_path / "rung")
    assert found.rung in (Rung.LOCKDOWN, Rung.SECCOMP)
    assert found.trials[0].rung is Rung.BUBBLEWRAP
    assert found.trials[0].trouble == "no-such-program is not installed"
    if "debian" in Path("/etc/os-release").read_text().lower():
        assert found.advice == ("For a stronger sandbox: sudo apt install bubblewrap",)
    assert "  ✗ could not run ordinary code: no-such-program is not installed" in found.lines()


def test_a_bubblewrap_that_cannot_make_namespaces_is_passed_over(tmp_path: Path) -> None:
    broken = program(
        tmp_path / "bwrap", "echo 'bwrap: No permissions to create a new namespace' >&2; exit 1"
    )
    found = choose(tmp_path / "rung", bubblewrap=broken)
    assert found.rung in (Rung.LOCKDOWN, Rung.SECCOMP)
    assert found.trials[0].trouble == "bwrap: No permissions to create a new namespace"
    assert any("No permissions" in line for line in found.advice)


def test_a_bubblewrap_that_does_not_isolate_is_passed_over(tmp_path: Path) -> None:
    """It runs the program as it is; the lockdown notices that it is not inside."""
    script = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'
    found = choose(tmp_path / "rung", bubblewrap=program(tmp_path / "bwrap", script))
    assert found.rung is not Rung.BUBBLEWRAP


def test_a_choice_is_remembered_for_the_same_machine(tmp_path: Path) -> None:
    cache = tmp_path / "deep" / "rung"
    first = remember(cache)
    saved = json.loads(cache.read_text())
    saved["advice"] = ["read from the file"]
    cache.write_text(json.dumps(saved))
    again = remember(cache)
    assert again.advice == ("read from the file",)
    assert (again.rung, again.trials) == (first.rung, first.trials)
    assert choose(cache, fresh=True, bubblewrap="no-such-program") == first


FOUND = SelfTest(Rung.LOCKDOWN, (Trial(Rung.LOCKDOWN, (Probe("read a file", True),)),), ("advice",))


def test_a_damaged_memory_counts_as_none(tmp_path: Path) -> None:
    cache = tmp_path / "rung"
    selftest._remember(cache, "this machine", FOUND)
    assert selftest._remembered(cache, "this machine") == FOUND
    assert selftest._remembered(cache, "another machine") is None
    whole = cache.read_text()
    for text in ("", "{", "[]", "null", whole[:-9], whole.replace('"B"', '"Z"'), "\0\xff"):
        cache.write_text(text)
        assert selftest._remembered(cache, "this machine") is None, text


def test_another_bubblewrap_is_another_machine(tmp_path: Path) -> None:
    before = selftest._machine(program(tmp_path / "bwrap", "exit 1"))
    assert selftest._machine(str(tmp_path / "bwrap")) == before
    program(tmp_path / "bwrap", "exit 2")
    assert selftest._machine(str(tmp_path / "bwrap")) != before
    assert selftest._machine("no-such-program") != before


def test_a_place_that_cannot_be_written_costs_only_the_memory(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    selftest._remember(in_the_way / "rung", "this machine", FOUND)
    assert selftest._remembered(in_the_way / "rung", "this machine") is None


def test_a_rung_with_one_probe_not_stopped_is_not_used() -> None:
    trial = Trial(Rung.LOCKDOWN, (Probe("read a file", True), Probe("start a process", False)))
    assert not trial.passed
    assert SelfTest(Rung.NONE, (trial,)).lines() == [
        "sandbox: rung none (no sandbox)",
        "rung B is not used: Landlock, seccomp and resource limits",
        "  ✓ could not read a file",
        "  ✗ COULD start a process",
    ]
