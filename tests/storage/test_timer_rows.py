"""A timer is a row: it fires once, for one process, or not at all where it was stopped."""

from __future__ import annotations

import pytest
from stored import NOON, after, begin, go_on, session_of

from drills.effects import StartTimer, Step, StopTimer
from drills.events import TimerFired
from drills.model import Phase, Place
from storage.claims import DueTimer
from storage.errors import Duplicate
from storage.store import Store

SERVED = ["script"]


def claim(store: Store, owner: str, seconds: float, **only: str) -> list[str]:
    return [timer.name for timer in store.claim_timers(owner, SERVED, after(seconds), **only)]


def fire(store: Store, timer: DueTimer) -> None:
    """Record that a timer fired, as a step that changes nothing else."""
    session = store.session(timer.session)
    event = TimerFired(timer.due, timer.name, timer.due)
    store.record(f"timer:{timer.id}", event, session, Step(session))


def test_a_timer_is_claimed_when_it_is_due_and_not_before(store: Store) -> None:
    begin(store, session_of(), StartTimer("cap", after(10)))
    assert store.next_due(SERVED) == after(10)
    assert claim(store, "me", 9.999) == []
    (timer,) = store.claim_timers("me", SERVED, after(10))
    assert (timer.session, timer.name, timer.due) == ("s1", "cap", after(10))


def test_due_timers_come_earliest_first(store: Store) -> None:
    begin(store, session_of("s1"), StartTimer("c", after(3)), StartTimer("a", after(1)))
    begin(store, session_of("s2"), StartTimer("b", after(2)), StartTimer("later", after(9)))
    assert claim(store, "me", 5) == ["a", "b", "c"]


def test_a_claimed_timer_is_nobody_elses_until_the_lease_ends(store: Store, another: Store) -> None:
    begin(store, session_of(), StartTimer("cap", after(10)))
    assert claim(store, "me", 10) == ["cap"]
    assert claim(another, "other", 69) == claim(store, "me", 69) == []
    assert another.next_due(SERVED) == after(70)
    assert claim(another, "other", 70) == ["cap"]


def test_a_renewed_claim_lasts_and_a_forgotten_one_is_free(store: Store) -> None:
    begin(store, session_of(), StartTimer("cap", after(10)))
    assert claim(store, "me", 10) == ["cap"]
    store.renew("me", after(50))
    assert claim(store, "other", 100) == []
    store.forget_claims("other")
    assert claim(store, "other", 100) == []
    store.forget_claims("me")
    assert store.next_due(SERVED) == after(10)
    assert claim(store, "other", 100) == ["cap"]


def test_a_timer_that_fired_is_gone(store: Store) -> None:
    begin(store, session_of(), StartTimer("cap", after(10)))
    (timer,) = store.claim_timers("me", SERVED, after(10))
    fire(store, timer)
    assert store.next_due(SERVED) is None
    assert claim(store, "me", 9999) == []


def test_a_timer_fired_by_two_processes_counts_once(store: Store, another: Store) -> None:
    begin(store, session_of(), StartTimer("cap", after(10)))
    (slow,) = store.claim_timers("me", SERVED, after(10))
    (fast,) = another.claim_timers("other", SERVED, after(70))
    fire(another, fast)
    with pytest.raises(Duplicate):
        fire(store, slow)


def test_a_timer_stopped_between_its_claim_and_its_firing_does_not_fire(store: Store) -> None:
    session = begin(store, session_of(), StartTimer("cap", after(10)))
    (timer,) = store.claim_timers("me", SERVED, after(10))
    go_on(store, session, "pause", StopTimer("cap"))
    with pytest.raises(Duplicate):
        fire(store, timer)


def test_a_timer_started_again_replaces_the_one_of_its_name(store: Store) -> None:
    session = begin(store, session_of(), StartTimer("cap", after(10)))
    begin(store, session_of("s2"), StartTimer("cap", after(99)))
    (old,) = store.claim_timers("me", SERVED, after(10))
    go_on(store, session, "again", StartTimer("cap", after(20)))
    with pytest.raises(Duplicate):
        fire(store, old)
    (new,) = store.claim_timers("me", SERVED, after(20))
    assert (new.name, new.due) == ("cap", after(20))
    assert new.id != old.id
    fire(store, new)


def test_the_id_of_a_timer_is_never_used_again(store: Store) -> None:
    session = begin(store, session_of(), StartTimer("a", after(1)))
    (first,) = store.claim_timers("me", SERVED, after(1))
    fire(store, first)
    go_on(store, session, "next", StartTimer("b", after(2)))
    (second,) = store.claim_timers("me", SERVED, after(2))
    assert second.id > first.id
    fire(store, second)  # its key would else be a repeat, and the timer lost


def test_the_end_of_a_session_drops_its_timers(store: Store) -> None:
    session = begin(store, session_of("s1"), StartTimer("cap", after(10)))
    begin(store, session_of("s2"), StartTimer("cap", after(20)))
    (claimed,) = store.claim_timers("me", SERVED, after(10))
    go_on(store, session, "end", StartTimer("late", after(11)), phase=Phase.ENDED)
    assert store.next_due(SERVED) == after(20)
    with pytest.raises(Duplicate):
        fire(store, claimed)


def test_timers_are_told_apart_by_platform_session_and_name(store: Store) -> None:
    begin(store, session_of("s1"), StartTimer("a", NOON), StartTimer("b", NOON))
    begin(store, session_of("s2"), StartTimer("a", NOON))
    elsewhere = Place("terminal", "host", "/home")
    begin(store, session_of("s3", place=elsewhere), StartTimer("a", after(-5)))
    assert store.next_due(SERVED) == store.next_due(SERVED, "s1") == NOON
    assert store.next_due(["terminal"]) == after(-5)
    assert store.next_due(SERVED, "s3") is None
    assert claim(store, "me", 0, session="s1", name="b") == ["b"]
    assert claim(store, "me", 0, session="s2") == ["a"]
    assert claim(store, "me", 0) == ["a"]
