from drawn import drawn, hidden
from solution import Store


def fill(store, *keys):
    for key in keys:
        store.put(key, "blue")


def test_example_keys_are_found_by_prefix():
    store = Store()
    fill(store, "user:bob", "cart:7", "user:ada")
    assert store.matching("user:") == drawn
    assert store.matching("cart:7") == ["cart:7"]


def test_example_the_most_writes_come_first():
    store = Store()
    fill(store, "user:ada", "user:bob", "user:bob", "cart:7", "cart:7", "cart:7")
    assert store.top(2) == [("cart:7", 3), ("user:bob", 2)]


def test_example_equal_counts():
    store = Store()
    fill(store, "user:bob", "user:ada", "user:bob", "user:ada")
    assert store.top(2) == drawn


def test_example_fewer_keys_than_asked_for():
    store = Store()
    fill(store, "user:ada", "user:bob", "user:bob")
    assert store.top(9) == [("user:bob", 2), ("user:ada", 1)]
    assert store.top(0) == []


@hidden("no-match")
def test_a_prefix_that_nothing_or_everything_has():
    store = Store()
    assert store.matching("") == []
    fill(store, "cart:7", "user:ada")
    assert store.matching("ada") == []
    assert store.matching("User:") == []
    assert store.matching("") == ["cart:7", "user:ada"]


@hidden("ties")
def test_more_equal_counts_than_asked_for():
    store = Store()
    fill(store, "user:bob", "user:cyd", "user:ada")
    fill(store, "user:cyd", "user:ada", "user:bob", "cart:7")
    assert store.top(2) == drawn


@hidden("recount")
def test_an_erased_key_is_counted_anew():
    store = Store()
    fill(store, "user:ada", "user:ada", "user:ada", "user:bob", "user:bob")
    store.erase("user:ada")
    assert store.top(5) == [("user:bob", 2)]
    assert store.matching("user:") == ["user:bob"]
    fill(store, "user:ada")
    assert store.top(5) == [("user:bob", 2), ("user:ada", 1)]


@hidden("order")
def test_the_order_after_writing_and_erasing_again():
    store = Store()
    fill(store, "user:cyd", "user:ada", "user:bob", "user:cyd")
    assert store.matching("user:") == drawn
    store.erase("user:ada")
    fill(store, "user:ada")
    assert store.matching("user:") == drawn


@hidden("sharing")
def test_the_caller_may_change_a_returned_list():
    store = Store()
    fill(store, "user:ada", "user:bob", "user:bob")
    for prefix in ("", "user:"):
        found = store.matching(prefix)
        found.append("cart:7")
        found.remove("user:ada")
        assert store.matching(prefix) == ["user:ada", "user:bob"]
    ranked = store.top(2)
    ranked.clear()
    assert store.top(2) == [("user:bob", 2), ("user:ada", 1)]
    assert store.size() == 2
