"""What was decided is done: in order, by one process at a time, also after a crash."""

from __future__ import annotations

from stored import ANA, NOON, after, begin, go_on, session_of

from drills.effects import Announce, Choice, Effect, Leave, RunTests, Say, Settle
from drills.model import Phase, Place, Scope
from storage.store import Store

SERVED = ["script"]
ONE, TWO, THREE = Say(("one",)), Say(("two",)), Say(("three",))
RUN = RunTests("grade-1", "abc", 1, Scope.RUN)


def claim(store: Store, owner: str, seconds: float = 0, session: str | None = None) -> list[Effect]:
    return [c.effect for c in store.claim_effects(owner, SERVED, after(seconds), session)]


def perform(store: Store, owner: str, seconds: float = 0) -> list[Effect]:
    """Claim and perform until nothing waits."""
    seen = []
    while claims := store.claim_effects(owner, SERVED, after(seconds)):
        for claimed in claims:
            seen.append(claimed.effect)
            store.performed(claimed.id, owner)
    return seen


def test_effects_are_performed_once_in_the_order_that_they_were_decided(store: Store) -> None:
    session = begin(store, session_of(), ONE, TWO)
    go_on(store, session, "next", THREE, Leave())
    assert perform(store, "me") == [ONE, TWO, THREE, Leave()]
    assert perform(store, "me", 9999) == []


def test_the_next_message_waits_until_the_one_before_it_is_sent(
    store: Store, another: Store
) -> None:
    begin(store, session_of(), ONE, TWO)
    (first,) = store.claim_effects("me", SERVED, NOON)
    assert claim(another, "other") == []
    assert claim(store, "me") == []
    store.performed(first.id, "me")
    assert claim(another, "other") == [TWO]


def test_a_message_that_failed_holds_back_the_later_ones_until_it_is_sent(store: Store) -> None:
    begin(store, session_of(), ONE, TWO)
    (first,) = store.claim_effects("me", SERVED, NOON)
    store.release(first.id, "me", after(30))
    assert claim(store, "me", 29) == []
    assert perform(store, "me", 30) == [ONE, TWO]


def test_a_failed_message_of_one_session_holds_back_no_other_session(store: Store) -> None:
    begin(store, session_of("s1"), ONE)
    begin(store, session_of("s2"), TWO)
    first = store.claim_effects("me", SERVED, NOON)[0]
    store.release(first.id, "me", after(30))
    begin(store, session_of("s3"), THREE)
    assert claim(store, "me", 1) == [THREE]


def test_a_grade_holds_nothing_up_and_waits_for_nothing(store: Store) -> None:
    session = begin(store, session_of(), ONE, RUN, TWO)
    claims = store.claim_effects("me", SERVED, NOON)
    assert [c.effect for c in claims] == [ONE, RUN]
    store.performed(claims[0].id, "me")
    assert perform(store, "me") == [TWO]
    go_on(store, session, "next", THREE)
    assert perform(store, "me") == [THREE]


def test_a_claim_carries_the_session_as_it_stands_now(store: Store) -> None:
    session = begin(store, session_of(), ONE)
    session = go_on(store, session, "next", phase=Phase.PAUSED)
    (claimed,) = store.claim_effects("me", SERVED, NOON)
    assert claimed.session == session


def test_after_a_crash_the_same_owner_performs_the_rest_at_once(store: Store) -> None:
    begin(store, session_of(), ONE, TWO)
    (first,) = store.claim_effects("me", SERVED, NOON)
    store.keep_receipt(first.id, "message 17")
    # Here the process dies. The next one of the same owner:
    store.forget_claims("me")
    (again,) = store.claim_effects("me", SERVED, after(1))
    assert (again.id, again.effect, again.receipt, again.tries) == (first.id, ONE, "message 17", 2)
    assert store.tries(first.id) == 2


def test_forgetting_claims_leaves_those_of_others(store: Store) -> None:
    begin(store, session_of(), ONE)
    assert claim(store, "other") == [ONE]
    store.forget_claims("me")
    assert claim(store, "me") == []


def test_a_claim_whose_lease_ended_is_taken_by_another_process(
    store: Store, another: Store
) -> None:
    begin(store, session_of(), ONE)
    (lost,) = store.claim_effects("me", SERVED, NOON)
    assert claim(another, "other", 59) == []
    (taken,) = another.claim_effects("other", SERVED, after(60))
    assert (taken.id, taken.tries) == (lost.id, 2)
    store.performed(lost.id, "me")  # too late: it is no longer the owner's
    store.release(lost.id, "me", NOON)
    assert claim(store, "me", 61) == []
    another.performed(taken.id, "other")
    assert claim(store, "me", 9999) == []


def test_a_lease_that_is_renewed_does_not_end(store: Store, another: Store) -> None:
    begin(store, session_of(), ONE)
    assert claim(store, "me") == [ONE]
    for seconds in range(20, 200, 20):
        store.renew("me", after(seconds))
        another.renew("other", after(seconds))
        assert claim(another, "other", seconds + 39) == []
    assert claim(another, "other", 180 + 60) == [ONE]


def test_a_clock_set_back_delays_no_message(store: Store) -> None:
    begin(store, session_of(), ONE)
    assert claim(store, "me", -86400) == [ONE]


def test_a_process_performs_only_what_its_platforms_can(store: Store) -> None:
    begin(store, session_of("s1", place=Place("slack", "team", "t1")), ONE)
    begin(store, session_of("s2", place=Place("terminal", "host", "/home")), TWO)
    assert claim(store, "me") == []
    (found,) = store.claim_effects("me", ["terminal", "script"], NOON)
    assert found.effect == TWO
    (found,) = store.claim_effects("me", ["slack"], NOON)
    assert found.effect == ONE


def test_a_terminal_performs_only_what_belongs_to_its_own_session(store: Store) -> None:
    begin(store, session_of("s1"), ONE, RUN)
    begin(store, session_of("s2"), TWO)
    assert claim(store, "me", session="s2") == [TWO]
    assert claim(store, "me", session="s3") == []
    assert claim(store, "me", session="s1") == [ONE, RUN]


def test_what_an_ended_session_still_had_to_say_is_said(store: Store) -> None:
    session = begin(store, session_of(), ONE)
    go_on(store, session, "end", TWO, Settle(1, "yes", ANA), phase=Phase.ENDED)
    assert perform(store, "me") == [ONE, TWO, Settle(1, "yes", ANA)]


def sent(store: Store, **receipts: str) -> None:
    """Perform everything; a message whose first word is named here leaves that receipt."""
    while claims := store.claim_effects("me", SERVED, NOON):
        for claimed in claims:
            effect = claimed.effect
            text = effect.text if isinstance(effect, Announce) else str(effect.blocks[0])
            store.keep_receipt(claimed.id, receipts.get(text, ""))
            store.performed(claimed.id, "me")


def test_a_message_that_took_the_place_of_another_is_found_by_their_name(store: Store) -> None:
    running, ran = Say(("running",), name="grade:1", progress=True), Say(("ran",), name="grade:1")
    session = begin(store, session_of(), running, Say(("other",), name="grade:2"))
    begin(store, session_of("s2"), Say(("elsewhere",), name="grade:3"))
    assert store.receipt("s1", name="grade:1") == ""
    sent(store, running="17", other="18", elsewhere="19")
    assert store.receipt("s1", name="grade:1") == "17"
    go_on(store, session, "next", ran, Say(("unsent",), name="grade:1"))
    sent(store, ran="20")
    assert store.receipt("s1", name="grade:1") == "20"
    assert store.receipt("s1", name="grade:3") == ""


def test_a_question_is_found_by_its_number_and_not_its_part(store: Store) -> None:
    yes, run = Choice("yes", "Yes", answer=True), Choice("run", "Run")
    asked = Say(("asked",), choices=(yes,), ask=2)
    begin(store, session_of(), asked, Say(("told",), choices=(run,), ask=2))
    sent(store, asked="17", told="18")
    assert store.receipt("s1", ask=2) == "17"
    assert store.receipt("s1", ask=1) == ""


def test_the_line_that_a_thread_hangs_under_is_found_as_it_was_first_sent(store: Store) -> None:
    session = begin(store, session_of(), Announce("began"), ONE)
    sent(store, began="17", one="18")
    go_on(store, session, "next", Announce("ended"))
    sent(store, ended="19")
    assert store.receipt("s1", announced=True) == "17"
    assert store.receipt("s2", announced=True) == ""


def test_a_message_that_may_not_be_sent_yet_has_no_receipt_for_others(store: Store) -> None:
    begin(store, session_of(), Say(("running",), name="grade:1"))
    (claimed,) = store.claim_effects("me", SERVED, NOON)
    store.keep_receipt(claimed.id, "half")
    assert store.receipt("s1", name="grade:1") == ""
