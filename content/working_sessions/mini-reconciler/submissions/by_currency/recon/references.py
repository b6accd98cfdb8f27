"""References as people type them."""

import re


def plain(text):
    """A reference by its letters and digits alone, in capitals."""
    return re.sub(r"[^A-Z0-9]", "", text.upper())
