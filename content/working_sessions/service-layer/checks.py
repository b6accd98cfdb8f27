"""One check a fault, through the public API alone. A check's message says what happened."""

from datetime import UTC, datetime

from stays.api import Api

AT = 1_760_000_000_000


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


def paid(api, state, at):
    return api.handle({"do": "paid", "booking": 1, "state": state, "at": at})


def price(api, **fields):
    """What a booking costs in a house."""
    return api.handle(book(**fields)).get("price")


def waiting(*asked):
    """The guests who asked, in the order of the places that a house gives them in the end."""
    api = Api()
    wishes = [{"do": "wait", "room": "blue", "guest": g, "asked": at} for g, at in asked]
    for wish in wishes:
        api.handle(wish)
    places = {wish["guest"]: api.handle(wish).get("place") for wish in wishes}
    return sorted(places, key=places.get)


def day_counted_as_night():
    for arrives, leaves in (("2025-05-09", "2025-05-10"), ("2025-05-04", "2025-05-06")):
        api = Api()
        api.handle(book(arrives="2025-05-06", leaves="2025-05-09"))
        status = api.handle(book(key="a2", arrives=arrives, leaves=leaves))["status"]
        said = f"a stay from {arrives} to {leaves} got {status} beside one from 2025-05-06 to"
        assert status == 201, f"{said} 2025-05-09"


def list_handed_out():
    api = Api()
    api.handle(book())
    first, second = api.bookings.all(), api.bookings.all()
    first.clear()
    assert len(second) == 1, "a second caller's list is empty, too"
    assert api.bookings.find(1) is not None, "the booking is gone"


def rates_shared():
    one, other = Api(), Api()
    before = price(other)
    one.prices.set_rate("blue", 1)
    after = price(other, key="a2", arrives="2025-05-11", leaves="2025-05-12")
    one.prices.set_rate("blue", 10_000)
    assert after == before, f"another house's night costs {after} where it cost {before}"


def tax_by_night():
    for leaves, nights, wanted in (("03", 2, 12_829), ("08", 7, 44_903), ("10", 9, 57_732)):
        found = price(Api(), room="attic", leaves=f"2025-05-{leaves}")
        assert found == wanted, f"{nights} nights at 5995 and 7 per cent cost {found}"


def half_goes_down():
    for rate, wanted in ((150, 161), (50, 54), (350, 375), (3, 3), (7, 7), (8, 9)):
        api = Api()
        api.prices.set_rate("blue", rate)
        found = price(api)
        assert found == wanted, f"a night at {rate} and 7 per cent costs {found}"


def state_guessed():
    api = Api()
    api.handle(book())
    paid(api, "paid", AT)
    paid(api, "disputed", AT + 1)
    state = api.payments.state(1)
    assert state == "paid", f"the booking is {state!r}"


def older_over_newer():
    for newer, older in (("paid", "pending"), ("refunded", "paid"), ("pending", "paid")):
        api = Api()
        api.handle(book())
        paid(api, newer, AT + 5)
        state = paid(api, older, AT).get("state")
        assert state == newer, f"it was {newer}, and is {state} since the older event came"


def thousandths():
    for seconds in (1_760_000_000, 946_684_800, 1_000_000):
        api = Api()
        api.handle(book())
        status = paid(api, "paid", seconds * 1000)["status"]
        assert status == 200, f"an event at {seconds * 1000} got {status}"
        since = api.payments.since(1)
        wanted = datetime.fromtimestamp(seconds, UTC)
        assert since == wanted, f"{seconds * 1000} became {since:%Y-%m-%d}"


def clock_face_taken():
    guests = waiting(
        ("Eva", "2025-05-01T10:00:00+02:00"),
        ("Jon", "2025-05-01T09:30:00+01:00"),
        ("Kim", "2025-05-01T08:15:00+00:00"),
    )
    assert guests == ["Eva", "Kim", "Jon"], f"the order was {', '.join(guests)}"


def equals_in_any_order():
    guests = waiting(*((guest, "2025-05-01T10:00:00+00:00") for guest in ("Mia", "Eva", "Jon")))
    assert guests == ["Eva", "Jon", "Mia"], f"of three who asked together came {', '.join(guests)}"


def one_stops_the_rest():
    told = []

    def send(guest, text):
        if guest == "Jon":
            raise OSError("down")
        told.append(guest)

    api = Api(send)
    for guest, room in (("Eva", "blue"), ("Jon", "green"), ("Kim", "attic")):
        api.handle(book(key=guest, guest=guest, room=room))
    api.handle({"do": "notify"})
    api.handle({"do": "notify"})
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
