from drawn import drawn, hidden
from solution import Tally


def test_example_everything_is_counted():
    tally = Tally()
    tally.note("ada")
    tally.note("bob")
    tally.note("bob")
    assert tally.finish() == [("bob", 2), ("ada", 1)]


def test_example_nothing_was_counted():
    assert Tally().finish() == []


@hidden("anew")
def test_a_second_count():
    tally = Tally()
    tally.note("bob")
    tally.note("ada")
    assert tally.finish() == drawn
    tally.note("ada")
    assert tally.times("ada") == 1
    assert tally.finish() == [("ada", 1)]
