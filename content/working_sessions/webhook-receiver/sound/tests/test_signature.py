import unittest

from intake.signature import NotSigned, verify
from tests.signing import NOW, SECRET, signed

BODY = b'{"id": "evt_1"}'


class SignatureTest(unittest.TestCase):
    def test_a_signed_body_is_taken(self):
        verify([SECRET], signed(BODY), BODY, NOW)

    def test_another_body_is_refused(self):
        with self.assertRaises(NotSigned):
            verify([SECRET], signed(BODY), b'{"id": "evt_2"}', NOW)

    def test_another_secret_is_refused(self):
        with self.assertRaises(NotSigned):
            verify([b"whsec_other"], signed(BODY), BODY, NOW)

    def test_no_header_is_refused(self):
        with self.assertRaises(NotSigned):
            verify([SECRET], {}, BODY, NOW)

    def test_an_old_signature_is_refused(self):
        with self.assertRaises(NotSigned):
            verify([SECRET], signed(BODY, at=NOW - 301), BODY, NOW)

    def test_clocks_may_differ(self):
        verify([SECRET], signed(BODY, at=NOW - 299), BODY, NOW)

    def test_the_header_of_a_proxy_is_found(self):
        verify([SECRET], signed(BODY, header="paywell-signature"), BODY, NOW)

    def test_the_second_secret_counts_too(self):
        verify([b"whsec_other", SECRET], signed(BODY), BODY, NOW)


if __name__ == "__main__":
    unittest.main()
