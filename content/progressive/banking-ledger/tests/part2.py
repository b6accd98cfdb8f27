import pytest
from drawn import drawn, hidden
from solution import Ledger


def fill(ledger, *accounts):
    for account in accounts:
        ledger.enrol(account)
        ledger.pay_in(account, 100)


def test_example_a_payment_has_an_entry_on_each_side():
    ledger = Ledger()
    fill(ledger, "ada", "bob")
    ledger.shift("ada", "bob", 30)
    assert ledger.recap("ada", 5) == [("", 100), ("bob", -30)]
    assert ledger.recap("bob", 5) == [("", 100), ("ada", 30)]


def test_example_the_last_entries():
    ledger = Ledger()
    fill(ledger, "ada", "bob")
    ledger.shift("ada", "bob", 30)
    ledger.pay_in("ada", 7)
    ledger.shift("bob", "ada", 1)
    assert ledger.recap("ada", 2) == [("", 7), ("bob", 1)]


def test_example_the_total_with_another_account():
    ledger = Ledger()
    fill(ledger, "ada", "bob", "cyd")
    ledger.shift("ada", "bob", 30)
    ledger.shift("bob", "ada", 40)
    assert ledger.tally("ada") == drawn
    assert ledger.tally("bob") == drawn
    assert ledger.tally("cyd") == []


def test_example_equal_totals():
    ledger = Ledger()
    fill(ledger, "ada", "bob", "cyd", "dan")
    ledger.shift("cyd", "ada", 10)
    ledger.shift("bob", "ada", 10)
    ledger.shift("dan", "ada", 10)
    assert ledger.tally("ada") == drawn


def test_example_nothing_of_an_account_that_is_not_there():
    ledger = Ledger()
    fill(ledger, "ada")
    with pytest.raises(KeyError):
        ledger.recap("bob", 1)
    with pytest.raises(KeyError):
        ledger.tally("bob")


@hidden("last")
def test_no_entry_one_entry_and_all_of_them():
    ledger = Ledger()
    fill(ledger, "ada", "bob")
    ledger.shift("ada", "bob", 30)
    ledger.shift("ada", "bob", 20)
    assert ledger.recap("ada", 0) == []
    assert ledger.recap("ada", 1) == [("bob", -20)]
    assert ledger.recap("ada", 3) == [("", 100), ("bob", -30), ("bob", -20)]
    assert ledger.recap("ada", 4) == [("", 100), ("bob", -30), ("bob", -20)]
    ledger.enrol("cyd")
    assert ledger.recap("cyd", 3) == []


@hidden("refused")
def test_a_refused_call_makes_no_entry():
    ledger = Ledger()
    fill(ledger, "ada", "bob")
    assert ledger.shift("ada", "bob", 101) == drawn
    assert ledger.shift("ada", "ada", 5) == drawn
    with pytest.raises(ValueError):
        ledger.pay_in("ada", 0)
    with pytest.raises(ValueError):
        ledger.shift("ada", "bob", 0)
    with pytest.raises(KeyError):
        ledger.shift("ada", "zed", 5)
    assert ledger.recap("ada", 9) == [("", 100)]
    assert ledger.recap("bob", 9) == [("", 100)]
    assert ledger.tally("ada") == []


@hidden("measure")
def test_totals_with_several_accounts():
    ledger = Ledger()
    fill(ledger, "ada", "bob", "cyd", "dan")
    ledger.shift("ada", "bob", 50)
    ledger.shift("cyd", "ada", 10)
    ledger.shift("ada", "dan", 20)
    ledger.shift("dan", "ada", 20)
    ledger.shift("ada", "cyd", 3)
    ledger.shift("bob", "ada", 20)
    assert ledger.tally("ada") == drawn
    assert ledger.tally("bob") == drawn
    assert ledger.tally("dan") == drawn


@hidden("ties")
def test_equal_totals_after_more_payments():
    ledger = Ledger()
    fill(ledger, "dan", "ada", "cyd", "bob")
    ledger.shift("cyd", "ada", 4)
    ledger.shift("bob", "ada", 10)
    ledger.shift("dan", "ada", 10)
    ledger.shift("cyd", "ada", 6)
    assert ledger.tally("ada") == drawn
    ledger.shift("bob", "ada", 1)
    assert ledger.tally("ada") == drawn


@hidden("sharing")
def test_the_caller_may_change_a_returned_list():
    ledger = Ledger()
    fill(ledger, "ada", "bob")
    ledger.shift("ada", "bob", 30)
    for n in (2, 9):
        entries = ledger.recap("ada", n)
        entries.reverse()
        entries.append(("cyd", 5))
        assert ledger.recap("ada", n) == [("", 100), ("bob", -30)]
    ledger.tally("ada").clear()
    assert len(ledger.tally("ada")) == 1
    assert ledger.worth("ada") == 70
