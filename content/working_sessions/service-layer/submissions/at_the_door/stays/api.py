"""Requests and answers."""

import logging
from datetime import UTC, date, datetime

from stays.bookings import Bookings, Taken
from stays.notices import Notices
from stays.payments import STATES, Payments, UnknownState
from stays.prices import RATES, Prices
from stays.waiting import Waiting

log = logging.getLogger(__name__)


class Api:
    def __init__(self, send=None):
        self.bookings = Bookings()
        self.prices = Prices(dict(RATES))  # a house's own rates
        self.payments = Payments()
        self.waiting = Waiting()
        self.notices = Notices()
        self.send = send or (lambda guest, text: None)
        self.before_booking = lambda request: None  # a house's own check; it may raise
        self._answers = {}  # of bookings, by who asked and with which key

    def handle(self, request):
        """The answer to a request, with its HTTP status."""
        try:
            return self._done(request)
        except Taken as error:
            return {"status": 409, "error": str(error)}
        except (KeyError, TypeError, ValueError, UnknownState) as error:
            return {"status": 400, "error": f"{type(error).__name__}: {error}"}
        except Exception:
            log.exception("a request failed")
            return {"status": 500, "error": "try again"}

    def _done(self, request):
        match request.get("do"):
            case "book":
                return self._book(request)
            case "cancel":
                return self._cancel(request["booking"])
            case "paid":
                number = request["booking"]
                if self.bookings.find(number) is None:
                    return {"status": 404, "error": f"there is no booking {number}"}
                if request["state"] not in STATES:
                    raise UnknownState(request["state"])
                state = self.payments.hear(number, request["state"], request["at"])
                return {"status": 200, "state": state}
            case "wait":
                asked = datetime.fromisoformat(request["asked"])
                if asked.tzinfo is None:
                    raise ValueError("asked has no offset")
                asked = asked.astimezone(UTC).isoformat()
                place = self.waiting.add(request["room"], request["guest"], asked)
                return {"status": 200, "place": place}
            case "notify":
                return {"status": 200, "sent": self.notices.deliver(self.send)}
        raise ValueError("there is no such request")

    def _book(self, request):
        key = (request["client"], request["key"])
        if key in self._answers:
            return self._answers[key]
        room, guest = request["room"], request["guest"]
        arrives, leaves = (date.fromisoformat(request[each]) for each in ("arrives", "leaves"))
        self.before_booking(request)
        price = self.prices.of_stay(room, arrives, leaves)
        booking = self.bookings.book(room, guest, arrives, leaves, price)
        self.notices.add(guest, f"Your room {room} is booked from {arrives} to {leaves}.")
        answer = {"status": 201, "booking": booking.number, "price": price}
        self._answers[key] = answer
        return answer

    def _cancel(self, number):
        booking = self.bookings.find(number)
        if booking is None:
            return {"status": 404, "error": f"there is no booking {number}"}
        if not booking.cancelled:
            booking.cancelled = True
            self.notices.add(booking.guest, f"Your room {booking.room} is cancelled.")
        return {"status": 200}
