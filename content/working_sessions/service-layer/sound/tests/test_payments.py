import unittest
from datetime import UTC, datetime

from stays.payments import Payments, UnknownState, moment

AT = 1_750_000_000_000


class PaymentsTest(unittest.TestCase):
    def setUp(self):
        self.payments = Payments()

    def test_nothing_was_heard(self):
        self.assertIsNone(self.payments.state(1))

    def test_a_state_follows_another(self):
        self.payments.hear(1, "pending", AT)
        self.assertEqual(self.payments.hear(1, "paid", AT + 5), "paid")

    def test_an_event_that_was_passed_by_another_changes_nothing(self):
        self.payments.hear(1, "refunded", AT + 9)
        self.assertEqual(self.payments.hear(1, "paid", AT), "refunded")

    def test_a_time_of_payfast(self):
        self.assertEqual(moment(AT), datetime.fromtimestamp(1_750_000_000, UTC))

    def test_bookings_are_apart(self):
        self.payments.hear(1, "paid", AT)
        self.assertIsNone(self.payments.state(2))

    def test_a_state_is_no_guess(self):
        with self.assertRaises(UnknownState):
            self.payments.hear(1, "", AT)


if __name__ == "__main__":
    unittest.main()
