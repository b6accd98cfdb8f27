"""One check a fault, through the public API alone. A check's message says what happened."""

import contextlib
from datetime import UTC, date, datetime

from stays.api import Api
from stays.bookings import Bookings, Taken
from stays.notices import Notices
from stays.payments import Payments, UnknownState, moment
from stays.prices import Prices, half_up
from stays.waiting import Waiting

AT = 1_760_000_000_000
MAY = [date(2025, 5, day) for day in range(1, 20)]


def book(**fields):
    return {
        "do": "book",
        "client": "desk",
        "key": "a1",
        "room": "blue",
        "guest": "Eva",
        "arrives": "2025-05-01",
        "leaves": "2025-05-02",
        **fields,
    }


def down(*_):
    raise OSError("down")


def day_counted_as_night():
    bookings = Bookings()
    bookings.book("blue", "Eva", MAY[5], MAY[8], 1)
    for arrives, leaves in ((MAY[8], MAY[9]), (MAY[3], MAY[5])):
        try:
            bookings.book("blue", "Jon", arrives, leaves, 1)
        except Taken:
            said = f"a stay from {arrives} to {leaves} was refused beside one from {MAY[5]} to"
            raise AssertionError(f"{said} {MAY[8]}") from None


def list_handed_out():
    bookings = Bookings()
    bookings.book("blue", "Eva", MAY[5], MAY[8], 1)
    first, second = bookings.all(), bookings.all()
    first.clear()
    assert len(second) == 1, "a second caller's list is empty, too"
    assert bookings.find(1) is not None, "the booking is gone"


def rates_shared():
    one, other = Prices(), Prices()
    before = other.of_stay("blue", MAY[0], MAY[1])
    one.set_rate("blue", 1)
    after = other.of_stay("blue", MAY[0], MAY[1])
    one.set_rate("blue", 10_000)
    assert after == before, f"another house's night costs {after} where it cost {before}"


def tax_by_night():
    prices = Prices({"attic": 5_995})
    for nights, wanted in ((2, 12_829), (7, 44_903), (9, 57_732)):
        price = prices.of_stay("attic", MAY[0], MAY[nights])
        assert price == wanted, f"{nights} nights at 5995 and 7 per cent cost {price}"


def half_goes_down():
    for amount, wanted in ((50, 1), (150, 2), (250, 3), (450, 5), (149, 1), (101, 1)):
        found = half_up(amount, 100)
        assert found == wanted, f"{amount} hundredths became {found}"


def state_guessed():
    payments = Payments()
    payments.hear(1, "paid", AT)
    with contextlib.suppress(UnknownState):
        payments.hear(1, "disputed", AT + 1)
    state = payments.state(1)
    assert state == "paid", f"the booking is {state!r}"


def older_over_newer():
    for newer, older in (("paid", "pending"), ("refunded", "paid"), ("pending", "paid")):
        payments = Payments()
        payments.hear(1, newer, AT + 5)
        payments.hear(1, older, AT)
        state = payments.state(1)
        assert state == newer, f"it was {newer}, and is {state} since the older event came"


def thousandths():
    for seconds in (1_760_000_000, 946_684_800, 1_000_000):
        try:
            found = moment(seconds * 1000)
        except (OverflowError, ValueError):
            raise AssertionError(f"{seconds * 1000} could not be read") from None
        wanted = datetime.fromtimestamp(seconds, UTC)
        assert found == wanted, f"{seconds * 1000} became {found:%Y-%m-%d}"


def clock_face_taken():
    waiting = Waiting()
    waiting.add("blue", "Eva", "2025-05-01T10:00:00+02:00")
    waiting.add("blue", "Jon", "2025-05-01T09:30:00+01:00")
    waiting.add("blue", "Kim", "2025-05-01T08:15:00+00:00")
    guests = waiting.guests("blue")
    assert guests == ["Eva", "Kim", "Jon"], f"the order was {', '.join(guests)}"


def equals_in_any_order():
    waiting = Waiting()
    for guest in ("Mia", "Eva", "Jon"):
        waiting.add("blue", guest, "2025-05-01T10:00:00+00:00")
    guests = waiting.guests("blue")
    assert guests == ["Eva", "Jon", "Mia"], f"of three who asked together came {', '.join(guests)}"


def one_stops_the_rest():
    notices, told = Notices(), []

    def send(guest, text):
        if guest == "Jon":
            raise OSError("down")
        told.append(guest)

    for guest in ("Eva", "Jon", "Kim"):
        notices.add(guest, "hello")
    notices.deliver(send)
    notices.deliver(send)
    assert sorted(told) == ["Eva", "Kim"], f"of Eva and Kim these were told: {', '.join(told)}"


def keys_shared():
    api = Api()
    first = api.handle(book())
    second = api.handle(book(client="web", room="green"))
    assert second.get("booking") != first.get("booking"), "both clients have the same booking"


def failure_as_success():
    api = Api()
    api.before_booking = down
    status = api.handle(book())["status"]
    assert status >= 500, f"the answer was {status}"


def kept_early():
    api = Api()
    api.before_booking = down
    api.handle(book())
    api.before_booking = lambda request: None
    answer = api.handle(book())
    assert answer.get("booking") == 1, f"it then answers {answer}"
    assert len(api.bookings.all()) == 1, f"there are {len(api.bookings.all())} bookings"
