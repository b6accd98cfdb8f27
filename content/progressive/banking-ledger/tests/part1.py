import pytest
from drawn import drawn, hidden
from solution import Ledger


def test_example_a_deposit_adds_to_the_balance():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    assert ledger.worth("ada") == 0
    assert ledger.pay_in("ada", 70) == 70
    assert ledger.pay_in("ada", 5) == 75
    assert ledger.worth("ada") == 75
    assert ledger.worth("bob") == 0


def test_example_a_payment_changes_both_sides():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    assert ledger.shift("ada", "bob", 30) == drawn
    assert ledger.worth("ada") == 70
    assert ledger.worth("bob") == 30


def test_example_a_balance_that_is_too_low():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 10)
    assert ledger.shift("ada", "bob", 50) == drawn
    assert ledger.worth("ada") == 10
    assert ledger.worth("bob") == 0


def test_example_an_account_that_is_not_there():
    ledger = Ledger()
    ledger.enrol("ada")
    with pytest.raises(KeyError):
        ledger.worth("bob")
    with pytest.raises(KeyError):
        ledger.pay_in("bob", 10)


def test_example_a_payment_to_itself():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.pay_in("ada", 10)
    assert ledger.shift("ada", "ada", 4) == drawn
    assert ledger.worth("ada") == 10


@hidden("again")
def test_the_same_account_again():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.pay_in("ada", 10)
    with pytest.raises(ValueError):
        ledger.enrol("ada")
    assert ledger.worth("ada") == 10
    with pytest.raises(ValueError):
        ledger.enrol("")
    with pytest.raises(KeyError):
        ledger.worth("")


@hidden("unknown")
def test_one_side_is_not_there():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.pay_in("ada", 10)
    with pytest.raises(KeyError):
        ledger.shift("ada", "zed", 5)
    with pytest.raises(KeyError):
        ledger.shift("zed", "ada", 5)
    with pytest.raises(KeyError):
        ledger.shift("ada", "zed", 50)
    with pytest.raises(KeyError):
        ledger.shift("ada", "zed", 0)
    with pytest.raises(KeyError):
        ledger.pay_in("zed", 0)
    assert ledger.worth("ada") == 10
    with pytest.raises(KeyError):
        ledger.worth("zed")


@hidden("amounts")
def test_an_amount_below_one():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 10)
    ledger.pay_in("bob", 10)
    for amount in (0, -1):
        with pytest.raises(ValueError):
            ledger.pay_in("ada", amount)
        with pytest.raises(ValueError):
            ledger.shift("ada", "bob", amount)
    assert ledger.worth("ada") == 10
    assert ledger.worth("bob") == 10
    ledger.pay_in("ada", 1)
    ledger.shift("ada", "bob", 1)
    assert ledger.worth("bob") == 11


@hidden("exact")
def test_the_whole_balance_and_one_more():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 10)
    assert ledger.shift("ada", "bob", 11) == drawn
    assert ledger.worth("ada") == 10
    assert ledger.shift("ada", "bob", 10) == drawn
    assert ledger.worth("ada") == 0
    assert ledger.worth("bob") == 10
    assert ledger.shift("ada", "bob", 1) == drawn
    assert ledger.worth("bob") == 10


@hidden("itself")
def test_more_than_the_balance_to_itself():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 10)
    assert ledger.shift("ada", "ada", 11) == drawn
    assert ledger.shift("bob", "bob", 1) == drawn
    assert ledger.shift("zed", "zed", 1) == drawn
    assert ledger.shift("ada", "ada", 0) == drawn
    assert ledger.worth("ada") == 10
    assert ledger.worth("bob") == 0
