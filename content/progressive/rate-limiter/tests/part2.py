import pytest
from drawn import drawn, hidden
from solution import Limiter


def send(limiter, *users):
    for user in users:
        limiter.attempt("search", user)


def test_example_each_user_has_a_share():
    limiter = Limiter()
    limiter.set_rule("search", 9, 10, 2)
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.attempt("search", "bob") == drawn


def test_example_how_many_more_of_a_user_would_be_allowed():
    limiter = Limiter()
    limiter.set_rule("search", 3, 10, 2)
    send(limiter, "ada")
    assert limiter.left("search", "ada") == 1
    assert limiter.left("search", "bob") == 2
    assert limiter.left("search") == 2


def test_example_a_share_below_one():
    limiter = Limiter()
    for share in (0, -1):
        with pytest.raises(ValueError):
            limiter.set_rule("search", 3, 10, share)


def test_example_who_has_the_most():
    limiter = Limiter()
    limiter.set_rule("search", 3, 10)
    send(limiter, "ada", "bob", "bob")
    send(limiter, "cyd", "dan", "dan")
    assert limiter.top("search", 1) == drawn
    assert limiter.top("search", 9) == drawn
    assert limiter.top("search", 0) == []


def test_example_users_with_equal_counts():
    limiter = Limiter()
    limiter.set_rule("search", 6, 10)
    send(limiter, "bob", "ada", "cyd", "ada", "cyd", "bob")
    send(limiter, "cyd", "bob", "ada", "bob", "ada", "cyd")
    assert limiter.top("search", 3) == drawn


@hidden("both-limits")
def test_what_one_limit_refuses_uses_up_neither():
    limiter = Limiter()
    limiter.set_rule("search", 3, 10, 2)
    send(limiter, "ada", "ada", "ada", "ada")
    assert limiter.left("search") == 1
    assert limiter.left("search", "bob") == 1
    assert limiter.attempt("search", "bob") == drawn
    assert limiter.attempt("search", "bob") == drawn
    assert limiter.left("search", "cyd") == 0
    limiter.advance(12)
    assert limiter.left("search", "ada") == 2
    limiter.set_rule("search", 2, 10, 5)
    assert limiter.left("search", "ada") == 2


@hidden("nobody")
def test_requests_without_a_user():
    limiter = Limiter()
    limiter.set_rule("search", 4, 10, 1)
    assert limiter.attempt("search") == drawn
    assert limiter.attempt("search") == drawn
    assert limiter.left("search") == 2
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.left("search") == 1
    assert limiter.attempt("search", "ada") == drawn
    send(limiter, None, None, None)
    assert limiter.top("search", 5) == [("ada", 1)]


@hidden("ties")
def test_more_equal_counts_than_asked_for():
    limiter = Limiter()
    limiter.set_rule("search", 6, 10)
    send(limiter, "bob", "cyd", "ada", "cyd", "ada", "bob")
    send(limiter, "cyd", "ada", "bob", "ada", "bob", "cyd")
    assert limiter.top("search", 1) == drawn
    assert limiter.top("search", 2) == drawn


@hidden("tally")
def test_counts_go_on_over_windows_and_end_with_the_rule():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10)
    send(limiter, "ada", "bob", "bob")
    assert limiter.top("upload", 3) == drawn
    limiter.advance(13)
    send(limiter, "ada", "cyd", "bob")
    assert limiter.top("search", 9) == drawn
    limiter.set_rule("upload", 1, 10)
    assert limiter.top("upload", 9) == []
    limiter.set_rule("search", 1, 10)
    assert limiter.top("search", 9) == []
    send(limiter, "cyd", "cyd")
    assert limiter.top("search", 9) == [("cyd", 1)]


@hidden("returned")
def test_the_caller_may_change_the_list():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    send(limiter, "ada", "ada", "ada", "ada", "bob")
    before = limiter.top("search", 1)
    assert before == [("ada", 2)]
    before.clear()
    assert limiter.top("search", 1) == [("ada", 2)]
    assert limiter.left("search") == 0
