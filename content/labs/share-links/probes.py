"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from share_links import Link, NoSuchLink, NotAllowed, Page, ShareLinks, digest, seconds_to_keep

NOW = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
LATER = NOW + timedelta(days=7)
TOKEN = "0123456789abcdef" * 2


class Links:
    def __init__(self):
        self.rows, self.asked, self.wrote = {}, [], 0

    def add(self, digest, design, expires, revoked=None):
        self.wrote += 1
        link = Link(len(self.rows) + 1, digest, design, expires, revoked)
        self.rows[link.id] = link

    def get(self, link_id):
        return self.rows.get(link_id)

    def find(self, digest):
        self.asked.append(digest)
        return next((link for link in self.rows.values() if link.digest == digest), None)

    def revoke(self, link_id, when):
        self.wrote += 1
        old = self.rows[link_id]
        revoked = old.revoked or when
        self.rows[link_id] = Link(old.id, old.digest, old.design, old.expires, revoked)


class Designs:
    def __init__(self, owners):
        self.owners = owners

    def owner(self, design):
        return self.owners.get(design)


def made(links, owners=None, now=NOW):
    return ShareLinks(links, Designs({"lamp": "mia"} if owners is None else owners), lambda: now)


def probe_create_one_and_thirty_days_to_the_instant():
    for days in (1, 30):
        links = Links()
        made(links).create("mia", "lamp", days)
        assert links.rows[1].expires == NOW + timedelta(hours=24 * days)
        assert links.rows[1].expires.tzinfo is UTC and links.rows[1].revoked is None
    for days in (-1, 0, 31, 10**12):
        links = Links()
        with pytest.raises(ValueError):
            made(links).create("mia", "lamp", days)
        assert links.wrote == 0


def probe_create_only_the_owner_of_this_moment():
    links, owners = Links(), {"lamp": "mia"}
    first, second = made(links, owners), made(links, owners)
    first.create("mia", "lamp", 7)
    owners["lamp"] = "noor"
    for user, design, days in [("mia", "lamp", 7), ("mia", "lamp", 0), ("noor", "desk", 7)]:
        with pytest.raises(NotAllowed):
            first.create(user, design, days)
    second.create("noor", "lamp", 7)
    assert [link.design for link in links.rows.values()] == ["lamp", "lamp"]


def probe_create_every_digit_of_a_token_varies():
    links = Links()
    tokens = [made(links).create("mia", "lamp", 7) for _ in range(80)]
    assert all(type(token) is str and re.fullmatch("[0-9a-f]{32}", token) for token in tokens)
    assert len(set(tokens)) == 80
    assert all(len({token[k] for token in tokens}) > 4 for k in range(32))
    assert max(tokens)[0] in "89abcdef"
    assert [link.digest for link in links.rows.values()] == list(map(digest, tokens))


def probe_revoke_whoever_owns_the_design_now():
    links, owners = Links(), {"lamp": "mia"}
    links.add(digest(TOKEN), "lamp", LATER)
    owners["lamp"] = "noor"
    with pytest.raises(NoSuchLink):
        made(links, owners).revoke("mia", 1)
    assert links.rows[1].revoked is None and links.wrote == 1
    made(links, owners).revoke("noor", 1)
    assert links.rows[1].revoked == NOW


def probe_revoke_all_refusals_are_alike():
    links, owners = Links(), {"lamp": "mia", "sofa": "noor"}
    links.add(digest(TOKEN), "sofa", LATER)
    links.add(digest("f" * 32), "gone", LATER)
    links.add(digest("e" * 32), "sofa", NOW, revoked=NOW)
    for link_id in (0, 1, 2, 3, 4):
        with pytest.raises(NoSuchLink) as raised:
            made(links, owners).revoke("mia", link_id)
        assert raised.value.args == ()
    assert links.wrote == 3


def probe_revoke_the_first_time_stays_and_only_one_link_ends():
    links = Links()
    links.add(digest(TOKEN), "lamp", NOW - timedelta(days=1))
    links.add(digest("f" * 32), "lamp", LATER)
    made(links).revoke("mia", 1)
    made(links, now=NOW + timedelta(hours=1)).revoke("mia", 1)
    assert links.rows[1].revoked == NOW and links.rows[2].revoked is None


def probe_open_what_is_no_token_is_not_looked_up():
    odd = "\ud800" * 32
    arabic = "\u0661" * 32
    links = Links()
    for text in ["", TOKEN + "\n", "\n" + TOKEN, TOKEN.upper(), TOKEN[:31], TOKEN + "0", odd]:
        with pytest.raises(NoSuchLink) as raised:
            made(links).open(text)
        assert raised.value.args == ()
    for text in [arabic, "g" * 32, " " + TOKEN[1:], TOKEN[:31] + "\n", digest(TOKEN)]:
        with pytest.raises(NoSuchLink) as raised:
            made(links).open(text)
        assert raised.value.args == ()
    assert links.asked == []


def probe_open_dead_and_unknown_links_are_alike():
    links = Links()
    links.add(digest(TOKEN), "lamp", LATER, revoked=NOW)
    for token in (TOKEN, "f" * 32):
        with pytest.raises(NoSuchLink) as raised:
            made(links).open(token)
        assert raised.value.args == ()
    assert links.wrote == 1


def probe_open_every_call_looks_anew():
    links, owners = Links(), {"lamp": "mia", "sofa": "mia"}
    links.add(digest("f" * 32), "sofa", LATER)
    links.add(digest(TOKEN), "lamp", LATER)
    one = made(links, owners)
    assert one.open(TOKEN) == Page("lamp", 60)
    owners["lamp"] = "noor"
    assert one.open(TOKEN) == Page("lamp", 60)
    links.revoke(2, NOW)
    with pytest.raises(NoSuchLink):
        one.open(TOKEN)
    assert one.open("f" * 32) == Page("sofa", 60)


def probe_open_the_last_second_is_a_page():
    links = Links()
    links.add(digest(TOKEN), "lamp", NOW + timedelta(milliseconds=300))
    assert made(links).open(TOKEN).design == "lamp"


def probe_keep_whole_seconds_and_a_minute_at_most():
    link = Link(1, digest(TOKEN), "lamp", LATER)
    for left, want in [
        (timedelta(days=7), 60),
        (timedelta(days=1), 60),
        (timedelta(seconds=61), 60),
        (timedelta(seconds=60), 60),
        (timedelta(seconds=59, microseconds=999_999), 59),
        (timedelta(seconds=1), 1),
        (timedelta(microseconds=999_999), 0),
        (timedelta(microseconds=1), 0),
    ]:
        kept = seconds_to_keep(link, LATER - left)
        assert kept == want and type(kept) is int


def probe_keep_dead_links():
    link = Link(1, digest(TOKEN), "lamp", LATER)
    for late in (timedelta(0), timedelta(microseconds=1), timedelta(seconds=1), timedelta(days=9)):
        assert seconds_to_keep(link, LATER + late) is None
    revoked = Link(1, digest(TOKEN), "lamp", LATER, NOW)
    assert seconds_to_keep(revoked, NOW) is None
    assert seconds_to_keep(revoked, LATER + timedelta(days=1)) is None


def flaw_keep():
    assert seconds_to_keep(Link(1, digest(TOKEN), "lamp", LATER), LATER) is None
    assert seconds_to_keep(Link(2, digest(TOKEN), "lamp", NOW), NOW) is None
