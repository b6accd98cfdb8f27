"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import hashlib
import random

import pytest

from shards import Ring, Router, Shard, points_of, position

THIRDS = [(20_000, "east"), (40_000, "north"), (60_000, "west")]


class Table:
    def __init__(self, held):
        self.held = dict(held)
        self.writes = []

    def get(self, tenant):
        return self.held.get(tenant)

    def put(self, tenant, shard):
        self.writes.append((tenant, shard))
        self.held[tenant] = shard

    def drop(self, tenant):
        self.writes.append((tenant, None))
        self.held.pop(tenant, None)


def two_bytes(text):
    digest = hashlib.sha256(text.encode()).hexdigest()
    return int(digest[:4], 16)


def probe_position_takes_a_text_as_it_stands():
    texts = ["", "acme", " acme", "acme\n", "ACME", "straße", "strasse", "é", "e\u0301", "ﬁ", "😀"]
    for text in [*texts, *(f"tenant-{n}" for n in range(300))]:
        assert position(text) == two_bytes(text)


def probe_at_every_place_around_a_few_points():
    ring = Ring(THIRDS)
    for place in (0, 1, 19_999, 20_001, 39_999, 40_001, 59_999, 60_001, 65_534, 65_535):
        wanted = [shard for point, shard in THIRDS if point >= place] or ["east"]
        assert ring.at(place) == wanted[0]


def probe_at_on_a_point_and_at_both_ends():
    ring = Ring([(0, "east"), (1, "north"), (65_535, "west")])
    assert [ring.at(place) for place in (0, 1, 2, 65_535)] == ["east", "north", "west", "west"]


def probe_at_one_point_has_the_whole_ring():
    assert {Ring([(7, "east")]).at(place) for place in (0, 6, 7, 8, 65_535)} == {"east"}


def flaw_at():
    assert Ring(THIRDS).at(20_000) != "north"


def probe_points_are_where_the_rule_says():
    shards = [Shard("north-2", 3), Shard("east-1", 1), Shard("west-10", 2), Shard("west-9", 4)]
    wanted = {}
    for name, weight in sorted([(s.name, s.weight) for s in shards], reverse=True):
        wanted |= {two_bytes(f"{name}#{n}"): name for n in range(40 * weight)}
    for seed in range(6):
        listed = random.Random(seed).sample(shards, len(shards))
        assert list(points_of(listed)) == sorted(wanted.items())


def probe_points_meet_whatever_the_order():
    for listed in (["west-1", "east-2"], ["east-2", "west-1"]):
        points = points_of([Shard(name, 1) for name in listed])
        assert [shard for place, shard in points if place == 11473] == ["east-2"]
    points = points_of([Shard("west-2", 3), Shard("west-1", 2), Shard("east-2", 2)])
    assert [shard for place, shard in points if place == 12039] == ["east-2"]


def probe_points_two_of_one_shard_on_one_position_are_one():
    points = points_of([Shard("north-2", 2)])
    assert two_bytes("north-2#20") == two_bytes("north-2#70")
    assert len(points) == 79 and len(dict(points)) == 79


def probe_points_of_no_weight_are_none():
    points = points_of(iter([Shard("east-1", 0), Shard("west-1", 1)]))
    assert {shard for _, shard in points} == {"west-1"}
    assert list(points_of([Shard("east-1", 0)])) == []


def probe_route_a_pin_stands_before_and_after_the_ring_changes():
    for points in ([(20_000, "east"), (60_000, "west")], [(20_000, "north"), (60_000, "east")]):
        table = Table({"acme": "west"})
        assert [Router(Ring(points), table).route("acme") for _ in range(2)] == ["west", "west"]
        assert table.writes == [] and table.held == {"acme": "west"}


def probe_route_the_table_is_asked_each_time():
    table = Table({})
    router = Router(Ring([(20_000, "east"), (60_000, "west")]), table)
    assert router.route("acme") == "west"
    table.held["acme"] = "north"
    assert router.route("acme") == "north"
    table.held.clear()
    assert router.route("acme") == "west"
    assert table.writes == []


def probe_route_no_table_no_answer():
    class Down:
        def get(self, tenant):
            raise ConnectionError("the table is down")

    with pytest.raises(ConnectionError):
        Router(Ring(THIRDS), Down()).route("acme")


def flaw_route():
    ring = Ring([(20_000, "east"), (60_000, "west")])
    for held in ({"acme": "west"}, {"acme": "east"}, {}):
        table = Table(held)
        Router(ring, table).route("acme")
        assert table.writes == []
