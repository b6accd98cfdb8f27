"""Amounts without decimals: hundredths from the digits."""

import re

AMOUNT = re.compile(r"(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2}))?")


def cents(text):
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"no amount: {text!r}")
    sign, whole, rest = found.groups()
    amount = int(whole.replace(",", "")) * 100 + int((rest or "").ljust(2, "0"))
    return -amount if sign else amount


def written(amount):
    units, rest = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{units:,}.{rest:02d}"
