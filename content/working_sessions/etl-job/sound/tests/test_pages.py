import unittest

from load.pages import rows
from tests.exports import pages, row


class PagesTest(unittest.TestCase):
    def test_one_page(self):
        self.assertEqual(len(list(rows(pages([row("S1"), row("S2")])))), 2)

    def test_pages_follow_one_another(self):
        found = rows(pages([row("S1"), row("S2")], [row("S3"), row("S4")]))
        self.assertEqual([each["id"] for each in found], ["S1", "S2", "S3", "S4"])

    def test_a_row_on_two_pages_is_one(self):
        found = rows(pages([row("S1"), row("S2")], [row("S2"), row("S3")]))
        self.assertEqual([each["id"] for each in found], ["S1", "S2", "S3"])

    def test_an_empty_export(self):
        self.assertEqual(list(rows(pages([]))), [])

    def test_since_is_handed_on(self):
        fetch = pages([], [])
        list(rows(fetch, "2025-03-01T00:00:00+00:00"))
        self.assertEqual(set(fetch.asked), {"2025-03-01T00:00:00+00:00"})


if __name__ == "__main__":
    unittest.main()
