import unittest
from datetime import date

from stays.prices import Prices, half_up


class PricesTest(unittest.TestCase):
    def test_a_night_with_its_tax(self):
        self.assertEqual(Prices().of_stay("blue", date(2025, 7, 1), date(2025, 7, 2)), 10_700)

    def test_three_nights(self):
        self.assertEqual(Prices().of_stay("blue", date(2025, 7, 1), date(2025, 7, 4)), 32_100)

    def test_a_rate_is_changed(self):
        prices = Prices({"blue": 10_000})
        prices.set_rate("blue", 20_000)
        self.assertEqual(prices.of_stay("blue", date(2025, 7, 1), date(2025, 7, 2)), 21_400)

    def test_a_room_that_there_is_not(self):
        with self.assertRaises(KeyError):
            Prices().of_stay("red", date(2025, 7, 1), date(2025, 7, 2))

    def test_halves_go_up(self):
        self.assertEqual([half_up(each, 100) for each in (149, 150, 250, 249)], [1, 2, 3, 2])


if __name__ == "__main__":
    unittest.main()
