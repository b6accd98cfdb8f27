"""What accounting is told."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from recon.money import written


@dataclass
class Result:
    today: date
    pairs: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    entries: list = field(default_factory=list)
    rejected: list = field(default_factory=list)

    def age(self, entry):
        """Days since an entry was due."""
        return max(0, (self.today - entry.due).days)

    def open_by_currency(self):
        """What is open of the ledger, in hundredths."""
        sums = defaultdict(int)
        for entry in self.entries:
            sums[entry.currency] += entry.amount
        return dict(sums)

    def text(self):
        """The list: what is open, oldest first, then what is not explained, then the sums."""
        told = [f"paired: {len(self.pairs)}"]
        for entry in sorted(self.entries, key=lambda each: (each.due, each.id)):
            amount = written(entry.amount)
            told.append(f"open {entry.id} {amount} {entry.currency} {self.age(entry)} days")
        for line in self.lines:
            told.append(f"unknown {line.id} {written(line.amount)} {line.currency}")
        for currency, amount in sorted(self.open_by_currency().items()):
            told.append(f"open in all {written(amount)} {currency}")
        if self.rejected:
            told.append(f"not read: {len(self.rejected)}")
        return "\n".join(told)
