import pytest
from drawn import drawn, hidden
from solution import Limiter


def test_example_so_many_requests_in_a_window():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    assert limiter.attempt("search") == drawn
    assert limiter.attempt("search") == drawn
    assert limiter.attempt("search") == drawn


def test_example_how_many_more_would_be_allowed():
    limiter = Limiter()
    limiter.set_rule("search", 3, 10)
    assert limiter.left("search") == 3
    limiter.attempt("search")
    assert limiter.left("search") == 2
    limiter.advance(12)
    assert limiter.left("search") == 3


def test_example_where_a_window_begins():
    limiter = Limiter()
    limiter.advance(4)
    limiter.set_rule("search", 1, 10)
    limiter.attempt("search")
    limiter.advance(8)
    assert limiter.left("search") == drawn


def test_example_a_route_without_a_rule():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10)
    assert limiter.attempt("upload") == drawn
    assert limiter.left("upload") == drawn


@hidden("boundary")
def test_the_first_and_the_last_moment_of_each_window():
    limiter = Limiter()
    limiter.advance(25)
    limiter.set_rule("search", 1, 10)
    limiter.attempt("search")
    limiter.advance(4)
    assert limiter.left("search") == drawn
    limiter.advance(1)
    assert limiter.left("search") == drawn
    assert limiter.attempt("search") == drawn
    limiter.advance(4)
    assert limiter.left("search") == drawn
    limiter.advance(1)
    assert limiter.left("search") == drawn
    assert limiter.attempt("search") == drawn
    limiter.advance(5)
    assert limiter.left("search") == drawn


@hidden("unused")
def test_nothing_is_carried_over_to_the_next_window():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    limiter.attempt("search")
    limiter.advance(47)
    assert limiter.left("search") == 2
    limiter.attempt("search")
    limiter.attempt("search")
    for _ in range(3):
        assert limiter.attempt("search") == drawn
    assert limiter.left("search") == 0
    limiter.advance(5)
    assert limiter.left("search") == 2


@hidden("again")
def test_a_new_rule_starts_with_nothing_counted():
    limiter = Limiter()
    limiter.advance(2)
    limiter.set_rule("search", 1, 10)
    limiter.attempt("search")
    limiter.advance(3)
    limiter.set_rule("search", 2, 20)
    assert limiter.left("search") == 2
    assert limiter.attempt("search") == drawn
    limiter.advance(16)
    assert limiter.left("search") == drawn
    limiter.advance(8)
    assert limiter.left("search") == 2


@hidden("bad-rule")
def test_a_call_that_raises_changes_nothing():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    limiter.attempt("search")
    for limit, seconds in ((0, 10), (-1, 10), (3, 0), (3, -1)):
        with pytest.raises(ValueError):
            limiter.set_rule("search", limit, seconds)
    with pytest.raises(ValueError):
        limiter.set_rule("upload", 0, 10)
    with pytest.raises(ValueError):
        limiter.advance(-1)
    limiter.advance(0)
    assert limiter.left("search") == 1
    assert limiter.left("upload") == drawn
    limiter.set_rule("upload", 1, 1)
    assert limiter.left("upload") == 1


@hidden("apart")
def test_each_route_counts_for_itself():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    assert limiter.attempt("upload") == drawn
    limiter.set_rule("upload", 1, 30)
    assert limiter.attempt("search") == drawn
    assert limiter.attempt("upload") == drawn
    assert limiter.attempt("search") == drawn
    limiter.advance(13)
    assert limiter.left("search") == 2
    assert limiter.left("upload") == 0
