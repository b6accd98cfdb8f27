import unittest

from load.job import Job
from tests.exports import pages, row


class JobTest(unittest.TestCase):
    def setUp(self):
        self.job = Job()

    def test_a_night(self):
        outcome = self.job.run(pages([row("S1"), row("S2")]))
        self.assertEqual((outcome.loaded, outcome.rejected), (2, 0))
        self.assertEqual(len(self.job.table), 2)

    def test_the_next_night_asks_from_the_mark_on(self):
        self.job.run(pages([row(updated="2025-03-10T10:00:00+00:00")]))
        fetch = pages([])
        self.job.run(fetch)
        self.assertEqual(fetch.asked, ["2025-03-10T10:00:00+00:00"])
        self.assertEqual(self.job.mark, "2025-03-10T10:00:00+00:00")

    def test_what_cannot_be_used_is_set_apart(self):
        outcome = self.job.run(pages([row("S1", price="gift"), row("S2")]))
        self.assertEqual((outcome.loaded, outcome.rejected), (1, 1))
        self.assertEqual(self.job.rejected[0][0]["id"], "S1")

    def test_it_is_set_apart_once(self):
        for _ in range(2):
            self.job.run(pages([row("S1", price="gift")]))
        self.assertEqual(len(self.job.rejected), 1)

    def test_a_night_that_breaks_off_is_run_again(self):
        whole = pages([row("S1")], [row("S2")])

        def broken(since, cursor):
            if cursor is not None:
                raise OSError("the network is down")
            return whole(since, cursor)

        with self.assertRaises(OSError):
            self.job.run(broken)
        self.assertIsNone(self.job.mark)
        self.job.run(whole)
        self.assertEqual(len(self.job.table), 2)


if __name__ == "__main__":
    unittest.main()
