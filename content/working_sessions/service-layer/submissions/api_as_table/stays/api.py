"""Requests and answers, written anew as a table of handlers."""

from datetime import date

from stays.bookings import Bookings, Taken
from stays.notices import Notices
from stays.payments import Payments, UnknownState
from stays.prices import Prices
from stays.waiting import Waiting

BAD = (KeyError, TypeError, ValueError, UnknownState)


class Api:
    def __init__(self, send=None):
        self.bookings, self.prices, self.payments = Bookings(), Prices(), Payments()
        self.waiting, self.notices = Waiting(), Notices()
        self.send = send or (lambda guest, text: None)
        self.before_booking = lambda request: None
        self.made = {}

    def handle(self, request):
        handlers = {
            "book": self.book,
            "cancel": self.cancel,
            "paid": self.paid,
            "wait": self.wait,
            "notify": self.notify,
        }
        handler = handlers.get(request.get("do"))
        if handler is None:
            return {"status": 400, "error": "unknown request"}
        try:
            return handler(request)
        except Taken as taken:
            return {"status": 409, "error": str(taken)}
        except BAD as bad:
            return {"status": 400, "error": repr(bad)}
        except Exception as other:
            return {"status": 503, "error": repr(other)}

    def book(self, request):
        who = f"{request['client']}\n{request['key']}"
        if who not in self.made:
            stay = (date.fromisoformat(request["arrives"]), date.fromisoformat(request["leaves"]))
            self.before_booking(request)
            price = self.prices.of_stay(request["room"], *stay)
            booking = self.bookings.book(request["room"], request["guest"], *stay, price)
            text = f"Your room {booking.room} is booked from {stay[0]} to {stay[1]}."
            self.notices.add(booking.guest, text)
            self.made[who] = {"status": 201, "booking": booking.number, "price": price}
        return self.made[who]

    def cancel(self, request):
        booking = self.bookings.find(request["booking"])
        if booking is None:
            return {"status": 404, "error": "no such booking"}
        if not booking.cancelled:
            booking.cancelled = True
            self.notices.add(booking.guest, f"Your room {booking.room} is cancelled.")
        return {"status": 200}

    def paid(self, request):
        if self.bookings.find(request["booking"]) is None:
            return {"status": 404, "error": "no such booking"}
        state = self.payments.hear(request["booking"], request["state"], request["at"])
        return {"status": 200, "state": state}

    def wait(self, request):
        place = self.waiting.add(request["room"], request["guest"], request["asked"])
        return {"status": 200, "place": place}

    def notify(self, request):
        return {"status": 200, "sent": self.notices.deliver(self.send)}
