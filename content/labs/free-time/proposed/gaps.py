from free_time import Span


def gaps(spans: list[Span], hours: Span) -> list[Span]:
    """What the merged spans leave free of the working hours (rule 5)."""
    free = []
    start = hours.start
    for span in spans:
        if start < span.start:
            free.append(Span(start, span.start))
        start = span.end
    if start < hours.end:
        free.append(Span(start, hours.end))
    return free
