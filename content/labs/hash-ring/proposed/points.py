from collections.abc import Iterable

from shards import POINTS_PER_WEIGHT, Shard, position


def points_of(shards: Iterable[Shard]) -> list[tuple[int, str]]:
    """The points of a ring, each a position and the shard that has it (rule 2)."""
    taken: dict[int, str] = {}
    for shard in sorted(shards, key=lambda shard: shard.name):
        for n in range(shard.weight * POINTS_PER_WEIGHT):
            taken.setdefault(position(f"{shard.name}#{n}"), shard.name)
    return sorted(taken.items())
