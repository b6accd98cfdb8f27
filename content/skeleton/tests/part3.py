import pytest
from drawn import drawn, hidden
from solution import Tally


def test_example_one_entry_less():
    tally = Tally()
    for _ in range(3):
        tally.note("ada")
    tally.take_back("ada")
    assert tally.times("ada") == 2


def test_example_the_last_entry():
    tally = Tally()
    tally.note("ada")
    tally.take_back("ada")
    assert tally.times("ada") == drawn
    assert tally.ranked() == []


@hidden("refused")
def test_nothing_is_there_to_take():
    tally = Tally()
    tally.note("bob")
    with pytest.raises(KeyError):
        tally.take_back("ada")
    tally.take_back("bob")
    with pytest.raises(KeyError):
        tally.take_back("bob")
    tally.note("bob")
    assert tally.times("bob") == 1
