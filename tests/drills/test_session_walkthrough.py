"""A working session from `done` on: the questions, what is told after each, marks, the verdict."""

from __future__ import annotations

import pytest
from at_work import HANDLED, TRAPS, AtWork, called, work_problem
from talk import text_of

from drills.effects import Code, Fields
from drills.events import Probed, Ran
from drills.kinds.session.anchors import ANCHORS
from drills.kinds.session.evidence import noticed
from drills.model import End, Phase, Scope
from drills.working import Call, ProgramRun
from drills.working_state import DIMENSIONS, WorkPhase

MISSED = called("beta_second", Call.MISSED, before=("paid 10",), after=("paid 9", "open 1"))
CRASHED = called("beta_second", Call.CRASHED, trouble="It stopped: ValueError.")


def to_trap(work: AtWork, number: int) -> str:
    """Answer up to the question on a trap, 1 for the first; what was said last."""
    said = ""
    while work.work.waits != f"trap:{TRAPS[number - 1].id}":
        said = work.chat("so it is")
    return said


# --- freezing -----------------------------------------------------------------------------------


def test_done_freezes_and_one_line_stands_until_it_ran() -> None:
    work = AtWork()
    work.word("go")
    work.wait(600)
    said = work.code(then=Scope.DONE)
    assert said == "Reading what you sent"
    assert work.last.progress
    assert work.probes == []
    said = work.ran()
    assert "Frozen at 10:00 of 60:00" in said
    assert "paid 10" in said
    assert "**Scope**" in said
    assert len(work.probes) == 1


def test_what_is_said_until_the_first_question_is_the_same_whatever_the_traps() -> None:
    """So that neither words nor waits tell: it is the program's own run that is waited for."""

    def until_asked(work: AtWork, *calls: object) -> list[str]:
        work.code(then=Scope.DONE)
        work.ran()
        return [text_of(each) for each in work.said[1:]]

    assert until_asked(AtWork(work_problem(TRAPS[0]))) == until_asked(AtWork())


def test_what_comes_after_done_is_not_taken() -> None:
    work = AtWork()
    work.frozen()
    before = work.work.files
    assert "Nothing was taken: what you sent was frozen" in work.code("print(2)\n")
    assert work.work.files == before
    assert "the questions go on" in work.word("run")


def test_a_crash_is_shown_and_the_questions_come_all_the_same() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    said = work.ran("", trouble="It stopped: KeyError: 7.", trace="Traceback: line 3")
    assert "It stopped: KeyError: 7." in said
    assert "**Scope**" in said


def test_of_a_long_output_only_the_first_lines_are_shown() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    said = work.ran("".join(f"line {n}\n" for n in range(100)))
    assert "line 11\n" in said
    assert "line 12\n" not in said
    assert "… and so on." in said


def test_a_session_keeps_no_megabyte_of_output() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    work.ran("line\n" * 100_000, files={"all.csv": "x" * 500_000})
    assert len(repr(work.work)) < 10_000
    work.probed()
    assert "shows 100000 lines, and writes 1 file" in work.answer_all()


def test_a_run_under_way_when_done_is_said_counts_for_nothing() -> None:
    work = AtWork()
    work.code()
    earlier = work.s.grading
    work.word("done")
    work.happen(Ran(work.now, earlier, ProgramRun("early\n")))
    assert work.work.phase is WorkPhase.READING
    assert "paid 10" in work.ran()


# --- the questions ------------------------------------------------------------------------------


def test_one_question_one_answer_no_comment() -> None:
    work = AtWork()
    work.frozen()
    assert work.chat("cards first").startswith("**Modelling**")
    assert work.chat("a dataclass").startswith("**Ambiguity 1 of 4**")


def test_each_trap_is_asked_about_in_the_same_words_whatever_was_sent() -> None:
    def asked(*calls: object) -> list[str]:
        work = AtWork()
        work.frozen(*calls)  # type: ignore[arg-type]
        heard = []
        while not work.work.waits.startswith("mark:"):
            said = work.chat("so it is")
            heard += [line for line in said.splitlines() if line.startswith("What is one row")]
        return heard

    assert asked() == [trap.ask for trap in TRAPS] == asked(MISSED)


def test_no_question_holds_what_it_asks_about() -> None:
    work = AtWork()
    work.frozen()
    said = to_trap(work, 1)
    assert not any(word in said for trap in TRAPS for word in trap.keywords)


def test_after_the_answer_it_tells_what_is_there_and_proves_it_from_their_own_output() -> None:
    work = AtWork()
    work.frozen(MISSED)
    to_trap(work, 2)
    work.chat("I count rows")
    told, asked = work.shown
    text = text_of(told)
    assert "TELL: BETA_SECOND has the obelisk." in text
    assert "With the obelisk said plainly, your own output changes:" in text
    [proof] = [block for block in told.blocks if isinstance(block, Code)]
    assert proof == Code("- paid 10\n+ paid 9\n+ open 1", "diff", "proof.diff")
    assert "GAMMA_THIRD" not in text, "the next one is not told with it"
    assert text_of(asked).startswith("**Ambiguity 3 of 4**")


@pytest.mark.parametrize(
    ("call", "fragment"),
    [
        (called("beta_second", Call.HANDLED), "your output stays as it is"),
        (called("beta_second", Call.APART, remarks=("? BETA_SECOND",)), "? BETA_SECOND"),
        (CRASHED, "Your program stops there. It stopped: ValueError."),
        (called("beta_second", Call.MISSED), "takes no notice of it"),
        (called("beta_second", Call.MISSED, literal=True), "your code names them"),
        (called("beta_second", Call.UNTOLD, trouble="It takes too long."), "It takes too long."),
    ],
)
def test_each_call_is_told_in_its_own_words(call, fragment: str) -> None:
    work = AtWork()
    work.frozen(call)
    to_trap(work, 2)
    assert fragment in work.chat("so it is")


@pytest.mark.parametrize("call", [Call.UNTOLD, Call.UNREACHED])
def test_what_cannot_be_told_is_asked(call: Call) -> None:
    work = AtWork()
    work.frozen(called("beta_second", call))
    to_trap(work, 2)
    said = work.chat("I count rows")
    assert said.endswith("I cannot tell from your output. What does it do?")
    assert work.chat("it goes to the list").startswith("**Ambiguity 3 of 4**")


def test_calls_that_are_late_are_waited_for_with_the_same_line() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    work.ran()
    work.chat("scope")
    assert work.chat("modelling") == "Reading what you sent"
    assert work.chat("hello?") == ""
    [said] = work.happen(Probed(work.now, work.work.probing, HANDLED))
    assert said.startswith("**Ambiguity 1 of 4**")
    assert work.s.grading == ""


def test_tools_are_asked_about_where_they_were_allowed() -> None:
    for ai in (False, True):
        work = AtWork(ai=ai)
        work.frozen()
        work.answer_all()
        asked = [each for say in work.said for each in text_of(say).splitlines()]
        assert ("**Tools**" in asked) is ai


def test_the_last_questions_are_verification_next_and_what_was_seen_afterwards() -> None:
    work = AtWork()
    work.frozen()
    to_trap(work, 4)
    assert "**Verification**" in work.chat("so it is")
    assert "**Next**" in work.chat("by hand")
    assert "only after stepping away" in work.chat("aging")


def test_a_question_is_skipped_by_a_word_or_by_its_button() -> None:
    work = AtWork()
    work.frozen()
    work.word("skip")
    work.press("skip")
    assert [answer.words for answer in work.work.answers] == ["", ""]
    assert work.work.waits == f"trap:{TRAPS[0].id}"


def test_a_button_of_an_earlier_question_answers_nothing() -> None:
    work = AtWork()
    work.frozen()
    earlier = work.s.ask
    work.chat("scope")
    work.press("skip", ask=earlier)
    assert len(work.work.answers) == 1


def test_leaving_the_walkthrough_and_coming_back_puts_the_same_question() -> None:
    work = AtWork()
    work.frozen()
    work.chat("scope")
    work.word("quit")
    work.wait(3 * 86400)
    said = work.back()
    assert "Back at the walkthrough" in said
    assert "**Modelling**" in said


# --- marks and the verdict ----------------------------------------------------------------------


def test_each_mark_is_asked_for_with_its_anchors() -> None:
    work = AtWork()
    work.frozen()
    while work.work.waits != "mark:scope":
        work.chat("so it is")
    [shown] = [block for block in work.last.blocks if isinstance(block, Fields)]
    assert [label for label, _ in shown.rows] == list("54321")
    assert tuple(text for _, text in shown.rows) == ANCHORS["scope"]
    assert "from 1 to 5" in work.chat("quite good")
    work.chat("4 of 5")
    assert work.work.answer("mark:scope") == "4"


def test_the_marks_stand_side_by_side_and_the_bot_fills_in_none() -> None:
    work = AtWork()
    work.frozen(MISSED)
    said = work.answer_all(marks="3")
    assert "Scope  3  4: it runs, and 4 of 4" in said
    assert "Ambiguity  3  4: 3 of 4" in said
    assert "Modelling  3  self only" in said
    assert work.work.result is not None
    assert work.work.result.marks == dict.fromkeys(DIMENSIONS, 3)


def test_a_skipped_mark_stays_empty() -> None:
    work = AtWork()
    work.frozen()
    said = work.answer_all(marks="skip")
    assert "Modelling  —  self only" in said
    assert work.work.result is not None
    assert work.work.result.marks == {}


def test_marks_that_differ_by_two_get_one_question() -> None:
    work = AtWork()
    missed = [called(trap.id, Call.MISSED) for trap in TRAPS]
    work.frozen(*missed)
    asked = []
    while work.s.open:
        waits = work.work.waits
        if waits.startswith("differs:"):
            asked.append(waits)
            assert "You gave yourself 5 for ambiguity; from what you sent it would be 1" in text_of(
                work.last
            )
        said = work.chat("5" if waits.startswith("mark:") else "I looked at the totals")
    assert asked == ["differs:ambiguity"]
    assert "of the two marks for ambiguity: “I looked at the totals”" in said


def test_the_verdict_tells_every_trap_and_explains_what_was_missed() -> None:
    work = AtWork()
    work.frozen(MISSED, called("gamma_third", Call.APART, remarks=("? GAMMA_THIRD",)))
    said = work.answer_all()
    assert said.startswith("**The quarter at Acme** · 2 handled, 1 set apart, 1 missed")
    assert "- alpha first: **handled**" in said
    assert "- gamma third: **set apart** · noticed in your output" in said
    assert "TELL: BETA_SECOND has the obelisk. NOTICE of the obelisk." in said
    assert said.count("NOTICE of the turnip") == 0, "what is shown to a reader is not explained"


def test_a_log_is_quoted_as_the_persons_own_and_counts_for_nothing() -> None:
    def verdict(log: str) -> tuple[str, object]:
        work = AtWork()
        work.frozen(MISSED, log=log)
        said = work.answer_all()
        assert work.work.result is not None
        return said, work.work.result

    silent, talked = verdict("# Decisions\n"), verdict("# Decisions\n- The obelisk is left out.\n")
    assert "noticed in your log: “The obelisk is left out.”" in talked[0]
    assert "**missed**" in talked[0]
    assert silent[1] == talked[1]
    assert "There is no log." in silent[0]


def test_an_answer_before_the_telling_is_noticing_and_one_after_it_is_none() -> None:
    work = AtWork()
    work.frozen(MISSED)
    to_trap(work, 2)
    work.chat("A row with an obelisk is a copy.")
    said = work.answer_all()
    assert (
        "beta second: **missed** · noticed when asked: “A row with an obelisk is a copy.”" in said
    )


def test_the_best_decision_is_one_that_was_said_and_kept() -> None:
    work = AtWork()
    work.frozen(MISSED, log="- Rows with the turnip are one payment.\n")
    said = work.answer_all()
    assert "BEST  “Rows with the turnip are one payment.”: it is in your log" in said
    assert "WEAKEST  TELL: BETA_SECOND has the obelisk. It changes 3 lines" in said


def test_without_a_log_the_best_is_what_the_output_shows() -> None:
    work = AtWork()
    work.frozen(MISSED, called("gamma_third", Call.APART, remarks=("? GAMMA_THIRD",)))
    said = work.answer_all()
    assert "BEST  Your output shows it to its reader. TELL: GAMMA_THIRD has the turnip." in said


def test_what_nobody_named_is_not_called_a_decision() -> None:
    work = AtWork()
    work.frozen(MISSED)
    assert "nothing says that it was meant" in work.answer_all()


def test_a_line_that_the_proof_shows_is_not_shown_twice() -> None:
    work = AtWork()
    row = "? BETA_SECOND"
    work.frozen(called("beta_second", Call.APART, remarks=(row, "open 2"), before=(row,)))
    to_trap(work, 2)
    said = work.chat("so it is")
    assert said.count(row) == 1
    assert "open 2" not in said, "it names no row of this"


@pytest.mark.parametrize(
    ("call", "fragment"),
    [
        (CRASHED, "WEAKEST  One odd row stops the whole program."),
        (called("beta_second", Call.HANDLED, literal=True), "WEAKEST  Rows are named in the code."),
    ],
)
def test_the_weakest_decision_is_what_costs_most(call, fragment: str) -> None:
    work = AtWork()
    work.frozen(call)
    assert fragment in work.answer_all()


def test_at_most_five_idioms_praise_first_and_none_lowers_a_mark() -> None:
    code = (
        "import data\nfrom collections import Counter\nfrom data import *\n"
        "seen = []\nc = {}\n"
        "def f(a=[]):\n"
        "    for i in range(len(a)):\n"
        "        if i in seen: seen.append(i)\n"
        "        c[i] = c.get(i, 0) + 1\n"
        "    try: f()\n"
        "    except Exception: pass\n"
        "print(Counter(seen))\n"
    )
    marks = []
    for text in ("import data\n", code):
        work = AtWork()
        work.frozen(code=text)
        said = work.answer_all()
        marks.append([line for line in said.splitlines() if line.startswith("Modelling")])
    remarks = said.partition("A close read of the code**\n")[2].split("\n\n")[0].splitlines()
    remarks = [line for line in remarks if line.startswith("- ")]
    assert len(remarks) == 5
    assert remarks[0].startswith("- `Counter` where things are counted")
    assert marks[0] == marks[1]


def test_the_note_is_kept_with_calls_and_marks() -> None:
    work = AtWork()
    work.frozen(MISSED)
    work.answer_all(marks="2")
    assert work.s.end is End.COMPLETED
    note = work.notes[1]
    assert note.startswith("## The quarter at Acme · working session · billing-reconciler · 2026")
    assert "**Result:** 3 handled, 1 missed" in note
    assert "- own marks: scope 2," in note
    assert "- beta second: missed. NOTICE of the obelisk." in note


def test_the_verdict_and_the_note_keep_what_was_said_in_their_own_words() -> None:
    work = AtWork()
    work.frozen()
    work.chat("cards first,\nbank never")
    work.chat("skip")
    said = work.answer_all(words="x" * 900)
    assert "SCOPE  “cards first, bank never”" in said
    assert "MODELLING" not in said
    assert f"VERIFICATION  “{'x' * 399}…”" in said
    assert "- scope: “cards first, bank never”" in work.notes[1]


def test_finish_ends_the_walkthrough_early_with_its_verdict() -> None:
    work = AtWork()
    work.frozen(MISSED)
    work.word("finish")
    said = work.word("yes")
    assert "3 handled, 1 missed" in said
    assert work.s.end is End.FINISHED
    assert work.notes


def test_finish_waits_for_the_calls() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    work.ran()
    work.word("finish")
    assert "Reading what you sent" in work.word("yes")
    assert work.s.open
    said = work.probed(MISSED)
    assert "3 handled, 1 missed" in said
    assert work.s.phase is Phase.ENDED


def test_abandoning_the_walkthrough_gives_nothing_away() -> None:
    work = AtWork()
    work.frozen(MISSED)
    work.word("abandon")
    said = work.word("yes")
    assert not any(trap.id in said or trap.tell in said for trap in TRAPS)
    assert not any(trap.tell in work.notes[1] for trap in TRAPS)


def test_a_program_that_could_not_be_run_has_no_mark_from_its_output() -> None:
    work = AtWork()
    work.code(then=Scope.DONE)
    work.ran("", trouble="No sandbox works here.", unconfined=True)
    work.probed(*[called(trap.id, Call.UNTOLD, trouble="No sandbox.") for trap in TRAPS])
    said = work.answer_all()
    assert "4 not tellable" in said
    assert "Scope  3  self only" in said


def test_every_question_can_be_skipped_by_its_button() -> None:
    work = AtWork()
    work.frozen()
    while work.s.open:
        assert [choice.id for choice in work.last.choices][-1] == "skip"
        work.chat("3")
    assert work.last.choices == (), "the verdict asks nothing"


def test_a_line_that_names_none_of_the_rows_is_no_notice_of_them() -> None:
    strange = called("beta_second", Call.HANDLED, remarks=("? of another row",))
    work = AtWork()
    work.frozen(MISSED, strange)
    trap = next(trap for trap in TRAPS if trap.id == "beta_second")
    assert noticed(trap, work.work) == ""
    named = called("beta_second", Call.HANDLED, remarks=("? of another row", "? BETA_SECOND"))
    work = AtWork()
    work.frozen(MISSED, named)
    assert noticed(trap, work.work) == "in your output"
