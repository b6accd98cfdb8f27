from collections.abc import Sequence
from decimal import Decimal

from flags import Step


def admits(ramp: Sequence[Step], stands: Decimal, now: int) -> bool:
    """Whether a ramp takes in who stands at a place (rules 3 and 4)."""
    percent = Decimal(0)
    for step in ramp:
        if step.since > now:
            break
        percent = step.percent
    return stands <= percent
