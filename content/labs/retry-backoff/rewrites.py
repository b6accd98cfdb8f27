"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import functools
import random
import time


def right_loop(work, policy, sleep=time.sleep, clock=time.monotonic, chance=random.random):
    began, calls = clock(), 0
    while True:
        calls += 1
        try:
            return work()
        except Exception as problem:
            if calls == policy.attempts or not may_repeat(problem):
                raise
            rest = policy.seconds - (clock() - began)
            nap = pause(problem, wait_after(policy, calls), rest, chance)
            if nap is None:
                raise
            sleep(nap)


def flawed_loop(work, policy, sleep=time.sleep, clock=time.monotonic, chance=random.random):
    end = clock() + policy.seconds
    for retry in range(policy.attempts):
        try:
            return work()
        except (Busy, TimedOut) as problem:
            nap = None
            if may_repeat(problem):
                nap = pause(problem, wait_after(policy, retry + 1), end - clock(), chance)
            if nap is None:
                raise
            sleep(nap)
    return work()


def broken_loop(work, policy, sleep=time.sleep, clock=time.monotonic, chance=random.random):
    for failures in range(1, policy.attempts + 1):
        began = clock()
        try:
            return work()
        except ProviderError as problem:
            if failures == policy.attempts or not may_repeat(problem):
                raise
            left = began + policy.seconds - clock()
            nap = pause(problem, wait_after(policy, failures), left, chance)
            if nap is None:
                raise
            sleep(nap)


def right_repeat(error):
    match error:
        case Busy():
            return True
        case TimedOut(key=str()):
            return True
    return False


def broken_repeat(error):
    return isinstance(error, Busy | TimedOut)


def right_waits(policy, failures):
    wait = policy.first
    for _ in range(failures - 1):
        wait = wait * 2
    return wait if wait < policy.longest else policy.longest


def flawed_waits(policy, failures):
    return GROWTH["twice"](policy, failures)


def broken_waits(policy, failures):
    return min(policy.longest, policy.first * 2**failures)


GROWTH = {"twice": lambda policy, n: min(policy.first * 2 ** (n - 1), policy.longest)}


def right_pause(error, wait, left, chance):
    asked = error.after if isinstance(error, Busy) else 0
    length = (1 + chance() / 4) * (asked if asked > wait else wait)
    return length if length <= left else None


def flawed_pause(error, wait, left, chance):
    wait = max(wait, getattr(error, "after", 0))
    return None if left < wait else wait * (1 + SPREAD * chance())


def broken_pause(error, wait, left, chance):
    wait *= 1 + SPREAD * chance()
    wait = max(wait, getattr(error, "after", 0))
    return None if left < wait else wait


def right_wrap(policy, sleep=time.sleep, clock=time.monotonic, chance=random.random):
    def outer(function):
        def inner(*args, **named):
            bound = functools.partial(function, *args, **named)
            return call(bound, policy, sleep=sleep, clock=clock, chance=chance)

        return functools.update_wrapper(inner, function)

    return outer


def broken_wrap(policy, sleep=time.sleep, clock=time.monotonic, chance=random.random):
    def outer(function):
        def inner(*args, **named):
            return call(lambda: function(*args, **named), policy, sleep, clock, lambda: 0.0)

        return functools.update_wrapper(inner, function)

    return outer
