import unittest
from datetime import date

from recon.run import reconcile
from tests.books import ledger, statement

TODAY = date(2025, 4, 30)


class RunTest(unittest.TestCase):
    def run_it(self, lines, entries):
        return reconcile(statement(*lines), ledger(*entries), TODAY)

    def test_a_line_pays_an_entry(self):
        result = self.run_it(
            ["B1,13/04/2025,in,12.00,EUR,AB-12"], ["E1,2025-04-15,Ida,12.00,EUR,AB-12,posted"]
        )
        self.assertEqual(len(result.pairs), 1)
        self.assertEqual((result.lines, result.entries), ([], []))

    def test_another_amount_pays_nothing(self):
        result = self.run_it(
            ["B1,13/04/2025,in,11.00,EUR,AB-12"], ["E1,2025-04-15,Ida,12.00,EUR,AB-12,posted"]
        )
        self.assertEqual((len(result.lines), len(result.entries)), (1, 1))

    def test_another_currency_pays_nothing(self):
        result = self.run_it(
            ["B1,13/04/2025,in,12.00,USD,AB-12"], ["E1,2025-04-15,Ida,12.00,EUR,AB-12,posted"]
        )
        self.assertEqual((len(result.lines), len(result.entries)), (1, 1))

    def test_a_line_of_several_entries(self):
        result = self.run_it(
            ["B1,13/04/2025,in,30.00,EUR,AB-12"],
            [
                "E1,2025-04-15,Ida,12.00,EUR,AB-12,posted",
                "E2,2025-04-16,Ida,18.00,EUR,AB-13,posted",
            ],
        )
        self.assertEqual([entry.id for entry in result.pairs[0][1]], ["E1", "E2"])

    def test_an_entry_is_paid_once(self):
        result = self.run_it(
            ["B1,13/04/2025,in,12.00,EUR,AB-12", "B2,14/04/2025,in,12.00,EUR,AB-12"],
            ["E1,2025-04-15,Ida,12.00,EUR,AB-12,posted"],
        )
        self.assertEqual((len(result.pairs), len(result.lines)), (1, 1))

    def test_what_was_taken_back_pays_nothing(self):
        result = self.run_it(
            ["B1,13/04/2025,in,12.00,EUR,AB-12", "B2,14/04/2025,out,12.00,EUR,AB-12"],
            ["E1,2025-04-15,Ida,12.00,EUR,AB-12,posted"],
        )
        self.assertEqual((result.pairs, result.lines, len(result.entries)), ([], [], 1))

    def test_what_is_not_posted_is_not_asked_for(self):
        result = self.run_it([], ["E1,2025-04-15,Ida,12.00,EUR,AB-12,draft"])
        self.assertEqual(result.entries, [])

    def test_the_list(self):
        result = self.run_it(
            ["B1,13/04/2025,in,5.00,EUR,?"],
            [
                "E2,2025-05-02,Ida,12.00,EUR,AB-13,posted",
                "E1,2025-04-15,Ida,1200.00,EUR,AB-12,posted",
            ],
        )
        self.assertEqual(
            result.text().splitlines(),
            [
                "paired: 0",
                "open E1 1,200.00 EUR 15 days",
                "open E2 12.00 EUR 0 days",
                "unknown B1 5.00 EUR",
                "open in all 1,212.00 EUR",
            ],
        )

    def test_a_credit_lowers_the_sum(self):
        result = self.run_it(
            [],
            [
                "E1,2025-04-15,Ida,12.00,EUR,AB-12,posted",
                "E2,2025-04-16,Ida,-2.00,EUR,AB-13,posted",
            ],
        )
        self.assertEqual(result.text().splitlines()[-1], "open in all 10.00 EUR")

    def test_of_two_that_fit_the_nearer_one_is_paid(self):
        result = self.run_it(
            ["B1,13/04/2025,in,12.00,EUR,AB-12"],
            [
                "E1,2025-02-15,Ida,12.00,EUR,AB-12,posted",
                "E2,2025-04-15,Ole,12.00,EUR,AB-12,posted",
            ],
        )
        self.assertEqual(result.pairs[0][1][0].id, "E2")


if __name__ == "__main__":
    unittest.main()
