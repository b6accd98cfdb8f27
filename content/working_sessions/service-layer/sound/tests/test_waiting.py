import unittest

from stays.waiting import Waiting


class WaitingTest(unittest.TestCase):
    def setUp(self):
        self.waiting = Waiting()

    def test_who_asked_first_is_first(self):
        self.assertEqual(self.waiting.add("blue", "Ole", "2025-06-01T10:00:00+02:00"), 1)
        self.assertEqual(self.waiting.add("blue", "Ida", "2025-06-01T09:00:00+02:00"), 1)
        self.assertEqual(self.waiting.guests("blue"), ["Ida", "Ole"])

    def test_who_waits_keeps_their_place(self):
        self.waiting.add("blue", "Ole", "2025-06-01T10:00:00+02:00")
        self.waiting.add("blue", "Ida", "2025-06-01T11:00:00+02:00")
        self.assertEqual(self.waiting.add("blue", "Ole", "2025-06-02T10:00:00+02:00"), 1)

    def test_nobody_waits(self):
        self.assertEqual(self.waiting.guests("attic"), [])

    def test_a_time_has_an_offset(self):
        with self.assertRaises(ValueError):
            self.waiting.add("blue", "Ole", "2025-06-01T10:00:00")


if __name__ == "__main__":
    unittest.main()
