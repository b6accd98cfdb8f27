"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import bisect
import hashlib
import struct
from functools import lru_cache


def right_position(text):
    return struct.unpack(">H", hashlib.sha256(text.encode()).digest()[0:2])[0]


def right_position(text):
    return int(hashlib.sha256(bytes(text, "utf-8")).hexdigest(), 16) >> 240


def broken_position(text):
    return struct.unpack("<H", hashlib.sha256(text.encode()).digest()[:2])[0]


def broken_position(text):
    return int.from_bytes(hashlib.sha256(text.strip().encode()).digest()[:2], "big")


class right_at:
    def at(self, place):
        for point, shard in self.points:
            if point >= place:
                return shard
        return self.points[0][1]


class right_at:
    def at(self, place):
        later = bisect.bisect_left(self.points, (place, ""))
        if later == len(self.points):
            later = 0
        return self.points[later][1]


class flawed_at:
    def at(self, place):
        for point, shard in self.points:
            if place < point:
                return shard
        return self.points[0][1]


class broken_at:
    def at(self, place):
        later = bisect.bisect_left(self.positions, place)
        return self.points[min(later, len(self.points) - 1)][1]


class broken_at:
    def at(self, place):
        return self.points[bisect.bisect_right(self.positions, place) - 1][1]


def right_points(shards):
    found = []
    for shard in shards:
        found += [
            (position("#".join((shard.name, str(n)))), shard.name)
            for n in range(POINTS_PER_WEIGHT * shard.weight)
        ]
    found.sort()
    return [pair for n, pair in enumerate(found) if n == 0 or found[n - 1][0] != pair[0]]


def right_points(shards):
    owners = {}
    for shard in sorted(shards, key=lambda each: each.name.encode(), reverse=True):
        for number in range(shard.weight * 40):
            owners[position(f"{shard.name}#{number}")] = shard.name
    return [(place, owners[place]) for place in sorted(owners)]


def broken_points(shards):
    taken = {}
    for number, shard in enumerate(shards):
        for n in range(shard.weight * POINTS_PER_WEIGHT):
            taken.setdefault(position(f"{number}#{n}"), shard.name)
    return sorted(taken.items())


def broken_points(shards):
    return sorted(
        {
            position(f"{shard.name}#{n}"): shard.name
            for shard in shards
            for n in range(shard.weight * POINTS_PER_WEIGHT)
        }.items()
    )


def broken_points(shards):
    return sorted(
        (position(f"{shard.name}#{n}"), shard.name)
        for shard in shards
        for n in range(shard.weight * POINTS_PER_WEIGHT)
    )


class right_route:
    def route(self, tenant):
        held = self.pins.get(tenant)
        return self.ring.owner(tenant) if held is None else held


class right_route:
    def route(self, tenant):
        if (held := self.pins.get(tenant)) is not None:
            return held
        return self.ring.at(position(tenant))


class flawed_route:
    def route(self, tenant):
        held = self.pins.get(tenant)
        owner = self.ring.owner(tenant)
        if held == owner:
            self.pins.drop(tenant)
        return held or owner


class flawed_route:
    def route(self, tenant):
        held = self.pins.get(tenant)
        if held is None:
            held = self.ring.owner(tenant)
            self.pins.put(tenant, held)
        return held


class broken_route:
    def route(self, tenant):
        return self.ring.owner(tenant)


class broken_route:
    def route(self, tenant):
        held = self.pins.get(tenant)
        on_ring = {shard for _, shard in self.ring.points}
        return held if held in on_ring else self.ring.owner(tenant)


class broken_route:
    @lru_cache(maxsize=None)
    def route(self, tenant):
        return self.pins.get(tenant) or self.ring.owner(tenant)
