import pytest
from drawn import drawn, hidden
from solution import Queue


def test_example_one_after_the_other():
    queue = Queue()
    queue.submit("report", "every shop")
    queue.submit("mail", "for ada")
    assert queue.claim() == ("report", "every shop")
    assert queue.claim() == ("mail", "for ada")


def test_example_submitting_a_waiting_task_again():
    queue = Queue()
    queue.submit("mail", "for ada")
    queue.submit("report", "every shop")
    assert queue.submit("mail", "for bob") == drawn
    assert queue.claim() == drawn


def test_example_nothing_waits():
    queue = Queue()
    assert queue.claim() == drawn
    assert queue.status("mail") == drawn
    assert queue.complete("mail") == drawn


def test_example_from_the_queue_to_the_end():
    queue = Queue()
    assert queue.submit("mail", "for ada") == drawn
    assert queue.status("mail") == "waiting"
    queue.claim()
    assert queue.status("mail") == "running"
    assert queue.complete("mail") == drawn
    assert queue.status("mail") == drawn


@hidden("again")
def test_a_waiting_task_is_submitted_again_and_again():
    queue = Queue()
    queue.submit("report", "every shop")
    queue.submit("mail", "for ada")
    queue.submit("sync", "every shop")
    assert queue.submit("mail", "for ada") == drawn
    assert queue.submit("mail", "for bob") == drawn
    assert queue.claim() == ("report", "every shop")
    assert queue.claim() == drawn
    assert queue.claim() == drawn
    assert queue.claim() == drawn


@hidden("running")
def test_a_running_task_cannot_come_again():
    queue = Queue()
    queue.submit("mail", "for ada")
    queue.claim()
    with pytest.raises(ValueError):
        queue.submit("mail", "for bob")
    assert queue.status("mail") == "running"
    assert queue.claim() == drawn
    assert queue.complete("mail") == drawn
    assert queue.claim() == drawn


@hidden("gone")
def test_a_name_is_free_again():
    queue = Queue()
    queue.submit("mail", "for ada")
    queue.submit("report", "every shop")
    queue.claim()
    queue.complete("mail")
    assert queue.complete("mail") == drawn
    assert queue.submit("mail", "for bob") == drawn
    assert queue.status("mail") == "waiting"
    assert queue.claim() == ("report", "every shop")
    assert queue.claim() == ("mail", "for bob")
    assert queue.complete("mail") == drawn


@hidden("bad-name")
def test_an_empty_name_and_an_empty_payload():
    queue = Queue()
    with pytest.raises(ValueError):
        queue.submit("", "for ada")
    assert queue.status("") == drawn
    assert queue.claim() == drawn
    queue.submit("mail", "")
    assert queue.claim() == ("mail", "")
    assert queue.complete("mail") == drawn


@hidden("not-running")
def test_only_a_running_task_ends():
    queue = Queue()
    queue.submit("mail", "for ada")
    queue.submit("report", "every shop")
    queue.claim()
    assert queue.complete("report") == drawn
    assert queue.complete("sync") == drawn
    assert queue.status("mail") == "running"
    assert queue.claim() == ("report", "every shop")
