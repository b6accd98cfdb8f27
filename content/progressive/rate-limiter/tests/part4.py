import pytest
from drawn import drawn, hidden, knobs
from solution import Limiter


def test_example_each_node_decides_by_what_it_knows():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 1, 10)
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.left("search") == 0
    assert limiter.left("search", None, "east") == 1
    assert limiter.attempt("search", "bob", "east") == drawn
    assert limiter.attempt("search", "cyd", "east") == drawn


def test_example_one_node_learns_from_another():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 5, 10)
    limiter.attempt("search", "ada")
    limiter.attempt("search", "bob", "east")
    limiter.attempt("search", "bob", "east")
    limiter.sync("east", "main")
    assert limiter.left("search") == 2
    assert limiter.left("search", node="east") == drawn


def test_example_what_a_new_node_knows():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10)
    limiter.attempt("search", "ada")
    limiter.add_node("east")
    assert limiter.left("search", node="east") == drawn


def test_example_who_has_the_most_at_a_node():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 2, 10)
    for user in ("ada", "ada", "cyd", "cyd"):
        limiter.attempt("search", user)
    for user in ("bob", "bob", "dan", "dan"):
        limiter.attempt("search", user, "east")
    assert limiter.top("search", 9, "east") == drawn
    limiter.sync("main", "east")
    assert limiter.top("search", 9, "east") == drawn


@hidden("once")
def test_what_is_learnt_by_several_ways_counts_once():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.add_node("west")
    limiter.set_rule("search", 3, 10, 2)
    limiter.attempt("search", "cyd", "west")
    for _ in range(2):
        for user in ("bob", "cyd", "ada"):
            limiter.attempt("search", user, "east")
    for user in ("ada", "bob"):
        limiter.attempt("search", user)
    limiter.attempt("search", "ada")
    limiter.sync("main", "east")
    limiter.sync("east", "west")
    assert limiter.left("search", "cyd", "west") == 0
    assert limiter.top("search", 2, "west") == drawn
    for _ in range(2):
        limiter.sync("main", "west")
        limiter.sync("east", "west")
        limiter.sync("west", "west")
    assert limiter.top("search", 3, "west") == drawn
    assert limiter.top("search", 3) == drawn
    limiter.sync("west", "main")
    assert limiter.top("search", 3) == drawn


@hidden("late")
def test_a_request_counts_from_the_time_at_which_it_came():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 3, 10, sliding=True)
    for user in ("ada", "ada", "bob", "bob"):
        limiter.attempt("search", user)
    limiter.advance(6)
    limiter.attempt("search", "bob", "east")
    limiter.advance(6)
    limiter.sync("main", "east")
    assert limiter.left("search", node="east") == drawn
    assert limiter.top("search", 2, "east") == drawn
    limiter.set_rule("search", 3, 10)
    assert limiter.left("search", node="east") == 3
    assert limiter.top("search", 2, "east") == []
    if knobs.ranked == "refused":
        limiter.set_rule("search", 1, 10)
        limiter.attempt("search")
        limiter.attempt("search", node="east")
    else:
        limiter.set_rule("search", 4, 10)
    limiter.attempt("search", "bob")
    for user in ("ada", "bob", "ada"):
        limiter.attempt("search", user, "east")
    limiter.sync("main", "east")
    assert limiter.top("search", 2, "east") == drawn


@hidden("overrun")
def test_more_than_the_limit_can_count():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 2, 20, 2, True)
    for _ in range(2):
        limiter.attempt("search", "ada")
        limiter.advance(1)
        limiter.attempt("search", "ada", "east")
        limiter.advance(1)
    limiter.sync("main", "east")
    assert limiter.left("search", None, "east") == 0
    assert limiter.left("search", "ada", "east") == 0
    assert limiter.wait("search", None, "east") == drawn
    assert limiter.wait("search", "ada", "east") == drawn
    limiter.advance(18)
    assert limiter.attempt("search", "bob", "east") == drawn
    limiter.advance(1)
    assert limiter.left("search", "cyd", "east") == drawn


@hidden("separate")
def test_what_comes_later_is_not_known():
    limiter = Limiter()
    limiter.add_node("east")
    limiter.set_rule("search", 9, 10)
    limiter.attempt("search")
    limiter.attempt("search")
    limiter.sync("main", "east")
    limiter.attempt("search")
    assert limiter.left("search", node="east") == 7
    for _ in range(3):
        limiter.attempt("search", None, "east")
    assert limiter.left("search", node="east") == 4
    assert limiter.left("search") == 6


@hidden("names")
def test_a_name_that_is_unknown_or_taken():
    limiter = Limiter()
    limiter.set_rule("search", 4, 10)
    limiter.attempt("search")
    limiter.add_node("east")
    limiter.attempt("search", node="east")
    for node in ("east", "main"):
        with pytest.raises(ValueError):
            limiter.add_node(node)
    for route in ("search", "upload"):
        with pytest.raises(KeyError):
            limiter.attempt(route, "ada", "west")
        with pytest.raises(KeyError):
            limiter.left(route, None, "west")
        with pytest.raises(KeyError):
            limiter.wait(route, None, "west")
        with pytest.raises(KeyError):
            limiter.top(route, 1, "west")
    for source, target in (("west", "main"), ("main", "west"), ("west", "west")):
        with pytest.raises(KeyError):
            limiter.sync(source, target)
    assert limiter.left("search") == 3
    assert limiter.left("search", node="east") == drawn
    assert limiter.attempt("upload", None, "east") == drawn
    assert limiter.left("upload", None, "east") == drawn
    assert limiter.wait("upload", None, "east") == drawn
    assert limiter.top("upload", 1, "east") == drawn
