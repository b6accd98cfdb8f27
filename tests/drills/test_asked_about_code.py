"""Code that is asked about before it is taken, and sessions of a team."""

from __future__ import annotations

from dataclasses import replace

from talk import ANA, BEN, HERE, START, Talk, problem, submission, text_of

from drills import engine
from drills.effects import RunTests, Say, Settle
from drills.events import Commanded, Event, Offered, Opened, Pressed, Said, Started, Submitted
from drills.model import Offer, Person, Place, Scope, Session, Why

OLD, NEW = submission("class Store: pass\n"), submission("class Store: x = 1\n")


def offers(why: Why = Why.SEVERAL, by: Person = ANA) -> Offered:
    both = (OLD, NEW) if why is Why.SEVERAL else (NEW,)
    named = tuple(
        Offer(s.id, f"your block {n}, 1 line", f"Took {n}.") for n, s in enumerate(both, 1)
    )
    return Offered(START, by, why, named, both)


class Thread:
    """A session in a channel, told event by event."""

    def __init__(self, team: bool = False) -> None:
        self.problem = problem()
        place = Place("slack", "T1", "~s")
        step = engine.step(
            None, Started(START, ANA, place, "s", "d", room="C1", team=team), self.problem
        )
        self.session, self.first = step.session, step.effects
        self.effects = step.effects

    def tell(self, event: Event) -> list[str]:
        step = engine.step(self.session, event, self.problem)
        self.session, self.effects = step.session, step.effects
        return [text_of(effect) for effect in step.effects if isinstance(effect, Say)]

    @property
    def ran(self) -> list[str]:
        return [effect.submission for effect in self.effects if isinstance(effect, RunTests)]


def test_the_thread_is_announced_first_and_its_place_known_once_it_is_open() -> None:
    thread = Thread()
    assert type(thread.first[0]).__name__ == "Announce"
    assert thread.first[0].text == "⟦@ana⟧ started **BUILD: Session cache** · mid · 45 min"  # type: ignore[union-attr]
    thread.tell(Opened(START, Place("slack", "T1", "C1/5")))
    assert thread.session.place.thread == "C1/5"


def test_in_a_chat_the_files_of_a_part_hang_on_it_and_are_not_named_once_more() -> None:
    [opened] = [effect for effect in Thread().first if isinstance(effect, Say)]
    assert [f.name for f in opened.files] == ["PROBLEM.md", "solution.py", "tests_visible.py"]
    assert "PROBLEM.md" not in text_of(opened)
    assert "Files: `PROBLEM.md` `solution.py`" in text_of(Talk().last)  # beside a folder


def test_a_thread_that_could_not_be_opened_leaves_no_open_drill() -> None:
    thread = Thread()
    assert thread.session.unopened
    thread.tell(Opened(START, thread.session.place))
    assert not thread.session.open
    assert thread.tell(Commanded(START, ANA, "hint")) == []


def test_which_of_two_is_asked_and_the_pressed_one_runs() -> None:
    thread = Thread()
    [asked] = thread.tell(offers())
    assert asked.startswith("More than one of these defines what is asked for. Which one?")
    assert not thread.ran
    thread.tell(Pressed(START, ANA, thread.session.ask, "2"))
    assert thread.ran == [NEW.id]
    assert thread.effects[0] == Settle(thread.session.ask, "2", ANA)
    thread.tell(Pressed(START, ANA, thread.session.ask, "1"))
    assert not thread.effects  # settled: a second press changes nothing


def test_a_number_a_yes_and_a_no_can_be_said() -> None:
    thread = Thread()
    thread.tell(offers())
    thread.tell(Said(START, ANA, "1."))
    assert thread.ran == [OLD.id]
    thread = Thread()
    thread.tell(offers(Why.UNFENCED))
    thread.tell(Said(START, ANA, "Yes"))
    assert thread.ran == [NEW.id]
    thread = Thread()
    thread.tell(offers(Why.EDITED))
    [said] = thread.tell(Said(START, ANA, "no"))
    assert said == "Nothing was taken; your last code is kept."
    assert not thread.session.submission


def test_other_code_that_comes_in_answers_the_question() -> None:
    thread = Thread()
    thread.tell(offers(Why.UNFENCED))
    asked = thread.session.ask
    thread.tell(Submitted(START, ANA, OLD))
    assert thread.effects[0] == Settle(asked, "", ANA)
    assert thread.ran == [OLD.id]
    assert not thread.session.pending


def test_a_control_word_beats_the_question() -> None:
    thread = Thread()
    thread.tell(offers())
    [said] = thread.tell(Commanded(START, ANA, "time"))
    assert "left on part 1" in said
    assert thread.session.pending == "take"


def test_a_person_alone_keeps_others_out_and_a_team_lets_them_in() -> None:
    alone = Thread()
    assert alone.tell(Commanded(START, BEN, "hint")) == []
    together = Thread(team=True)
    [said] = together.tell(Commanded(START, BEN, "hint"))
    assert said.startswith("A hint for part 1?")
    assert together.session.people == (ANA, BEN)
    [told] = together.tell(Said(START, ANA, "yes"))
    assert told == "⟦@ben⟧ was asked that, and answers it."
    [said] = together.tell(Said(START, BEN, "yes"))
    assert said.startswith("Hint for part 1 · counted")


def test_what_was_said_with_the_code_outlives_the_choice_of_it() -> None:
    thread = Thread()
    thread.tell(replace(offers(), then=Scope.DONE))
    thread.tell(Said(START, ANA, "2"))
    [run] = [effect for effect in thread.effects if isinstance(effect, RunTests)]
    assert (run.submission, run.scope) == (NEW.id, Scope.DONE)
    assert thread.session.then is Scope.RUN


def test_among_others_a_question_is_put_once_more_and_then_their_talk_is_passed_over() -> None:
    thread = Thread()
    thread.tell(Commanded(START, ANA, "skip"))
    assert len(thread.tell(Said(START, ANA, "hm, should I?"))) == 1
    assert thread.tell(Said(START, ANA, "what do you all think?")) == []
    thread.tell(Said(START, ANA, "no"))
    thread.tell(Commanded(START, ANA, "finish"))
    assert len(thread.tell(Said(START, ANA, "hm"))) == 1


def test_in_a_team_only_the_one_who_was_asked_answers_and_the_starter_alone_ends_it() -> None:
    thread = Thread(team=True)
    thread.tell(offers(by=BEN))
    thread.tell(Said(START, ANA, "1"))
    assert not thread.ran
    thread.tell(Said(START, BEN, "1"))
    assert thread.ran == [OLD.id]
    [said] = thread.tell(Commanded(START, BEN, "skip"))
    assert said == "Only the person who started this session may skip it."


def test_the_channel_is_told_how_it_ended() -> None:
    thread = Thread()
    thread.tell(Commanded(START, ANA, "finish"))
    thread.tell(Said(START, ANA, "yes"))
    [closing] = [e for e in thread.effects if type(e).__name__ == "Announce"]
    assert closing.text == (  # type: ignore[union-attr]
        "⟦@ana⟧ · **BUILD: Session cache** · mid · finished · 0 of 4 parts · 0:00 of 45:00"
    )


def test_a_terminal_announces_nothing() -> None:
    talk = Talk()
    assert isinstance(talk.s, Session)
    assert talk.s.place == HERE
    assert not [e for e in talk.effects if type(e).__name__ == "Announce"]
