"""The bot owns the clock: what it announces, when, and what happens when it was away."""

from __future__ import annotations

from datetime import timedelta

from talk import ANA, HERE, START, Talk, part, problem, text_of

from drills.effects import StartTimer
from drills.events import Commanded, Started, TimerFired
from drills.model import End, Ending, Scope
from drills.timing import still


def test_five_minutes_left_and_the_cap_are_announced_for_the_part() -> None:
    talk = Talk()
    assert talk.wait(179) == []
    assert talk.wait(1) == ["⏱ 5:00 left on part 1."]
    assert talk.last.mention
    assert talk.wait(300) == [
        "⏱ Part 1's target of 8:00 is reached. Going over is noted, not failed."
        " Say `done` when ready."
    ]


def test_both_are_announced_for_the_whole_drill_which_never_ends_by_itself() -> None:
    talk = Talk()
    said = talk.wait(3600)
    assert said[2:] == [
        "⏱ 5:00 left for the whole drill.",
        "⏱ The budget of 45:00 for the whole drill is reached."
        " Going over is noted, not failed. Say `done` when ready.",
    ]
    assert talk.s.open
    assert "Part 1 passed ✓ · 60:00 of 8:00 (52:00 over)" in talk.done("code")


def test_five_minutes_left_is_not_said_of_a_budget_of_five_minutes() -> None:
    talk = Talk(problem(part(1, 5), part(2, 3)))
    assert [text.split(".")[0] for text in talk.wait(500)] == [
        "⏱ 5:00 left for the whole drill",
        "⏱ Part 1's target of 5:00 is reached",
        "⏱ The budget of 8:00 for the whole drill is reached",
    ]


def test_two_timers_due_within_ten_seconds_are_one_message() -> None:
    talk = Talk(problem(part(1, 8)))  # one part: its target is the whole budget
    assert talk.wait(480) == [
        "⏱ 5:00 left on part 1. 5:00 left for the whole drill.",
        "⏱ Part 1's target of 8:00 is reached. The budget of 8:00 for the whole drill is reached."
        " Going over is noted, not failed. Say `done` when ready.",
    ]


def test_timers_eleven_seconds_apart_are_two_messages() -> None:
    talk = Talk(problem(part(1, 8), part(2, 8)))
    talk.wait(480 - 9)  # part 2 begins nine seconds early: its cap is 9 s before the total's
    talk.done("code")
    assert len(talk.wait(480)) == 2  # five minutes left of both, both caps at once
    other = Talk(problem(part(1, 8), part(2, 8)))
    other.wait(480 - 11)
    other.done("code")
    assert len(other.wait(491)) == 4


def test_a_timer_claimed_before_its_neighbour_told_it_is_inert() -> None:
    talk = Talk(problem(part(1, 8)))
    talk.wait(180)
    before = talk.s
    assert talk.happen(TimerFired(talk.now, "total-5", talk.now)) == []
    assert talk.s == before


def test_a_timer_told_with_another_is_stopped() -> None:
    talk = Talk(problem(part(1, 8)))
    due = talk.timers["part-5"]
    talk.now = due
    talk.happen(TimerFired(due, "part-5", due))
    assert "total-5" not in talk.timers


def test_a_timer_of_an_unknown_name_tells_nothing_that_another_is_for() -> None:
    talk = Talk()
    talk.now = talk.timers["part-5"]
    assert talk.happen(TimerFired(talk.now, "old-name", talk.now)) == []


def test_what_was_told_of_the_whole_drill_is_not_told_again_on_the_next_part() -> None:
    talk = Talk()
    talk.wait(2800)
    talk.done("code")
    assert "total-5" not in talk.timers
    assert "total-cap" not in talk.timers
    assert [text.split(".")[0] for text in talk.wait(600)] == [
        "⏱ 5:00 left on part 2",
        "⏱ Part 2's target of 10:00 is reached",
    ]


def test_after_a_downtime_everything_due_is_one_message_that_says_how_late() -> None:
    talk = Talk()
    said = talk.wait(600, down=True)
    assert len(said) == 1
    assert said[0].startswith("⏱ Part 1's target of 8:00 is reached.")
    assert "left on part 1" not in said[0]  # pointless once the target is reached
    assert "This was due 7:00 ago, while I was away. Nothing is lost" in said[0]


def test_five_minutes_left_told_late_says_what_is_left_now() -> None:
    talk = Talk()
    (said,) = talk.wait(180 + 100, down=True)
    assert said.startswith("⏱ 3:20 left on part 1. This was due 1:40 ago")


def test_a_new_part_starts_its_own_clock_and_stops_the_old_ones_timers() -> None:
    talk = Talk()
    talk.wait(400)
    talk.done("code")
    assert talk.timers["part-cap"] == talk.now + timedelta(minutes=10)
    assert talk.timers["part-5"] == talk.now + timedelta(minutes=5)
    assert talk.timers["total-cap"] == START + timedelta(minutes=45)


def test_a_timer_of_the_part_before_that_fires_late_is_inert() -> None:
    talk = Talk()
    cap = talk.timers["part-cap"]
    talk.wait(470)
    talk.done("code")
    talk.now = cap
    before = talk.s
    assert talk.happen(TimerFired(talk.now, "part-cap", cap)) == []
    assert talk.s == before


def test_waiting_for_a_grade_is_nobodys_time() -> None:
    talk = Talk()
    talk.wait(60)
    talk.send("bad", Scope.DONE)
    talk.wait(30)
    assert "Part 1 failed ✗ · 1:00 of 8:00" in talk.graded({"test_turnip_edge": Ending.FAILED})
    assert "7:00 left on part 1" in talk.word("time")
    assert talk.timers["part-cap"] == talk.now + timedelta(minutes=7)
    talk.send("good", Scope.DONE)
    talk.wait(3600, down=True)  # the bot went down in the middle of the grade
    assert "Part 1 passed ✓ · 1:00 of 8:00" in talk.graded()
    assert talk.s.clock.spent == 60


def test_a_pause_moves_every_timer_and_says_nothing_twice() -> None:
    talk = Talk()
    talk.wait(200)
    talk.word("quit")
    assert talk.wait(7200) == []
    talk.back()
    assert "part-5" not in talk.timers
    assert talk.timers["part-cap"] == talk.now + timedelta(seconds=280)
    assert len(talk.wait(280)) == 1


def test_a_timer_that_was_claimed_as_the_person_left_is_inert() -> None:
    talk = Talk()
    due = talk.timers["part-5"]
    talk.wait(179)
    talk.word("quit")
    talk.now += timedelta(seconds=1)
    assert talk.happen(TimerFired(talk.now, "part-5", due)) == []


def test_time_tells_both_budgets() -> None:
    talk = Talk()
    talk.wait(192)
    assert talk.word("time") == (
        "⏱ 4:48 left on part 1\nPart 1: 3:12 of 8:00 · all parts: 3:12 of 45:00, 41:48 left"
    )


def test_a_clock_set_back_never_makes_negative_time_and_is_said() -> None:
    talk = Talk()
    talk.wait(100)
    talk.hint()
    talk.now -= timedelta(hours=1)
    said = talk.word("time")
    assert "6:20 left on part 1" in said
    assert "The computer's clock was set back by 60:00." in said
    assert talk.s.last_at == START + timedelta(seconds=100)
    assert "Part 1 passed ✓ · 1:40 of 8:00" in talk.done("code")


def test_a_clock_a_second_behind_is_not_worth_a_word() -> None:
    talk = Talk()
    talk.wait(100)
    talk.hint()
    talk.now -= timedelta(seconds=1)
    assert "clock was set back" not in talk.word("time")


def test_fourteen_days_without_an_event_close_the_session_with_a_note() -> None:
    talk = Talk()
    talk.pass_parts(1)
    talk.word("quit")
    (said,) = talk.wait(14 * 86400 + 1)
    assert said.startswith("Closed after 14 days without a word · part 2 of 4, 1 passed")
    assert talk.s.end is End.ABANDONED
    assert "Pass" in talk.notes[1]
    assert "abandoned" in talk.notes[2]
    assert talk.timers == {}


def test_every_accepted_event_starts_the_fourteen_days_again() -> None:
    talk = Talk()
    talk.word("quit")
    old = talk.timers["idle"]
    talk.wait(13 * 86400)
    talk.happen(Commanded(talk.now, ANA, "time"))
    idle = [e for e in talk.effects if isinstance(e, StartTimer)]
    assert idle == [StartTimer("idle", talk.now + timedelta(days=14))]
    talk.now = old  # the old row, claimed just before it was replaced
    assert talk.happen(TimerFired(talk.now, "idle", old)) == []
    assert talk.s.open


def test_a_pause_is_told_in_the_wrap_up_and_the_notes() -> None:
    talk = Talk()
    talk.word("quit")
    talk.wait(3600 * 25)
    talk.back()
    talk.word("finish")
    talk.chat("yes")
    assert "pauses: 1 (25 h 0 min)" in text_of(talk.last)
    assert "- pauses: 1, 25 h 0 min in all" in talk.notes[1]


def test_a_session_ended_while_paused_counts_that_pause_too() -> None:
    talk = Talk()
    talk.word("quit")
    talk.wait(600)
    talk.word("abandon")
    talk.chat("yes")
    assert talk.s.paused_seconds == 600
    assert talk.s.clock.spent == 0


def test_while_a_grade_runs_time_tells_what_its_result_will() -> None:
    talk = Talk()
    talk.wait(136)
    talk.send("code", Scope.DONE)
    talk.wait(47)
    assert talk.word("time") == (
        "⏱ Part 1 is being graded; its clock stands at 2:16 of 8:00 since your `done`\n"
        "Waiting costs no time · all parts: 2:16 of 45:00, 42:44 left"
    )
    assert "2:16 of 8:00" in talk.word("quit")
    assert "Part 1 passed ✓ · 2:16 of 8:00" in talk.graded()


def test_a_grade_that_lasts_long_says_once_in_its_progress_line_that_it_goes_on() -> None:
    talk = Talk(begin=False)
    talk.happen(Started(talk.now, ANA, HERE, "s1", "d1", room="drills"))
    talk.send("code", Scope.DONE)
    assert talk.wait(19) == []
    assert talk.wait(41) == ["Still grading part 1 … Waiting costs no time."]
    assert (talk.said[-1].name, talk.said[-1].progress) == (talk.s.grading, True)
    assert talk.wait(60) == []
    assert "Part 1 passed" in talk.graded()
    talk.send("newer")
    assert talk.wait(60) == ["Still running …"]
    talk.graded()
    talk.send("newest")
    talk.graded()
    assert talk.wait(60) == []


def test_many_whose_grades_began_together_are_not_told_in_the_same_second() -> None:
    waits = sorted(still(f"{number:016x}").total_seconds() for number in range(200))
    assert 20 <= waits[0] < waits[-1] < 60
    assert max(sum(at <= each < at + 1 for each in waits) for at in waits) < 20


def test_a_grade_taken_up_again_after_a_restart_says_that_it_goes_on() -> None:
    talk = Talk(begin=False)
    talk.happen(Started(talk.now, ANA, HERE, "s1", "d1", room="drills"))
    talk.send("code", Scope.DONE)
    assert talk.wait(100, down=True) == ["Still grading part 1 … Waiting costs no time."]


def test_where_no_message_can_be_changed_a_long_grade_has_no_timer() -> None:
    talk = Talk()
    talk.send("code", Scope.DONE)
    assert "still" not in talk.timers
