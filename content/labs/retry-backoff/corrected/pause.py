from collections.abc import Callable

from retry import SPREAD, Busy, ProviderError


def pause(
    error: ProviderError, wait: float, left: float, chance: Callable[[], float]
) -> float | None:
    """How long to sleep with so much time left; None to give up (rules 4 and 5)."""
    if isinstance(error, Busy):
        wait = max(wait, error.after)
    wait += wait * SPREAD * chance()
    if wait > left:
        return None
    return wait
