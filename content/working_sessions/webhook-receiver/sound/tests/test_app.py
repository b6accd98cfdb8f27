import json
import unittest

from tests.signing import NOW, deliver, event, receiver, signed


class ReceiverTest(unittest.TestCase):
    def test_a_charge_is_booked(self):
        to = receiver()
        status, answer = deliver(to, event())
        self.assertEqual((status, json.loads(answer)), (200, {"taken": 1}))
        self.assertEqual(to.ledger.balance("acct_1", "EUR"), 1250)

    def test_a_refund_is_taken_off(self):
        to = receiver()
        deliver(to, event(), event("evt_2", "charge.refunded", amount="2.50", currency="EUR"))
        self.assertEqual(to.ledger.balance("acct_1", "EUR"), 1000)

    def test_the_same_event_is_booked_once(self):
        to = receiver()
        deliver(to, event())
        deliver(to, event())
        self.assertEqual(to.ledger.balance("acct_1", "EUR"), 1250)

    def test_what_is_not_signed_changes_nothing(self):
        to = receiver()
        body = json.dumps(event()).encode()
        status, _ = to.receive({}, body)
        self.assertEqual((status, to.ledger.balance("acct_1", "EUR")), (401, 0))

    def test_what_is_no_json_is_refused(self):
        status, _ = receiver().receive(signed(b"<html>"), b"<html>")
        self.assertEqual(status, 400)

    def test_a_customer_is_told_of_a_new_state(self):
        to = receiver()
        deliver(to, event(type="subscription.changed", subscription="Plan <A>", status="ended"))
        self.assertEqual(
            to.mails, [("acct_1", "<p>Your subscription Plan &lt;A&gt; has ended.</p>")]
        )

    def test_an_event_that_nobody_can_read_is_parked(self):
        to = receiver()
        status, _ = deliver(to, event(amount="free", currency="EUR"))
        self.assertEqual((status, len(to.parked)), (200, 1))

    def test_the_sender_hears_of_what_was_not_taken_in(self):
        def down(event):
            raise OSError("no database")

        status, _ = deliver(receiver(down), event())
        self.assertEqual(status, 500)

    def test_what_failed_is_taken_in_when_it_comes_again(self):
        working = []

        def down_at_first(event):
            if not working:
                working.append(True)
                raise OSError("no database")

        to = receiver(down_at_first)
        deliver(to, event())
        deliver(to, event())
        self.assertEqual(to.ledger.balance("acct_1", "EUR"), 1250)

    def test_a_payout_is_split(self):
        to = receiver()
        shares = {"acct_1": 3, "acct_2": 1}
        deliver(to, event(type="payout.split", amount=400, currency="EUR", shares=shares))
        self.assertEqual(to.ledger.balance("acct_2", "EUR"), 100)

    def test_a_type_that_is_not_known_is_taken_and_does_nothing(self):
        to = receiver()
        status, _ = deliver(to, event(type="charge.seen"))
        self.assertEqual((status, to.parked), (200, []))
        self.assertEqual(to.now(), NOW)


if __name__ == "__main__":
    unittest.main()
