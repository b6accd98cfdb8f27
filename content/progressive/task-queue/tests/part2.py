from drawn import drawn, hidden
from solution import Queue


def test_example_the_priority_decides():
    queue = Queue()
    queue.submit("mail", "for ada", 1)
    queue.submit("report", "every shop", 3)
    queue.submit("sync", "every shop", 2)
    assert queue.claim() == drawn
    assert queue.claim() == ("sync", "every shop")


def test_example_equal_priorities():
    queue = Queue()
    queue.submit("mail", "for ada", 5)
    queue.submit("report", "every shop", 5)
    assert queue.upcoming(1) == [("mail", 5)]
    assert queue.claim() == ("mail", "for ada")


def test_example_another_priority():
    queue = Queue()
    queue.submit("mail", "for ada", 2)
    queue.submit("report", "every shop", 1)
    assert queue.regrade("mail", 1) == drawn
    assert queue.upcoming(2) == drawn
    assert queue.regrade("sync", 1) == drawn


def test_example_fewer_than_asked_for():
    queue = Queue()
    queue.submit("mail", "for ada")
    assert queue.upcoming(9) == [("mail", 0)]
    assert queue.upcoming(0) == []
    assert queue.claim() == ("mail", "for ada")
    assert queue.upcoming(9) == []


@hidden("ties")
def test_first_come_within_each_priority():
    queue = Queue()
    queue.submit("sync", "every shop")
    queue.submit("mail", "for ada", -1)
    queue.submit("report", "every shop", 1)
    queue.submit("backup", "every shop")
    queue.submit("invoice", "for bob", 1)
    assert queue.upcoming(3) == drawn
    assert queue.upcoming(5) == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn


@hidden("regraded")
def test_more_than_one_other_priority():
    queue = Queue()
    queue.submit("report", "every shop", 4)
    queue.submit("mail", "for ada", 4)
    queue.submit("sync", "every shop", 4)
    assert queue.regrade("report", 4) == drawn
    assert queue.upcoming(3) == drawn
    queue.regrade("mail", 3)
    assert queue.upcoming(3) == drawn
    queue.regrade("mail", 4)
    assert queue.upcoming(3) == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn


@hidden("resubmitted")
def test_submitting_a_waiting_task_with_another_priority():
    queue = Queue()
    queue.submit("mail", "for ada", 3)
    queue.submit("report", "every shop", 3)
    queue.submit("sync", "every shop", 1)
    queue.submit("backup", "every shop")
    assert queue.submit("mail", "for bob") == drawn
    assert queue.upcoming(4) == drawn
    assert queue.submit("mail", "for bob", 1) == drawn
    assert queue.upcoming(4) == drawn
    queue.regrade("mail", 0)
    assert queue.upcoming(4) == drawn
    assert queue.submit("mail", "for ada", 1) == drawn
    assert queue.upcoming(4) == drawn
    queue.claim()
    assert queue.upcoming(4) == drawn


@hidden("not-waiting")
def test_only_a_waiting_task_gets_another_priority():
    queue = Queue()
    queue.submit("mail", "for ada", 2)
    queue.submit("report", "every shop", 2)
    queue.claim()
    assert queue.regrade("mail", 7) == drawn
    assert queue.status("mail") == "running"
    assert queue.upcoming(2) == [("report", 2)]
    assert queue.complete("mail") == drawn
    assert queue.regrade("mail", 7) == drawn
    assert queue.upcoming(2) == [("report", 2)]


@hidden("sharing")
def test_the_caller_may_change_a_returned_list():
    queue = Queue()
    queue.submit("mail", "for ada", 1)
    queue.submit("report", "every shop", 1)
    first = queue.upcoming(2)
    first.append(("sync", 0))
    first.remove(("mail", 1))
    assert queue.upcoming(2) == [("mail", 1), ("report", 1)]
    assert queue.upcoming(1) == [("mail", 1)]
    assert queue.claim() == ("mail", "for ada")
