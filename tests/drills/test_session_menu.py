"""The command line and the menu of working sessions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from talk import HERE, START, text_of

from drills import command
from drills.command import Request
from drills.effects import Say
from drills.kinds.session import menu
from drills.model import Attempt, Entry
from drills.working_state import WorkResult

BILLING = Entry("billing-reconciler", "A quarter", "senior", (60,), frozenset({"invoice", "bank"}))
FEED = Entry("feed-ranker", "A feed", "senior", (60,), frozenset({"posts", "follow"}))
BOTH = (BILLING, FEED)


def parsed(line: str) -> Request:
    found = command.parse(line.split())
    assert isinstance(found, Request), found
    return found


def refused(line: str) -> str:
    found = command.parse(line.split())
    assert isinstance(found, Say)
    return text_of(found)


def done(problem: str, **calls: int) -> Attempt:
    result = WorkResult({name.replace("_", " "): count for name, count in calls.items()}, {})
    return Attempt(
        "s1", problem, 7, "acme", {}, START, 0, 1, True, 3000.0, 3600, False, 1, HERE,
        drill="session", work=result,
    )  # fmt: skip


# --- the command line --------------------------------------------------------------------------


def test_every_option_is_understood() -> None:
    line = "session --domain billing-reconciler --seed 7 --time 45 --ai --lang python"
    found = parsed(line)
    assert (found.drill, found.domain, found.seed) == ("session", "billing-reconciler", 7)
    assert (found.minutes, found.ai) == (45, True)
    assert found.opens


def test_a_domain_needs_no_dashes() -> None:
    assert parsed("session feed-ranker").domain == "feed-ranker"


def test_with_no_arguments_it_is_the_menu() -> None:
    assert not parsed("session").opens


def test_a_time_alone_takes_any_domain() -> None:
    assert parsed("session --time 30").random


def test_words_of_ones_own_need_no_quotes() -> None:
    assert parsed("session --custom money that came twice").custom == "money that came twice"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("session --time 5", "from 10 to 480"),
        ("session --time soon", "from 10 to 480"),
        ("session --interviewer @ben", "you mark yourself"),
        ("session --lang rust", "run in Python"),
        ("session --seed x", "is no seed"),
        ("session --next --random", "exclude each other"),
        ("session --tme 30", "Did you mean `--time`?"),
        ("session --domain", "needs a value"),
        ("session a b", "one too many"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, why: str) -> None:
    assert why in refused(line)


def test_help_lists_every_option_and_word() -> None:
    said = refused("session --help")
    assert all(f"`{option}`" in said for option in command.SESSION_OPTIONS)
    assert all(f"`{word}`" in said for word in command.SESSION_WORDS)


@pytest.mark.parametrize("said", ["time left?", "Time left", "how much time is left?", "TIME."])
def test_time_left_is_asked_for_in_many_ways(said: str) -> None:
    assert command.session_word(said) == "time"


@pytest.mark.parametrize("said", ["log: I go", "go on", "what is done"])
def test_a_word_in_a_sentence_is_no_command(said: str) -> None:
    assert command.session_word(said) is None


# --- the menu ----------------------------------------------------------------------------------


def test_a_surprise_comes_first() -> None:
    said = menu.menu(BOTH, ())
    assert [choice.label for choice in said.choices] == [
        "surprise me",
        "billing-reconciler",
        "feed-ranker",
    ]
    assert command.picked(said.choices[0].id) == ["session", "--random"]
    assert command.picked(said.choices[1].id) == ["session", "--domain", "billing-reconciler"]


def test_the_menu_tells_how_the_last_one_went_and_no_trap() -> None:
    said = text_of(menu.menu(BOTH, [done("billing-reconciler", handled=5, missed=3)]))
    assert "billing-reconciler  rows  60  1  5 handled, 3 missed" in said


def test_next_is_what_was_done_least() -> None:
    attempts = [done("billing-reconciler")]
    assert menu.pick(Request(drill="session", next=True), BOTH, attempts, 0) == "feed-ranker"


def test_a_session_that_was_left_counts_for_nothing() -> None:
    left = replace(done("billing-reconciler"), work=None)
    assert menu.pick(Request(drill="session", next=True), BOTH, [left], 0) == "billing-reconciler"


def test_a_domain_with_a_slip_is_guessed() -> None:
    said = menu.pick(Request(drill="session", domain="feed-rankr"), BOTH, (), 0)
    assert isinstance(said, Say)
    assert "Did you mean feed-ranker?" in text_of(said)


def test_custom_finds_the_nearest_domain() -> None:
    said = menu.pick(Request(drill="session", custom="match my bank"), BOTH, (), 0)
    assert isinstance(said, Say)
    assert [choice.label for choice in said.choices] == ["billing-reconciler"]
    nothing = menu.pick(Request(drill="session", custom="chess"), BOTH, (), 0)
    assert isinstance(nothing, Say)
    assert "none is made up on the spot" in text_of(nothing)


def test_status_tells_what_was_done() -> None:
    said = text_of(menu.status(BOTH, [done("feed-ranker", handled=2)]))
    assert "1 working session done · 1 of 2 domains" in said
