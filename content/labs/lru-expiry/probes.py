"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

from lru_cache import LRUCache


class Clock:
    def __init__(self, now=1000.0):
        self.now = now

    def __call__(self):
        return self.now


def held(cache, *skus):
    return [sku for sku in skus if cache.peek(sku) is not None]


def probe_put_a_life_of_ones_own_may_be_longer():
    cache = LRUCache(3, 60, Clock())
    cache.put("a", 1, ttl=500)
    cache.put("b", 2, ttl=0.25)
    assert cache.peek("a").expires == 1500
    assert cache.peek("b").expires == 1000.25


def probe_put_again_takes_the_life_that_the_last_put_asked_for():
    cache = LRUCache(3, 60, Clock())
    cache.put("a", 1, ttl=500)
    cache.put("a", 2)
    assert (cache.peek("a").cents, cache.peek("a").expires) == (2, 1060)
    cache.put("a", 3, ttl=5)
    assert (cache.peek("a").cents, cache.peek("a").expires) == (3, 1005)


def probe_put_what_is_there_takes_its_own_place():
    cache = LRUCache(2, 60, Clock())
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    assert len(cache) == 2
    assert held(cache, "a", "b") == ["a", "b"]


def probe_put_makes_the_most_recently_used():
    for capacity, left in [(2, ["a", "c"]), (3, ["a", "b", "c"])]:
        cache = LRUCache(capacity, 60, Clock())
        cache.put("a", 1)
        cache.put("b", 2)
        cache.put("a", 3)
        cache.put("c", 4)
        assert held(cache, "a", "b", "c") == left


def probe_put_again_when_there_is_room_moves_it_too():
    cache = LRUCache(3, 60, Clock())
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    cache.put("c", 4)
    cache.put("d", 5)
    assert held(cache, "a", "b", "c", "d") == ["a", "c", "d"]


def probe_room_all_that_is_stale_goes():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1)
    cache.put("b", 2, ttl=5)
    cache.put("c", 3, ttl=5)
    clock.now = 1010
    cache.put("d", 4)
    assert held(cache, "a", "b", "c", "d") == ["a", "d"]


def probe_room_stale_begins_when_the_life_is_over():
    for now, left in [(1004.5, ["b", "c"]), (1005, ["a", "c"])]:
        clock = Clock()
        cache = LRUCache(2, 60, clock)
        cache.put("a", 1)
        cache.put("b", 2, ttl=5)
        clock.now = now
        cache.put("c", 3)
        assert held(cache, "a", "b", "c") == left


def probe_room_nothing_goes_before_the_cache_is_full():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1, ttl=5)
    cache.put("b", 2)
    clock.now = 1010
    cache.put("c", 3)
    assert held(cache, "a", "b", "c") == ["a", "b", "c"]


def probe_room_one_live_entry_goes_and_no_more():
    cache = LRUCache(3, 60, Clock())
    for cents, sku in enumerate("abcd"):
        cache.put(sku, cents)
    assert held(cache, "a", "b", "c", "d") == ["b", "c", "d"]


def probe_room_for_one_entry():
    clock = Clock()
    cache = LRUCache(1, 60, clock)
    cache.put("a", 1)
    cache.put("b", 2)
    assert held(cache, "a", "b") == ["b"]
    clock.now = 1060
    cache.put("c", 3)
    assert held(cache, "b", "c") == ["c"]


def probe_get_is_live_until_the_life_is_over():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 0)
    clock.now = 1059.5
    assert cache.get("a") == 0
    clock.now = 1060
    assert cache.get("a") is None
    assert len(cache) == 0


def probe_get_what_was_never_put():
    cache = LRUCache(3, 60, Clock())
    cache.put("a", 1)
    assert cache.get("b") is None
    assert held(cache, "a", "b") == ["a"]


def probe_get_neither_lengthens_nor_shortens_a_life():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1, ttl=5)
    cache.put("b", 2, ttl=500)
    clock.now = 1004
    assert [cache.get("a"), cache.get("b")] == [1, 2]
    assert [cache.peek("a").expires, cache.peek("b").expires] == [1005, 1500]


def probe_get_makes_the_most_recently_used():
    cache = LRUCache(3, 60, Clock())
    for cents, sku in enumerate("abc"):
        cache.put(sku, cents)
    cache.get("a")
    cache.put("d", 4)
    cache.put("e", 5)
    assert held(cache, *"abcde") == ["a", "d", "e"]


def probe_get_a_stale_one_drops_no_other():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1, ttl=5)
    cache.put("b", 2, ttl=5)
    cache.put("c", 3)
    clock.now = 1010
    assert cache.get("b") is None
    assert held(cache, "a", "b", "c") == ["a", "c"]


def flaw_get():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("unread", 1)
    cache.put("read", 2)
    clock.now = 1050
    if cache.get("read") != 2:
        return
    clock.now = 1070
    if cache.get("unread") is None:
        assert cache.get("read") is None


def probe_purge_at_the_edge():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1)
    clock.now = 1059.5
    assert cache.purge() == 0
    assert len(cache) == 1
    clock.now = 1060
    assert cache.purge() == 1
    assert len(cache) == 0
    assert cache.purge() == 0


def probe_purge_the_others_stay_in_their_order():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("a", 1)
    cache.put("b", 2, ttl=5)
    cache.put("c", 3)
    clock.now = 1010
    assert cache.purge() == 1
    assert held(cache, "a", "b", "c") == ["a", "c"]
    cache.put("d", 4)
    cache.put("e", 5)
    assert held(cache, "a", "c", "d", "e") == ["c", "d", "e"]
