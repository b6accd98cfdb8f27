"""One night: fetch what changed, keep it, and move the mark."""

import json
from dataclasses import dataclass
from datetime import UTC

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
        for row in self._once(rows(fetch, since)):
            try:
                one = sale(row)
            except BadRow as error:
                self._reject(row, str(error))
                rejected += 1
                continue
            loaded += self.table.put(one)
            if newest is None or one.updated > newest.updated:
                newest = one
        if newest is not None:
            self.mark = newest.updated.astimezone(UTC).isoformat()
        return Outcome(loaded, rejected)

    @staticmethod
    def _once(found):
        """Rows that moved to the next page while it was read come twice."""
        whole = {json.dumps(row, sort_keys=True): row for row in found}
        return list(whole.values())

    def _reject(self, row, reason):
        """Set a row apart, once however often it comes."""
        if (row, reason) not in self.rejected:
            self.rejected.append((row, reason))
