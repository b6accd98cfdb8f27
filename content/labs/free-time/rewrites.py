"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

from dataclasses import replace
from itertools import pairwise


def right_merge(spans):
    ordered = sorted(spans, key=lambda each: each.start)
    out = []
    while ordered:
        first = ordered.pop(0)
        start, end = first.start, first.end
        while ordered and ordered[0].start <= end:
            end = max(end, ordered.pop(0).end)
        out.append(Span(start, end))
    return out


def right_merge(spans):
    taken = {minute for each in spans for minute in range(each.start, each.end)}
    starts = sorted(minute for minute in taken if minute - 1 not in taken)
    ends = sorted(minute + 1 for minute in taken if minute + 1 not in taken)
    return [Span(a, b) for a, b in zip(starts, ends, strict=True)]


def flawed_merge(spans):
    out = []
    for start, end in sorted((each.start, each.end) for each in spans):
        if out and out[-1].end >= start:
            start = out.pop().start
        out.append(Span(start, end))
    return out


def broken_merge(spans):
    out = []
    for each in sorted(spans):
        if out and each.start < out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, each.end))
        else:
            out.append(each)
    return out


def broken_merge(spans):
    out = []
    for each in spans:
        if out and each.start <= out[-1].end:
            out[-1] = Span(min(out[-1].start, each.start), max(out[-1].end, each.end))
        else:
            out.append(each)
    return out


def right_block(entries, hours):
    return [
        Span(max(each.start, hours.start), min(each.end, hours.end))
        for each in entries
        if each.shows_as != "free"
        and each.start < each.end
        and each.start < hours.end
        and each.end > hours.start
    ]


def right_block(entries, hours):
    found = []
    for entry in reversed(entries):
        if entry.shows_as == "busy":
            entry = replace(entry)
            entry.start = max(hours.start, entry.start)
            entry.end = min(hours.end, entry.end)
            if entry.end > entry.start:
                found.append(Span(entry.start, entry.end))
    return found


def flawed_block(entries, hours):
    found = []
    for entry in entries:
        if entry.start < hours.start:
            entry.start = min(hours.start, entry.end)
        if entry.end > hours.end:
            entry.end = max(hours.end, entry.start)
        if entry.shows_as == "busy" and entry.start < entry.end:
            found.append(Span(entry.start, entry.end))
    return found


def broken_block(entries, hours):
    return [
        Span(max(each.start, hours.start), min(each.end, hours.end))
        for each in entries
        if each.shows_as == "busy" and each.start <= hours.end and each.end >= hours.start
    ]


def broken_block(entries, hours):
    found = [
        Span(max(each.start, hours.start), min(each.end, hours.end))
        for each in entries
        if each.shows_as == "busy"
    ]
    entries.sort(key=lambda each: each.start)
    return [span for span in found if span.start < span.end]


def right_gaps(spans, hours):
    edges = [hours.start]
    for span in spans:
        edges += [span.start, span.end]
    edges.append(hours.end)
    return [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b > a]


def right_gaps(spans, hours):
    walls = [Span(hours.start, hours.start), *spans, Span(hours.end, hours.end)]
    return [Span(a.end, b.start) for a, b in pairwise(walls) if a.end != b.start]


def broken_gaps(spans, hours):
    return [Span(a.end, b.start) for a, b in pairwise(spans)]


def broken_gaps(spans, hours):
    if not spans:
        return []
    ends = [hours.start] + [span.end for span in spans]
    starts = [span.start for span in spans] + [hours.end]
    return [Span(a, b) for a, b in zip(ends, starts, strict=True) if a < b]


def right_offer(entries, hours, at_least):
    out = []
    for gap in gaps(merged(blocked(list(entries), hours)), hours):
        if at_least <= gap.end - gap.start:
            out.append("-".join(map(clock, (gap.start, gap.end))))
    return out


def broken_offer(entries, hours, at_least):
    free = gaps(merged(blocked(entries, hours)), hours)
    return [f"{clock(s.start)}-{clock(s.end)}" for s in free if s.end - s.start > at_least]


def broken_offer(entries, hours, at_least):
    free = gaps(blocked(entries, hours), hours)
    return [f"{clock(s.start)}-{clock(s.end)}" for s in free if s.end - s.start >= at_least]
