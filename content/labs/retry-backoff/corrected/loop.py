import random
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from retry import Policy, ProviderError, may_repeat, pause, wait_after


def call(
    work: Callable[[], Any],
    policy: Policy,
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Any:
    """What `work` returns, called again as the policy allows (rule 1)."""
    deadline = clock() + policy.seconds
    for failures in count(1):
        try:
            return work()
        except ProviderError as error:
            if failures >= policy.attempts or not may_repeat(error):
                raise
            left = deadline - clock()
            wait = pause(error, wait_after(policy, failures), left, chance)
            if wait is None:
                raise
        sleep(wait)
