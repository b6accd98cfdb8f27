"""What a stay costs, in cents."""

RATES = {"blue": 10_000, "green": 8_450, "attic": 5_995}  # of one night, before tax
TAX = 7  # per cent


class Prices:
    def __init__(self, rates=None):
        self._rates = RATES if rates is None else rates

    def set_rate(self, room, cents):
        self._rates[room] = cents

    def of_stay(self, room, arrives, leaves):
        """The price of a stay with its tax. Raises KeyError for a room that there is not."""
        nights = (leaves - arrives).days
        net = self._rates[room] * nights
        return net + half_up(net * TAX, 100)


def half_up(amount, parts):
    """amount / parts as a whole number, a half rounded up."""
    return (2 * amount + parts) // (2 * parts)
