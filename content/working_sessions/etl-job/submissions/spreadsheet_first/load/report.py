"""The report for accounting. I only had time for this file."""

import csv
import io


class Report:
    def __init__(self, table):
        self._table = table

    def units(self):
        units = {}
        for sale in self._table.rows():
            if sale.status == "paid":
                units[sale.sku] = units.get(sale.sku, 0) + sale.quantity
        return units

    def total(self, day, currency):
        total = 0
        for sale in self._table.rows():
            if sale.status == "paid" and sale.currency == currency and sale.sold.date() == day:
                total += sale.cents
        return total

    def top(self, count):
        pairs = sorted(self.units().items())
        pairs.sort(key=lambda pair: pair[1], reverse=True)
        return [sku for sku, _ in pairs][:count]

    def csv(self):
        out = io.StringIO()
        rows = csv.DictWriter(out, ["sku", "units"], lineterminator="\n")
        rows.writeheader()
        for sku in sorted(self.units()):
            rows.writerow({"sku": sku, "units": self.units()[sku]})
        return out.getvalue()
