"""Prints the seed that the samples of scenarios were drawn with."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seeds = {
        value
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, value in report.user_properties
        if name == "scenario seed"
    }
    for seed in sorted(seeds):
        terminalreporter.write_line(f"scenarios were drawn with SCENARIO_SEED={seed}")
