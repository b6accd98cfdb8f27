import unittest

from stays.api import Api
from tests.requests import book

AT = 1_750_000_000_000


class ApiTest(unittest.TestCase):
    def setUp(self):
        self.told = []
        self.api = Api(lambda guest, text: self.told.append(guest))

    def test_a_room_is_booked(self):
        answer = self.api.handle(book())
        self.assertEqual(answer, {"status": 201, "booking": 1, "price": 32_100})

    def test_the_same_request_is_the_same_booking(self):
        self.assertEqual(self.api.handle(book()), self.api.handle(book()))
        self.assertEqual(len(self.api.bookings.all()), 1)

    def test_a_room_that_is_taken(self):
        self.api.handle(book())
        self.assertEqual(self.api.handle(book(key="k2", guest="Ole"))["status"], 409)

    def test_a_request_that_nobody_can_read(self):
        for wrong in ({}, {"do": "book"}, book(arrives="soon"), book(room="red")):
            self.assertEqual(self.api.handle(wrong)["status"], 400)

    def test_a_booking_is_cancelled_once(self):
        self.api.handle(book())
        for _ in range(2):
            self.assertEqual(self.api.handle({"do": "cancel", "booking": 1}), {"status": 200})
        self.assertEqual(self.api.handle({"do": "notify"})["sent"], 2)
        self.assertEqual(self.api.handle({"do": "cancel", "booking": 7})["status"], 404)

    def test_a_payment_is_heard_of(self):
        self.api.handle(book())
        answer = self.api.handle({"do": "paid", "booking": 1, "state": "paid", "at": AT})
        self.assertEqual(answer, {"status": 200, "state": "paid"})

    def test_a_payment_for_nothing(self):
        answer = self.api.handle({"do": "paid", "booking": 9, "state": "paid", "at": AT})
        self.assertEqual(answer["status"], 404)

    def test_a_guest_waits(self):
        request = {"do": "wait", "room": "blue", "guest": "Ole"}
        answer = self.api.handle({**request, "asked": "2025-06-01T10:00:00+02:00"})
        self.assertEqual(answer, {"status": 200, "place": 1})

    def test_a_guest_is_told(self):
        self.api.handle(book())
        self.assertEqual(self.api.handle({"do": "notify"}), {"status": 200, "sent": 1})
        self.assertEqual(self.told, ["Ida"])

    def test_a_client_hears_that_it_failed(self):
        def down(request):
            raise OSError("no ledger")

        self.api.before_booking = down
        self.assertEqual(self.api.handle(book())["status"], 500)

    def test_what_failed_is_booked_when_it_comes_again(self):
        def down(request):
            raise OSError("no ledger")

        self.api.before_booking = down
        self.api.handle(book())
        self.api.before_booking = lambda request: None
        self.assertEqual(self.api.handle(book())["booking"], 1)


if __name__ == "__main__":
    unittest.main()
