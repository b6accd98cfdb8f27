"""Two clean weeks of posts and of what readers did with them, drawn from a seed."""

from itertools import product
from random import Random

from content.rows import Rows

TABLES = ("AUTHORS", "POSTS", "FOLLOWS", "EVENTS", "COUNTERS")
SKINS = (
    {"company": "Allotment", "service": "is where growers write to one another"},
    {"company": "Slowboat", "service": "carries the diaries of people who live on water"},
    {"company": "Kilnhouse", "service": "is read by potters and those who buy from them"},
    {"company": "Paceline", "service": "has the notes of amateur cycling clubs"},
)
FIRST = "Ada Bram Cleo Dov Edda Finn Greta Hal Imke Jonas Kaia Lev Mara Nils Orla Pia"
LAST = "Ashdown Brevik Calloway Dorn Ekberg Farrow Gilmore Hask Ivers Joss Kemble Lund"
WHAT = "Notes|Questions|Pictures|Lessons|Plans|Numbers|Thanks|Regrets"
WHERE = "the harbour|our workshop|a wet hill|the north field|my old shed|the long road"
WHEN = "before winter|after the storm|this spring|on Sunday|at dawn|for beginners"
EXPORTED = 1_748_844_000  # 2 June 2025, 06:00 UTC
DAY = 86_400
AUTHORS, READERS, POSTS = 14, 6, 48
AGENTS = ("ios 5.2", "ios 5.1", "android 5.2", "web")
# Fields whose words may differ between a trap and its plain saying without meaning another thing.
SPELT = ("name", "contact", "title", "agent", "status", "until")
STATES = ("status",)  # those of them that say what became of a row

HEADER = '''"""Exports of {company}, taken on 2 June 2025 at 06:00 UTC, as they came.

AUTHORS   from the register
    id, name, contact, account (under which they read)
POSTS     from the editor
    id, author (id), at (Unix time), title, quality (by the text model), status,
    repost_of (another post's id)
FOLLOWS   from the readers' settings
    id, reader (account), author (id), since, until
EVENTS    from the log of the apps
    id, at (Unix time), kind, account, post (id), position (in the list, from 1), agent
COUNTERS  from the delivery network, for each post
    post (id), impressions, clicks
"""'''

ORDERS = {
    "AUTHORS": lambda row: row["id"],
    "POSTS": lambda row: row["id"],
    "FOLLOWS": lambda row: row["id"],
    "EVENTS": lambda row: row["at"],
    "COUNTERS": lambda row: row["post"],
}


def token(chance, length):
    """Letters alone, so that no part of a name reads as a number."""
    return "".join(chance.choices("bcdfghjkmnpqrstvwxz", k=length))


def event(rows, chance, key, kind, post, **more):
    row = {
        "id": token(chance, 9),
        "at": chance.randint(rows[post]["at"] + 60, EXPORTED - 60),
        "kind": kind,
        "account": f"u{chance.randrange(3000, 4000)}",
        "post": rows[post]["id"],
        "position": chance.randint(1, 9),
        "agent": chance.choice(AGENTS),
    }
    rows.add("EVENTS", key, row | more)


def clean(seed):
    chance = Random(f"feeds {seed}")
    rows = Rows(chance.choice(SKINS), TABLES)
    _authors(rows, chance)
    _posts(rows, chance)
    _follows(rows, chance)
    for keys in rows.spare.values():
        chance.shuffle(keys)
    return rows


def _authors(rows, chance):
    first = chance.sample(FIRST.split(), AUTHORS)
    last = chance.choices(LAST.split(), k=AUTHORS)
    for place in range(AUTHORS):
        name = f"{first[place]} {last[place]}"
        row = {
            "id": "a" + token(chance, 4),
            "name": name,
            "contact": f"{name.replace(' ', '.').lower()}@example.org",
            "account": f"u{2000 + 7 * place + chance.randrange(7)}",
        }
        rows.add("AUTHORS", f"a{place}", row)
    rows.spare["author"] = [f"a{place}" for place in range(4, 12)]


def _posts(rows, chance):
    parts = (part.split("|") for part in (WHAT, WHERE, WHEN))
    titles = [f"{what} from {where} {when}" for what, where, when in product(*parts)]
    for place, title in enumerate(chance.sample(titles, POSTS)):
        row = {
            "id": token(chance, 6),
            "author": rows[f"a{place % AUTHORS}"]["id"],
            "at": EXPORTED - chance.randrange(DAY, 14 * DAY),
            "title": title,
            "quality": chance.randint(35, 95) / 100,
            "status": "live",
            "repost_of": "",
        }
        rows.add("POSTS", f"p{place}", row)
        shown = chance.randint(4, 8)
        clicked = chance.randint(1, 3)
        for n in range(shown):
            event(rows, chance, f"p{place} shown {n}", "impression", f"p{place}")
        for n in range(clicked):
            event(rows, chance, f"p{place} clicked {n}", "click", f"p{place}")
        counter = {"post": row["id"], "impressions": shown, "clicks": clicked}
        rows.add("COUNTERS", f"c{place}", counter)
    rows.spare["post"] = [f"p{place}" for place in range(POSTS)]


def _follows(rows, chance):
    """Every author has two readers or more, so that what a trap touches is in some feed."""
    serial = 0
    for reader in range(READERS):
        for place in range(AUTHORS):
            if (place + reader) % 3 == 2 or chance.random() < 0.1:
                continue
            row = {
                "id": token(chance, 7),
                "reader": f"u{1001 + 13 * reader}",
                "author": rows[f"a{place}"]["id"],
                "since": f"2025-0{chance.randint(1, 4)}-{chance.randint(10, 28)}",
                "until": "",
            }
            rows.add("FOLLOWS", f"f{serial}", row)
            rows.spare.setdefault("follow", []).append(f"f{serial}")
            serial += 1
