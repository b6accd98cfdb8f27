"""Which room is let to whom."""

from dataclasses import dataclass
from datetime import date


class Taken(Exception):
    """The room is let to somebody else in one of these nights."""


@dataclass
class Booking:
    number: int
    room: str
    guest: str
    arrives: date
    leaves: date
    price: int  # cents
    cancelled: bool = False

    def meets(self, arrives, leaves):
        """Whether it has a night in common with a stay."""
        return not self.cancelled and self.arrives < leaves and arrives < self.leaves


class Bookings:
    def __init__(self):
        self._all = []

    def book(self, room, guest, arrives, leaves, price):
        """Let a room. Raises Taken, and ValueError for a stay without a night."""
        if arrives >= leaves:
            raise ValueError("a stay has at least one night")
        for other in self._all:
            if other.room == room and other.meets(arrives, leaves):
                raise Taken(f"{room} is let from {other.arrives} to {other.leaves}")
        booking = Booking(len(self._all) + 1, room, guest, arrives, leaves, price)
        self._all.append(booking)
        return booking

    def find(self, number):
        """The booking of a number, or None."""
        return next((each for each in self._all if each.number == number), None)

    def all(self):
        """Every booking, oldest first; the caller's own list."""
        return list(self._all)
