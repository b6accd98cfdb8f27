"""Draws that a process of their own renders."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from content.apart import CatalogApart
from content.catalog import Catalog
from content.draw.saved import SavedDraws

LEFT_BEHIND = """
import os, signal
from content.apart import CatalogApart

if __name__ == "__main__":
    catalog = CatalogApart()
    catalog.prepare()
    print(*catalog._renderer._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CatalogApart]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing was drawn before
    catalog = CatalogApart()
    yield catalog
    catalog.close()


def test_a_draw_is_the_same_wherever_it_is_rendered(apart: CatalogApart, tmp_path: Path) -> None:
    here = Catalog(saved=SavedDraws(tmp_path / "here"))
    assert apart.draw("kv-store", 5) == here.draw("kv-store", 5)


def test_an_unknown_problem_is_a_key_error(apart: CatalogApart) -> None:
    with pytest.raises(KeyError):
        apart.draw("kv-stor", 5)


def test_a_renderer_that_was_killed_is_replaced(apart: CatalogApart) -> None:
    apart.prepare()
    assert apart._renderer is not None
    [renderer] = apart._renderer._processes
    os.kill(renderer, signal.SIGKILL)
    assert apart.draw("kv-store", 6).seed == 6


def test_a_killed_server_leaves_no_renderer_behind(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(LEFT_BEHIND)
    server = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    said, _ = server.communicate(timeout=60)  # its standard output closes with the last process
    assert server.returncode == -signal.SIGKILL
    assert said.strip().isdecimal()
