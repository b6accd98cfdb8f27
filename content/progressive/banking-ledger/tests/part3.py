import pytest
from drawn import drawn, hidden
from solution import Ledger


def test_example_a_planned_payment_is_made_on_its_day():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    assert ledger.arrange("ada", "bob", 40, 2) == 1
    assert ledger.worth("ada") == 100
    assert ledger.elapse(1) == []
    assert ledger.elapse(1) == [1]
    assert ledger.worth("ada") == 60
    assert ledger.recap("bob", 1) == [("ada", 40)]


def test_example_several_payments_on_one_day():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.arrange("ada", "bob", 10, 1)
    ledger.arrange("ada", "bob", 20, 1)
    assert ledger.elapse(1) == drawn
    assert ledger.worth("ada") == 70


def test_example_a_balance_that_does_not_cover_a_planned_payment():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.arrange("ada", "bob", 40, 1)
    assert ledger.elapse(1) == []
    ledger.pay_in("ada", 50)
    assert ledger.elapse(1) == drawn
    assert ledger.worth("ada") == drawn


def test_example_a_planned_payment_is_called_off():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.arrange("ada", "bob", 40, 1)
    assert ledger.annul(1) is None
    with pytest.raises(KeyError):
        ledger.annul(1)
    assert ledger.elapse(1) == []
    assert ledger.worth("ada") == 100


def test_example_the_balance_of_an_earlier_day():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 100)
    ledger.elapse(2)
    ledger.shift("ada", "bob", 30)
    assert ledger.worth_on("ada", 1) == 100
    assert ledger.worth_on("ada", 2) == 70
    assert ledger.worth_on("bob", 1) == 0


@hidden("due")
def test_each_of_several_days_in_turn():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.enrol("cyd")
    ledger.pay_in("ada", 50)
    assert ledger.arrange("bob", "cyd", 50, 3) == 1
    assert ledger.arrange("ada", "bob", 50, 2) == 2
    assert ledger.elapse(3) == [2, 1]
    assert ledger.worth("cyd") == 50
    assert ledger.worth_on("bob", 1) == 0
    assert ledger.worth_on("bob", 2) == 50
    assert ledger.worth_on("bob", 3) == 0
    assert ledger.elapse(0) == []
    assert ledger.arrange("cyd", "ada", 5, 1) == 3
    assert ledger.elapse(1) == [3]
    with pytest.raises(KeyError):
        ledger.annul(3)
    assert ledger.elapse(9) == []


@hidden("turn")
def test_the_first_of_a_day_take_what_is_there():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.enrol("cyd")
    ledger.pay_in("ada", 60)
    ledger.arrange("cyd", "bob", 40, 1)
    ledger.arrange("ada", "bob", 30, 1)
    ledger.arrange("ada", "cyd", 40, 1)
    ledger.arrange("ada", "bob", 20, 1)
    assert ledger.elapse(1) == drawn
    assert ledger.worth("ada") == drawn
    assert ledger.worth("bob") == drawn


@hidden("retry")
def test_a_payment_that_is_not_covered_for_days():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.arrange("ada", "bob", 30, 1)
    ledger.arrange("ada", "bob", 40, 3)
    assert ledger.elapse(1) == []
    assert ledger.elapse(1) == []
    ledger.pay_in("ada", 69)
    assert ledger.elapse(1) == drawn
    assert ledger.worth("ada") == drawn
    assert ledger.arrange("bob", "ada", 500, 1) == 3
    assert ledger.elapse(1) == []
    assert ledger.annul(3) == drawn
    ledger.pay_in("ada", 1)
    assert ledger.elapse(1) == drawn


@hidden("bad-plan")
def test_a_refused_call_takes_no_number():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.enrol("bob")
    ledger.pay_in("ada", 10)
    for delay in (0, -1):
        with pytest.raises(ValueError):
            ledger.arrange("ada", "bob", 5, delay)
    with pytest.raises(ValueError):
        ledger.arrange("ada", "bob", 0, 1)
    with pytest.raises(KeyError):
        ledger.arrange("ada", "zed", 5, 0)
    with pytest.raises(KeyError):
        ledger.arrange("zed", "ada", 0, 1)
    assert ledger.arrange("ada", "ada", 5, 1) == drawn
    assert ledger.arrange("ada", "bob", 10, 1) == drawn
    with pytest.raises(ValueError):
        ledger.elapse(-1)
    with pytest.raises(KeyError):
        ledger.annul(0)
    assert ledger.elapse(1) == drawn
    assert ledger.worth("bob") == 10
    assert ledger.recap("ada", 2) == [("", 10), ("bob", -10)]


@hidden("past")
def test_the_end_of_each_day_so_far():
    ledger = Ledger()
    ledger.enrol("ada")
    ledger.pay_in("ada", 50)
    ledger.elapse(1)
    ledger.enrol("bob")
    ledger.shift("ada", "bob", 30)
    ledger.shift("bob", "ada", 5)
    ledger.elapse(2)
    ledger.pay_in("ada", 1)
    assert [ledger.worth_on("ada", day) for day in range(4)] == [50, 25, 25, 26]
    assert [ledger.worth_on("bob", day) for day in range(4)] == [0, 25, 25, 25]
    for day in (4, -1):
        with pytest.raises(ValueError):
            ledger.worth_on("ada", day)
        with pytest.raises(KeyError):
            ledger.worth_on("zed", day)
