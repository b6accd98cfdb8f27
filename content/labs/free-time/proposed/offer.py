from free_time import Entry, Span, blocked, clock, gaps, merged


def free_time(entries: list[Entry], hours: Span, at_least: int) -> list[str]:
    """The slots that a meeting of so many minutes fits into (rule 6)."""
    free = gaps(merged(blocked(entries, hours)), hours)
    fitting = [gap for gap in free if gap.end - gap.start >= at_least]
    return [f"{clock(gap.start)}-{clock(gap.end)}" for gap in fitting]
