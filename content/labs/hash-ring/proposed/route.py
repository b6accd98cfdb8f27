class Router:
    def route(self, tenant: str) -> str:
        """The shard that holds the tenant's rows (rule 6)."""
        owner = self.ring.owner(tenant)
        pinned = self.pins.get(tenant)
        if pinned is None:
            return owner
        if pinned == owner:
            self.pins.drop(tenant)
        return pinned
