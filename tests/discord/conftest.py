"""Prints the seed that the scenarios were drawn with."""

from __future__ import annotations

import pytest

SEED = "scenario seed"  # the property of a test that the report shows


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found = {
        value
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, value in report.user_properties
        if name == SEED
    }
    for seed in sorted(found):
        terminalreporter.write_line(f"Discord's scenarios: SCENARIO_SEED={seed}")
