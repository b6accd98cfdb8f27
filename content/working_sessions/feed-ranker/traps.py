"""What is hard about these feeds: each trap plants itself, is found again, and is said plainly."""

from collections import Counter

from content.rows import Planted, Traps

from .world import DAY, EXPORTED, event, token

trap = Traps()
DRAWN = 10  # of them, in each draw
PLACED = ()


def counter(post):
    """The key of a post's counters."""
    return "c" + post[1:]


def each(keys, **fields):
    """A reading that edits rows."""

    def reading(rows):
        for key in keys:
            rows.edit(key, **fields)

    return reading


def without(keys):
    """A reading that drops rows."""

    def reading(rows):
        for key in keys:
            rows.drop(key)

    return reading


def as_if_never(post):
    """A reading in which there is no such post, and nobody saw it."""

    def reading(rows):
        id = rows[post]["id"]
        of_it = [key for key, row in rows.of("EVENTS") if row["post"] == id]
        without([post, counter(post), *of_it])(rows)

    return reading


# --- posts -----------------------------------------------------------------------------------


@trap("post author", once="handled", twice="missed")
def passed_on_again(rows, chance, a, author):
    post = rows[a]
    by = rows[author]["id"]
    if by == post["author"]:
        by = rows["a0" if post["author"] != rows["a0"]["id"] else "a1"]["id"]
    at = chance.randint(post["at"] + 600, EXPORTED - 600)
    again = {"id": token(chance, 6), "author": by, "at": at, "repost_of": post["id"]}
    rows.add("POSTS", "repost", post | again)

    def query(tables):
        return [row["id"] for row in tables["POSTS"] if row["repost_of"]]

    return Planted(query, {"once": without(["repost"]), "twice": each(["repost"], repost_of="")})


@trap("post", once="handled", twice="missed")
def sent_twice(rows, chance, a):
    post = rows[a]
    again = {"id": token(chance, 6), "at": post["at"] + chance.randint(2, 9)}
    rows.add("POSTS", "sent", post | again)

    def query(tables):
        seen = [(row["author"], row["title"]) for row in tables["POSTS"]]
        return [
            row["id"]
            for row, said in zip(tables["POSTS"], seen, strict=True)
            if seen.count(said) > 1
        ]

    other = "Letters from two winters ago"
    return Planted(query, {"once": without(["sent"]), "twice": each(["sent"], title=other)})


@trap("post", gone="handled", shown="missed")
def deleted_post(rows, chance, a):
    rows.edit(a, status="deleted")

    def query(tables):
        return [row["id"] for row in tables["POSTS"] if row["status"] == "deleted"]

    return Planted(query, {"gone": as_if_never(a), "shown": each([a], status="live")})


@trap("post", seconds="handled", newest="missed")
def milliseconds(rows, chance, a):
    at = rows[a]["at"]
    rows.edit(a, at=at * 1000)

    def query(tables):
        return [row["id"] for row in tables["POSTS"] if row["at"] > 10**11]

    return Planted(query, {"seconds": each([a], at=at), "newest": each([a], at=EXPORTED)})


@trap("post", not_yet="handled", now="missed")
def dated_ahead(rows, chance, a):
    rows.edit(a, at=EXPORTED + chance.randint(5, 12) * DAY)

    def query(tables):
        return [row["id"] for row in tables["POSTS"] if EXPORTED < row["at"] < 10**11]

    return Planted(query, {"not_yet": as_if_never(a), "now": each([a], at=EXPORTED)})


@trap("post", fraction="handled", enormous="missed", capped="missed")
def percent(rows, chance, a):
    quality = rows[a]["quality"]
    rows.edit(a, quality=round(quality * 100))

    def query(tables):
        return [row["id"] for row in tables["POSTS"] if row["quality"] > 1]

    return Planted(
        query,
        {
            "fraction": each([a], quality=quality),
            "enormous": each([a], quality=9.5),
            "capped": each([a], quality=1.0),
        },
    )


# --- authors and readers ---------------------------------------------------------------------


@trap("author author", one="handled", two="missed")
def author_under_two_ids(rows, chance, a, b):
    name, contact = rows[b]["name"], rows[b]["contact"]
    rows.edit(b, name=rows[a]["name"], contact=rows[a]["contact"])

    def query(tables):
        said = [(row["name"], row["contact"]) for row in tables["AUTHORS"]]
        pairs = zip(tables["AUTHORS"], said, strict=True)
        return [row["id"] for row, who in pairs if said.count(who) > 1]

    return Planted(query, {"one": put_together(a, b), "two": each([b], name=name, contact=contact)})


@trap("author author", two="handled", one="missed")
def two_authors_of_one_name(rows, chance, a, b):
    name = rows[b]["name"]
    rows.edit(b, name=rows[a]["name"])

    def query(tables):
        contacts = {}
        for row in tables["AUTHORS"]:
            contacts.setdefault(row["name"], set()).add(row["contact"])
        return [row["id"] for row in tables["AUTHORS"] if len(contacts[row["name"]]) > 1]

    return Planted(query, {"two": each([b], name=name), "one": put_together(a, b)})


@trap("follow", ended="handled", goes_on="missed")
def follow_that_ended(rows, chance, a):
    rows.edit(a, until=f"2025-05-{chance.randint(10, 24)}")

    def query(tables):
        return [row["id"] for row in tables["FOLLOWS"] if row["until"]]

    return Planted(query, {"ended": without([a]), "goes_on": each([a], until="")})


def put_together(a, b):
    """A reading in which two authors are one, under the first's id."""

    def reading(rows):
        first, second = rows[a]["id"], rows[b]["id"]
        rows.drop(b)
        for key in [key for key, row in rows.of("POSTS") if row["author"] == second]:
            rows.edit(key, author=first)
        have = {row["reader"] for _, row in rows.of("FOLLOWS") if row["author"] == first}
        for key, row in list(rows.of("FOLLOWS")):
            if row["author"] == second:
                if row["reader"] in have:
                    rows.drop(key)
                else:
                    rows.edit(key, author=first)

    return reading


# --- what was shown and clicked --------------------------------------------------------------


def clicked(rows, chance, name, post, count, **fields):
    """More clicks on a post, in the log and in its counters: their keys, and how to take them
    back."""
    keys = [f"{name} {n}" for n in range(count)]
    for key in keys:
        event(rows, chance, key, "click", post, **fields)
    before = rows[counter(post)]["clicks"]
    rows.edit(counter(post), clicks=before + count)

    def undone(rows):
        without(keys)(rows)
        rows.edit(counter(post), clicks=before)

    return keys, undone


@trap("post", left_out="handled", counted="missed")
def machine_clicks(rows, chance, a):
    account = f"u{chance.randrange(5000, 6000)}"
    agent = "HeadlessChrome/120"
    keys, undone = clicked(rows, chance, "machine", a, 6, account=account, agent=agent)

    def query(tables):
        return [row["id"] for row in tables["EVENTS"] if row["agent"] == agent]

    return Planted(query, {"left_out": undone, "counted": each(keys, agent="web")})


@trap("post", left_out="handled", counted="missed")
def own_clicks(rows, chance, a):
    writer = next(row for _, row in rows.of("AUTHORS") if row["id"] == rows[a]["author"])
    keys, undone = clicked(rows, chance, "own", a, 5, account=writer["account"])
    other = f"u{chance.randrange(3000, 4000)}"

    def query(tables):
        own = {row["id"]: row["account"] for row in tables["AUTHORS"]}
        posts = {row["id"]: own[row["author"]] for row in tables["POSTS"]}
        return [r["id"] for r in tables["EVENTS"] if posts.get(r["post"]) == r["account"]]

    return Planted(query, {"left_out": undone, "counted": each(keys, account=other)})


@trap("post", once="handled", twice="missed")
def pages_overlap(rows, chance, a):
    keys = [key for key, row in rows.of("EVENTS") if row["post"] == rows[a]["id"]]
    again = {f"again {key}": key for key in keys if " clicked " in key}
    for key, first in again.items():
        rows.add("EVENTS", key, rows[first])
    others = {key: token(chance, 9) for key in again}

    def query(tables):
        ids = [row["id"] for row in tables["EVENTS"]]
        counted = Counter(ids)
        return sorted(id for id, count in counted.items() if count > 1)

    def twice(rows):
        for key, id in others.items():
            rows.edit(key, id=id)

    return Planted(query, {"once": without(again), "twice": twice})


@trap("post", number="handled", ignored="missed")
def number_in_quotes(rows, chance, a):
    shown = rows[counter(a)]["impressions"]
    rows.edit(counter(a), impressions=str(shown))

    def query(tables):
        return [r["post"] for r in tables["COUNTERS"] if isinstance(r["impressions"], str)]

    return Planted(
        query, {"number": each([counter(a)], impressions=shown), "ignored": without([counter(a)])}
    )


@trap("post", log="handled", counters="handled")
def log_and_counters_disagree(rows, chance, a):
    said = rows[counter(a)]["clicks"]
    rows.edit(counter(a), clicks=said + 4)

    def query(tables):
        clicks = {(r["id"], r["post"]) for r in tables["EVENTS"] if r["kind"] == "click"}
        log = [post for _, post in clicks]
        return [r["post"] for r in tables["COUNTERS"] if r["clicks"] != log.count(r["post"])]

    def counters(rows):
        for n in range(4):
            event(rows, chance, f"lost {n}", "click", a)

    return Planted(query, {"log": each([counter(a)], clicks=said), "counters": counters})
