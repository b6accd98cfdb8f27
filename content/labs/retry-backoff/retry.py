"""Calls to the payment provider, tried again where that may be."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SPREAD = 0.25


class ProviderError(Exception):
    """A call to the provider failed."""


class Busy(ProviderError):
    """The provider turned the request away; `after` is the wait that it asked for, in seconds."""

    def __init__(self, after: float = 0.0) -> None:
        super().__init__(f"busy for {after} s")
        self.after = after


class TimedOut(ProviderError):
    """No answer came; `key` is the idempotency key of the request, if it had one."""

    def __init__(self, key: str | None) -> None:
        super().__init__("no answer")
        self.key = key


class Declined(ProviderError):
    """The provider refused the payment."""


@dataclass(frozen=True)
class Policy:
    """How often to try, and how long; times are in seconds."""

    attempts: int = 4
    first: float = 0.5
    longest: float = 8.0
    seconds: float = 30.0


def may_repeat(error: ProviderError) -> bool:
    """Whether a request that failed like this may be sent again (rule 2)."""
    return isinstance(error, Busy)


def wait_after(policy: Policy, failures: int) -> float:
    """The wait after so many failures (rule 3)."""
    return policy.first


def pause(
    error: ProviderError, wait: float, left: float, chance: Callable[[], float]
) -> float | None:
    """How long to sleep with so much time left; None to give up (rules 4 and 5)."""
    return wait


def call(
    work: Callable[[], Any],
    policy: Policy,
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Any:
    """What `work` returns, called again as the policy allows (rule 1)."""
    return work()


def retrying(
    policy: Policy,
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a function these retries (rule 6)."""
    raise NotImplementedError("retrying")
