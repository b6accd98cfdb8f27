"""Of many threads and processes at one database, one wins, and nothing is done twice or lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Barrier, Lock

import pytest
from stored import ANA, NOON, after, begin, go_on, session_of, thread

from drills.effects import RunTests, Say, StartTimer, Step
from drills.events import TimerFired
from drills.model import Scope
from storage.errors import Conflict, Duplicate, PlaceTaken
from storage.store import Store, open_store

SERVED = ["script"]
RACERS = 6


@pytest.fixture
def stores(url: str, opened: Callable[[str], Store]) -> list[Store]:
    return [opened(url) for _ in range(RACERS)]


def race(stores: Sequence[Store], run: Callable[[Store, int], object]) -> list[object]:
    """Run at the same moment with every store; what each one returned or raised."""
    barrier = Barrier(len(stores))

    def one(number: int) -> object:
        barrier.wait()
        try:
            return run(stores[number], number)
        except (Conflict, Duplicate, PlaceTaken) as refused:
            return refused

    with ThreadPoolExecutor(len(stores)) as pool:
        return list(pool.map(one, range(len(stores))))


def test_one_of_many_wins_a_turn(stores: list[Store]) -> None:
    session = begin(stores[0], session_of())
    for turn in range(5):
        before = session
        ended = race(stores, lambda store, n: go_on(store, before, f"{turn}-{n}", Say((str(n),))))  # noqa: B023
        (session,) = [end for end in ended if not isinstance(end, Conflict)]
        assert stores[0].session("s1") == session
    said = []
    while claims := stores[0].claim_effects("me", SERVED, NOON):
        said += [claimed.effect for claimed in claims]
        stores[0].performed(claims[0].id, "me")
    assert len(said) == 5


def test_one_event_delivered_to_many_counts_once(stores: list[Store]) -> None:
    before = begin(stores[0], session_of())
    ended = race(stores, lambda store, n: go_on(store, before, "one key"))
    won = [end for end in ended if not isinstance(end, Conflict | Duplicate)]
    assert len(won) == 1
    # Who met a conflict reads again and steps again, and then learns that it is a repeat.
    with pytest.raises(Duplicate):
        go_on(stores[1], stores[1].session("s1"), "one key")


def test_one_start_delivered_to_many_starts_one_session(stores: list[Store]) -> None:
    def start(store: Store, number: int) -> object:
        return begin(store, session_of("s1", place=thread("here")))

    ended = race(stores, start)
    assert sum(isinstance(end, Duplicate) for end in ended) == RACERS - 1


def test_one_of_many_gets_the_place(stores: list[Store]) -> None:
    ended = race(stores, lambda store, n: begin(store, session_of(f"s{n}", place=thread("here"))))
    (winner,) = [end for end in ended if not isinstance(end, PlaceTaken)]
    refused = [end for end in ended if isinstance(end, PlaceTaken)]
    assert len(refused) == RACERS - 1
    assert all(end.session == winner for end in refused)
    assert stores[0].open_sessions(ANA) == [winner]


def test_one_of_many_claims_a_timer(stores: list[Store]) -> None:
    for number in range(10):
        begin(stores[0], session_of(f"s{number}"), StartTimer("cap", NOON))
    ended = race(stores, lambda store, n: store.claim_timers(f"p{n}", SERVED, NOON))
    claimed = Counter(timer.id for timers in ended for timer in timers)  # type: ignore[attr-defined]
    missed = stores[0].claim_timers("last", SERVED, NOON)
    claimed.update(timer.id for timer in missed)
    assert len(claimed) == 10
    assert set(claimed.values()) == {1}


def test_one_of_many_claims_a_grade_and_a_message(stores: list[Store]) -> None:
    run = RunTests("grade-1", "abc", 1, Scope.RUN)
    begin(stores[0], session_of(), Say(("one",)), run, Say(("two",)))
    ended = race(stores, lambda store, n: store.claim_effects(f"p{n}", SERVED, NOON))
    claimed = [effect.effect for claims in ended for effect in claims]  # type: ignore[attr-defined]
    assert claimed == [Say(("one",)), run]


def test_many_who_keep_one_setting_end_with_one(stores: list[Store]) -> None:
    race(stores, lambda store, n: store.set_setting(ANA, "unsandboxed", str(n)))
    assert stores[0].setting(ANA, "unsandboxed") in [str(n) for n in range(RACERS)]


def test_messages_keep_their_order_while_many_speak_and_many_send(stores: list[Store]) -> None:
    sessions, rounds = 4, 6
    for number in range(sessions):
        begin(stores[0], session_of(f"s{number}"))
    sent: dict[str, list[object]] = defaultdict(list)
    lock = Lock()

    def work(store: Store, number: int) -> None:
        if number < sessions:
            session = store.session(f"s{number}")
            for turn in range(rounds):
                says = (Say((f"{turn}a",)), Say((f"{turn}b",)))
                session = go_on(store, session, f"{number}-{turn}", *says)
        else:
            send(store, number, rounds * 2)

    def send(store: Store, number: int, tries: int) -> None:
        for _ in range(tries):
            for claimed in store.claim_effects(f"p{number}", SERVED, NOON):
                with lock:
                    sent[claimed.session.id].append(claimed.effect)
                store.performed(claimed.id, f"p{number}")

    race(stores, work)
    send(stores[0], 0, sessions * rounds * 2)
    expected = [Say((f"{turn}{half}",)) for turn in range(rounds) for half in "ab"]
    assert sent == {f"s{number}": expected for number in range(sessions)}


# --- processes -------------------------------------------------------------------------------


def fire_all(url: str, owner: str) -> list[int]:
    """A whole process: claims and fires until no timer is left."""
    store = open_store(url)
    fired = []
    while store.next_due(SERVED) == NOON:
        for timer in store.claim_timers(owner, SERVED, NOON):
            session = store.session(timer.session)
            event = TimerFired(NOON, timer.name, timer.due)
            store.record(f"timer:{timer.id}", event, session, Step(session))
            fired.append(timer.id)
    store.close()
    return fired


def test_of_several_processes_one_fires_each_timer(url: str, store: Store) -> None:
    for number in range(20):
        begin(store, session_of(f"s{number}"), StartTimer("cap", NOON))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as pool:
        fired = list(pool.map(fire_all, [url] * 3, ["a", "b", "c"]))
    assert Counter(id for ids in fired for id in ids).total() == 20
    assert len({id for ids in fired for id in ids}) == 20


def die_before_sending(url: str) -> None:
    """A whole process: decides, claims, and is killed before anything is sent."""
    store = open_store(url)
    begin(store, session_of(), Say(("one",)), Say(("two",)), StartTimer("cap", NOON))
    store.claim_effects("me", SERVED, NOON)
    store.claim_timers("me", SERVED, NOON)
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_a_killed_process_decided_is_done_by_the_next(url: str, store: Store) -> None:
    child = multiprocessing.get_context("spawn").Process(target=die_before_sending, args=(url,))
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
    assert store.session("s1") == session_of()
    store.forget_claims("me")
    said = []
    while claims := store.claim_effects("me", SERVED, after(1)):
        said += [claimed.effect for claimed in claims]
        store.performed(claims[0].id, "me")
    assert said == [Say(("one",)), Say(("two",))]
    assert [timer.name for timer in store.claim_timers("me", SERVED, after(1))] == ["cap"]
