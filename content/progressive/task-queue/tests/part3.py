import pytest
from drawn import drawn, hidden
from solution import Queue


def test_example_kept_back_for_a_while():
    queue = Queue()
    queue.submit("mail", "for ada", 1, 10)
    queue.submit("report", "every shop")
    queue.advance(4)
    assert queue.status("mail") == "held"
    assert queue.upcoming(2) == [("report", 0)]
    queue.claim()
    assert queue.claim() == drawn
    queue.advance(9)
    assert queue.status("mail") == "waiting"
    assert queue.claim() == ("mail", "for ada")


def test_example_the_end_of_a_delay():
    queue = Queue()
    queue.submit("mail", "for ada", 0, 10)
    queue.advance(10)
    assert queue.claim() == drawn


def test_example_equal_priorities_after_a_delay():
    queue = Queue()
    queue.submit("mail", "for ada", 0, 5)
    queue.submit("report", "every shop")
    queue.advance(9)
    assert queue.upcoming(2) == drawn


def test_example_a_delay_for_a_waiting_task():
    queue = Queue()
    queue.submit("mail", "for ada", 2)
    queue.submit("report", "every shop", 2)
    assert queue.postpone("mail", 5) == drawn
    assert queue.upcoming(2) == [("report", 2)]
    queue.advance(9)
    assert queue.upcoming(2) == drawn
    assert queue.postpone("sync", 5) == drawn


def test_example_how_long_until_the_next_one():
    queue = Queue()
    assert queue.next_in() is None
    queue.submit("report", "every shop")
    queue.submit("mail", "for ada", 0, 10)
    queue.submit("sync", "every shop", 0, 20)
    queue.advance(3)
    assert queue.next_in() == drawn


@hidden("edge")
def test_every_answer_agrees_on_the_first_second():
    queue = Queue()
    queue.submit("mail", "for ada", 0, 3)
    queue.submit("report", "every shop")
    queue.postpone("report", 5)
    queue.advance(2)
    assert queue.upcoming(2) == []
    assert queue.next_in() == drawn
    queue.advance(1)
    assert queue.status("mail") == drawn
    assert queue.upcoming(2) == drawn
    assert queue.next_in() == drawn
    queue.advance(2)
    assert queue.status("mail") == "waiting"
    assert queue.status("report") == drawn
    assert queue.next_in() == drawn
    assert queue.claim() == ("mail", "for ada")
    assert queue.claim() == drawn
    queue.advance(1)
    assert queue.status("report") == drawn
    assert queue.upcoming(1) == drawn
    assert queue.claim() == drawn


@hidden("order")
def test_the_order_of_what_was_held():
    queue = Queue()
    queue.submit("sync", "every shop", 1, 6)
    queue.advance(1)
    queue.submit("report", "every shop", 1)
    queue.submit("mail", "for ada", 1, 5)
    queue.submit("invoice", "for bob", 0, 1)
    queue.advance(5)
    queue.submit("backup", "every shop", 1)
    queue.advance(5)
    assert queue.upcoming(5) == drawn
    queue.regrade("report", 1)
    assert queue.upcoming(5) == drawn
    queue.submit("thumbs", "for ada", 1, 1)
    queue.regrade("invoice", 1)
    queue.advance(5)
    assert queue.upcoming(6) == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn


@hidden("postponed")
def test_a_delay_takes_the_place_of_another():
    queue = Queue()
    queue.submit("mail", "for ada", 3, 30)
    queue.submit("report", "every shop", 3)
    queue.submit("sync", "every shop", 3, 2)
    queue.advance(1)
    assert queue.postpone("mail", 4) == drawn
    assert queue.next_in() == drawn
    queue.postpone("sync", 7)
    assert queue.next_in() == drawn
    queue.postpone("report", 6)
    queue.advance(4)
    assert queue.next_in() == drawn
    queue.advance(5)
    assert queue.next_in() is None
    assert queue.upcoming(3) == drawn
    queue.claim()
    assert queue.postpone("mail", 4) == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn


@hidden("bad-delay")
def test_a_refused_call_changes_nothing():
    queue = Queue()
    queue.submit("mail", "for ada", 1)
    queue.submit("report", "every shop", 1)
    for delay in (0, -1):
        with pytest.raises(ValueError):
            queue.submit("sync", "every shop", 0, delay)
        with pytest.raises(ValueError):
            queue.submit("mail", "for bob", 0, delay)
        with pytest.raises(ValueError):
            queue.postpone("mail", delay)
        with pytest.raises(ValueError):
            queue.postpone("sync", delay)
    with pytest.raises(ValueError):
        queue.advance(-1)
    queue.advance(0)
    assert queue.status("sync") == drawn
    assert queue.upcoming(3) == [("mail", 1), ("report", 1)]
    assert queue.claim() == ("mail", "for ada")
    queue.postpone("report", 1)
    assert queue.next_in() == drawn
    queue.advance(2)
    assert queue.claim() == ("report", "every shop")


@hidden("held")
def test_a_held_task_is_a_waiting_one():
    queue = Queue()
    queue.submit("report", "every shop", 1, 5)
    queue.submit("mail", "for ada", 1, 9)
    queue.advance(1)
    assert queue.submit("mail", "for bob", 2) == drawn
    assert queue.status("mail") == drawn
    assert queue.submit("report", "every shop", 1, 20) == drawn
    assert queue.next_in() == drawn
    assert queue.complete("report") == drawn
    assert queue.regrade("report", 3) == drawn
    assert queue.status("report") == "held"
    queue.advance(30)
    assert queue.upcoming(2) == drawn
    assert queue.next_in() is None
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
