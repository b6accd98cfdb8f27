"""What can be pressed and written in a lab: that it fits a chat's lines and windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from content.catalog import Catalog
from drills.command import LAB_WORDS
from drills.events import Started
from drills.kinds.lab import choices, explaining, flow
from drills.kinds.lab.building import changed
from drills.model import Person, Place, Problem, Session
from drills.task import Decision, Explanation, LabPhase, Point, Press

ANA, THREAD = Person("slack", "T1", "U1"), Place("slack", "T1", "C1:1")
AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture(scope="module", params=["total-cart", "signed-webhooks"])
def problem(request: pytest.FixtureRequest) -> Problem:
    return Catalog().task(request.param)


def session(problem: Problem, room: str = "C1") -> Session:
    event = Started(AT, ANA, THREAD, "s1", "d1", "lab", room=room)
    return flow.step(None, event, problem).session


def every_question(problem: Problem) -> Iterator[Session]:
    """A session at each question that a lab can put, with everything decided before."""
    begun = session(problem)
    assert problem.lab is not None
    count = len(problem.lab.suggestions)
    decisions = tuple(Decision(n, Press.ACCEPT, 0.0) for n in range(count))
    explained = (Explanation(words="because"),) * count
    known = changed(begun, decisions=decisions, explanations=explained)
    for phase in LabPhase:
        for shown in range(count):
            for asking in ("kind", "line", "words"):
                yield changed(known, phase=phase, shown=shown, asking=asking)


def test_the_buttons_of_every_question_fit_five_lines_of_five(problem: Problem) -> None:
    for at in every_question(problem):
        offered = choices.choices(at, problem)
        assert len({choice.id for choice in offered}) == len(offered) <= 25
        lines = Counter(choice.row for choice in offered)
        assert len(lines) <= 5
        assert max(lines.values()) <= 5 + 2 * (at.lab is not None and at.lab.phase is LabPhase.MARK)
        assert all(len(choice.label) <= 75 for choice in offered)


def test_every_window_that_a_button_opens_is_there_and_has_room_for_its_title(
    problem: Problem,
) -> None:
    for at in every_question(problem):
        opening = [choice for choice in choices.choices(at, problem) if choice.form]
        assert opening
        for choice in opening:
            form = choices.form(at, problem, at.ask, choice.id)
            assert form is not None
            assert len(form.title) <= 24
            assert len(form.asks) <= 45


def test_a_window_of_an_earlier_question_is_closed_and_that_for_the_file_is_not(
    problem: Problem,
) -> None:
    at = changed(session(problem), phase=LabPhase.BUILD)
    assert choices.form(at, problem, at.ask - 1, "edit") is None
    assert choices.form(replace(at, pending="finish"), problem, at.ask, "edit") is None
    assert choices.form(at, problem, 0, "file") is not None
    assert choices.form(changed(at, phase=LabPhase.EXPLAIN), problem, 0, "file") is None


def test_without_windows_none_is_offered(problem: Problem) -> None:
    plan = session(problem, room="")
    assert [choice.id for choice in choices.choices(plan, problem)] == ["done", "time"]
    build = changed(plan, phase=LabPhase.BUILD)
    assert [c.id for c in choices.choices(build, problem) if c.form] == ["edit"]


def test_any_of_three_points_can_be_ticked_by_a_button(problem: Problem) -> None:
    task = problem.lab
    assert task is not None
    points = tuple(Point(f"point {n}") for n in (1, 2, 3))
    first = replace(task.suggestions[0], points=points)
    problem = replace(problem, lab=replace(task, suggestions=(first, *task.suggestions[1:])))
    assert problem.lab is not None
    at = changed(session(problem), phase=LabPhase.MARK, shown=0)
    marked = {}
    for choice in choices.choices(at, problem):
        if choice.answer:
            assert at.lab is not None
            taken = explaining.taken(at.lab, problem.lab, choice.id, peer=False)
            assert not isinstance(taken, str)
            marked[choice.label] = taken.explanations[0].ticks
            assert explaining.choice(at.lab, problem.lab, choice.id) == choice.id
    assert marked == {
        "All": (0, 1, 2),
        "Only 1": (0,),
        "Only 2": (1,),
        "Only 3": (2,),
        "Only 1 and 2": (0, 1),
        "Only 1 and 3": (0, 2),
        "Only 2 and 3": (1, 2),
        "None": (),
    }


def test_a_single_point_or_line_is_no_range(problem: Problem) -> None:
    task = problem.lab
    assert task is not None
    first = replace(task.suggestions[0], points=(Point("the one"),), proposed="A = 1\n")
    task = replace(task, suggestions=(first, *task.suggestions[1:]))
    at = changed(session(problem), phase=LabPhase.MARK, shown=0).lab
    assert at is not None
    assert explaining.taken(at, task, "7", peer=False) == "Say `1`, or `none`."
    asked = replace(at, phase=LabPhase.EXPLAIN, asking="line")
    assert explaining.taken(asked, task, "7", peer=False) == "Say a line's number, 1, or `none`."


def test_every_word_means_something_in_some_phase(problem: Problem) -> None:
    somewhere = {word for words in choices.HERE.values() for word in words}
    assert somewhere | {*choices.ALWAYS} == LAB_WORDS.keys()
