from __future__ import annotations

from collections.abc import Callable

import pytest
from _pytest.assertion import util

from bot.grader.sandbox import Child, Limits, Rung, spawn
from bot.grader.selftest import choose


@pytest.fixture(autouse=True)
def plain_assertions(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a worker, where no session of pytest adds its comparisons to what a test says."""
    monkeypatch.setattr(util, "_reprcompare", None)


@pytest.fixture(scope="session")
def rung(tmp_path_factory: pytest.TempPathFactory) -> Rung:
    """The best sandbox of this machine."""
    found = choose(tmp_path_factory.mktemp("selftest") / "selftest.json").rung
    if found is Rung.NONE:
        pytest.skip("no sandbox works here")
    return found


@pytest.fixture
def sandboxed(rung: Rung) -> Callable[[], Child]:
    return lambda: spawn(rung, Limits(cpu_seconds=3600))
