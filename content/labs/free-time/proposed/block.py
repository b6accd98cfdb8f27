from free_time import Entry, Span


def blocked(entries: list[Entry], hours: Span) -> list[Span]:
    """What the entries block of the working hours (rule 3)."""
    spans = []
    for entry in entries:
        if entry.shows_as == "free":
            continue
        entry.start = max(entry.start, hours.start)
        entry.end = min(entry.end, hours.end)
        if entry.start >= entry.end:
            continue
        spans.append(Span(entry.start, entry.end))
    return spans
