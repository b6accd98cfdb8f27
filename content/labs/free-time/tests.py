"""The tests of the free time."""

from free_time import Entry, Span, blocked, clock, free_time, gaps, merged, minutes

HOURS = Span(540, 1020)


def test_times_of_day_are_read_and_written():
    assert minutes("09:30") == 570
    assert clock(570) == "09:30"
    assert clock(minutes("24:00")) == "24:00"


def test_overlapping_spans_become_one():
    spans = [Span(660, 720), Span(540, 600), Span(570, 630)]
    assert merged(spans) == [Span(540, 630), Span(660, 720)]


def test_touching_spans_become_one():
    assert merged([Span(600, 660), Span(540, 600)]) == [Span(540, 660)]


def test_a_span_inside_another_adds_nothing():
    assert merged([Span(540, 720), Span(570, 600)]) == [Span(540, 720)]


def test_an_entry_blocks_only_working_hours():
    entries = [Entry(500, 560), Entry(600, 660), Entry(1000, 1500), Entry(-60, 480)]
    assert sorted(blocked(entries, HOURS)) == [Span(540, 560), Span(600, 660), Span(1000, 1020)]


def test_reminders_and_entries_shown_as_free_block_nothing():
    entries = [Entry(600, 600, "water the plants"), Entry(660, 720, "lunch", "free")]
    assert blocked(entries, HOURS) == []


def test_gaps_lie_before_between_and_after_the_spans():
    spans = [Span(600, 660), Span(720, 780)]
    assert gaps(spans, HOURS) == [Span(540, 600), Span(660, 720), Span(780, 1020)]


def test_spans_at_the_edges_leave_no_empty_gap():
    assert gaps([Span(540, 600), Span(960, 1020)], HOURS) == [Span(600, 960)]
    assert gaps([Span(540, 1020)], HOURS) == []


def test_a_day_of_meetings_leaves_its_slots():
    entries = [Entry(720, 780, "lunch"), Entry(480, 600, "stand-up"), Entry(570, 630, "review")]
    assert free_time(entries, HOURS, 30) == ["10:30-12:00", "13:00-17:00"]


def test_a_slot_is_at_least_as_long_as_the_meeting():
    entries = [Entry(570, 600), Entry(629, 690), Entry(720, 1020)]
    assert free_time(entries, HOURS, 30) == ["09:00-09:30", "11:30-12:00"]
