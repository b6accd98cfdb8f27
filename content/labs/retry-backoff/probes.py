"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import pytest

from retry import Busy, Declined, Policy, TimedOut, call, may_repeat, pause, retrying, wait_after


class Time:
    """A clock that sleeping moves on, and that says how long each sleep was."""

    def __init__(self):
        self.now, self.slept = 1000.0, []

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds

    def clock(self):
        return self.now


def failing(calls, error, time=None, takes=0.0, until=None):
    """Work that raises, up to its call number `until`, and takes so long."""

    def work():
        calls.append(1)
        if time is not None:
            time.now += takes
        if len(calls) == until:
            return "paid"
        raise error

    return work


def never():
    return 0.0


def probe_loop_every_number_of_attempts():
    for attempts in range(1, 11):
        time, calls = Time(), []
        policy = Policy(attempts, 1.0, 1.0, 1000.0)
        work = failing(calls, Busy(), until=attempts)
        assert call(work, policy, time.sleep, time.clock, never) == "paid"
        assert len(calls) == attempts and time.slept == [1.0] * (attempts - 1)


def probe_loop_one_attempt_that_fails_goes_up_as_it_is():
    time, calls, error = Time(), [], Declined("no")
    with pytest.raises(Declined) as raised:
        call(failing(calls, error), Policy(1), time.sleep, time.clock, never)
    assert raised.value is error and len(calls) == 1 and time.slept == []


def probe_loop_the_waits_are_those_of_the_failures():
    time, calls = Time(), []
    work = failing(calls, TimedOut("k"), until=5)
    policy = Policy(9, 0.5, 3.0, 1000.0)
    assert call(work, policy, time.sleep, time.clock, never) == "paid"
    assert time.slept == [0.5, 1.0, 2.0, 3.0]


def probe_loop_the_deadline_counts_from_the_call():
    time, calls, error = Time(), [], TimedOut("k")
    policy = Policy(10, 1.0, 1.0, 10.0)
    with pytest.raises(TimedOut) as raised:
        call(failing(calls, error, time, 3.0), policy, time.sleep, time.clock, never)
    assert raised.value is error
    assert len(calls) == 3 and time.slept == [1.0, 1.0] and time.now == 1011.0


def probe_loop_a_wait_may_end_on_the_deadline():
    time, calls = Time(), []
    policy = Policy(10, 1.0, 1.0, 8.0)
    with pytest.raises(TimedOut):
        call(failing(calls, TimedOut("k"), time, 3.0), policy, time.sleep, time.clock, never)
    assert len(calls) == 3 and time.slept == [1.0, 1.0]


def probe_loop_the_chance_and_the_provider_are_heard():
    time, calls = Time(), []
    drawn = iter([0.0, 0.4, 0.8])
    work = failing(calls, Busy(after=10.0), until=4)
    call(work, Policy(9, 1.0, 1.0, 100.0), time.sleep, time.clock, lambda: next(drawn))
    assert time.slept == pytest.approx([10.0, 11.0, 12.0])


def probe_loop_other_exceptions_go_up_at_once():
    for error in (ValueError("x"), KeyboardInterrupt(), TimedOut(None), Declined()):
        time, calls = Time(), []
        with pytest.raises(type(error)) as raised:
            call(failing(calls, error), Policy(), time.sleep, time.clock, never)
        assert raised.value is error and len(calls) == 1 and time.slept == []


def flaw_loop():
    for attempts in (1, 3):
        time, calls = Time(), []
        policy = Policy(attempts, 1.0, 1.0, 1000.0)
        try:
            call(failing(calls, Busy()), policy, time.sleep, time.clock, never)
        except Busy:
            pass
        assert len(calls) != attempts + 1


def probe_repeat_only_what_rule_two_names():
    assert may_repeat(Busy()) is True
    assert may_repeat(Busy(3.0)) is True
    assert may_repeat(TimedOut("0")) is True
    assert may_repeat(Declined()) is False


def probe_waits_grow_and_stop():
    policy = Policy(10, 0.25, 100.0, 60.0)
    want = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 100.0]
    assert [wait_after(policy, n) for n in range(1, 11)] == want
    assert wait_after(Policy(2, 9.0, 4.0, 60.0), 1) == 4.0


def probe_pause_the_provider_is_heard_above_the_longest_too():
    assert pause(Busy(40.0), 2.0, 60.0, lambda: 0.5) == 45.0
    assert pause(Busy(2.0), 40.0, 60.0, lambda: 0.5) == 45.0
    assert pause(Busy(40.0), 2.0, 39.0, never) is None


def probe_pause_the_edge_of_the_deadline():
    assert pause(TimedOut("k"), 4.0, 4.0, never) == 4.0
    assert pause(TimedOut("k"), 4.0, 4.5, lambda: 0.5) == 4.5
    assert pause(TimedOut("k"), 4.0, 3.9, never) is None
    assert pause(TimedOut("k"), 4.0, -1.0, never) is None


def probe_pause_one_draw_for_one_wait():
    drawn = []

    def chance():
        drawn.append(1)
        return 0.0

    assert pause(Busy(1.0), 4.0, 60.0, chance) == 4.0
    assert len(drawn) == 1


def flaw_pause():
    for error, wait, left, chance in (
        (TimedOut("k"), 4.0, 4.25, 0.5),
        (Busy(8.0), 1.0, 8.0, 0.9),
    ):
        slept = pause(error, wait, left, lambda chance=chance: chance)
        assert slept is None or slept <= left


def probe_wrap_every_call_has_attempts_of_its_own():
    time, calls = Time(), []

    @retrying(Policy(3, 1.0, 1.0, 10.0), time.sleep, time.clock, lambda: 0.5)
    def charge():
        calls.append(1)
        if len(calls) % 3:
            raise Busy()
        return len(calls)

    for want in (3, 6, 9, 12):
        assert charge() == want
    assert time.slept == [1.125] * 8
    assert charge.__name__ == "charge"


def probe_wrap_every_call_has_a_deadline_of_its_own():
    time, calls = Time(), []

    @retrying(Policy(9, 1.0, 1.0, 5.0), time.sleep, time.clock, never)
    def charge():
        calls.append(1)
        time.now += 4.5
        raise Busy()

    for count in (1, 2):
        with pytest.raises(Busy):
            charge()
        assert len(calls) == count and time.slept == []


def probe_wrap_methods_and_failures_stay_as_they_are():
    class Till:
        @retrying(Policy())
        def charge(self, *invoices, **named):
            return self, invoices, named

        @retrying(Policy())
        def refund(self):
            raise Declined("no")

    till = Till()
    assert till.charge(1, 2, cents=3) == (till, (1, 2), {"cents": 3})
    assert till.charge(policy=1, work=2, function=3)[2] == {"policy": 1, "work": 2, "function": 3}
    with pytest.raises(Declined, match="no"):
        till.refund()
