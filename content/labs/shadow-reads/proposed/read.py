import copy

from shadow import Account


class Shadow:
    def read(self, account_id: str) -> Account | None:
        """Answer a login, and hand a sampled read to the pool (rules 1 and 2)."""
        account = self.old.get(account_id)
        if self.chance() < self.share:
            try:
                kept = copy.deepcopy(account)
                self.pool.submit(self.observe, account_id, kept)
            except Exception:
                self.counters.add("sampled")
        return account
