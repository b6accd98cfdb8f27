import pytest
from drawn import drawn, hidden
from solution import Ledger


def test_example_one_payment_serves_the_next():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.enrol("cyd")
    ledger.pay_in("ada", 100)
    assert ledger.batch([("ada", "bob", 60, 0), ("bob", "cyd", 50, 0), ("cyd", "ada", 5, 2)]) == 1
    assert ledger.worth("ada") == 40
    assert ledger.worth("bob") == 10
    assert ledger.elapse(2) == [1]
    assert ledger.worth("cyd") == 45


def test_example_one_refused_payment_undoes_the_chain():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    assert ledger.batch([("ada", "bob", 60, 0), ("ada", "bob", 70, 0)]) == drawn
    assert ledger.worth("ada") == 100
    assert ledger.worth("bob") == 0


def test_example_the_next_number_after_a_refused_chain():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    assert ledger.batch([("ada", "bob", 60, 1), ("ada", "bob", 70, 0)]) == drawn
    assert ledger.arrange("ada", "bob", 5, 1) == drawn


def test_example_a_chain_is_taken_back():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.batch([("ada", "bob", 60, 0), ("ada", "bob", 10, 3)])
    assert ledger.revoke(1) == drawn
    assert ledger.recap("ada", 2) == [("bob", -60), ("bob", 60)]
    assert ledger.elapse(3) == []
    with pytest.raises(KeyError):
        ledger.revoke(1)
    with pytest.raises(KeyError):
        ledger.revoke(2)


def test_example_the_balance_no_longer_covers_it():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.batch([("ada", "bob", 60, 0)])
    ledger.shift("bob", "ada", 5)
    assert ledger.revoke(1) == drawn
    ledger.pay_in("bob", 5)
    assert ledger.revoke(1) == drawn
    assert ledger.worth("ada") == drawn


@hidden("undone")
def test_a_refused_chain_leaves_nothing():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.pay_in("bob", 10)
    ledger.arrange("ada", "bob", 5, 1)
    steps = [
        ("ada", "bob", 60, 0),
        ("bob", "ada", 65, 0),
        ("ada", "bob", 1, 1),
        ("bob", "ada", 6, 0),
    ]
    assert ledger.batch(steps) == drawn
    assert ledger.recap("ada", 9) == [("", 100)]
    assert ledger.recap("bob", 9) == [("", 10)]
    steps = [("ada", "bob", 10, 0), ("bob", "bob", 5, 0), ("ada", "zed", 1, 0)]
    assert ledger.batch(steps) == drawn
    with pytest.raises(KeyError):
        ledger.batch([("ada", "bob", 10, 0), ("ada", "zed", 1, 0)])
    with pytest.raises(ValueError):
        ledger.batch([("ada", "bob", 10, 0), ("ada", "bob", 10, -1)])
    assert ledger.recap("ada", 9) == [("", 100)]
    assert ledger.worth("bob") == 10
    assert ledger.elapse(3) == [1]
    assert ledger.worth_on("ada", 0) == 100
    assert ledger.batch([("ada", "bob", 1, 0)]) == 1
    assert ledger.worth("ada") == 94


@hidden("ids")
def test_numbers_after_refused_chains():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.arrange("ada", "bob", 5, 1)
    steps = [("ada", "bob", 10, 1), ("ada", "bob", 20, 2), ("ada", "bob", 30, 0)]
    assert ledger.batch(steps) == drawn
    for number in (2, 3):
        with pytest.raises(KeyError):
            ledger.annul(number)
    assert ledger.arrange("ada", "bob", 5, 1) == drawn
    with pytest.raises(KeyError):
        ledger.batch([("ada", "bob", 10, 1), ("ada", "bob", 20, 2), ("ada", "zed", 30, 1)])
    assert ledger.arrange("ada", "bob", 5, 1) == drawn
    assert ledger.batch([]) == 1
    assert ledger.batch([("ada", "bob", 5, 1)]) == 2
    assert ledger.arrange("ada", "bob", 5, 1) == drawn


@hidden("short")
def test_one_of_several_payments_cannot_be_paid_back():
    ledger = Ledger()
    for account in ("ada", "bob", "cyd", "dan"):
        ledger.enrol(account)
    ledger.pay_in("ada", 100)
    ledger.pay_in("bob", 40)
    steps = [("ada", "cyd", 10, 0), ("ada", "bob", 30, 0), ("bob", "cyd", 40, 0)]
    steps += [("ada", "dan", 20, 0), ("ada", "dan", 5, 4)]
    ledger.batch(steps)
    ledger.shift("cyd", "dan", 45)
    assert ledger.revoke(1) == drawn
    assert ledger.recap("ada", 9) == drawn
    assert ledger.recap("bob", 2) == drawn
    assert ledger.worth("cyd") == 5
    assert ledger.elapse(4) == drawn
    assert ledger.worth("dan") == drawn


@hidden("waiting")
def test_made_later_called_off_and_not_covered():
    ledger = Ledger()
    for account in ("ada", "bob", "cyd", "dan"):
        ledger.enrol(account)
    ledger.pay_in("ada", 100)
    steps = [("ada", "bob", 10, 0), ("ada", "dan", 1, 0), ("ada", "bob", 20, 1)]
    steps += [("ada", "cyd", 30, 2), ("ada", "cyd", 40, 9), ("cyd", "dan", 5, 1)]
    assert ledger.batch(steps) == 1
    assert ledger.elapse(1) == [1]
    ledger.annul(2)
    ledger.pay_in("cyd", 90)
    assert ledger.revoke(1) == drawn
    assert ledger.recap("ada", 3) == [("bob", 20), ("dan", 1), ("bob", 10)]
    assert ledger.worth("ada") == 100
    assert ledger.worth("cyd") == 90
    for number in (3, 4):
        with pytest.raises(KeyError):
            ledger.annul(number)
    assert ledger.elapse(20) == []


@hidden("caller")
def test_the_list_is_changed_afterwards():
    ledger = Ledger()
    for account in ("ada", "bob", "cyd"):
        ledger.enrol(account)
    ledger.pay_in("ada", 100)
    steps = [("ada", "bob", 10, 0), ("ada", "cyd", 20, 0)]
    ledger.batch(steps)
    assert steps == [("ada", "bob", 10, 0), ("ada", "cyd", 20, 0)]
    steps.clear()
    assert ledger.revoke(1) == drawn
    assert ledger.worth("ada") == 100
    assert ledger.worth("cyd") == 0
