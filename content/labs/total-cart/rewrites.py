"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import math
from decimal import ROUND_FLOOR, Decimal


def right_line(line):
    exact = line.unit_cents * Decimal(line.quantity) + Decimal("0.5")
    return int(exact.to_integral_value(ROUND_FLOOR))


def flawed_line(line):
    return int(round(Decimal(line.unit_cents) * Decimal(line.quantity), 0))


def broken_line(line):
    return math.ceil(line.unit_cents * line.quantity)


def right_codes(typed):
    out = []
    for raw in typed:
        code = raw.upper().strip()
        if code and code not in ("FIVER", "LEAF15"):
            raise ValueError(raw)
        if code and code not in out:
            out.append(code)
    return out


def broken_codes(typed):
    return [c for c in {t.strip().upper() for t in typed} if c in ("LEAF15", "FIVER")]


def right_discount(goods, codes):
    leaf = math.floor(Decimal(goods * 15) / 100 + Decimal("0.5")) if "LEAF15" in codes else 0
    return leaf + (500 if "FIVER" in codes and goods > 2999 else 0)


def flawed_discount(goods, codes):
    left = goods - (goods * 15 + 50) // 100 if "LEAF15" in codes else goods
    return goods - (left - 500 if "FIVER" in codes and left >= 3000 else left)


def broken_discount(goods, codes):
    off = 500 if "FIVER" in codes and goods > 3000 else 0
    return off + ((goods * 15 + 50) // 100 if "LEAF15" in codes else 0)


def right_total(cart):
    ordered = sorted(cart.lines, key=line_cents)
    goods = sum(map(line_cents, ordered))
    return goods - discount_cents(goods, read_codes(list(cart.codes)))


def flawed_total(cart):
    cart.lines = sorted(cart.lines, key=line_cents, reverse=True)
    goods = sum(map(line_cents, cart.lines))
    return goods - discount_cents(goods, read_codes(cart.codes))
