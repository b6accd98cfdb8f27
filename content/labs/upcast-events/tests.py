"""The tests of reading the log."""

import json

import pytest

from events import Newer, from_four, from_one, from_three, replay, upcast

ALL = {"id": "p1", "kind": "paid", "at": "2021-06-30T09:15:00Z", "currency": "EUR"}
PARTS = {"country": "BE", "name": "north-books"}
CARD = {"kind": "card", "last_four": "4242"}
FEE = {"bps": 260, "minor": 32}

ONE = {**ALL, "merchant": "tulip-cafe", "card": "4242", "amount": "12.30"}
TWO = {**ALL, "version": 2, "merchant": "be/north-books", "card": "4242", "amount_minor": 1230}
THREE = {**ALL, "version": 3, "merchant": "be/north-books", "method": CARD, "amount_minor": 1230}
FOUR = {**ALL, "version": 4, "merchant": PARTS, "method": CARD, "amount_minor": 1230}
FIVE = {**FOUR, "version": 5, "id": "p2", "at": "2026-02-01T12:00:00Z", "fee": FEE}


def test_version_5_has_a_fee_and_all_that_was_there():
    event = from_four(FOUR)
    assert sorted(event["fee"]) == ["bps", "minor"]
    assert {**event, "fee": None} == {**FOUR, "version": 5, "fee": None}


def test_an_event_of_version_4_is_brought_up():
    assert upcast(FOUR)["version"] == 5


def test_what_is_newer_is_refused_and_the_latest_stays():
    with pytest.raises(Newer):
        upcast({**FIVE, "version": 6})
    assert upcast(FIVE) == FIVE


def test_amounts_are_counted_in_minor_units():
    assert from_one(ONE)["amount_minor"] == 1230
    assert from_one({**ONE, "amount": "1200", "currency": "JPY"})["amount_minor"] == 1200
    assert from_one({**ONE, "amount": "0.5", "currency": "KWD"})["amount_minor"] == 500


def test_a_merchant_has_a_country_and_a_name():
    assert from_three(THREE) == {**THREE, "version": 4, "merchant": PARTS}


def test_the_first_events_go_all_the_way():
    event = upcast(ONE)
    assert (event["version"], event["amount_minor"]) == (5, 1230)
    assert event["merchant"] == {"country": "NL", "name": "tulip-cafe"}


def test_an_event_goes_through_every_version_after_its_own():
    for old in (TWO, THREE):
        event = upcast(old)
        assert (event["version"], event["merchant"], event["method"]) == (5, PARTS, CARD)


def test_a_replay_gives_every_event_in_order():
    events = list(replay([json.dumps(ONE), json.dumps(FIVE)]))
    assert [(event["id"], event["version"]) for event in events] == [("p1", 5), ("p2", 5)]
