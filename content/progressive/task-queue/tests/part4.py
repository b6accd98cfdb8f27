import pytest
from drawn import drawn, hidden
from solution import Queue


def test_example_a_failed_task_comes_again():
    queue = Queue()
    queue.submit("mail", "for ada")
    queue.claim()
    assert queue.fail("mail") == 10
    assert queue.status("mail") == "held"
    queue.advance(9)
    assert queue.claim() == drawn
    queue.advance(2)
    assert queue.claim() == ("mail", "for ada")


def test_example_longer_from_time_to_time():
    queue = Queue()
    queue.submit("mail", "for ada", attempts=4)
    found = []
    for _ in range(4):
        queue.claim()
        found.append(queue.fail("mail"))
        queue.advance(99)
    assert found == drawn


def test_example_no_more_attempts():
    queue = Queue()
    queue.submit("mail", "for ada", attempts=2)
    for _ in range(2):
        queue.claim()
        queue.fail("mail")
        queue.advance(99)
    assert queue.status("mail") == "dead"
    assert queue.claim() == drawn
    assert queue.dead_letters() == [("mail", "for ada", 2)]


def test_example_a_dead_task_comes_back():
    queue = Queue()
    queue.submit("mail", "for ada", attempts=2)
    for _ in range(2):
        queue.claim()
        queue.fail("mail")
        queue.advance(99)
    assert queue.replay("mail") == drawn
    assert queue.dead_letters() == []
    assert queue.claim() == ("mail", "for ada")
    assert queue.fail("mail") == drawn


def test_example_no_such_task():
    queue = Queue()
    queue.submit("mail", "for ada")
    assert queue.fail("mail") == drawn
    assert queue.replay("report") == drawn


@hidden("backoff")
def test_never_longer_than_the_longest():
    queue = Queue()
    queue.submit("mail", "for ada", attempts=9)
    found = []
    for _ in range(9):
        queue.claim()
        found.append(queue.fail("mail"))
        queue.advance(61)
    assert found == drawn
    assert queue.dead_letters() == [("mail", "for ada", 9)]


@hidden("attempts")
def test_few_attempts():
    queue = Queue()
    for attempts in (0, -1):
        with pytest.raises(ValueError):
            queue.submit("mail", "for ada", attempts=attempts)
    assert queue.status("mail") == drawn
    queue.submit("mail", "for ada", attempts=1)
    queue.claim()
    assert queue.fail("mail") == 0
    assert queue.fail("mail") == drawn
    assert queue.next_in() is None
    queue.submit("report", "every shop")
    queue.claim()
    assert queue.fail("report") == 10
    queue.advance(11)
    queue.claim()
    assert queue.fail("report") == 20
    queue.advance(21)
    queue.claim()
    assert queue.fail("report") == 0
    assert queue.dead_letters() == [("mail", "for ada", 1), ("report", "every shop", 3)]


@hidden("dead")
def test_a_dead_task_is_not_in_the_queue():
    queue = Queue()
    queue.submit("sync", "every shop", attempts=1)
    queue.submit("mail", "for ada", attempts=1)
    queue.claim()
    queue.claim()
    queue.fail("sync")
    queue.fail("mail")
    letters = queue.dead_letters()
    letters.clear()
    assert queue.dead_letters() == [("sync", "every shop", 1), ("mail", "for ada", 1)]
    assert queue.complete("mail") == drawn
    assert queue.regrade("mail", 1) == drawn
    assert queue.postpone("mail", 1) == drawn
    assert queue.submit("mail", "for bob") == drawn
    assert queue.status("mail") == "waiting"
    assert queue.dead_letters() == [("sync", "every shop", 1)]
    assert queue.replay("mail") == drawn
    assert queue.claim() == ("mail", "for bob")
    assert queue.fail("mail") == 10


@hidden("replayed")
def test_a_replayed_task_comes_in_last():
    queue = Queue()
    queue.submit("mail", "for ada", 2, attempts=1)
    queue.submit("sync", "every shop", 2, attempts=1)
    queue.claim()
    queue.claim()
    assert queue.fail("mail") == 0
    assert queue.fail("sync") == 0
    queue.advance(5)
    queue.submit("report", "every shop", 2)
    assert queue.replay("mail") == drawn
    assert queue.replay("mail") == drawn
    assert queue.status("mail") == "waiting"
    assert queue.upcoming(2) == [("report", 2), ("mail", 2)]
    queue.claim()
    assert queue.claim() == ("mail", "for ada")
    assert queue.fail("mail") == 0
    assert queue.dead_letters() == drawn


@hidden("retried")
def test_a_failed_task_keeps_what_it_had():
    queue = Queue()
    queue.submit("mail", "for ada", 2)
    queue.claim()
    queue.submit("report", "every shop", 2)
    queue.advance(4)
    assert queue.fail("mail") == 10
    assert queue.next_in() == drawn
    queue.submit("sync", "every shop", 2, 20)
    queue.advance(30)
    assert queue.upcoming(3) == drawn
    assert queue.submit("mail", "for bob", 2) == drawn
    assert queue.upcoming(3) == drawn
    queue.claim()
    queue.claim()
    queue.claim()
    assert queue.fail("mail") == drawn
