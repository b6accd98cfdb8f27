"""Which workspaces an app is installed in is kept; a code that was given out is good once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage.store import Store

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def test_the_last_installation_of_a_workspace_counts_until_it_is_dropped(store: Store) -> None:
    assert store.installation("slack", "T1") is None
    store.keep_installation("slack", "T1", "first")
    store.keep_installation("slack", "T1", "second ✓")
    store.keep_installation("slack", "T2", "other")
    assert store.installation("slack", "T1") == "second ✓"
    store.drop_installation("slack", "T1")
    store.drop_installation("slack", "T1")
    assert store.installation("slack", "T1") is None
    assert store.installation("slack", "T2") == "other"


def test_a_code_is_good_once_and_until_it_ends(store: Store) -> None:
    for code in ("one", "two"):
        store.give_pass(code, NOW + timedelta(minutes=10))
    assert store.take_pass("one", NOW)
    assert not store.take_pass("one", NOW)
    assert not store.take_pass("two", NOW + timedelta(minutes=10))
    assert not store.take_pass("never given", NOW)
