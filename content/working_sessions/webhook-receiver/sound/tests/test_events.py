import json
import unittest

from intake.events import BadEvent, minor_units, parsed, read
from tests.signing import NOW, event


class EventsTest(unittest.TestCase):
    def test_one_event_and_a_list_are_read(self):
        self.assertEqual(read(b'{"id": 1}'), [{"id": 1}])
        self.assertEqual(len(read(json.dumps([event(), event("evt_2")]))), 2)

    def test_what_is_no_json_is_told(self):
        with self.assertRaises(BadEvent):
            read(b"<html>")

    def test_an_event_without_an_account_is_told(self):
        sent = event()
        del sent["account"]
        with self.assertRaises(BadEvent):
            parsed(sent)

    def test_version_1_is_in_seconds(self):
        self.assertEqual(parsed({**event(), "version": 1}).created, NOW)

    def test_version_2_is_in_seconds_too_once_it_is_read(self):
        sent = {**event(), "version": 2, "created": NOW * 1000}
        self.assertEqual(parsed(sent).created, NOW)

    def test_amounts_are_minor_units(self):
        self.assertEqual(minor_units("12.50"), 1250)
        self.assertEqual(minor_units("7"), 700)

    def test_what_is_no_amount_is_told(self):
        for wrong in ("", "free", None):
            with self.assertRaises(BadEvent):
                minor_units(wrong)


if __name__ == "__main__":
    unittest.main()
