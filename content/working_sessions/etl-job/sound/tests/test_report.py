import unittest
from datetime import date

from load.report import Report
from load.sales import sale
from load.table import Table
from tests.exports import row


def report(*rows):
    table = Table()
    for each in rows:
        table.put(sale(each))
    return Report(table)


class ReportTest(unittest.TestCase):
    def test_a_total_is_of_a_day_and_a_currency(self):
        found = report(
            row("S1"),
            row("S2", currency="USD"),
            row("S3", sold="2025-03-11T09:00:00+00:00"),
            row("S4", status="open"),
        )
        self.assertEqual(found.total(date(2025, 3, 10), "EUR"), 2000)

    def test_the_top_is_by_units(self):
        found = report(row("S1", sku="cup", quantity="5"), row("S2", sku="mug", quantity="7"))
        self.assertEqual(found.top(2), ["mug", "cup"])
        self.assertEqual(found.top(1), ["mug"])

    def test_of_equals_the_first_of_the_alphabet_leads(self):
        found = report(row("S1", sku="mug"), row("S2", sku="cup"))
        self.assertEqual(found.top(2), ["cup", "mug"])

    def test_the_spreadsheet(self):
        found = report(row("S1", sku="mug"), row("S2", sku="cup"))
        self.assertEqual(found.csv(), "sku,units\ncup,2\nmug,2\n")


if __name__ == "__main__":
    unittest.main()
