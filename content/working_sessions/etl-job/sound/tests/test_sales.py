import unittest
from datetime import UTC, datetime

from load.sales import BadRow, line, sale
from tests.exports import row


class SalesTest(unittest.TestCase):
    def test_a_row_is_a_sale(self):
        one = sale(row(sku=" mug "))
        self.assertEqual((one.sku, one.quantity, one.cents, one.version), ("mug", 2, 2000, 1))
        self.assertEqual(one.sold, datetime(2025, 3, 10, 9, tzinfo=UTC))

    def test_a_discount_is_taken_off(self):
        self.assertEqual(line("10.00", 2, "25"), 1500)

    def test_half_a_cent_of_discount_is_one(self):
        self.assertEqual(line("0.50", 1, "5"), 47)

    def test_what_has_no_price_is_told(self):
        with self.assertRaises(BadRow):
            sale(row(price="gift"))

    def test_what_has_no_field_is_told(self):
        sent = row()
        del sent["sku"]
        with self.assertRaises(BadRow):
            sale(sent)

    def test_a_time_without_an_offset_is_told(self):
        with self.assertRaises(BadRow):
            sale(row(sold="2025-03-10T09:00:00"))


if __name__ == "__main__":
    unittest.main()
