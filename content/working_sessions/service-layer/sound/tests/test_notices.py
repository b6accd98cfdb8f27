import unittest

from stays.notices import Notices


class NoticesTest(unittest.TestCase):
    def setUp(self):
        self.notices, self.told = Notices(), []

    def tell(self, guest, text):
        self.told.append((guest, text))

    def down(self, guest, text):
        raise OSError("the mail server is down")

    def test_what_waits_is_sent_once(self):
        self.notices.add("Ida", "hello")
        self.assertEqual(self.notices.deliver(self.tell), 1)
        self.assertEqual(self.notices.deliver(self.tell), 0)
        self.assertEqual(self.told, [("Ida", "hello")])

    def test_what_could_not_be_sent_is_sent_later(self):
        self.notices.add("Ida", "hello")
        self.assertEqual(self.notices.deliver(self.down), 0)
        self.assertEqual(self.notices.deliver(self.tell), 1)

    def test_in_the_order_in_which_it_came(self):
        self.notices.add("Ida", "one")
        self.notices.add("Ole", "two")
        self.notices.deliver(self.tell)
        self.assertEqual([guest for guest, _ in self.told], ["Ida", "Ole"])


if __name__ == "__main__":
    unittest.main()
