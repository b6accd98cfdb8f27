"""Prices with decimals."""

from decimal import ROUND_HALF_UP, Decimal

RATES = {"blue": 10_000, "green": 8_450, "attic": 5_995}
TAX = Decimal("0.07")


class Prices:
    def __init__(self, rates=None):
        self.table = {**(RATES if rates is None else rates)}

    def set_rate(self, room, cents):
        self.table[room] = cents

    def of_stay(self, room, arrives, leaves):
        net = self.table[room] * (leaves - arrives).days
        tax = (net * TAX).quantize(Decimal(1), ROUND_HALF_UP)
        return net + int(tax)


def half_up(amount, parts):
    return int((Decimal(amount) / parts).quantize(Decimal(1), ROUND_HALF_UP))
