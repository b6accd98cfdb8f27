from bisect import bisect


class Ring:
    def at(self, place: int) -> str:
        """The shard that a position belongs to (rule 3)."""
        index = bisect(self.positions, place) % len(self.points)
        return self.points[index][1]
