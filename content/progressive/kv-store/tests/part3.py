import pytest
from drawn import drawn, hidden, knobs
from solution import Store


def test_example_a_life_ends():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.advance(9)
    assert store.fetch("user:ada") == "blue"
    store.advance(2)
    assert store.fetch("user:ada") == drawn


def test_example_the_last_moment_of_a_life():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.advance(10)
    assert store.fetch("user:ada") == drawn


def test_example_how_long_a_key_has_left():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.put("user:bob", "red")
    store.advance(4)
    assert store.remaining("user:ada") == 6
    assert store.remaining("user:bob") == -1
    assert store.remaining("cart:7") == drawn


def test_example_writing_without_a_life():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.advance(5)
    store.put("user:ada", "green")
    assert store.remaining("user:ada") == drawn


@hidden("edge")
def test_every_answer_agrees_on_the_last_moment():
    store = Store()
    store.put("cart:7", "red")
    store.advance(3)
    store.put("user:ada", "blue", 5)
    store.advance(5)
    assert store.size() == drawn
    assert store.matching("user:") == drawn
    assert store.remaining("user:ada") == drawn
    if knobs.edge == "present":
        store.advance(1)
        assert store.size() == 1
        assert store.matching("user:") == []
        assert store.remaining("user:ada") == drawn
    assert store.top(2) == [("cart:7", 1)]


@hidden("rewrite")
def test_a_new_life_takes_the_place_of_the_one_before():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.advance(5)
    store.put("user:ada", "green", 2)
    assert store.remaining("user:ada") == 2
    assert store.top(1) == [("user:ada", 2)]
    store.advance(3)
    assert store.fetch("user:ada") == drawn
    store.put("user:bob", "red")
    store.put("user:bob", "red", 4)
    assert store.remaining("user:bob") == 4
    store.put("user:bob", "blue")
    store.advance(9)
    assert store.fetch("user:bob") == drawn


@hidden("revive")
def test_a_key_whose_life_is_over_is_new_again():
    store = Store()
    store.put("user:ada", "blue", 2)
    store.put("cart:7", "red", 2)
    store.advance(3)
    assert store.erase("user:ada") == drawn
    assert store.put("cart:7", "green") == drawn
    assert store.remaining("cart:7") == -1
    assert store.top(1) == [("cart:7", 1)]


@hidden("revive")
def test_a_key_whose_life_is_over_comes_in_again():
    store = Store()
    store.put("user:ada", "blue", 2)
    store.put("user:bob", "red")
    store.advance(3)
    store.put("user:ada", "blue")
    assert store.matching("user:") == drawn
    assert store.top(1) == drawn


@hidden("bad-life")
def test_a_refused_call_changes_nothing():
    store = Store()
    store.put("user:ada", "blue", 10)
    for life in (0, -1):
        with pytest.raises(ValueError):
            store.put("user:ada", "green", life)
    with pytest.raises(ValueError):
        store.advance(-1)
    store.advance(0)
    assert store.fetch("user:ada") == "blue"
    assert store.remaining("user:ada") == 10
    assert store.top(1) == [("user:ada", 1)]
    store.put("user:bob", "red", 1)
    assert store.remaining("user:bob") == 1
