"""The slots of a day in which a person could still meet."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of one day, from its start up to its end (rule 1)."""

    start: int
    end: int


@dataclass
class Entry:
    """A line of a person's calendar, as the day view draws it."""

    start: int
    end: int
    title: str = ""
    shows_as: str = "busy"


def minutes(text: str) -> int:
    """The minutes since midnight: 570 for "09:30"."""
    hour, _, minute = text.partition(":")
    return int(hour) * 60 + int(minute)


def clock(time: int) -> str:
    """The time of day as text: "09:30" for 570."""
    return f"{time // 60:02}:{time % 60:02}"


def merged(spans: list[Span]) -> list[Span]:
    """The same time in as few spans as can be (rule 4)."""
    return sorted(spans)


def blocked(entries: list[Entry], hours: Span) -> list[Span]:
    """What the entries block of the working hours (rule 3)."""
    raise NotImplementedError("blocked")


def gaps(spans: list[Span], hours: Span) -> list[Span]:
    """What the merged spans leave free of the working hours (rule 5)."""
    raise NotImplementedError("gaps")


def free_time(entries: list[Entry], hours: Span, at_least: int) -> list[str]:
    """The slots that a meeting of so many minutes fits into (rule 6)."""
    raise NotImplementedError("free_time")
