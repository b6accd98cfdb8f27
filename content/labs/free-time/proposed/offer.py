from free_time import Entry, Span, blocked, clock, gaps, merged


def free_time(entries: list[Entry], hours: Span, at_least: int) -> list[str]:
    """The slots that a meeting of so many minutes fits into (rule 6)."""
    busy = merged(blocked(entries, hours))
    slots = []
    for gap in gaps(busy, hours):
        if gap.end - gap.start >= at_least:
            slots.append(f"{clock(gap.start)}-{clock(gap.end)}")
    return slots
