from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.grader.sandbox import Child, Limits, Rung, spawn
from bot.grader.selftest import choose


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
