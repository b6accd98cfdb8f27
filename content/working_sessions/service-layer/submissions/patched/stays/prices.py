"""What a stay costs, in cents."""

RATES = {"blue": 10_000, "green": 8_450, "attic": 5_995}  # of one night, before tax
TAX = 7  # per cent


class Prices:
    def __init__(self, rates=None):
        self._rates = RATES if rates is None else dict(rates)

    def set_rate(self, room, cents):
        self._rates[room] = cents

    def of_stay(self, room, arrives, leaves):
        """The price of a stay with its tax. Raises KeyError for a room that there is not."""
        nights = (leaves - arrives).days
        night = self._rates[room]
        return night * nights + half_up(night * TAX, 100) * nights


def half_up(amount, parts):
    """amount / parts as a whole number, a half rounded up."""
    return -(-amount // parts)
