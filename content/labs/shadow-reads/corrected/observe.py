from shadow import Account, differing, mismatch_line


class Shadow:
    def observe(self, account_id: str, old: Account | None) -> None:
        """Repeat one read on the new store, and count how it went (rule 4)."""
        self.counters.add("sampled")
        new = self.new.get(account_id)
        fields = differing(old, new)
        if fields:
            self.log(mismatch_line(account_id, fields, old, new))
        else:
            self.counters.add("same")
