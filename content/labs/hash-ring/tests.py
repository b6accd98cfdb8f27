"""The tests of the routing."""

from shards import Ring, Router, Shard, points_of, position


class Table:
    def __init__(self, held):
        self.held = dict(held)

    def get(self, tenant):
        return self.held.get(tenant)

    def put(self, tenant, shard):
        self.held[tenant] = shard

    def drop(self, tenant):
        self.held.pop(tenant, None)


def test_positions_are_those_that_billing_has():
    assert position("acme") == 33323
    assert position("Ärzte-Köln") == 19219


def test_a_position_belongs_to_the_next_point_around_the_ring():
    ring = Ring([(20_000, "east"), (40_000, "north"), (60_000, "west")])
    places = [0, 19_999, 20_001, 59_999, 60_001, 65_535]
    assert [ring.at(place) for place in places] == ["east", "east", "north", "west", "east", "east"]


def test_a_position_on_a_point_belongs_to_that_point():
    ring = Ring([(20_000, "east"), (40_000, "north"), (60_000, "west")])
    assert [ring.at(place) for place in (20_000, 40_000, 60_000)] == ["east", "north", "west"]


def test_each_unit_of_weight_has_forty_points():
    points = points_of([Shard("west-1", 1), Shard("east-1", 2)])
    assert points == sorted(points)
    assert [shard for _, shard in points].count("east-1") == 80
    assert [shard for _, shard in points].count("west-1") == 40


def test_where_points_meet_the_first_name_has_the_position():
    west, east = Shard("west-1", 1), Shard("east-2", 1)
    assert position("west-1#15") == position("east-2#6") == 11473
    assert dict(points_of([west, east]))[11473] == "east-2"


def test_a_pinned_tenant_is_where_its_pin_says():
    router = Router(Ring([(20_000, "east"), (60_000, "west")]), Table({"acme": "east"}))
    assert router.route("acme") == "east"
    assert router.route("Acme") == "east"
    assert router.route("bakery-1") == "west"
