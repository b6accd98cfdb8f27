import unittest

from load.sales import sale
from load.table import Table
from tests.exports import row


class TableTest(unittest.TestCase):
    def setUp(self):
        self.table = Table()

    def test_a_sale_is_kept(self):
        self.assertTrue(self.table.put(sale(row())))
        self.assertEqual(len(self.table), 1)

    def test_the_same_version_again_changes_nothing(self):
        self.table.put(sale(row()))
        self.assertFalse(self.table.put(sale(row())))

    def test_a_newer_version_takes_its_place(self):
        self.table.put(sale(row(version="1")))
        self.assertTrue(self.table.put(sale(row(version="2", status="returned"))))
        self.assertEqual(self.table.rows()[0].status, "returned")

    def test_a_version_that_was_passed_is_not_kept(self):
        self.table.put(sale(row(version="3")))
        self.assertFalse(self.table.put(sale(row(version="2"))))

    def test_rows_come_by_id(self):
        for id in ("S3", "S1", "S2"):
            self.table.put(sale(row(id)))
        self.assertEqual([one.id for one in self.table.rows()], ["S1", "S2", "S3"])


if __name__ == "__main__":
    unittest.main()
