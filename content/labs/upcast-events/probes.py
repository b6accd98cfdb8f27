"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import copy
import json

import pytest

from events import Newer, from_four, from_one, from_three, replay, upcast

ALL = {"id": "p1", "kind": "refunded", "at": "2020-06-30T09:15:00Z", "currency": "EUR", "desk": [7]}
PARTS = {"country": "BE", "name": "north-books"}
CARD = {"kind": "card", "last_four": "0042"}

ONE = {**ALL, "merchant": "tulip-cafe", "card": "0042", "amount": "12.30"}
TWO = {**ALL, "version": 2, "merchant": "be/north-books", "card": "0042", "amount_minor": 1230}
THREE = {**ALL, "version": 3, "merchant": "be/north-books", "method": CARD, "amount_minor": 1230}
FOUR = {**ALL, "version": 4, "merchant": PARTS, "method": CARD, "amount_minor": 1230}
FIVE = {**FOUR, "version": 5, "fee": {"bps": 290, "minor": 36}}


def charged(amount_minor, at):
    fee = from_four({**FOUR, "amount_minor": amount_minor, "at": at})["fee"]
    return fee["bps"], fee["minor"]


def probe_fee_is_what_was_charged_when_the_payment_was_made():
    days = ["2020-01-01T00:00:00Z", "2021-12-31T23:59:59Z"]
    assert [charged(100_000, day) for day in days] == [(290, 2900)] * 2
    days = ["2022-01-01T00:00:00Z", "2022-01-01T00:00:01Z", "2024-06-01T10:00:00Z"]
    assert [charged(100_000, day) for day in days] == [(240, 2400)] * 3
    assert charged(100_000, "2026-03-01T08:00:00Z") == (240, 2400)


def probe_fee_half_a_unit_goes_up_and_less_goes_down():
    day = "2021-06-30T09:15:00Z"
    assert [charged(minor, day)[1] for minor in (0, 17, 18, 499, 500, 501)] == [0, 0, 1, 14, 15, 15]
    assert charged(10**17 + 1, day)[1] == 29 * 10**14
    assert type(charged(500, day)[1]) is int


def probe_fee_passes_the_rest_on_and_leaves_what_it_was_given():
    given = copy.deepcopy(FOUR)
    assert from_four(given) == FIVE
    assert given == FOUR


def probe_upcast_takes_every_step_from_each_version():
    for old in (TWO, THREE, FOUR):
        assert {**upcast(old), "fee": None} == {**FIVE, "fee": None}
    dutch = {**FIVE, "merchant": {"country": "NL", "name": "tulip-cafe"}}
    assert {**upcast(ONE), "fee": None} == {**dutch, "fee": None}


def probe_upcast_leaves_what_it_was_given_and_the_latest_as_it_is():
    for old in (ONE, TWO, THREE, FOUR, FIVE):
        given = copy.deepcopy(old)
        new = upcast(given)
        assert given == old
        assert upcast(new) == new
    assert upcast(FIVE) == FIVE


def probe_upcast_every_version_above_the_latest_is_refused():
    for version in (6, 7, 60):
        with pytest.raises(Newer):
            upcast({"version": version})


def probe_amount_is_exact_in_every_currency():
    for amount, currency, minor in [
        ("12", "EUR", 1200),
        ("12.3", "EUR", 1230),
        ("12.30", "USD", 1230),
        ("0.07", "EUR", 7),
        ("0", "EUR", 0),
        ("1.1", "KWD", 1100),
        ("1.005", "KWD", 1005),
        ("3", "KWD", 3000),
        ("980", "JPY", 980),
        ("4.35", "GBP", 435),
        ("90071992547409.93", "EUR", 9007199254740993),
        ("123456789012345678901234567890.12", "EUR", 12345678901234567890123456789012),
    ]:
        assert from_one({**ONE, "amount": amount, "currency": currency})["amount_minor"] == minor


def probe_amount_passes_the_rest_on_and_leaves_what_it_was_given():
    given = copy.deepcopy(ONE)
    assert from_one(given) == {**TWO, "merchant": "tulip-cafe"}
    assert type(from_one(given)["amount_minor"]) is int
    assert given == ONE


def probe_merchant_in_both_forms():
    for text, country, name in [
        ("be/north-books", "BE", "north-books"),
        ("nl/tulip-cafe", "NL", "tulip-cafe"),
        ("tulip-cafe", "NL", "tulip-cafe"),
        ("de/de", "DE", "de"),
        ("be", "NL", "be"),
    ]:
        event = from_three({**THREE, "merchant": text})
        assert event["merchant"] == {"country": country, "name": name}


def probe_merchant_passes_the_rest_on_and_leaves_what_it_was_given():
    given = copy.deepcopy(THREE)
    assert from_three(given) == FOUR
    assert given == THREE


def probe_replay_brings_every_event_up_in_order():
    lines = [json.dumps(event) + "\n" for event in (FIVE, ONE, {**FIVE, "id": "p0"}, ONE)]
    events = list(replay(lines))
    assert events[0] == FIVE and events[2] == {**FIVE, "id": "p0"}
    for event in (events[1], events[3]):
        assert (event["version"], event["amount_minor"], event["desk"]) == (5, 1230, [7])
        assert event["merchant"] == {"country": "NL", "name": "tulip-cafe"}
    assert len(events) == 4
    assert list(replay([])) == []


def probe_replay_gives_what_came_before_an_event_that_is_newer():
    events = iter(replay([json.dumps(FIVE), json.dumps({**FIVE, "version": 6})]))
    assert next(events) == FIVE
    with pytest.raises(Newer):
        next(events)


def probe_replay_reads_a_line_only_when_its_event_is_asked_for():
    read = []

    def lines():
        for number in range(5):
            read.append(number)
            yield json.dumps({**FIVE, "id": number})

    events = iter(replay(lines()))
    assert next(events)["id"] == 0 and read == [0]
    assert next(events)["id"] == 1 and read == [0, 1]


def flaw_fee():
    assert charged(100_000, "2021-06-30T09:15:00Z")[0] != 260


def flaw_upcast():
    ends = [upcast(old) for old in (TWO, THREE, FOUR)]
    assert all("method" in event and "fee" in event for event in ends)
    assert not any(isinstance(event["merchant"], str) for event in ends)
