"""The databases that the conversation is played on, and the kills' seed in the report."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest

from tests.storage.postgres import Server

KILLS = "kills"  # the property of a test that the report shows


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not below pytest's own folder: as root the server runs as another user, who must get in.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(folder)
        yield server
        server.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, value in report.user_properties:
                if name == KILLS:
                    terminalreporter.write_line(f"crashes: {value}")
