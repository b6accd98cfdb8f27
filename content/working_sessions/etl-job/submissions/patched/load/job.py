"""One night: fetch what changed, keep it, and move the mark."""

from dataclasses import dataclass

from load.pages import rows
from load.report import Report
from load.sales import BadRow, sale
from load.table import Table


@dataclass(frozen=True)
class Outcome:
    loaded: int
    rejected: int


class Job:
    def __init__(self):
        self.table = Table()
        self.report = Report(self.table)
        self.mark = None  # text, as in `updated`
        self.rejected = []  # rows with the reason

    def run(self, fetch):
        """Load what was updated since the mark. Raises OSError where the export breaks off; the
        next run then begins where this one did."""
        since, newest = self.mark, None
        loaded = rejected = 0
        for row in rows(fetch, since):
            try:
                one = sale(row)
            except BadRow as error:
                self._reject(row, str(error))
                rejected += 1
                if rejected > 1:
                    break
                continue
            loaded += self.table.put(one)
            if newest is None or (one.sold.date(), one.updated) > (
                newest.sold.date(),
                newest.updated,
            ):
                newest = one
            self.mark = since or newest.updated.isoformat()
        return Outcome(loaded, rejected)

    def _reject(self, row, reason):
        """Set a row apart, once however often it comes."""
        if (row, reason) not in self.rejected:
            self.rejected.append((row, reason))
