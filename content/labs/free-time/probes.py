"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import copy
from itertools import permutations

from free_time import Entry, Span, blocked, free_time, gaps, merged

HOURS = Span(540, 1020)


def covered(spans):
    return {minute for span in spans for minute in range(span.start, span.end)}


def probe_merge_covers_the_same_time_with_the_fewest_spans():
    cuts = [Span(0, 4), Span(1, 2), Span(4, 6), Span(7, 9), Span(8, 12), Span(7, 8)]
    for spans in permutations(cuts, 4):
        found = merged(list(spans))
        assert covered(found) == covered(spans)
        assert all(a.end < b.start for a, b in zip(found, found[1:], strict=False))
        assert all(span.start < span.end for span in found)


def probe_merge_the_longer_of_two_that_start_together_counts():
    assert merged([Span(0, 9), Span(0, 5), Span(9, 10)]) == [Span(0, 10)]
    assert merged([Span(5, 7), Span(0, 9), Span(8, 12)]) == [Span(0, 12)]
    assert merged([Span(0, 4), Span(6, 12), Span(7, 8)]) == [Span(0, 4), Span(6, 12)]


def probe_merge_what_is_given_stays_as_it_was():
    spans = [Span(5, 7), Span(0, 9)]
    assert merged(spans) == [Span(0, 9)]
    assert spans == [Span(5, 7), Span(0, 9)]


def probe_merge_nothing_and_the_same_twice():
    assert merged([]) == []
    assert merged([Span(3, 4), Span(3, 4)]) == [Span(3, 4)]
    assert merged([Span(3, 4), Span(5, 6)]) == [Span(3, 4), Span(5, 6)]


def flaw_merge():
    found = merged([Span(540, 720), Span(570, 600)])
    assert found != [Span(540, 600)]


def probe_block_every_place_of_an_entry():
    for start in range(-3, 15):
        for end in range(start, 15):
            kept = [Span(max(start, 2), min(end, 9))] if max(start, 2) < min(end, 9) else []
            assert blocked([Entry(start, end)], Span(2, 9)) == kept


def probe_block_each_entry_has_a_span():
    entries = [Entry(0, 1440, "away", "free"), Entry(600, 660), Entry(1020, 1080)]
    entries += [Entry(700, 700), Entry(600, 660), Entry(610, 620)]
    assert sorted(blocked(entries, HOURS)) == [Span(600, 660), Span(600, 660), Span(610, 620)]


def probe_block_the_calendar_is_only_read():
    entries = [Entry(1000, 1500, "late"), Entry(-60, 600), Entry(0, 60), Entry(700, 700)]
    kept, same = copy.deepcopy(entries), list(entries)
    blocked(entries, HOURS)
    assert entries == kept
    assert all(a is b for a, b in zip(entries, same, strict=True))


def flaw_block():
    late, early = Entry(1000, 1500), Entry(-60, 600)
    blocked([late, early], HOURS)
    assert (late, early) == (Entry(1000, 1500), Entry(-60, 600))


def probe_gaps_cover_what_the_spans_do_not():
    cuts = [Span(2, 3), Span(4, 6), Span(7, 8), Span(9, 11)]
    for chosen in range(16):
        spans = [span for bit, span in enumerate(cuts) if chosen >> bit & 1]
        found = gaps(list(spans), Span(2, 11))
        assert covered(found) == set(range(2, 11)) - covered(spans)
        assert found == sorted(found) and all(gap.start < gap.end for gap in found)


def probe_gaps_a_day_without_entries_is_one():
    assert gaps([], HOURS) == [HOURS]


def probe_offer_writes_the_slots_of_a_whole_day():
    assert free_time([], Span(0, 1440), 1) == ["00:00-24:00"]
    assert free_time([Entry(1, 1439)], Span(0, 1440), 1) == ["00:00-00:01", "23:59-24:00"]
    assert free_time([], Span(540, 600), 60) == ["09:00-10:00"]
    assert free_time([], Span(540, 600), 61) == []


def probe_offer_merges_what_overlaps():
    entries = [Entry(700, 760), Entry(600, 700), Entry(690, 710), Entry(720, 720)]
    assert free_time(entries, HOURS, 15) == ["09:00-10:00", "12:40-17:00"]
    assert free_time(entries, HOURS, 61) == ["12:40-17:00"]


def probe_offer_the_list_is_only_read():
    entries = [Entry(700, 760), Entry(600, 700, "review"), Entry(800, 900, "lunch", "free")]
    kept = copy.deepcopy(entries)
    free_time(entries, HOURS, 15)
    assert entries == kept
