from typing import Protocol

from flags import Flag, admits, place


class Part(Protocol):
    """One of the parts that a decision is made of."""

    def answer(self, flag: Flag, user: str, now: int) -> bool | None:
        """On or off; None leaves it to the next part."""


class Kill:
    """Off for everybody while the flag is killed."""

    def answer(self, flag: Flag, user: str, now: int) -> bool | None:
        return False if flag.killed else None


class Override:
    """What product has set for one user."""

    def answer(self, flag: Flag, user: str, now: int) -> bool | None:
        return flag.overrides.get(user)


class Ramp:
    """What the percentage says."""

    def answer(self, flag: Flag, user: str, now: int) -> bool | None:
        return admits(flag.ramp, place(flag.name, user), now)


PARTS: tuple[Part, ...] = (Kill(), Override(), Ramp())


def decide(flag: Flag, user: str, now: int) -> bool:
    """Whether a flag is on for a user (rule 5)."""
    answers = (part.answer(flag, user, now) for part in PARTS)
    return next(answer for answer in answers if answer is not None)
