"""The tests of the share links."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from share_links import Link, NoSuchLink, NotAllowed, Page, ShareLinks, digest, seconds_to_keep

NOW = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
LATER = NOW + timedelta(days=7)
TOKEN = "0123456789abcdef" * 2


class Links:
    def __init__(self):
        self.rows = {}

    def add(self, digest, design, expires, revoked=None):
        link = Link(len(self.rows) + 1, digest, design, expires, revoked)
        self.rows[link.id] = link

    def get(self, link_id):
        return self.rows.get(link_id)

    def find(self, digest):
        return next((link for link in self.rows.values() if link.digest == digest), None)

    def revoke(self, link_id, when):
        link = self.rows[link_id]
        self.rows[link_id] = Link(
            link.id, link.digest, link.design, link.expires, link.revoked or when
        )


class Designs:
    def __init__(self, **owners):
        self.owners = owners

    def owner(self, design):
        return self.owners.get(design)


def service(links):
    return ShareLinks(links, Designs(lamp="mia", sofa="noor"), lambda: NOW)


def test_an_owner_makes_a_link():
    links = Links()
    token = service(links).create("mia", "lamp", 7)
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert links.rows == {1: Link(1, digest(token), "lamp", LATER)}


def test_nobody_else_makes_a_link():
    links = Links()
    for user, design in [("noor", "lamp"), ("mia", "desk")]:
        with pytest.raises(NotAllowed):
            service(links).create(user, design, 7)
    assert links.rows == {}


def test_a_link_lasts_one_to_thirty_days():
    links = Links()
    for days in (0, 31):
        with pytest.raises(ValueError):
            service(links).create("mia", "lamp", days)
    assert links.rows == {}


def test_an_owner_revokes_a_link():
    links = Links()
    links.add(digest(TOKEN), "lamp", LATER)
    service(links).revoke("mia", 1)
    assert links.rows[1].revoked == NOW


def test_strangers_are_told_nothing_about_a_link():
    links = Links()
    links.add(digest(TOKEN), "lamp", LATER)
    for link_id in (1, 2):
        with pytest.raises(NoSuchLink):
            service(links).revoke("noor", link_id)
    assert links.rows[1].revoked is None


def test_a_link_opens_its_design():
    links = Links()
    links.add(digest(TOKEN), "lamp", LATER)
    assert service(links).open(TOKEN) == Page("lamp", 60)


def test_every_dead_end_has_the_same_answer():
    links = Links()
    links.add(digest(TOKEN), "lamp", LATER, revoked=NOW)
    for token in ("lamp", "f" * 32, TOKEN):
        with pytest.raises(NoSuchLink) as raised:
            service(links).open(token)
        assert raised.value.args == ()


def test_a_link_is_dead_when_it_expires():
    link = Link(1, digest(TOKEN), "lamp", LATER)
    assert seconds_to_keep(link, LATER - timedelta(seconds=9)) == 9
    assert seconds_to_keep(link, LATER) is None
