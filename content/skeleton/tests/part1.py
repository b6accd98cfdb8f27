from drawn import drawn, hidden
from solution import Tally


def test_example_each_entry_counts():
    tally = Tally()
    tally.note("ada")
    tally.note("ada")
    assert tally.times("ada") == 2


def test_example_a_name_without_entries():
    tally = Tally()
    assert tally.times("ada") == drawn


@hidden("separate")
def test_names_are_counted_apart():
    tally = Tally()
    tally.note("ada")
    tally.note("bob")
    tally.note("ada")
    assert tally.times("ada") == 2
    assert tally.times("bob") == 1
    assert tally.times("cyd") == drawn
