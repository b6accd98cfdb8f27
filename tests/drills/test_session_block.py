"""A working session up to `done`: the brief, the clock, and everything that the bot keeps quiet."""

from __future__ import annotations

import re

import pytest
from at_work import TRAPS, AtWork, called, work_problem
from talk import ANA, BEN, submission, text_of

from drills.effects import Keep, StartTimer
from drills.events import Probed, Submitted
from drills.model import End, Scope, Submission
from drills.working import Call
from drills.working_state import WorkPhase

# --- the brief and the clock --------------------------------------------------------------------


def test_the_brief_says_the_cap_and_leaves_the_files() -> None:
    work = AtWork(minutes=45)
    said = text_of(work.last)
    assert "Working Session: The quarter at Acme" in said
    assert "Time cap: 45 min" in said
    assert "45:00 once the clock runs" in said
    kept = {file.name: file.keep for file in work.last.files}
    assert kept == {
        "PROBLEM.md": Keep.APPEND,
        "data.py": Keep.APPEND,
        "solution.py": Keep.CREATE,
        "decisions.md": Keep.CREATE,
    }


def test_the_clock_stands_until_go() -> None:
    work = AtWork()
    work.wait(300)
    assert "does not run yet" in work.word("time")
    assert "60:00, running" in work.word("go")
    work.wait(600)
    assert "50:00 left of 60:00" in work.word("time left?")


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        (lambda work: work.code(), "It began with your first code."),
        (lambda work: work.change(), "It began with the first change of `solution.py`."),
        (lambda work: "\n".join(work.wait(600)), "It began by itself"),
    ],
)
def test_the_clock_begins_and_says_why(begin, why: str) -> None:
    work = AtWork()
    assert why in begin(work)
    assert work.work.phase is WorkPhase.BLOCK


def test_a_clock_that_began_while_the_bot_was_away_began_when_it_should() -> None:
    work = AtWork()
    work.wait(900, down=True)
    assert "55:00 left" in work.word("time")


def test_the_clock_is_reset_before_any_code_and_not_after() -> None:
    work = AtWork()
    work.wait(700)
    assert "back at nought" in work.word("reset")
    assert work.s.clock.elapsed(work.now) == 0
    work.word("go")
    work.change()
    assert "stays as it is" in work.word("reset")


def test_it_warns_ten_minutes_before_the_end_and_at_the_cap_and_only_asks() -> None:
    work = AtWork()
    work.word("go")
    assert work.wait(49 * 60) == []
    assert work.wait(60) == ["⏱ 10:00 left."]
    [asked] = work.wait(600)
    assert "are over" in asked
    assert work.last.mention
    assert work.work.phase is WorkPhase.BLOCK


def test_after_a_downtime_only_the_cap_is_told() -> None:
    work = AtWork()
    work.word("go")
    [said] = work.wait(2 * 3600, down=True)
    assert "are over" in said
    assert "while I was away" in said


def test_a_short_block_has_no_warning_before_it_began() -> None:
    work = AtWork(minutes=10)
    work.word("go")
    assert not any(isinstance(e, StartTimer) and e.name == "warn" for e in work.effects)


def test_quit_stops_the_clock_and_coming_back_goes_on_with_it() -> None:
    work = AtWork()
    work.word("go")
    work.wait(600)
    assert "Paused at the block" in work.word("quit")
    work.wait(24 * 3600)
    assert "paused" in work.code()
    assert "50:00 left" in work.back()
    assert len(work.wait(40 * 60)) == 1


def test_a_question_put_while_away_waits_and_coming_back_goes_on_with_the_clock() -> None:
    work = AtWork()
    work.word("go")
    work.word("quit")
    work.word("abandon")
    assert "Abandon this session?" in work.back()
    assert "it goes on" in work.word("no")
    work.wait(60)
    assert "59:00 left" in work.word("time")


def test_what_comes_after_the_cap_is_taken_and_marked_as_over_time() -> None:
    work = AtWork()
    work.word("go")
    work.wait(3700)
    work.code("import data\nprint(1)\n")
    assert "(1:40 over time)" in work.ran()
    work.code(then=Scope.DONE)
    assert "61:40 of 60:00 (1:40 over)" in work.ran()


# --- submissions --------------------------------------------------------------------------------


def test_run_shows_what_it_printed_and_keeps_what_it_wrote() -> None:
    work = AtWork()
    work.code()
    said = work.ran("paid 10\n", files={"../report.csv": "a,b\n"}, seconds=0.2)
    assert "It ran to its end in 0.2 s." in said
    assert "paid 10" in said
    assert [file.name for file in work.last.files] == ["out/report.csv"]


def test_a_long_output_is_a_file_and_its_beginning_is_shown() -> None:
    work = AtWork()
    work.code()
    said = work.ran("".join(f"line {n}\n" for n in range(1000)))
    assert "line 39" in said
    assert "line 40" not in said
    assert "`output.txt` has all of it" in said
    assert work.last.files[0].text.endswith("line 999\n")


def test_a_line_too_long_to_read_is_cut_and_the_file_has_it() -> None:
    work = AtWork()
    work.code()
    said = work.ran("x" * 5000 + "\n")
    assert "x" * 199 + "…" in said
    assert len(said) < 1000
    assert work.last.files[0].text == "x" * 5000 + "\n"


def test_nothing_is_skipped_before_there_is_a_question() -> None:
    work = AtWork()
    work.word("go")
    assert "No question waits" in work.word("skip")


def test_one_file_joins_those_before_and_several_are_all_there_is() -> None:
    work = AtWork()
    work.code("import data\n", log="- cents\n")
    work.code("import data\nprint(2)\n")
    assert set(work.work.files) == {"solution.py", "decisions.md"}
    assert work.work.log == "- cents"
    [run] = work.runs_of_the_program
    assert set(run.files) == {"solution.py", "decisions.md"}


def test_data_is_the_bots_own_whatever_is_sent() -> None:
    work = AtWork()
    own = Submission("1" * 64, "data.py", "ROWS = []\n")
    work.happen(Submitted(work.now, ANA, submission("import data\n"), more=(own,)))
    assert set(work.work.files) == {"solution.py"}


def test_a_newer_run_takes_the_place_of_the_older_one() -> None:
    work = AtWork()
    work.code()
    first = work.s.grading
    said = work.word("run")
    assert "was stopped: a newer one takes its place" in said
    assert work.s.grading != first


# --- what the bot never says during the block ---------------------------------------------------

QUESTIONS = (
    "may I assume that there are no duplicates?",
    "Is the row ALPHA_FIRST deliberate?",
    "is this data broken?",
    "How many odd rows are there?",
    "Should I use the saffron?",
)
DECISIONS = (
    "log: a row with saffron counts once",
    "log: I take every row as it stands",
    "log: obelisks are left out",
)


def secrets() -> list[str]:
    """Every word of the traps that the person has not been told."""
    return [
        text
        for trap in TRAPS
        for text in (trap.id, trap.tell, trap.notice, trap.proof, trap.ask, *trap.touched)
    ]


def everything_in_the_block() -> list[str]:
    """All that is said in a block where everything that can be said was said."""
    work = AtWork()
    said = ["\n".join(text_of(each) for each in work.said)]
    for word in ("help", "time", "go", "time", "brief", "reset", "go", "run"):
        said.append(work.word(word))
    for text in (*QUESTIONS, *DECISIONS):
        said.append(work.chat(text))
    said.append(work.code("import os\nimport data\nx = 1\ndef f(a=[]): pass\n"))
    said.append(work.ran("paid 10\n"))
    said += work.wait(3700)
    said.append(work.code())
    said.append(work.ran("", trouble="It stopped.", trace='File "solution.py", line 3\n'))
    said += [work.word("quit"), work.back()]
    return said


def test_it_neither_names_traps_nor_counts_them() -> None:
    for text in everything_in_the_block():
        assert not [secret for secret in secrets() if secret in text]
        assert "trap" not in text.casefold()
        assert not re.search(rf"(?<![\d:.]){len(TRAPS)}(?![\d:.])", text), text


def test_it_says_the_same_whatever_number_of_traps_there_is() -> None:
    few, many = AtWork(work_problem(TRAPS[0])), AtWork()
    for work in (few, many):
        work.word("go")
        work.code()
        work.ran()
        work.word("help")
    assert [text_of(each) for each in few.said] == [text_of(each) for each in many.said]


def test_it_reacts_to_no_decision() -> None:
    work = AtWork()
    work.word("go")
    assert {work.chat(text) for text in DECISIONS} == {"In your log, at 0:00."}
    assert work.work.log.count("\n") == 2


def test_it_points_at_no_row_beyond_the_traceback() -> None:
    work = AtWork()
    work.code()
    trace = 'Traceback (most recent call last):\n  File "solution.py", line 3\nKeyError: 7\n'
    said = work.ran("", trouble="It stopped: KeyError: 7.", trace=trace)
    assert "KeyError: 7" in said
    assert "ROWS" not in said


def test_it_runs_no_probe_before_done() -> None:
    work = AtWork()
    for happens in (lambda: work.word("go"), work.code, work.ran, lambda: work.word("run")):
        happens()
        assert work.probes == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_may_i_assume_has_one_answer(question: str) -> None:
    work = AtWork()
    assert work.chat(question) == "Yours to decide; put it in the log."
    work.word("go")
    assert work.chat(question) == "Yours to decide; put it in the log."


def test_it_never_says_that_the_data_is_or_is_not_deliberate() -> None:
    work = AtWork()
    said = work.chat("is it deliberate that a row comes twice?")
    assert "deliberate" not in said
    assert said == work.chat("is it by accident that a row comes twice?")


def test_it_shows_no_lint() -> None:
    work = AtWork()
    work.code("import os\nimport data\n\ndef f(a=[]):\n    for i in range(len(a)): pass\n")
    said = work.ran("")
    assert said == "It ran to its end in 0.0 s. It printed nothing and wrote nothing."


def test_it_shows_no_other_draw() -> None:
    work = AtWork()
    data = [file.text for say in work.said for file in say.files if file.name == "data.py"]
    assert data == [work.problem.work.data]  # type: ignore[union-attr]
    work.code()
    work.ran()
    assert not [f for say in work.said[1:] for f in say.files if f.name == "data.py"]


def test_of_a_pasted_crash_it_says_the_concrete_defect_and_no_more() -> None:
    work = AtWork()
    work.word("go")
    pasted = (
        "Traceback (most recent call last):\n"
        '  File "/home/ana/practice/solution.py", line 12, in <module>\n    main()\n'
        '  File "/home/ana/practice/solution.py", line 9, in main\n    rows[0]["x"]\n'
        '  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode\n'
        "KeyError: 'x'\n"
    )
    assert work.chat(pasted) == "It stops at line 9 of `solution.py`: `KeyError: 'x'`."


def test_talk_is_passed_over_in_silence() -> None:
    work = AtWork()
    work.word("go")
    assert work.chat("I begin with the invoices") == ""


def test_finish_needs_something_frozen_and_abandon_does_not() -> None:
    work = AtWork()
    assert "Nothing is frozen yet" in work.word("finish")
    assert "Abandon this session?" in work.word("abandon")
    assert "Abandoned at the brief" in work.word("yes")
    assert work.s.end is End.ABANDONED
    assert "TELL" not in work.notes[1]
    assert "**Result:** abandoned" in work.notes[1]


def test_done_with_nothing_sent_freezes_nothing() -> None:
    work = AtWork()
    work.word("go")
    assert "Nothing was sent yet" in work.word("done")
    assert work.work.phase is WorkPhase.BLOCK


def test_somebody_else_changes_nothing() -> None:
    work = AtWork()
    assert work.word("go", by=BEN) == ""
    assert work.work.phase is WorkPhase.BRIEF


def test_calls_that_nobody_asked_for_change_nothing() -> None:
    work = AtWork()
    work.code()
    before = work.s
    work.happen(Probed(work.now, "probe:9", (called("alpha_first", Call.MISSED),)))
    assert work.s == before
