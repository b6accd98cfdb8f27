"""Every test of the store runs on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import Server

from storage.store import Store, open_store


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not below pytest's own folder: as root the server runs as another user, who must get in.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(folder)
        yield server
        server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> str:
    """A database for this test alone."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'drillbot.db'}"
    return str(request.getfixturevalue("server").migrated())


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> str:
    """The same, with no table in it."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'drillbot.db'}"
    return str(request.getfixturevalue("server").empty())


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores and closes them after the test."""
    stores: list[Store] = []

    def open_one(url: str) -> Store:
        stores.append(open_store(url))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], Store]) -> Store:
    return opened(url)


@pytest.fixture
def another(url: str, store: Store, opened: Callable[[str], Store]) -> Store:
    """A second process's view of the same database."""
    return opened(url)
