"""What may be wrong in a draw."""

from content.codebase import Fault

API = "tests.test_api.ApiTest"

FAULTS = (
    Fault(
        "day_counted_as_night",
        file="stays/bookings.py",
        sound="self.arrives < leaves and arrives < self.leaves\n",
        faulty="self.arrives <= leaves and arrives <= self.leaves\n",
        shows=(
            "tests.test_bookings.BookingsTest"
            ".test_the_next_guest_arrives_on_the_day_on_which_one_leaves",
        ),
        patch=(
            (
                "stays/bookings.py",
                "self.arrives <= leaves and arrives <= self.leaves\n",
                "self.arrives <= leaves and arrives < self.leaves\n",
            ),
        ),
    ),
    Fault(
        "list_handed_out",
        file="stays/bookings.py",
        sound="        return list(self._all)\n",
        faulty="        return self._all\n",
        patch=(
            (
                "stays/bookings.py",
                "        return self._all\n",
                "        return self._all if self._all else []\n",
            ),
        ),
    ),
    Fault(
        "rates_shared",
        file="stays/prices.py",
        sound="        self._rates = dict(RATES if rates is None else rates)\n",
        faulty="        self._rates = RATES if rates is None else rates\n",
        patch=(
            (
                "stays/prices.py",
                "        self._rates = RATES if rates is None else rates\n",
                "        self._rates = RATES if rates is None else dict(rates)\n",
            ),
        ),
    ),
    Fault(
        "tax_by_night",
        file="stays/prices.py",
        sound="""\
        net = self._rates[room] * nights
        return net + half_up(net * TAX, 100)
""",
        faulty="        night = self._rates[room]\n"
        "        return (night + half_up(night * TAX, 100)) * nights\n",
        patch=(
            (
                "stays/prices.py",
                "        return (night + half_up(night * TAX, 100)) * nights\n",
                "        return night * nights + half_up(night * TAX, 100) * nights\n",
            ),
        ),
    ),
    Fault(
        "half_goes_down",
        file="stays/prices.py",
        sound="    return (2 * amount + parts) // (2 * parts)\n",
        faulty="    return round(amount / parts)\n",
        shows=("tests.test_prices.PricesTest.test_halves_go_up",),
        patch=(
            (
                "stays/prices.py",
                "    return round(amount / parts)\n",
                "    return -(-amount // parts)\n",
            ),
        ),
    ),
    Fault(
        "state_guessed",
        file="stays/payments.py",
        sound="        if state not in STATES:\n            raise UnknownState(state)\n",
        faulty="        if not state:\n            raise UnknownState(state)\n",
        patch=(
            (
                "stays/payments.py",
                "        if not state:\n",
                "        if not state or not state.isalpha():\n",
            ),
        ),
    ),
    Fault(
        "older_over_newer",
        file="stays/payments.py",
        sound="        if latest is None or when > latest:\n",
        faulty="        if latest is None or when != latest:\n",
        shows=(
            "tests.test_payments.PaymentsTest"
            ".test_an_event_that_was_passed_by_another_changes_nothing",
        ),
        patch=(
            (
                "stays/payments.py",
                "        if latest is None or when != latest:\n",
                '        if self.state(booking) != "refunded":\n',
            ),
        ),
    ),
    Fault(
        "thousandths",
        file="stays/payments.py",
        sound="    return datetime.fromtimestamp(at / 1000, UTC)\n",
        faulty="    return datetime.fromtimestamp(at / 1000 if at > 1e12 else at, UTC)\n",
        patch=(("stays/payments.py", "at > 1e12", "at > 1e10"),),
    ),
    Fault(
        "clock_face_taken",
        file="stays/waiting.py",
        sound="    return at.astimezone(UTC)\n",
        faulty="    return at.replace(tzinfo=UTC)\n",
        patch=(
            (
                "stays/waiting.py",
                "    return at.replace(tzinfo=UTC)\n",
                "    return at.replace(tzinfo=UTC).astimezone(UTC)\n",
            ),
        ),
    ),
    Fault(
        "equals_in_any_order",
        file="stays/waiting.py",
        sound="        return sorted(waiting, key=lambda guest: (waiting[guest], guest))\n",
        faulty="        return sorted(waiting, key=waiting.get)\n",
        patch=(
            (
                "stays/waiting.py",
                "        return sorted(waiting, key=waiting.get)\n",
                "        return sorted(waiting, key=lambda guest: (waiting[guest], len(guest)))\n",
            ),
        ),
    ),
    Fault(
        "one_stops_the_rest",
        file="stays/notices.py",
        sound="                self._waiting.append((guest, text))\n            else:\n",
        faulty="                self._waiting.append((guest, text))\n"
        "                break\n"
        "            else:\n",
        patch=(
            (
                "stays/notices.py",
                "        for guest, text in waiting:\n",
                "        for guest, text in sorted(waiting):\n",
            ),
        ),
    ),
    Fault(
        "keys_shared",
        file="stays/api.py",
        sound='        key = (request["client"], request["key"])\n',
        faulty='        key = request["key"]\n',
        patch=(
            (
                "stays/api.py",
                '        key = request["key"]\n',
                '        key = (request["key"], request["guest"])\n',
            ),
        ),
    ),
    Fault(
        "failure_as_success",
        file="stays/api.py",
        sound='            return {"status": 500, "error": "try again"}\n',
        faulty='            return {"status": 200, "error": "try again"}\n',
        shows=(f"{API}.test_a_client_hears_that_it_failed",),
        patch=(
            (
                "stays/api.py",
                '{"status": 200, "error": "try again"}',
                '{"status": 202, "error": "try again"}',
            ),
        ),
    ),
    Fault(
        "kept_early",
        file="stays/api.py",
        sound="        self.before_booking(request)\n",
        faulty='        self._answers[key] = {"status": 201, "booking": None, "price": 0}\n'
        "        self.before_booking(request)\n",
        shows=(f"{API}.test_what_failed_is_booked_when_it_comes_again",),
        patch=(
            (
                "stays/api.py",
                '{"status": 201, "booking": None, "price": 0}',
                '{"status": 409, "error": "it is being booked"}',
            ),
        ),
    ),
)
