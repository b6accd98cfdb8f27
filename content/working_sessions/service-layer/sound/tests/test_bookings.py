import unittest
from datetime import date

from stays.bookings import Bookings, Taken

JULY = [date(2025, 7, day) for day in range(1, 15)]


class BookingsTest(unittest.TestCase):
    def setUp(self):
        self.bookings = Bookings()
        self.first = self.bookings.book("blue", "Ida", JULY[2], JULY[5], 100)

    def test_a_booking_is_found_by_its_number(self):
        self.assertIs(self.bookings.find(1), self.first)
        self.assertIsNone(self.bookings.find(2))

    def test_a_room_is_let_once(self):
        with self.assertRaises(Taken):
            self.bookings.book("blue", "Ole", JULY[4], JULY[8], 100)

    def test_another_room_is_free(self):
        self.assertEqual(self.bookings.book("green", "Ole", JULY[2], JULY[5], 100).number, 2)

    def test_what_was_cancelled_is_free(self):
        self.first.cancelled = True
        self.assertEqual(self.bookings.book("blue", "Ole", JULY[3], JULY[4], 100).number, 2)

    def test_the_next_guest_arrives_on_the_day_on_which_one_leaves(self):
        self.bookings.book("blue", "Ole", JULY[5], JULY[6], 100)
        self.bookings.book("blue", "Per", JULY[0], JULY[2], 100)
        self.assertEqual(len(self.bookings.all()), 3)

    def test_a_stay_has_a_night(self):
        with self.assertRaises(ValueError):
            self.bookings.book("blue", "Ole", JULY[8], JULY[8], 100)


if __name__ == "__main__":
    unittest.main()
