import unittest
from datetime import date

from recon.money import cents, written
from recon.reading import entry, line, read
from recon.references import plain
from tests.books import ledger, statement


class ReadingTest(unittest.TestCase):
    def test_amounts(self):
        self.assertEqual([cents(each) for each in ("12.00", "-3.50", "7")], [1200, -350, 700])
        self.assertEqual(written(-125_000), "-1,250.00")

    def test_thousands(self):
        self.assertEqual(cents("1,250.00"), 125_000)

    def test_what_is_no_amount(self):
        for wrong in ("", "free", "1.005"):
            with self.assertRaises(ValueError):
                cents(wrong)

    def test_references(self):
        self.assertEqual(plain(" ab-12 "), "AB12")
        self.assertEqual(plain("AB 12"), "AB12")

    def test_a_line(self):
        made, rejected = read(statement("B1,13/04/2025,in,12.00,EUR,AB-12"), line)
        self.assertEqual((made[0].booked, made[0].amount), (date(2025, 4, 13), 1200))
        self.assertEqual(rejected, [])

    def test_what_goes_out_is_negative(self):
        [made], _ = read(statement("B1,13/04/2025,out,12.00,EUR,AB-12"), line)
        self.assertEqual(made.amount, -1200)

    def test_an_entry(self):
        [made], _ = read(ledger("E1,2025-04-03,Ida,12.00,EUR,AB-12,posted"), entry)
        self.assertEqual((made.due, made.amount), (date(2025, 4, 3), 1200))

    def test_what_cannot_be_read_is_set_apart(self):
        made, rejected = read(
            statement("B1,13/04/2025,in,12.00,EUR,A", "B2,today,in,1,EUR,A"), line
        )
        self.assertEqual((len(made), len(rejected)), (1, 1))


if __name__ == "__main__":
    unittest.main()
