"""Which database shard holds a tenant's rows. Billing works out the same in Go."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

POINTS_PER_WEIGHT = 40


@dataclass(frozen=True)
class Shard:
    """A shard as shards.toml lists it; the ring gives it room by its weight."""

    name: str
    weight: int


@dataclass(frozen=True)
class Move:
    """A tenant whose rows have to go from one shard to another."""

    tenant: str
    source: str
    target: str


class Pins(Protocol):
    """The table of tenants that are held on a shard, one for all processes of both services."""

    def get(self, tenant: str) -> str | None:
        """The shard that the tenant is held on, if it is."""

    def put(self, tenant: str, shard: str) -> None:
        """Hold the tenant on a shard."""

    def drop(self, tenant: str) -> None:
        """Hold the tenant no longer."""


def read_shards(text: str) -> list[Shard]:
    """The shards of a shards.toml: a table of weights by name."""
    shards = []
    for name, weight in tomllib.loads(text)["shards"].items():
        if not re.fullmatch(r"[a-z0-9-]+", name) or type(weight) is not int or weight < 0:
            raise ValueError(f"shards.toml: {name} = {weight!r}")
        shards.append(Shard(name, weight))
    return shards


def position(text: str) -> int:
    """Where a text lies on the ring (rule 1)."""
    raise NotImplementedError("position")


def points_of(shards: Iterable[Shard]) -> list[tuple[int, str]]:
    """The points of a ring, each a position and the shard that has it (rule 2)."""
    raise NotImplementedError("points_of")


class Ring:
    """One version of the ring. It never changes; a new version is a new ring."""

    def __init__(self, points: Iterable[tuple[int, str]]) -> None:
        self.points = tuple(points)
        self.positions = [place for place, _ in self.points]
        if not self.points:
            raise ValueError("a ring without points")

    def at(self, place: int) -> str:
        """The shard that a position belongs to (rule 3)."""
        raise NotImplementedError("at")

    def owner(self, tenant: str) -> str:
        """The shard that a tenant belongs to in this version."""
        return self.at(position(tenant))


def moves(old: Ring, new: Ring, tenants: Iterable[str]) -> Iterator[Move]:
    """What has to move when a new version takes the place of the old one."""
    for tenant in tenants:
        source, target = old.owner(tenant), new.owner(tenant)
        if source != target:
            yield Move(tenant, source, target)


class Router:
    """Tells one process where to connect, by the version of the ring that it has loaded."""

    def __init__(self, ring: Ring, pins: Pins) -> None:
        self.ring = ring
        self.pins = pins

    def route(self, tenant: str) -> str:
        """The shard that holds the tenant's rows (rule 6)."""
        raise NotImplementedError("route")
