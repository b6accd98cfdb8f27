from drawn import drawn, hidden
from solution import Tally


def test_example_the_most_entries_come_first():
    tally = Tally()
    assert tally.ranked() == []
    tally.note("ada")
    tally.note("bob")
    tally.note("bob")
    assert tally.ranked() == ["bob", "ada"]


def test_example_equally_many_entries():
    tally = Tally()
    tally.note("bob")
    tally.note("ada")
    assert tally.ranked() == drawn


@hidden("again")
def test_more_entries_change_the_order():
    tally = Tally()
    tally.note("bob")
    tally.note("ada")
    tally.note("cyd")
    assert tally.ranked() == drawn
    tally.note("cyd")
    assert tally.ranked() == drawn
