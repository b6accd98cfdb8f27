"""A progressive drill from its start to its end, as a person sees it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from talk import ANA, BEN, HERE, WORDS, Talk, part, problem, text_of

from drills import engine, intake, wording
from drills.effects import InsertStub, Keep, KeepNote, Leave, RunTests, Say, Settle, StopTimer
from drills.events import Commanded, Graded, Started, Submitted, TimerFired
from drills.model import End, Ending, Grade, Outcome, Phase, Scope
from drills.presentation import added_signatures

FAILED = Ending.FAILED


def test_the_start_shows_part_1_both_budgets_and_the_three_files() -> None:
    talk = Talk()
    said = text_of(talk.last)
    assert said.splitlines()[0] == "**BUILD: Session cache** · mid · kv-store"
    assert "⏱ 45:00 for 4 parts · part 1: 8:00" in said
    assert "Part 1 of 4: The turnip" in said
    assert "The other 3 parts build on this code and are shown as you pass." in said
    assert [(f.name, f.keep) for f in talk.last.files] == [
        ("PROBLEM.md", Keep.APPEND),
        ("solution.py", Keep.CREATE),
        ("tests_visible.py", Keep.APPEND),
    ]
    assert "def turnip" in talk.last.files[1].text
    assert [c.id for c in talk.last.choices] == ["run", "done", "hint", "skip", "time"]


def test_a_pass_shows_the_next_part_with_both_budgets_and_only_its_own_signatures() -> None:
    talk = Talk()
    talk.wait(100)
    talk.done("code 1")
    result, opened = (text_of(say) for say in talk.said[-2:])
    assert result.startswith("Part 1 passed ✓ · 1:40 of 8:00")
    assert opened.startswith("**Part 2 of 4: The saffron** · Session cache\n⏱ part 2: 10:00 · ")
    assert "all parts: 43:20 left of 45:00" in opened
    assert "def saffron" in opened
    assert "def turnip" not in opened
    assert [(f.name, f.keep) for f in talk.last.files] == [
        ("PROBLEM.md", Keep.APPEND),
        ("tests_visible.py", Keep.APPEND),
    ]
    assert talk.s.stage.number == 2


def test_new_signatures_are_shown_as_they_were_written() -> None:
    signatures = (
        "class Store:\n"
        "    def old(self) -> None:\n        raise NotImplementedError\n\n"
        "    @property\n"
        "    def size(self) -> int:  # now with a limit\n        raise NotImplementedError\n\n"
        "    def put(self, key: str, life: int | None = None) -> None:\n"
        "        raise NotImplementedError\n\n\n"
        "class Full(Exception):\n    pass\n"
    )
    second = replace(part(2), signatures=signatures, added=("Store.size", "put", "Full"))
    assert added_signatures(second) == (
        "class Store:\n"
        "    @property\n"
        "    def size(self) -> int:  # now with a limit\n        raise NotImplementedError\n\n"
        "    def put(self, key: str, life: int | None = None) -> None:\n"
        "        raise NotImplementedError\n\n\n"
        "class Full(Exception):\n    pass"
    )


def test_new_signatures_bring_the_imports_that_they_need() -> None:
    signatures = (
        "from collections.abc import Iterable, Sequence\nfrom typing import Any\n\n\n"
        "class Store:\n"
        "    def old(self, value: Any) -> None:\n        raise NotImplementedError\n\n"
        "    def put_all(self, keys: Sequence[str]) -> None:\n        raise NotImplementedError\n"
    )
    second = replace(part(2), signatures=signatures, added=("put_all",))
    assert added_signatures(second) == (
        "from collections.abc import Sequence\n\n\n"
        "class Store:\n"
        "    def put_all(self, keys: Sequence[str]) -> None:\n        raise NotImplementedError"
    )


def test_a_part_that_reworks_earlier_code_says_so_and_no_more() -> None:
    talk = Talk()
    talk.pass_parts(2)
    assert "Earlier methods have more to do in this part." in text_of(talk.last)
    assert "This part changes" not in text_of(talk.said[0])


def test_code_that_comes_in_runs_the_visible_tests_after_saying_what_was_taken() -> None:
    talk = Talk()
    running = talk.send("a\nb\nc")
    assert running == "Took `solution.py`, 3 lines. Running 2 visible tests, each for 5 s at most …"
    assert talk.last.progress
    assert talk.runs[talk.s.grading].scope is Scope.RUN
    result = talk.graded({"test_example_turnip": FAILED})
    assert result.splitlines()[0] == "Took `solution.py`, 3 lines. 2 visible tests: 1 ✓  1 ✗"
    assert "✗ turnip is there" in result
    assert "assert 1 == 2" in result
    assert "second turnip" not in result  # what passes is counted


def test_the_result_takes_the_place_of_the_progress_line() -> None:
    talk = Talk()
    talk.send("code")
    progress = talk.last
    talk.graded()
    assert progress.name == talk.last.name == "grade:1"
    assert progress.progress
    assert not talk.last.progress


def test_run_says_again_only_the_counts_when_nothing_was_taken() -> None:
    talk = Talk()
    talk.send("code")
    talk.graded()
    talk.word("run")
    assert talk.graded() == "2 visible tests: 2 ✓"


def test_run_shows_what_the_code_printed() -> None:
    talk = Talk()
    talk.send("print(1)")
    assert "one two" in talk.graded(output="one two\n")


@pytest.mark.parametrize("word", ["run", "done"])
def test_there_is_nothing_to_run_before_code_came(word: str) -> None:
    talk = Talk()
    assert "There is no code yet" in talk.word(word)
    assert not talk.runs


def test_run_while_a_run_is_under_way_says_so() -> None:
    talk = Talk()
    talk.send("code")
    assert "run already" in talk.word("run")
    assert len(talk.runs) == 1


def test_newer_code_takes_the_place_of_a_run_under_way() -> None:
    talk = Talk()
    talk.send("old")
    said = talk.send("new")
    assert talk.said[-2].name == "grade:1"
    assert "was stopped: your newer code takes its place" in said
    assert talk.graded(name="grade:1") == ""  # the old result is stale
    assert "2 visible tests: 2 ✓" in talk.graded(name="grade:2")


def test_done_while_done_is_graded_says_so_and_does_not_count() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    assert "is being graded already" in talk.word("done")
    assert "is being graded already" in talk.word("run")
    assert len(talk.runs) == 1


def test_code_that_comes_while_a_part_is_graded_is_kept_for_later() -> None:
    talk = Talk()
    talk.send("first", Scope.DONE)
    said = talk.send("second", Scope.DONE)
    assert "still being graded with the code before it" in said
    assert len(talk.runs) == 1
    talk.graded({"test_turnip_edge": FAILED})
    talk.word("done")
    assert talk.runs["grade:2"].submission == talk.s.submission


def test_the_same_code_is_not_graded_twice() -> None:
    talk = Talk()
    talk.done("code", {"test_turnip_edge": FAILED})
    said = talk.word("done")
    assert "Nothing changed since grade 1 of part 1" in said
    assert 'failed on "the last turnip"' in said
    assert len(talk.s.stage.dones) == 1
    talk.done("other", {"test_turnip_edge": FAILED})
    assert "grade 1 of part 1" in talk.send("code", Scope.DONE)  # as before, though not the last
    assert len(talk.s.stage.dones) == 2


def test_a_hidden_failure_fails_the_part_and_keeps_the_next_one_locked() -> None:
    talk = Talk()
    said = talk.done("code", {"test_turnip_empty": FAILED})
    assert said.startswith("Part 1 failed ✗ · 0:00 of 8:00")
    assert 'visible 2 of 2 · hidden 1 of 2: "an empty turnip"' in said
    assert "Part 2 stays locked. Fix it and send it again; your last code is kept." in said
    assert talk.s.stage.number == 1


def test_a_visible_failure_fails_the_part_too() -> None:
    talk = Talk()
    said = talk.done("code", {"test_example_turnip": FAILED})
    assert "visible 1 of 2 · hidden 2 of 2" in said
    assert "assert 1 == 2" in said
    assert talk.s.stage.number == 1


def test_an_earlier_part_that_broke_fails_this_one() -> None:
    talk = Talk()
    talk.pass_parts(1)
    said = talk.done("code 2", {"test_turnip_edge": FAILED})
    assert 'part 1 no longer holds: "the last turnip"' in said
    assert "Part 2 failed" in said
    assert talk.s.stage.number == 2
    assert talk.s.stage.dones[0].regressed == (1,)


def test_a_test_that_no_outcome_came_for_is_no_pass() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    first = talk.problem.parts[0].tests[0]
    some = (Outcome(1, first, Ending.PASSED),)
    grade = Grade(talk.s.submission, 1, Scope.DONE, some)
    talk.happen(Graded(talk.now, "grade:1", grade))
    assert talk.s.stage.number == 1
    assert not talk.s.stage.passed


def test_a_grade_of_visible_tests_alone_never_passes_a_part() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    visible = tuple(
        Outcome(1, test, Ending.PASSED) for test in talk.problem.parts[0].tests if not test.hidden
    )
    grade = Grade(talk.s.submission, 1, Scope.RUN, visible)
    talk.happen(Graded(talk.now, "grade:1", grade))
    assert talk.s.stage.number == 1
    assert (talk.s.stage.dones[0].failed, talk.s.stage.dones[0].not_run) == ((), 2)


@pytest.mark.parametrize("form", ["{}", "{}\n", "{}\r\n"])
def test_signatures_as_they_were_given_are_not_graded(form: str) -> None:
    talk = Talk()
    file = talk.last.files[1].text.strip()
    for given in (file, talk.problem.parts[0].signatures.strip()):
        talk.happen(
            Submitted(talk.now, ANA, intake.submission(form.format(given).encode()), "", Scope.DONE)
        )
        assert text_of(talk.last) == (
            "Not graded: these are the signatures as you got them, with nothing written yet."
            " This `done` does not count."
        )
    assert talk.s.stage.dones == ()
    assert not talk.runs
    talk.send(f"{file}\n# mine\n", Scope.DONE)
    assert "grade:1" in talk.runs


def test_signatures_of_a_later_part_are_not_graded_either() -> None:
    talk = Talk()
    talk.pass_parts(1)
    assert talk.send(talk.problem.parts[1].signatures, Scope.DONE).startswith("Not graded: these")


def test_code_that_could_not_run_is_not_counted_as_a_grade() -> None:
    talk = Talk()
    talk.send("def", Scope.DONE)
    said = talk.graded(outcomes=(), refused="Line 1 does not parse.")
    assert said.startswith("Not graded: Line 1 does not parse.")
    assert "does not count" in said
    assert talk.s.stage.dones == ()
    talk.word("done")
    assert "grade:2" in talk.runs  # and may be tried again unchanged


def test_a_grade_of_a_name_that_nobody_waits_for_changes_nothing() -> None:
    talk = Talk()
    talk.send("code")
    before = talk.s
    grade = Grade("x", 1, Scope.DONE)
    talk.happen(Graded(talk.now, "grade:9", grade))
    talk.happen(Graded(talk.now, "", grade))
    assert talk.s == before


def test_later_parts_are_graded_against_the_code_that_passed_before() -> None:
    talk = Talk()
    talk.pass_parts(1)
    first = talk.s.stages[0].dones[-1].submission
    talk.send("code 2", Scope.DONE)
    run = talk.runs[talk.s.grading]
    assert (run.part, run.scope, run.before) == (2, Scope.DONE, first)


def test_hint_gives_one_nudge_and_counts_it_once() -> None:
    talk = Talk()
    first, again = talk.hint(), talk.word("hint")
    assert first.startswith("Hint for part 1 · counted\nHINT-1")
    assert again.startswith("Hint for part 1 · the same one; not counted again\nHINT-1")
    assert talk.s.stage.hinted
    assert not any("HINT" in text_of(say) for say in talk.said[:1])


def test_stub_asks_for_the_signatures_of_the_open_part() -> None:
    talk = Talk()
    talk.send("code")
    talk.word("stub")
    stub = next(e for e in talk.effects if isinstance(e, InsertStub))
    assert stub.signatures == talk.problem.parts[0].signatures
    assert (stub.required, stub.submission) == ("Store", talk.s.submission)


def test_help_lists_every_word() -> None:
    said = Talk().word("help")
    assert wording.HINT_COSTS in said
    assert "Waiting for the grade of a `done` costs no time." in said
    words = "run done hint skip finish abandon time stub quit help"
    for word in words.split(" "):
        assert f"`{word}`" in said


def test_an_unknown_word_offers_the_nearest_to_its_person_alone() -> None:
    talk = Talk()
    assert "Did you mean `done`?" in talk.word("doen")
    assert talk.last.to == ANA


def test_chatter_is_ignored_in_silence() -> None:
    talk = Talk()
    before = talk.s
    assert talk.chat("done, I think? not sure") == ""
    assert talk.s == before


def test_a_word_counts_in_any_case_and_with_a_full_stop() -> None:
    assert "A hint for part 1?" in Talk().word("Hint.")


def test_people_who_are_not_of_the_session_change_nothing() -> None:
    talk = Talk()
    before = talk.s
    assert talk.word("hint", by=BEN) == ""
    assert talk.press("done", by=BEN) == ""
    assert talk.s == before


def test_passing_the_last_part_completes_with_the_wrap_up() -> None:
    talk = Talk()
    talk.pass_parts(4)
    assert talk.s.end is End.COMPLETED
    assert text_of(talk.last).startswith("Complete · 4 of 4 parts · 0:00 of 45:00")
    assert "Part 4 passed" in text_of(talk.said[-2])
    assert not talk.timers


def test_a_session_counts_a_turn_for_each_accepted_step_and_none_for_an_inert_one() -> None:
    talk = Talk()
    assert talk.s.turn == 1
    talk.word("time")
    assert talk.s.turn == 2
    talk.chat("hello")
    assert talk.s.turn == 2


def test_only_a_start_begins_a_session() -> None:
    with pytest.raises(ValueError, match="begins with Started"):
        engine.step(None, Commanded(Talk().now, ANA, "run"), problem())


# --- leaving and coming back ---------------------------------------------------------------------


def test_quit_leaves_with_the_clock_paused_and_no_timer_running() -> None:
    talk = Talk()
    talk.wait(60)
    said = talk.word("quit")
    assert said.startswith("Paused at part 1 of 4 · 1:00 of 8:00")
    assert Leave() in talk.effects
    assert set(talk.timers) == {"idle"}
    assert talk.s.paused


def test_coming_back_shows_the_part_and_the_time_left_and_counts_the_pause() -> None:
    talk = Talk()
    talk.wait(60)
    talk.word("quit")
    talk.wait(3600 * 20)
    said = talk.back()
    assert said.startswith("**Back at part 1 of 4: The turnip**")
    assert "⏱ part 1: 7:00 left of 8:00 · all parts: 44:00 left of 45:00" in said
    assert "`turnip(key)` returns" in said
    assert (talk.s.pauses, talk.s.paused_seconds) == (1, 3600 * 20)
    assert "7:00 left on part 1" in talk.word("time")
    assert not talk.last.files


def test_coming_back_without_having_quit_shows_the_time_that_ran_on() -> None:
    talk = Talk()
    talk.wait(120)
    assert "6:00 left of 8:00" in talk.back()
    talk.wait(60)
    assert "5:00 left on part 1" in talk.word("time")
    assert talk.s.pauses == 0


@pytest.mark.parametrize("word", ["run", "done", "hint", "stub"])
def test_a_paused_session_does_nothing_but_say_how_to_go_on(word: str) -> None:
    talk = Talk()
    talk.send("code")
    talk.graded()
    talk.word("quit")
    said = talk.word(word)
    assert "Nothing done: the clock is paused" in said
    assert "continue" in said
    assert not talk.s.stage.hinted
    assert len(talk.runs) == 1


def test_code_that_comes_while_paused_is_kept() -> None:
    talk = Talk()
    talk.word("quit")
    assert "It is kept and did not run" in talk.send("code")
    talk.back()
    talk.word("run")
    assert "grade:1" in talk.runs


def test_quit_while_paused_says_so_and_leaves() -> None:
    talk = Talk()
    talk.word("quit")
    assert talk.word("quit").startswith("Paused already")
    assert Leave() in talk.effects
    assert talk.s.pauses == 1


def test_a_grade_that_comes_after_quit_opens_the_next_part_only_on_return() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    talk.wait(2)
    talk.word("quit")
    talk.wait(5)
    said = talk.graded()
    assert "Part 1 passed" in said
    assert "Part 2 opens as you continue" in said
    assert "saffron" not in said
    assert talk.s.paused
    assert "the next part opens as you continue" in talk.word("done")
    assert "the next part opens as you continue" in talk.word("skip")
    talk.wait(60)
    assert talk.back().startswith("**Part 2 of 4: The saffron**")
    talk.wait(10)
    assert talk.s.stage.clock.elapsed(talk.now) == 10


# --- questions -----------------------------------------------------------------------------------


def test_skip_asks_once_then_shows_the_model_solution_and_ends() -> None:
    talk = Talk()
    asked = talk.word("skip")
    assert asked.startswith("Skip part 1?")
    assert "MODEL" not in asked
    said = talk.chat("yes")
    assert said.startswith("Skipped at part 1 · 0 of 4 parts passed")
    assert "MODEL-1" in said
    assert "Why it matters later: LESSON-1." in said
    assert "correctness" not in said
    assert talk.s.end is End.SKIPPED


def test_finish_asks_once_then_gives_the_wrap_up_without_a_model_solution() -> None:
    talk = Talk()
    talk.pass_parts(1)
    assert talk.word("finish").startswith("Finish here?")
    said = talk.press("yes")
    assert said.startswith("Finished · 1 of 4 parts")
    assert "MODEL" not in said
    assert talk.s.end is End.FINISHED


def test_abandon_asks_once_then_ends_with_a_note_and_no_wrap_up() -> None:
    talk = Talk()
    assert "no wrap-up" in talk.word("abandon")
    said = talk.chat("Yes.")
    assert said.startswith("Abandoned at part 1 of 4")
    assert "correctness" not in said
    assert "Not graded" in talk.notes[1]
    assert talk.s.end is End.ABANDONED


@pytest.mark.parametrize("word", ["skip", "finish", "abandon"])
def test_no_goes_on_as_before(word: str) -> None:
    talk = Talk()
    talk.word(word)
    ask = talk.s.ask
    assert f"No {word}: part 1 goes on" in talk.chat("no")
    assert Settle(ask, "no", ANA) in talk.effects
    assert talk.s.phase is Phase.BUILDING
    assert talk.press("yes", ask) == ""  # the question is settled
    assert talk.s.open


def test_an_answer_to_an_older_question_changes_nothing() -> None:
    talk = Talk()
    talk.word("skip")
    old = talk.s.ask
    talk.word("finish")
    assert Settle(old, "", ANA) in talk.effects
    before = talk.s
    assert talk.press("yes", old) == ""
    assert talk.s == before
    talk.press("yes")
    assert talk.s.end is End.FINISHED


def test_a_yes_pressed_twice_ends_once() -> None:
    talk = Talk()
    talk.word("finish")
    ask = talk.s.ask
    talk.press("yes", ask)
    ended = talk.s
    assert talk.press("yes", ask) == ""
    assert talk.s == ended


def test_a_yes_without_a_question_changes_nothing() -> None:
    talk = Talk()
    before = talk.s
    assert talk.press("yes") == ""
    assert talk.chat("yes") == ""
    assert talk.s == before


def test_other_text_to_a_question_asks_it_again_as_the_same_question() -> None:
    talk = Talk()
    talk.word("skip")
    ask = talk.s.ask
    assert talk.chat("hmm, wait").startswith("Skip part 1?")
    assert talk.word("skip").startswith("Skip part 1?")
    assert talk.s.ask == ask


def test_the_price_of_a_hint_is_told_before_it_is_paid_and_asked_about_once() -> None:
    talk = Talk()
    assert "`hint` gives one nudge for a point of one score" in text_of(talk.said[0])
    asked = talk.word("hint")
    assert asked.startswith("A hint for part 1? It costs 1 of the 5 points for incremental design")
    assert "HINT-1" not in asked
    assert [choice.label for choice in talk.last.choices] == ["Yes, show it", "No, go on"]
    assert talk.press("no") == "No hint: part 1 goes on, your clock runs on."
    assert not talk.s.stage.hinted
    talk.word("hint")
    assert talk.press("yes").startswith("Hint for part 1 · counted")
    talk.done("code 1")
    assert talk.word("hint").startswith("A hint for part 2?")


@pytest.mark.parametrize("word", ["time", "help"])
def test_a_word_that_only_tells_beats_a_question_and_leaves_it_open(word: str) -> None:
    talk = Talk()
    talk.word("skip")
    ask = talk.s.ask
    talk.word(word)
    assert talk.s.ask == ask
    talk.press("yes", ask)
    assert talk.s.end is End.SKIPPED


@pytest.mark.parametrize("asked", ["skip", "finish", "abandon", "hint"])
@pytest.mark.parametrize("then", ["run", "done", "stub", "code"])
def test_who_goes_on_is_not_asked_any_more(asked: str, then: str) -> None:
    talk = Talk()
    talk.send("code")
    talk.graded()
    talk.word(asked)
    ask = talk.s.ask
    if then == "code":
        talk.send("newer code")
    else:
        talk.word(then)
    assert Settle(ask, "", ANA) in talk.effects
    assert talk.s.pending == ""
    assert talk.chat("yes") == ""
    assert talk.press("yes", ask) == ""
    assert talk.s.open
    assert not talk.s.stage.hinted


def test_a_hint_asked_for_is_the_question_in_the_place_of_another() -> None:
    talk = Talk()
    talk.word("skip")
    ask = talk.s.ask
    talk.word("hint")
    assert Settle(ask, "", ANA) in talk.effects
    assert talk.s.pending == "hint"
    assert talk.s.open


def test_skip_and_finish_wait_for_a_grade_under_way_but_abandon_does_not() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    assert "again after its result" in talk.word("skip")
    assert "again after its result" in talk.word("finish")
    assert talk.s.pending == ""
    talk.word("abandon")
    talk.press("yes")
    assert talk.s.end is End.ABANDONED
    assert talk.said[-2].name == "grade:1"  # the progress line does not stand for ever
    assert talk.graded(name="grade:1") == ""


def test_a_part_that_opens_makes_an_open_question_fall_away() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    talk.word("abandon")
    ask = talk.s.ask
    talk.graded()
    assert Settle(ask, "", ANA) in talk.effects
    assert talk.s.stage.number == 2
    assert talk.press("yes", ask) == ""
    assert talk.s.open


def test_a_question_falls_away_with_quit() -> None:
    talk = Talk()
    talk.word("skip")
    ask = talk.s.ask
    talk.word("quit")
    said = talk.back()
    assert "Skip part 1?" not in said
    talk.press("yes", ask)
    talk.chat("yes")
    assert talk.s.open
    assert talk.s.phase is Phase.BUILDING


def test_a_paused_session_can_be_finished_and_a_no_keeps_it_paused() -> None:
    talk = Talk()
    talk.word("quit")
    talk.word("finish")
    assert "the clock stays paused" in talk.chat("n")
    assert talk.s.phase is Phase.PAUSED
    talk.word("abandon")
    talk.chat("y")
    assert talk.s.end is End.ABANDONED


def test_only_the_starter_ends_a_team_session() -> None:
    talk = Talk()
    talk.session = replace(talk.s, people=(ANA, BEN))
    assert "Only the person who started this" in talk.word("finish", by=BEN)
    assert talk.s.pending == ""
    talk.word("finish")
    for told in (talk.press("yes", by=BEN), talk.chat("Yes!", by=BEN), talk.chat("no", by=BEN)):
        assert told == "Only the person who started this session may finish it."
        assert talk.last.to == BEN
    assert talk.chat("why not?", by=BEN) == ""
    assert talk.s.pending == "finish"
    assert talk.s.open


# --- buttons -------------------------------------------------------------------------------------


def test_a_control_stays_valid_for_its_whole_part() -> None:
    talk = Talk()
    shown = talk.last.ask
    talk.send("code")
    talk.graded()
    talk.word("skip")
    talk.chat("no")
    assert "A hint for part 1?" in talk.press("hint", shown)


def test_a_control_of_an_earlier_part_changes_nothing() -> None:
    talk = Talk()
    shown = talk.last.ask
    talk.pass_parts(1)
    before = talk.s
    assert talk.press("done", shown) == ""
    assert talk.press("done", shown + 50) == ""
    assert talk.s == before


def test_the_ask_changes_only_with_a_part_or_a_question() -> None:
    talk = Talk()
    ask = talk.s.ask
    talk.send("code")
    talk.graded()
    for word in ("time", "run", "help", "stub"):
        talk.word(word)
    talk.graded()
    talk.wait(200)
    assert talk.s.ask == ask
    talk.word("skip")
    assert talk.s.ask == ask + 1


# --- the end -------------------------------------------------------------------------------------


def test_an_ended_session_has_no_timer_and_every_note() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.word("abandon")
    talk.chat("yes")
    assert talk.timers == {}
    assert {e.note.part for e in talk.effects if isinstance(e, KeepNote)} == {1, 2}
    assert StopTimer("idle") in talk.effects
    late = TimerFired(talk.now, "part-cap", talk.now)
    before = talk.s
    assert talk.happen(late) == []
    assert talk.s == before


def test_no_message_says_a_word_of_a_part_that_is_locked() -> None:
    talk = Talk()
    for number in range(1, 5):
        talk.send(f"draft {number}")
        talk.graded({f"test_example_{WORDS[number]}": FAILED})
        talk.word("hint")
        talk.done(f"bad {number}", {f"test_{WORDS[number]}_edge": Ending.TIMEOUT})
        shown = "\n".join(
            text_of(say) + "".join(file.text for file in say.files) for say in talk.said
        )
        shown += "\n".join(talk.notes.values())
        for later in range(number + 1, 5):
            assert WORDS[later] not in shown
        assert not re.search(r"SECRET|MODEL|LESSON", shown)
        assert f"IDEA-{number}" not in shown
        talk.done(f"code {number}")


def test_every_message_of_a_session_is_marked_with_what_is_asked() -> None:
    talk = Talk()
    talk.pass_parts(1)
    for say in talk.said:
        assert isinstance(say, Say)
        if say.choices:
            assert say.ask > 0


def test_two_problems_of_other_sizes_end_with_their_own_last_part() -> None:
    talk = Talk(problem(part(1), part(2)))
    talk.pass_parts(2)
    assert talk.s.end is End.COMPLETED
    assert "2 of 2 parts" in text_of(talk.last)
    assert not any(isinstance(e, RunTests) for e in talk.effects)


def test_coming_back_to_part_1_prints_its_heading_once() -> None:
    talk = Talk()
    talk.word("quit")
    assert talk.back().lower().count("part 1 of 4: the turnip") == 1


def test_what_is_paused_offers_to_go_on_and_no_button_that_does_nothing() -> None:
    talk = Talk(begin=False)
    talk.happen(Started(talk.now, ANA, HERE, "s1", "d1", room="drills"))
    talk.word("quit")
    for word in ("quit", "time", "run", "hint"):
        talk.word(word)
        assert [choice.id for choice in talk.said[-1].choices] == ["continue"], word
    talk.send("code")
    assert [choice.id for choice in talk.said[-1].choices] == ["continue"]
    talk.back()
    assert "continue" not in [choice.id for choice in talk.said[-1].choices]


def test_a_run_that_is_stopped_says_what_takes_its_place() -> None:
    talk = Talk()
    talk.send("slow")
    assert "was stopped: your newer code takes its place" in talk.send("quick")
    assert "was stopped: your `done` takes its place" in talk.word("done")
