from free_time import Entry, Span


def blocked(entries: list[Entry], hours: Span) -> list[Span]:
    """What the entries block of the working hours (rule 3)."""
    spans = []
    for entry in entries:
        if entry.shows_as == "free":
            continue
        start = max(entry.start, hours.start)
        end = min(entry.end, hours.end)
        if start >= end:
            continue
        spans.append(Span(start, end))
    return spans
