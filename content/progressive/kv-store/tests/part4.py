from drawn import drawn, hidden
from solution import Store


def test_example_what_was_held_comes_back():
    store = Store()
    store.put("user:ada", "blue")
    assert store.snapshot() == 1
    store.put("user:ada", "green")
    store.put("user:bob", "red")
    assert store.rollback(1) == drawn
    assert store.fetch("user:ada") == "blue"
    assert store.fetch("user:bob") == drawn


def test_example_a_life_after_going_back():
    store = Store()
    store.put("user:ada", "blue", 10)
    store.snapshot()
    store.advance(4)
    store.rollback(1)
    assert store.remaining("user:ada") == drawn


def test_example_a_higher_number_after_going_back():
    store = Store()
    store.put("user:ada", "blue")
    store.snapshot()
    store.put("user:ada", "green")
    store.snapshot()
    store.rollback(1)
    assert store.rollback(2) == drawn
    assert store.fetch("user:ada") == drawn


@hidden("unknown")
def test_a_number_that_was_never_given():
    store = Store()
    store.put("user:ada", "blue")
    assert store.rollback(1) == drawn
    assert store.snapshot() == 1
    store.put("user:ada", "green")
    assert store.rollback(0) == drawn
    assert store.rollback(2) == drawn
    assert store.fetch("user:ada") == "green"


@hidden("lives")
def test_lives_that_would_be_over_by_now():
    store = Store()
    store.put("user:ada", "blue", 5)
    store.put("user:bob", "red")
    store.put("cart:7", "red", 1)
    store.advance(2)
    store.snapshot()
    store.advance(20)
    store.rollback(1)
    assert store.remaining("user:ada") == drawn
    assert store.size() == drawn
    store.advance(4)
    assert store.fetch("user:ada") == drawn
    assert store.fetch("cart:7") == drawn
    assert store.remaining("user:bob") == -1
    assert store.size() == 1
    store.put("user:cyd", "green", 10)
    store.advance(10)
    number = store.snapshot()
    store.advance(5)
    store.rollback(number)
    assert store.remaining("user:cyd") == drawn
    assert store.size() == drawn


@hidden("again")
def test_going_back_twice_gives_the_same():
    store = Store()
    store.put("user:ada", "blue", 30)
    store.snapshot()
    for _ in range(2):
        store.put("user:ada", "green", 3)
        store.put("user:bob", "red")
        store.advance(2)
        store.rollback(1)
        assert store.fetch("user:ada") == "blue"
        assert store.matching("") == ["user:ada"]
    assert store.remaining("user:ada") == drawn


@hidden("later")
def test_numbers_go_on_after_going_back():
    store = Store()
    store.put("user:ada", "blue")
    store.snapshot()
    store.snapshot()
    store.rollback(1)
    store.put("user:ada", "red")
    assert store.snapshot() == 3
    store.put("user:ada", "green")
    store.rollback(3)
    assert store.fetch("user:ada") == "red"
    assert store.rollback(2) == drawn
    assert store.fetch("user:ada") == drawn


@hidden("counts")
def test_counts_and_order_come_back():
    store = Store()
    store.put("user:bob", "red")
    store.put("user:ada", "blue")
    store.put("cart:7", "blue")
    store.put("user:ada", "green")
    store.snapshot()
    store.erase("user:bob")
    store.put("user:bob", "red")
    store.put("user:bob", "blue")
    store.rollback(1)
    assert store.top(3) == drawn
    assert store.matching("") == drawn
    store.put("user:bob", "red")
    assert store.top(2) == drawn
