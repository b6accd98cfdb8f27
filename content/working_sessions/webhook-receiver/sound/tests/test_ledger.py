import unittest

from intake.ledger import Ledger


class LedgerTest(unittest.TestCase):
    def test_a_balance_is_of_one_account_and_one_currency(self):
        ledger = Ledger()
        ledger.add("acct_1", "EUR", 1250)
        ledger.add("acct_1", "EUR", -250)
        ledger.add("acct_1", "USD", 700)
        ledger.add("acct_2", "EUR", 99)
        self.assertEqual(ledger.balance("acct_1", "EUR"), 1000)

    def test_a_split_goes_by_shares(self):
        self.assertEqual(Ledger().split(900, {"a": 2, "b": 1}), {"a": 600, "b": 300})

    def test_the_parts_make_up_the_whole(self):
        parts = Ledger().split(1000, {"a": 1, "b": 1, "c": 1})
        self.assertEqual(sum(parts.values()), 1000)


if __name__ == "__main__":
    unittest.main()
