"""What is saved comes back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drills.effects import Code, Effect, Fields, Say, Table
from drills.events import Event, TimerFired
from drills.model import Clock, Note, Problem, Session, Submission
from storage.codec import dump, load, load_one_of

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)  # NUL and lone surrogates too


@pytest.fixture(autouse=True, scope="module")
def _values() -> Iterator[None]:
    ours = {str: ANY_TEXT, float: st.floats(allow_nan=False)}
    ours[datetime] = st.datetimes(timezones=st.just(UTC))
    for kind, strategy in ours.items():
        st.register_type_strategy(kind, strategy)
    yield
    for kind, strategy in {str: st.text(), float: st.floats(), datetime: st.datetimes()}.items():
        st.register_type_strategy(kind, strategy)


broadly = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("kind", [Session, Problem, Submission, Note])
def test_every_saved_noun_comes_back_as_it_was(kind: type) -> None:
    @broadly
    @given(st.from_type(kind))
    def check(value: object) -> None:
        assert load(kind, dump(value)) == value

    check()


@pytest.mark.parametrize("kind", Event.__args__, ids=lambda kind: kind.__name__)
def test_every_event_comes_back_as_it_was(kind: type) -> None:
    @broadly
    @given(st.from_type(kind))
    def check(value: object) -> None:
        assert load_one_of(Event, dump(value)) == value

    check()


@pytest.mark.parametrize("kind", Effect.__args__, ids=lambda kind: kind.__name__)
def test_every_effect_comes_back_as_it_was(kind: type) -> None:
    @broadly
    @given(st.from_type(kind))
    def check(value: object) -> None:
        assert load_one_of(Effect, dump(value)) == value

    check()


def test_blocks_with_the_same_fields_are_told_apart() -> None:
    say = Say(("text", Code("x = 1"), Table((), ()), Fields(()), Fields((("A", "b"),))))
    assert load_one_of(Effect, dump(say)) == say


def test_a_field_that_came_later_takes_its_default() -> None:
    assert load(Clock, '{"is":"Clock","since":null}') == Clock(None, 0.0)


def test_a_field_that_is_gone_is_passed_over() -> None:
    assert load(Clock, '{"is":"Clock","since":null,"spent":2.0,"zone":"UTC"}') == Clock(None, 2.0)


def test_a_moment_keeps_its_offset() -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=timezone(timedelta(hours=2)))
    assert load_one_of(Event, dump(TimerFired(noon, "cap", noon))).due.isoformat() == (
        "2026-03-02T12:00:00+02:00"
    )


def test_a_tag_of_another_type_is_refused() -> None:
    with pytest.raises(ValueError, match="Clock is not a Session"):
        load(Session, '{"is":"Clock"}')
    with pytest.raises(ValueError, match="Wish is not one of Started"):
        load_one_of(Event, '{"is":"Wish"}')


def test_what_has_no_form_is_refused_when_it_is_saved() -> None:
    with pytest.raises(TypeError, match="set has no form"):
        dump({"names": {"a", "b"}})
    with pytest.raises(TypeError, match="no form"):
        dump(object())
