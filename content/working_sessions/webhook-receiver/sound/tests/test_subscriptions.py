import unittest

from intake.subscriptions import Subscriptions


class SubscriptionsTest(unittest.TestCase):
    def setUp(self):
        self.subscriptions = Subscriptions()

    def test_nothing_is_known_at_first(self):
        self.assertIsNone(self.subscriptions.state("sub_1"))
        self.assertFalse(self.subscriptions.served("sub_1"))

    def test_a_state_is_taken_over(self):
        self.assertTrue(self.subscriptions.change("sub_1", "active", 10))
        self.assertTrue(self.subscriptions.change("sub_1", "overdue", 20))
        self.assertEqual(self.subscriptions.state("sub_1"), "overdue")
        self.assertTrue(self.subscriptions.served("sub_1"))

    def test_the_same_state_again_is_no_change(self):
        self.subscriptions.change("sub_1", "active", 10)
        self.assertFalse(self.subscriptions.change("sub_1", "active", 20))

    def test_what_has_ended_stays_so_when_an_earlier_word_comes_late(self):
        self.subscriptions.change("sub_1", "ended", 20)
        self.assertFalse(self.subscriptions.change("sub_1", "active", 10))
        self.assertEqual(self.subscriptions.state("sub_1"), "ended")


if __name__ == "__main__":
    unittest.main()
