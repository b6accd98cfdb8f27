"""A clean week of a router of webhooks, drawn from a seed, and how it is written down."""

from datetime import UTC, datetime, timedelta
from random import Random

from content.rows import Rows

TABLES = ("TENANTS", "ROUTES", "EVENTS", "ATTEMPTS")
SKINS = (
    {"company": "Hubline", "field": "booking", "kinds": "booking stay guest"},
    {"company": "Switchyard", "field": "shipping", "kinds": "parcel label pickup"},
    {"company": "Relaystone", "field": "billing", "kinds": "invoice charge payout"},
    {"company": "Forwardly", "field": "ticketing", "kinds": "ticket seat venue"},
)
NAMES = "acorn birchwood copperfield drayton elmhurst foxglove granite harbour ironbridge juniper"
VERBS = ("made", "changed", "closed")
START = datetime(2025, 5, 12, tzinfo=UTC)
HOURS = 7 * 24
TEST, LIVE = "test", "live"
OK, NO = "200", "500"
# How each event went, by quota, so that every trap finds what it takes.
WENT = {"sent": 34, "open": 26}
# Fields whose words may differ between a trap and its plain saying without meaning another thing.
SPELT = ("id", "tenant", "type", "occurred", "mode", "refers_to", "redelivery_of", "target",
         "at", "code", "answer", "state", "from", "pattern", "merged_into")  # fmt: skip
STATES = ("mode", "code", "answer", "state")  # those of them that say what became of a row

HEADER = '''"""What {company}'s router kept of the week from 12 to 18 May 2025, as it came.

TENANTS   from the register of tenants
    id, name, merged_into (the id of another tenant)
ROUTES    as they were set up at the end of the week
    id, tenant, pattern (of types), target, from (UTC), state
EVENTS    as they were received
    id, tenant, type, occurred, mode, refers_to (the id of another event),
    redelivery_of (the id of another event)
ATTEMPTS  as they were made
    id, event, route, target, at (UTC), code (of HTTP), answer (the beginning of its text)
"""'''

ORDERS = {
    "TENANTS": lambda row: row["id"],
    "ROUTES": lambda row: row["id"],
    "EVENTS": lambda row: row["occurred"][:10],
    "ATTEMPTS": lambda row: row["at"][:13],
}


def token(chance, prefix):
    return prefix + "".join(chance.choices("23456789abcdefghjkmnpqrstuvwxyz", k=8))


def written(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def read(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def event(rows, chance, key, tenant, type, at, **more):
    row = {
        "id": token(chance, "ev_"),
        "tenant": tenant,
        "type": type,
        "occurred": written(at),
        "mode": LIVE,
        "refers_to": "",
        "redelivery_of": "",
    }
    rows.add("EVENTS", key, row | more)


def attempt(rows, chance, key, event, route, code, answer, after=None, **more):
    """A try to deliver the event of a key by the route of a key."""
    minutes = after or chance.randint(1, 50)
    row = {
        "id": token(chance, "at_"),
        "event": rows[event]["id"],
        "route": rows[route]["id"],
        "target": rows[route]["target"],
        "at": written(read(rows[event]["occurred"]) + timedelta(minutes=minutes)),
        "code": code,
        "answer": answer,
    }
    rows.add("ATTEMPTS", key, row | more)


def clean(seed):
    chance = Random(f"router {seed}")
    rows = Rows(chance.choice(SKINS), TABLES)
    routes = _routes(rows, chance)
    _events(rows, chance, routes)
    return rows


def _routes(rows, chance):
    """Each tenant hears of three types, each by a route of its own."""
    kinds = rows.skin["kinds"].split()
    routes = []
    for place, name in enumerate(sorted(chance.sample(NAMES.split(), 7))):
        tenant = {"id": name, "name": f"{name.capitalize()} {chance.choice(('Ltd', 'Inc', 'SA'))}"}
        rows.add("TENANTS", f"tenant {name}", tenant | {"merged_into": ""})
        types = [f"{kind}.{chance.choice(VERBS)}" for kind in kinds]
        for type in types:
            key = f"route {name} {type}"
            row = {
                "id": f"rt_{place + 1}{len(routes) % 3 + 1}{chance.randrange(10, 99)}",
                "tenant": name,
                "pattern": type,
                "target": f"https://hooks.{name}.example/{chance.choice(('in', 'events', 'v2'))}",
                "from": "2025-01-01T00:00:00Z",
                "state": "on",
            }
            rows.add("ROUTES", key, row)
            routes.append((name, type, key))
    rows.spare["route"] = [key for *_, key in routes]
    chance.shuffle(rows.spare["route"])
    return routes


def _events(rows, chance, routes):
    went = [way for way, count in WENT.items() for _ in range(count)]
    chance.shuffle(went)
    for place, way in enumerate(went):
        tenant, type, route = routes[place % len(routes)]
        at = START + timedelta(hours=12, minutes=chance.randrange((HOURS - 24) * 60))
        event(rows, chance, f"e{place}", tenant, type, at)
        if chance.random() < 0.4 or way == "open":
            code, answer = chance.choice(((NO, "oops"), ("429", "slow down"), ("502", "")))
            attempt(rows, chance, f"a{place} 1", f"e{place}", route, code, answer, 1)
        if way == "sent":
            if chance.random() < 0.2:  # it was taken first, and done later
                attempt(rows, chance, f"a{place} 2", f"e{place}", route, "202", "queued", 2)
            attempt(rows, chance, f"a{place} 3", f"e{place}", route, OK, "ok")
        elif chance.random() < 0.3:
            attempt(rows, chance, f"a{place} 3", f"e{place}", route, NO, "oops")
        rows.spare.setdefault(way, []).append(f"e{place} | {route}")
    for kind in ("sent", "open"):
        chance.shuffle(rows.spare[kind])
