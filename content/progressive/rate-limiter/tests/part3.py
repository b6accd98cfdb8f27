from drawn import drawn, hidden
from solution import Limiter


def test_example_the_window_moves_along():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10, sliding=True)
    limiter.advance(8)
    assert limiter.attempt("search") == drawn
    assert limiter.attempt("search") == drawn
    limiter.advance(4)
    assert limiter.left("search") == 0
    limiter.advance(8)
    assert limiter.left("search") == 2


def test_example_the_last_moment_at_which_it_counts():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10, sliding=True)
    limiter.attempt("search")
    limiter.advance(10)
    assert limiter.left("search") == drawn


def test_example_a_refused_request():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10, sliding=True)
    limiter.attempt("search")
    limiter.advance(5)
    limiter.attempt("search")
    limiter.advance(7)
    assert limiter.left("search") == drawn


def test_example_how_long_it_takes():
    limiter = Limiter()
    limiter.set_rule("search", 2, 10, sliding=True)
    limiter.attempt("search")
    assert limiter.wait("search") == 0
    limiter.advance(3)
    limiter.attempt("search")
    assert limiter.wait("search") == drawn
    assert limiter.wait("upload") == drawn


def test_example_how_long_it_takes_until_the_next_window():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10)
    limiter.attempt("search")
    limiter.advance(4)
    assert limiter.wait("search") == 6


@hidden("edge")
def test_every_answer_agrees_on_the_last_moment():
    limiter = Limiter()
    limiter.set_rule("search", 3, 10, 1, True)
    limiter.set_rule("upload", 1, 10, None, True)
    limiter.attempt("search", "ada")
    limiter.attempt("upload")
    limiter.advance(1)
    limiter.attempt("search", "bob")
    limiter.advance(8)
    assert limiter.left("search", "ada") == 0
    limiter.advance(1)
    assert limiter.left("search") == drawn
    assert limiter.left("search", "ada") == drawn
    assert limiter.wait("upload") == drawn
    assert limiter.attempt("search", "ada") == drawn
    assert limiter.left("search", "bob") == 0
    limiter.advance(1)
    assert limiter.left("search", "bob") == drawn
    assert limiter.attempt("search", "bob") == drawn


@hidden("refusals")
def test_refused_requests_of_a_user_under_a_sliding_rule():
    limiter = Limiter()
    limiter.set_rule("search", 5, 10, 2, True)
    limiter.attempt("search", "ada")
    limiter.attempt("search", "ada")
    limiter.advance(4)
    for _ in range(4):
        limiter.attempt("search", "ada")
    assert limiter.left("search") == drawn
    assert limiter.left("search", "ada") == 0
    assert limiter.wait("search", "bob") == drawn
    limiter.advance(8)
    assert limiter.left("search") == drawn
    assert limiter.left("search", "ada") == drawn
    assert limiter.top("search", 1) == drawn
    limiter.advance(8)
    assert limiter.left("search", "ada") == 2


@hidden("wait")
def test_both_limits_must_have_room():
    limiter = Limiter()
    limiter.set_rule("search", 3, 20, 1, True)
    limiter.attempt("search", "ada")
    limiter.advance(2)
    limiter.attempt("search", "bob")
    assert limiter.wait("search", "cyd") == 0
    assert limiter.wait("search", "bob") == drawn
    limiter.advance(3)
    limiter.attempt("search")
    assert limiter.wait("search", "ada") == drawn
    assert limiter.wait("search", "bob") == drawn
    assert limiter.wait("search", "cyd") == drawn
    assert limiter.wait("search") == drawn
    limiter.advance(14)
    assert limiter.left("search", "cyd") == 0
    limiter.advance(4)
    assert limiter.left("search") == 2
    assert limiter.wait("search", "bob") == 0


@hidden("wait-fixed")
def test_the_next_window_of_a_rule_that_was_set_later():
    limiter = Limiter()
    limiter.advance(7)
    limiter.set_rule("search", 3, 10, 1)
    assert limiter.wait("search", "ada") == 0
    limiter.attempt("search", "ada")
    assert limiter.wait("search", "ada") == drawn
    assert limiter.wait("search", "bob") == 0
    limiter.advance(1)
    limiter.attempt("search")
    limiter.attempt("search")
    assert limiter.wait("search", "bob") == drawn
    assert limiter.wait("search") == drawn
    assert limiter.attempt("search") == drawn
    limiter.advance(12)
    assert limiter.wait("search", "ada") == 0


@hidden("kinds")
def test_rules_of_both_kinds_side_by_side_and_in_turn():
    limiter = Limiter()
    limiter.set_rule("search", 1, 10)
    limiter.set_rule("upload", 1, 10, None, True)
    limiter.advance(8)
    for route in ("search", "upload"):
        limiter.attempt(route, "ada")
    limiter.advance(4)
    assert limiter.left("search") == 1
    assert limiter.left("upload") == 0
    assert limiter.attempt("search", "bob") == drawn
    limiter.set_rule("upload", 1, 10)
    assert limiter.left("upload") == 1
    limiter.advance(6)
    limiter.attempt("upload", "bob")
    limiter.attempt("upload", "bob")
    limiter.advance(5)
    assert limiter.left("upload") == 1
    assert limiter.top("upload", 1) == [("bob", 1)]
