"""The tests of the retries."""

import pytest

from retry import Busy, Declined, Policy, TimedOut, call, may_repeat, pause, retrying, wait_after

POLICY = Policy(attempts=3, first=0.5, longest=3.0, seconds=20.0)


class Work:
    """Ends as it is told to, call by call; the last ending stays."""

    def __init__(self, *endings):
        self.endings, self.calls = list(endings), 0

    def __call__(self, *args, **named):
        self.calls += 1
        ending = self.endings.pop(0) if len(self.endings) > 1 else self.endings[0]
        if isinstance(ending, Exception):
            raise ending
        return ending


def run(work, slept, policy=POLICY):
    return call(work, policy, slept.append, lambda: 100.0, lambda: 0.0)


def test_work_that_returns_is_called_once():
    work = Work("paid")
    assert call(work, POLICY) == "paid"
    assert work.calls == 1


def test_work_that_fails_once_is_called_again():
    work, slept = Work(Busy(), "paid"), []
    assert run(work, slept) == "paid"
    assert work.calls == 2
    assert slept == [0.5]


def test_three_attempts_are_three_calls():
    work, slept = Work(Busy()), []
    with pytest.raises(Busy):
        run(work, slept)
    assert work.calls == 3
    assert len(slept) == 2


def test_a_refused_payment_is_not_tried_again():
    work, slept = Work(Declined()), []
    with pytest.raises(Declined):
        run(work, slept)
    assert work.calls == 1
    assert slept == []


def test_a_timeout_is_tried_again_only_with_a_key():
    assert may_repeat(TimedOut("inv-7")) is True
    assert may_repeat(TimedOut(None)) is False


def test_waits_double_up_to_the_longest():
    assert [wait_after(POLICY, n) for n in (1, 2, 3, 4, 5)] == [0.5, 1.0, 2.0, 3.0, 3.0]


def test_a_wait_is_lengthened_by_chance():
    assert pause(TimedOut("inv-7"), 2.0, 20.0, lambda: 0.5) == 2.25


def test_the_provider_may_ask_for_a_longer_wait():
    assert pause(Busy(after=12.0), 2.0, 20.0, lambda: 0.0) == 12.0
    assert pause(Busy(after=1.0), 2.0, 20.0, lambda: 0.0) == 2.0


def test_no_wait_ends_after_the_deadline():
    assert pause(TimedOut("inv-7"), 4.0, 3.0, lambda: 0.5) is None
    assert pause(TimedOut("inv-7"), 4.0, 4.25, lambda: 0.5) is None


def test_a_decorated_function_is_tried_again():
    work = Work(Busy(), "paid")

    @retrying(POLICY, lambda seconds: None)
    def charge(invoice, *, cents):
        return invoice, cents, work()

    assert charge("inv-7", cents=500) == ("inv-7", 500, "paid")
    assert charge.__name__ == "charge"
