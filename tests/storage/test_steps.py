"""A step is saved whole, once, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stored import (
    ANA,
    BEN,
    NOON,
    PROBLEM,
    after,
    begin,
    go_on,
    grade,
    note_of,
    session_of,
    submission_of,
    submit,
    thread,
)

from drills.effects import KeepNote, Leave, Say, StartTimer, Step, StopTimer
from drills.events import Commanded, Started
from drills.model import Clock, Done, End, Person, Phase, Place, Stage
from storage.errors import Conflict, Duplicate, PlaceTaken
from storage.store import Store

SERVED = ["script"]


def test_a_session_comes_back_with_the_problem_that_it_pinned(store: Store) -> None:
    session = begin(store, session_of())
    assert store.session("s1") == session
    assert store.session_at(session.place) == session
    assert store.problem("s1") == PROBLEM


def test_what_is_not_there_is_a_key_error(store: Store) -> None:
    for lookup in (store.session, store.problem, store.submission):
        with pytest.raises(KeyError):
            lookup("nobody")
    assert store.session_at(thread("empty")) is None


def test_an_event_that_comes_twice_counts_once(store: Store) -> None:
    before = begin(store, session_of())
    after = go_on(store, before, "event-1", Say(("once",)))
    with pytest.raises(Duplicate):
        go_on(store, before, "event-1", Say(("twice",)))  # as it was delivered the first time
    with pytest.raises(Duplicate):
        go_on(store, after, "event-1", Say(("twice",)), asks=9)  # read again and stepped again
    assert store.session("s1") == after
    (claimed,) = store.claim_effects("me", SERVED, after.last_at)
    assert claimed.effect == Say(("once",))
    store.performed(claimed.id, "me")
    assert store.claim_effects("me", SERVED, after.last_at) == []


def test_a_start_that_comes_twice_starts_one_session(store: Store) -> None:
    begin(store, session_of())
    again = session_of("s2", place=thread("thread of s1"))
    with pytest.raises(Duplicate):
        store.record(
            "start:s1", Started(NOON, ANA, again.place, "s2", "s2"), None, Step(again), PROBLEM
        )
    with pytest.raises(KeyError):
        store.session("s2")


def test_who_read_an_older_session_writes_nothing(store: Store, another: Store) -> None:
    before = begin(store, session_of())
    after = go_on(store, before, "event-1")
    timer = StartTimer("cap", NOON)
    note = KeepNote(note_of(before, 1, "lost"))
    with pytest.raises(Conflict):
        go_on(another, before, "event-2", Say(("no",)), timer, note)
    assert store.session("s1") == after
    assert store.claim_effects("me", SERVED, after.last_at) == []
    assert store.next_due(SERVED) is None
    assert store.notes(ANA) == []
    go_on(another, another.session("s1"), "event-2")  # its key is still free


def test_a_place_holds_one_open_session(store: Store) -> None:
    first = begin(store, session_of("s1", place=thread("here")))
    with pytest.raises(PlaceTaken) as refused:
        begin(store, session_of("s2", by=BEN, place=thread("here")))
    assert refused.value.session == first
    go_on(store, first, "end", phase=Phase.ENDED, end=End.ABANDONED)
    assert store.session_at(thread("here")) is None
    second = begin(store, session_of("s2", by=BEN, place=thread("here")))
    assert store.session_at(thread("here")) == second


def test_a_paused_session_still_holds_its_place(store: Store) -> None:
    paused = go_on(store, begin(store, session_of()), "quit", phase=Phase.PAUSED)
    assert store.session_at(paused.place) == paused
    assert store.open_sessions(ANA) == [paused]


def test_notes_are_written_at_once_and_rewritten_in_place(store: Store) -> None:
    one = begin(store, session_of("s1"))
    two = begin(store, session_of("s2"))
    go_on(store, two, "b", KeepNote(note_of(two, 1, "later", after(60))))
    one = go_on(store, one, "c", KeepNote(note_of(one, 1, "graded")))
    go_on(store, one, "d", KeepNote(note_of(one, 1, "closed", after(30))))
    assert [note.text for note in store.notes(ANA)] == ["closed", "later"]
    assert store.notes(BEN) == []
    assert store.claim_effects("me", SERVED, after(999)) == []


def test_every_text_sent_in_is_a_revision(store: Store) -> None:
    first, second = submission_of("x = 1\n"), submission_of("x = 2\n", "other.py")
    session = begin(store, session_of())
    for number, sent in enumerate([first, first, second, first]):  # the second one was unchanged
        session = submit(store, session, f"sent-{number}", sent)
    assert store.submissions("s1") == [first, second, first]
    assert store.submission(second.id) == second
    assert store.submissions("s2") == []


@pytest.mark.parametrize("text", ["", "\0binary\0", "caf\udce9 \u2713 \U0001f600", "\\u0041"])
def test_code_is_kept_to_the_letter(store: Store, text: str) -> None:
    sent = submission_of(text, name="r\udce9sum\0.py")
    submit(store, begin(store, session_of()), "sent", sent)
    assert store.submission(sent.id) == sent


def test_a_folder_whose_name_is_no_utf8_is_a_place(store: Store) -> None:
    by = Person("script", "h\udcf6st", "ana\\")
    place = Place("script", "h\udcf6st", "/tmp/caf\udce9 \\u0041")
    session = begin(store, session_of(by=by, place=place))
    assert store.session_at(place) == session
    assert store.open_sessions(by) == [session]
    assert store.session_at(Place("script", "h\udcf6st", "/tmp/caf\udce9 A")) is None


def test_open_sessions_are_listed_last_touched_first(store: Store) -> None:
    one, two = begin(store, session_of("s1")), begin(store, session_of("s2", at=after(10)))
    begin(store, session_of("s3", by=BEN))
    over = go_on(store, begin(store, session_of("s4")), "end", phase=Phase.ENDED)
    assert over not in store.open_sessions(ANA)
    assert store.open_sessions(ANA) == [two, one]
    one = go_on(store, one, "touch")
    assert store.open_sessions(ANA) == [one, two]


def test_a_person_who_joins_finds_the_session_too(store: Store) -> None:
    session = begin(store, session_of())
    assert store.open_sessions(BEN) == []
    session = go_on(store, session, "join", people=(ANA, BEN))
    assert store.open_sessions(BEN) == [session]
    assert store.open_sessions(ANA) == [session]


def test_an_attempt_says_how_far_a_session_came(store: Store) -> None:
    done = Done(NOON, 300.0, True, (), (), "abc", None)
    stages = (Stage(1, Clock(None, 300.0), (done,)), Stage(2, Clock(NOON)))
    session = begin(store, session_of())
    session = go_on(store, session, "a", stages=stages, clock=Clock(NOON, 100.0))
    (attempt,) = store.attempts(ANA)
    assert (attempt.session, attempt.problem, attempt.place) == ("s1", "kv-store", session.place)
    assert (attempt.seed, attempt.skin, attempt.knobs) == (7, "session-cache", PROBLEM.knobs)
    assert (attempt.parts_passed, attempt.parts, attempt.part) == (1, 2, 2)
    assert attempt.title == PROBLEM.title
    assert (attempt.seconds, attempt.budget) == (160.0, 1200)
    assert (attempt.open, attempt.graded, attempt.started_at) == (True, False, NOON)


def test_a_session_is_an_attempt_from_its_first_grade_on(store: Store) -> None:
    session = submit(store, begin(store, session_of()), "sent", submission_of("x"))
    assert not store.attempts(ANA)[0].graded
    session = grade(store, session, "grade:1")
    assert store.attempts(ANA)[0].graded
    go_on(store, session, "later")
    assert store.attempts(ANA)[0].graded


def test_a_grade_that_came_too_late_makes_no_attempt(store: Store) -> None:
    ended = go_on(store, begin(store, session_of()), "end", phase=Phase.ENDED)
    grade(store, ended, "grade:1", turns=0)
    assert not store.attempts(ANA)[0].graded
    with pytest.raises(Duplicate):
        grade(store, ended, "grade:1", turns=0)


def test_attempts_come_oldest_first(store: Store) -> None:
    for id, seconds in (("a", 20), ("b", 0), ("c", 10)):
        begin(store, session_of(id, at=after(seconds)))
    assert [attempt.session for attempt in store.attempts(ANA)] == ["b", "c", "a"]


def test_what_began_in_one_moment_stays_in_the_order_in_which_it_began(store: Store) -> None:
    names = ["q", "c", "x", "a", "m"]
    for id in names:
        begin(store, session_of(id))
    assert [attempt.session for attempt in store.attempts(ANA)] == names
    assert [session.id for session in store.open_sessions(ANA)] == names[::-1]
    there = thread("thread of m")
    go_on(store, store.session("m"), "end", phase=Phase.ENDED)
    begin(store, session_of("b", place=there))
    last = store.session_at(there, over=True)
    assert last is not None
    assert last.id == "b"


def test_a_seed_may_be_of_any_length(store: Store) -> None:
    session = session_of()
    event = Started(NOON, ANA, session.place, "s1", "s1")
    store.record("k", event, None, Step(session), replace(PROBLEM, seed=10**40))
    assert store.attempts(ANA)[0].seed == 10**40
    assert store.problem("s1").seed == 10**40


def test_a_setting_is_a_persons_own(store: Store) -> None:
    assert store.setting(ANA, "unsandboxed") is None
    store.set_setting(ANA, "unsandboxed", "yes")
    store.set_setting(ANA, "unsandboxed", "no \0")
    assert store.setting(ANA, "unsandboxed") == "no \0"
    assert store.setting(BEN, "unsandboxed") is None
    assert store.setting(ANA, "other") is None


def test_a_step_that_cannot_be_saved_leaves_nothing(store: Store) -> None:
    before = begin(store, session_of())
    naive = NOON.replace(tzinfo=None)
    later = replace(before, turn=2)
    effects = (Say(("half",)), StartTimer("ok", NOON), StartTimer("broken", naive))
    with pytest.raises(Exception, match="no time zone"):
        store.record("k", Commanded(NOON, ANA, "time"), before, Step(later, effects))
    assert store.session("s1") == before
    assert store.claim_effects("me", SERVED, NOON) == []
    assert store.next_due(SERVED) is None
    store.record("k", Commanded(NOON, ANA, "time"), before, Step(later))


def test_effects_and_timers_of_one_step_keep_their_order(store: Store) -> None:
    session = begin(
        store,
        session_of(),
        StopTimer("cap"),
        StartTimer("cap", after(5)),
        Say(("one",)),
        StartTimer("cap", after(9)),
        StartTimer("gone", after(1)),
        StopTimer("gone"),
        Leave(),
    )
    assert store.next_due(SERVED) == after(9)
    seen = []
    while claims := store.claim_effects("me", SERVED, session.last_at):
        for claimed in claims:
            seen.append(claimed.effect)
            store.performed(claimed.id, "me")
    assert seen == [Say(("one",)), Leave()]


def test_a_teams_notes_are_of_all_who_acted_as_its_attempts_are(store: Store) -> None:
    one = begin(store, session_of())
    one = go_on(store, one, "grade", KeepNote(note_of(one, 1, "graded")), people=(ANA, BEN))
    assert [note.text for note in store.notes(BEN)] == ["graded"]
    assert [attempt.session for attempt in store.attempts(BEN)] == ["s1"]
    assert [note.text for note in store.notes(ANA)] == ["graded"]
    assert store.notes(Person("script", "team", "eve")) == []
