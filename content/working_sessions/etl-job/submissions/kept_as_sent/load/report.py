"""What buying and accounting start their day with."""

import csv
import io
from collections import Counter
from datetime import UTC


class Report:
    """Of the sales of a table, as they are when it is asked."""

    def __init__(self, table):
        self._table = table

    def _paid(self):
        return [sale for sale in self._table.rows() if sale.status == "paid"]

    def total(self, day, currency):
        """Minor units that were sold on a day and paid."""
        return sum(
            sale.cents
            for sale in self._paid()
            if sale.sold.astimezone(UTC).date() == day and sale.currency == currency
        )

    def units(self):
        """How many of each article were paid."""
        found = Counter()
        for sale in self._paid():
            found[sale.sku] += sale.quantity
        return found

    def top(self, count):
        """The articles with the most units, most first."""
        units = self.units()
        return sorted(units, key=lambda sku: (-units[sku], sku))[:count]

    def csv(self):
        """A line for each article, by its sku."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["sku", "units"])
        writer.writerows(sorted(self.units().items()))
        return text.getvalue()
