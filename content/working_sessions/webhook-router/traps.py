"""What is hard about this log: each trap plants itself, is found again, and is said plainly."""

from datetime import timedelta

from content.rows import Planted, Traps

from .world import LIVE, NO, OK, START, TEST, attempt, event, read, token, written

trap = Traps()
DRAWN = 10  # of them, in each draw
# The rows of these have a place by their nature.
PLACED = ("before_there_was_a_route", "clock_of_another_zone")


def two(victim):
    """The keys of an event and of the route that it goes by."""
    return victim.split(" | ")


def drop_event(rows, key):
    """Take out an event and its attempts."""
    id = rows[key]["id"]
    for other in [k for k, row in rows.of("ATTEMPTS") if row["event"] == id]:
        rows.drop(other)
    rows.drop(key)


def known(tables):
    return {row["id"] for row in tables["TENANTS"]}


# --- identity --------------------------------------------------------------------------------


@trap("open", same="handled", ignored="missed")
def tenant_spelt_otherwise(rows, chance, a):
    key, _ = two(a)
    tenant = rows[key]["tenant"]
    rows.edit(key, tenant=chance.choice((tenant.upper(), f" {tenant}", tenant.capitalize())))

    def query(tables):
        return [
            row["id"]
            for row in tables["EVENTS"]
            if row["tenant"] not in known(tables) and row["tenant"].strip().lower() in known(tables)
        ]

    return Planted(
        query,
        {
            "same": lambda rows: rows.edit(key, tenant=tenant),
            "ignored": lambda rows: drop_event(rows, key),
        },
    )


@trap("open", same="handled", ignored="missed")
def tenant_merged(rows, chance, a):
    key, _ = two(a)
    tenant = rows[key]["tenant"]
    before = f"{tenant}-{chance.choice(('old', 'north', 'labs'))}"
    row = rows[f"tenant {tenant}"]
    rows.add("TENANTS", "merged", row | {"id": before, "merged_into": tenant})
    rows.edit(key, tenant=before)

    def query(tables):
        merged = {row["id"] for row in tables["TENANTS"] if row["merged_into"]}
        return [row["id"] for row in tables["EVENTS"] if row["tenant"] in merged]

    return Planted(
        query,
        {
            "same": lambda rows: rows.edit(key, tenant=tenant),
            "ignored": lambda rows: drop_event(rows, key),
        },
    )


@trap("open", same="handled", ignored="missed")
def type_in_capitals(rows, chance, a):
    key, _ = two(a)
    type = rows[key]["type"]
    rows.edit(key, type=".".join(part.capitalize() for part in type.split(".")))

    def query(tables):
        return [row["id"] for row in tables["EVENTS"] if row["type"] != row["type"].lower()]

    return Planted(
        query,
        {
            "same": lambda rows: rows.edit(key, type=type),
            "ignored": lambda rows: drop_event(rows, key),
        },
    )


# --- repeats ---------------------------------------------------------------------------------


@trap("sent", once="handled", twice="missed")
def received_twice(rows, chance, a):
    key, _ = two(a)
    rows.add("EVENTS", "again", rows[key])
    other = token(chance, "ev_")

    def query(tables):
        ids = [row["id"] for row in tables["EVENTS"]]
        return sorted({id for id in ids if ids.count(id) > 1})

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("again"),
            "twice": lambda rows: rows.edit("again", id=other),
        },
    )


@trap("sent", once="handled", twice="missed")
def received_anew(rows, chance, a):
    key, _ = two(a)
    row = rows[key]
    more = {"id": token(chance, "ev_"), "redelivery_of": row["id"]}
    rows.add("EVENTS", "anew", row | more)

    def query(tables):
        return [row["id"] for row in tables["EVENTS"] if row["redelivery_of"]]

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("anew"),
            "twice": lambda rows: rows.edit("anew", redelivery_of=""),
        },
    )


# --- what is to be sent at all ---------------------------------------------------------------


@trap("open", nothing="handled", due="missed")
def made_for_a_test(rows, chance, a):
    key, _ = two(a)
    rows.edit(key, mode=TEST)

    def query(tables):
        return [row["id"] for row in tables["EVENTS"] if row["mode"] == TEST]

    return Planted(
        query,
        {
            "nothing": lambda rows: drop_event(rows, key),
            "due": lambda rows: rows.edit(key, mode=LIVE),
        },
    )


@trap("open", nothing="handled", due="missed")
def taken_back_later(rows, chance, a):
    key, _ = two(a)
    row = rows[key]
    at = read(row["occurred"]) + timedelta(minutes=chance.randint(2, 9))
    event(rows, chance, "back", row["tenant"], "event.withdrawn", at, refers_to=row["id"])

    def nothing(rows):
        drop_event(rows, key)
        rows.drop("back")

    def query(tables):
        return [row["refers_to"] for row in tables["EVENTS"] if row["refers_to"]]

    return Planted(
        query,
        {
            "nothing": nothing,
            "due": lambda rows: rows.drop("back"),
        },
    )


@trap("open", nothing="handled", due="missed")
def before_there_was_a_route(rows, chance, a):
    key, route = two(a)
    first = START + timedelta(hours=2 + chance.randrange(6), minutes=chance.randrange(60))
    rows.edit(key, occurred=written(first))
    rows.edit(route, **{"from": "2025-05-12T10:00:00Z"})

    def query(tables):
        return early(tables, plain=True)

    return Planted(
        query,
        {
            "nothing": lambda rows: drop_event(rows, key),
            "due": lambda rows: rows.edit(key, occurred=written(first + timedelta(hours=11))),
        },
    )


@trap("open", nothing="handled", due="missed")
def clock_of_another_zone(rows, chance, a):
    """By its own clock the event is after the route's beginning, and in UTC it is before."""
    key, route = two(a)
    minute = chance.randrange(10, 50)
    rows.edit(key, occurred=f"2025-05-12T11:{minute}:00+02:00")
    rows.edit(route, **{"from": "2025-05-12T10:00:00Z"})

    def query(tables):
        return early(tables, plain=False)

    return Planted(
        query,
        {
            "nothing": lambda rows: drop_event(rows, key),
            "due": lambda rows: rows.edit(key, occurred=f"2025-05-12T11:{minute}:00Z"),
        },
    )


def early(tables, plain):
    """Events before the beginning of the route that is theirs, in UTC or by another clock."""
    begins = {(row["tenant"], row["pattern"]): row["from"] for row in tables["ROUTES"]}
    return [
        row["id"]
        for row in tables["EVENTS"]
        if row["occurred"].endswith("Z") is plain
        and (row["tenant"], row["type"]) in begins
        and read(row["occurred"]) < read(begins[row["tenant"], row["type"]])
    ]


@trap("open", nothing="handled", due="missed")
def route_switched_off(rows, chance, a):
    key, route = two(a)
    tenant = rows[key]["tenant"]
    type = f"{rows.skin['kinds'].split()[0]}.{chance.choice(('archived', 'audited'))}"
    off = rows[route] | {
        "id": f"rt_{chance.randint(1, 7)}4{chance.randrange(10, 99)}",
        "pattern": type,
    }
    rows.add("ROUTES", "off", off | {"state": "off"})
    event(rows, chance, "for off", tenant, type, read(rows[key]["occurred"]))

    def nothing(rows):
        rows.drop("off")
        rows.drop("for off")

    def query(tables):
        return [row["id"] for row in tables["ROUTES"] if row["state"] == "off"]

    return Planted(
        query,
        {
            "nothing": nothing,
            "due": lambda rows: rows.edit("off", state="on"),
        },
    )


# --- what arrived ----------------------------------------------------------------------------


@trap("open", failed="handled", arrived="missed")
def success_that_says_error(rows, chance, a):
    key, route = two(a)
    attempt(rows, chance, "said", key, route, OK, "error: queue is full")

    def query(tables):
        return [
            row["event"]
            for row in tables["ATTEMPTS"]
            if row["code"] == OK and row["answer"].startswith("error")
        ]

    return Planted(
        query,
        {
            "failed": lambda rows: rows.edit("said", code=NO, answer="oops"),
            "arrived": lambda rows: rows.edit("said", answer="ok"),
        },
    )


@trap("open", open="handled", arrived="missed")
def taken_and_never_done(rows, chance, a):
    key, route = two(a)
    attempt(rows, chance, "taken", key, route, "202", "queued")

    def query(tables):
        done = {row["event"] for row in tables["ATTEMPTS"] if row["code"] == OK}
        return [
            row["event"]
            for row in tables["ATTEMPTS"]
            if row["code"] == "202" and row["event"] not in done
        ]

    return Planted(
        query,
        {
            "open": lambda rows: rows.edit("taken", code=NO, answer="oops"),
            "arrived": lambda rows: rows.edit("taken", code=OK, answer="ok"),
        },
    )


@trap("open", arrived="handled", failed="missed")
def success_without_a_text(rows, chance, a):
    key, route = two(a)
    attempt(rows, chance, "empty", key, route, "204", "")

    def query(tables):
        return [row["event"] for row in tables["ATTEMPTS"] if row["code"] == "204"]

    return Planted(
        query,
        {
            "arrived": lambda rows: rows.edit("empty", code=OK, answer="ok"),
            "failed": lambda rows: rows.edit("empty", code=NO, answer="oops"),
        },
    )


@trap("open", open="handled", arrived="missed")
def sent_to_an_old_address(rows, chance, a):
    key, route = two(a)
    target = rows[route]["target"]
    attempt(rows, chance, "old", key, route, OK, "ok", target=target.replace("hooks.", "legacy."))

    def query(tables):
        now = {row["id"]: row["target"] for row in tables["ROUTES"]}
        return [
            row["event"]
            for row in tables["ATTEMPTS"]
            if row["code"] == OK and now.get(row["route"], row["target"]) != row["target"]
        ]

    return Planted(
        query,
        {
            "open": lambda rows: rows.edit("old", code=NO, answer="oops", target=target),
            "arrived": lambda rows: rows.edit("old", target=target),
        },
    )
