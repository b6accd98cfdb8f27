"""Which way a program read a trap, told from its outputs alone."""

from __future__ import annotations

from dataclasses import replace

from drills.kinds.session.features import features, lines
from drills.kinds.session.reading import agreed, judge
from drills.working import Call, ProbeCall, ProgramRun, Trial, Twin, Worth

ONCE = Twin("once", Worth.HANDLED, ())
TWICE = Twin("twice", Worth.MISSED, ())
TRIAL = Trial("exported_twice", (), (ONCE, TWICE), ("pm_1",), ("pm_1", "pm_2"))


def said(text: str, **files: str) -> ProgramRun:
    return ProgramRun(output=text, files=files)


def called(messy: str, once: str, twice: str, again: str | None = None) -> ProbeCall:
    second = said(messy if again is None else again)
    return judge(TRIAL, said(messy), second, {"once": said(once), "twice": said(twice)})


# --- calls -----------------------------------------------------------------------------------


def test_an_output_that_is_as_when_the_row_is_gone_handles_it() -> None:
    call = called("paid 1,280.00\nopen 3", "paid 1280\nopen 3", "paid 2560\nopen 3")
    assert (call.call, call.reading) == (Call.HANDLED, "once")


def test_an_output_that_is_as_when_there_were_two_payments_misses_it() -> None:
    call = called("paid 2560.00\nopen 3", "paid 1280\nopen 3", "paid 2560\nopen 3")
    assert (call.call, call.reading) == (Call.MISSED, "twice")


def test_the_proof_is_what_the_persons_own_output_then_says() -> None:
    call = called("INV-1 over by 1280.00\nopen 3", "open 3", "INV-1 over by 1280\nopen 3")
    assert call.call is Call.MISSED
    assert call.before == ("INV-1 over by 1280.00",)
    assert call.after == ()


def test_a_line_that_no_twin_has_and_that_names_the_row_sets_it_apart() -> None:
    messy = "paid 2560\nLOOK: pm_1 is there more than once"
    call = called(messy, "paid 1280", "paid 2560")
    assert call.call is Call.APART
    assert call.remarks == ("LOOK: pm_1 is there more than once",)


def test_a_remark_beside_a_right_result_is_handled_all_the_same() -> None:
    assert called("paid 1280\nseen before: pm_1", "paid 1280", "paid 2560").call is Call.HANDLED


def test_an_output_that_no_twin_changes_was_not_reached() -> None:
    assert called("customers 15", "customers 15", "customers 15").call is Call.UNREACHED


def test_only_what_the_trap_stops_is_a_crash() -> None:
    crash = ProgramRun("paid", trouble="solution.py, line 3: KeyError: 'x'")
    stopped = judge(TRIAL, crash, crash, {"once": said("paid"), "twice": said("paid")})
    assert (stopped.call, stopped.trouble) == (Call.CRASHED, "solution.py, line 3: KeyError: 'x'")
    always = judge(TRIAL, crash, crash, {"once": crash, "twice": crash})
    assert always.call is Call.UNTOLD


def test_a_line_of_another_kind_that_fits_no_reading_is_not_told() -> None:
    once, twice = "settled 7\nnot paid 1\nINV-2001 60", "settled 8\nnot paid 0"
    messy = "settled 7\nnot paid 0\nstrange\nINV-2001 60 [60.5, -60.5]"
    assert called(messy, once, twice).call is Call.UNTOLD


def test_an_output_between_the_readings_is_not_told() -> None:
    assert called("paid 1500\nrows 9", "paid 1280\nrows 9", "paid 2560\nrows 9").call is Call.UNTOLD


def test_a_running_balance_without_an_exact_match_is_not_told() -> None:
    def balance(start: int) -> str:
        return "\n".join(f"2025-01-{day:02} total {start + day * 100}" for day in range(1, 29))

    assert called(balance(7000), balance(1000), balance(2000)).call is Call.UNTOLD
    assert called(balance(2000), balance(1000), balance(2000)).call is Call.MISSED


def test_lines_that_vary_by_themselves_are_not_looked_at() -> None:
    once, twice = "took 19 ms\npaid 1280", "took 15 ms\npaid 2560"
    call = called("took 12 ms\npaid 2560.00", once, twice, again="took 31 ms\npaid 2560")
    assert call.call is Call.MISSED
    assert not any("took" in line for line in (*call.before, *call.after))


def test_a_row_that_is_printed_whatever_it_means_tells_nothing() -> None:
    call = called("pm_1 5\npm_1 5", "pm_1 5", "pm_1 5\npm_2 5")
    assert call.call is Call.UNREACHED


# --- features --------------------------------------------------------------------------------


def test_the_order_of_lines_the_spelling_of_numbers_and_spaces_say_nothing() -> None:
    first = said("Totals\n  1,280.00   open\n  -0.50 fee\n")
    second = said("Totals\n-0.5 fee\n1280 open")
    assert features(first, ()) == features(second, ())


def test_a_line_counts_under_its_heading() -> None:
    first, second = said("OPEN\nINV-2001 5.00\nPAID\n"), said("OPEN\nPAID\nINV-2001 5.00")
    assert features(first, ()) != features(second, ())


def test_json_is_taken_by_its_values_and_not_by_the_places_in_a_list() -> None:
    text = '{"open": [{"n": 2, "left": 5.0}, {"n": 3, "left": 7}], "count": 2}'
    assert [line.plain for line in lines(text)] == [
        ".open[] n=2 left=5",
        ".open[] n=3 left=7",
        ".count = 2",
    ]
    other = '{"count": 2, "open": [{"n": 3, "left": 7}, {"n": 2, "left": 5.00}]}'
    assert features(said(text), ()) == features(said(other), ())


def test_files_that_were_written_count_under_their_names() -> None:
    one, other = said("", a="INV-1,5"), said("", b="INV-1,5")
    assert features(one, ()) != features(other, ())


def test_a_hidden_word_leaves_no_space_behind() -> None:
    first = features(said("unknown 'inv-1 ' 5"), ["inv-1", "PO 7"])
    assert first == features(said("unknown 'PO 7' 5"), ["inv-1", "PO 7"])


# --- two draws -------------------------------------------------------------------------------

HANDLED = ProbeCall("exported_twice", Call.HANDLED)


def test_a_fix_for_these_very_rows_is_a_miss() -> None:
    other = replace(HANDLED, call=Call.MISSED)
    call = agreed(HANDLED, other, literal=True)
    assert (call.call, call.literal) == (Call.MISSED, True)


def test_two_draws_that_say_two_things_tell_nothing() -> None:
    missed = replace(HANDLED, call=Call.MISSED)
    assert agreed(HANDLED, missed, literal=False).call is Call.UNTOLD
    assert agreed(missed, HANDLED, literal=False).call is Call.UNTOLD


def test_what_is_set_apart_on_one_draw_is_not_called_handled() -> None:
    apart = replace(HANDLED, call=Call.APART)
    assert agreed(HANDLED, apart, literal=False).call is Call.APART


# --- states ----------------------------------------------------------------------------------


def test_a_row_shown_with_its_state_and_counted_all_the_same_is_set_apart() -> None:
    trial = replace(TRIAL, trap="void_document", touched=("INV-2001",), states=("void", "issued"))
    trial = replace(trial, spelt=("void", "issued"))
    messy, gone = said("2 open\nINV-2001 void 60 open"), said("1 open")
    owed = said("2 open\nINV-2001 issued 60 open")
    call = judge(trial, messy, messy, {"once": gone, "twice": owed})
    assert call.call is Call.APART
    assert call.remarks == ("INV-2001 void 60 open",)


def test_a_program_that_leaves_out_what_every_reading_shows_is_not_told() -> None:
    once = "on 1 pm_2 5 15\non 2 other 5 20\nend 20"
    twice = "on 1 other 5 10\non 1 pm_2 5 15\non 2 other 5 20\nend 20"
    assert called("on 2 other 5 15\nend 15", once, twice).call is Call.UNTOLD
