"""The tests of the price cache."""

from lru_cache import LRUCache


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_the_least_recently_used_price_goes():
    cache = LRUCache(2, 60, Clock())
    cache.put("pen", 150)
    cache.put("mug", 900)
    assert cache.get("pen") == 150
    cache.put("cap", 1200)
    assert [cache.get(sku) for sku in ("pen", "mug", "cap")] == [150, None, 1200]


def test_a_price_lives_for_the_ttl_or_for_the_one_given():
    cache = LRUCache(3, 60, Clock())
    cache.put("pen", 150)
    cache.put("mug", 900, ttl=5)
    assert (cache.peek("pen").expires, cache.peek("mug").expires) == (160, 105)


def test_putting_a_price_again_starts_a_new_life():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("pen", 150)
    clock.now = 130
    cache.put("pen", 175)
    assert cache.peek("pen").cents == 175
    assert cache.peek("pen").expires == 190


def test_stale_prices_go_before_live_ones():
    clock = Clock()
    cache = LRUCache(2, 60, clock)
    cache.put("mug", 900)
    cache.put("pen", 150, ttl=5)
    clock.now = 110
    cache.put("cap", 1200)
    assert [cache.peek(sku) is not None for sku in ("mug", "pen", "cap")] == [True, False, True]


def test_a_stale_price_is_not_returned():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("pen", 150)
    clock.now = 160
    assert cache.get("pen") is None
    assert cache.peek("pen") is None


def test_reading_a_price_does_not_lengthen_its_life():
    clock = Clock()
    cache = LRUCache(3, 60, clock)
    cache.put("pen", 150)
    clock.now = 159
    assert cache.get("pen") == 150
    clock.now = 161
    assert cache.get("pen") is None


def test_purge_drops_what_is_stale_and_counts_it():
    clock = Clock()
    cache = LRUCache(5, 60, clock)
    cache.put("pen", 150, ttl=5)
    cache.put("mug", 900)
    cache.put("cap", 1200, ttl=5)
    clock.now = 110
    assert cache.purge() == 2
    assert len(cache) == 1
