import random
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from retry import Policy, call


def retrying(
    policy: Policy,
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a function these retries (rule 6)."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def retried(*args: Any, **named: Any) -> Any:
            return call(lambda: function(*args, **named), policy, sleep, clock, chance)

        return retried

    return decorate
