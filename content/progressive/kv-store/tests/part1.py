import pytest
from drawn import drawn, hidden
from solution import Store


def test_example_a_value_is_found_under_its_key():
    store = Store()
    store.put("user:ada", "blue")
    store.put("user:bob", "red")
    assert store.fetch("user:ada") == "blue"
    assert store.fetch("user:bob") == "red"
    assert store.size() == 2


def test_example_what_put_returns():
    store = Store()
    assert store.put("user:ada", "blue") == drawn
    assert store.put("user:ada", "green") == drawn


def test_example_a_key_that_is_not_there():
    store = Store()
    assert store.fetch("user:ada") == drawn
    assert store.size() == 0


def test_example_an_erased_key_is_gone():
    store = Store()
    store.put("user:ada", "blue")
    assert store.erase("user:ada") == drawn
    assert store.fetch("user:ada") == drawn


@hidden("overwrite")
def test_another_value_takes_the_place_of_the_first():
    store = Store()
    store.put("user:ada", "blue")
    store.put("user:ada", "green")
    assert store.put("user:ada", "green") == drawn
    assert store.fetch("user:ada") == "green"
    assert store.size() == 1


@hidden("empty-value")
def test_an_empty_value_is_a_value():
    store = Store()
    store.put("user:ada", "")
    assert store.fetch("user:ada") == ""
    assert store.size() == 1
    assert store.put("user:ada", "blue") == drawn
    store.put("user:bob", "")
    assert store.erase("user:bob") == drawn


@hidden("empty-key")
def test_an_empty_key_is_refused():
    store = Store()
    with pytest.raises(ValueError):
        store.put("", "blue")
    assert store.size() == 0
    assert store.fetch("") == drawn


@hidden("absent")
def test_erasing_a_key_that_is_not_there():
    store = Store()
    store.put("user:ada", "blue")
    assert store.erase("user:bob") == drawn
    assert store.fetch("user:ada") == "blue"
    assert store.size() == 1


@hidden("after-erase")
def test_an_erased_key_is_new_again():
    store = Store()
    store.put("user:ada", "blue")
    store.erase("user:ada")
    assert store.size() == 0
    assert store.put("user:ada", "red") == drawn
    assert store.fetch("user:ada") == "red"
