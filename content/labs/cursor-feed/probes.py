"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import sqlite3

import pytest

from feed import BadCursor, Place, items_after, load_posts, page, read_cursor, write_cursor

LARGEST = 999_999_999_999_999


class Database:
    """Counts statements, the steps that the database took for them, and the rows it gave."""

    def __init__(self, items=(), posts=()):
        self.real = sqlite3.connect(":memory:")
        self.real.execute(
            "CREATE TABLE feed_items (owner_id INTEGER, shown_ms INTEGER, post_id INTEGER,"
            " PRIMARY KEY (owner_id, shown_ms, post_id)) WITHOUT ROWID"
        )
        self.real.execute(
            "CREATE TABLE posts (post_id INTEGER PRIMARY KEY, body TEXT, removed_ms INTEGER)"
        )
        self.real.executemany("INSERT INTO feed_items VALUES (?, ?, ?)", items)
        self.real.executemany("INSERT INTO posts VALUES (?, ?, ?)", posts)
        self.real.commit()
        self.statements = self.steps = self.rows = 0
        self.written = self.real.total_changes
        self.real.set_progress_handler(self.step, 10)
        self.real.row_factory = self.row

    def step(self):
        self.steps += 10
        return 0

    def row(self, cursor, row):
        self.rows += 1
        return row

    def execute(self, sql, params=()):
        self.statements += 1
        return self.real.execute(sql, params).fetchall()

    def wrote(self):
        return self.real.total_changes > self.written


def filled(count, owner=7):
    numbers = range(1, count + 1)
    return Database([(owner, n, n) for n in numbers], [(n, str(n), None) for n in numbers])


def shown(got):
    return [post.post_id for post in got.posts]


def refused(text, viewer):
    try:
        read_cursor(text, viewer)
    except BadCursor:
        return True
    return False


def probe_cursor_only_the_two_forms_in_full():
    for text in [
        "v2.7.5.9\n",
        " v2.7.5.9",
        "v2.7.5.9.",
        "v2.7.5",
        "v2..5.9",
        "v1.05.9",
        "v1.0.9",
        "v1.5.0",
        "v1.+5.9",
        "v1.5_0.9",
        "v1.\u0665.9",
        "V1.5.9",
        "v1.5.9;",
        "v2.07.5.9",
        "v1." + "1" * 16 + ".9",
        "v1.9." + "1" * 16,
        "v1-5.9",
        "v1.5-9",
        "v2-7.5.9",
        "xv1.5.9",
        "v1.v2.7.5.9",
    ]:
        assert refused(text, 7), text


def probe_cursor_numbers_are_kept():
    assert read_cursor(f"v1.{LARGEST}.1", 7) == Place(7, LARGEST, 1)
    assert read_cursor(f"v2.{LARGEST}.1.{LARGEST}", LARGEST) == Place(LARGEST, 1, LARGEST)


def probe_cursor_of_somebody_else_is_refused():
    for owner in ["8", "77", "17", "70"]:
        assert refused(f"v2.{owner}.5.9", 7)
    assert refused("v2.7.5.9", 77)


def flaw_cursor():
    if refused("v2.8.5.9", 7):
        return
    assert read_cursor("v2.8.5.9", 7).owner_id != 8


def probe_write_every_number_in_its_place():
    assert write_cursor(Place(1, 2, 3)) == "v2.1.2.3"
    assert write_cursor(Place(LARGEST, LARGEST, 1)) == f"v2.{LARGEST}.{LARGEST}.1"


def probe_items_of_one_person_and_behind_the_place_alone():
    items = [(7, 5, 1), (7, 5, 2), (7, 5, 3), (7, 4, 9), (7, 6, 1), (6, 5, 1), (8, 4, 1)]
    db = Database(items)
    assert items_after(db, Place(7, 5, 2), 9) == [Place(7, 5, 1), Place(7, 4, 9)]
    assert items_after(db, Place(7, 5, 2), 1) == [Place(7, 5, 1)]
    assert items_after(db, Place(7, 4, 9), 1) == []
    assert items_after(db, Place(9, 5, 2), 1) == []


def probe_items_the_place_itself_may_be_gone():
    db = Database([(7, 9, 1), (7, 5, 4), (7, 3, 8)])
    assert items_after(db, Place(7, 6, 6), 2) == [Place(7, 5, 4), Place(7, 3, 8)]
    assert items_after(db, Place(7, 5, 6), 2) == [Place(7, 5, 4), Place(7, 3, 8)]


def probe_items_cost_the_same_at_any_depth():
    db = Database([(7, n // 3, n) for n in range(3, 3000)])
    for n in (3000, 1500, 60):
        db.steps = 0
        assert len(items_after(db, Place(7, n // 3, n), 5)) == 5
        assert db.steps < 1000
    assert not db.wrote()


def probe_items_of_one_long_millisecond_cost_no_more():
    db = Database([(7, 5, n) for n in range(1, 3000)])
    for n in (2999, 1500, 60):
        db.steps = 0
        assert items_after(db, Place(7, 5, n), 2) == [Place(7, 5, n - 1), Place(7, 5, n - 2)]
        assert db.steps < 1000


def probe_page_is_between_one_and_fifty_items():
    db = filled(60)
    for limit, size in [(-3, 1), (0, 1), (1, 1), (49, 49), (50, 50), (51, 50), (10**9, 50)]:
        got = page(db, 7, None, limit)
        assert shown(got) == list(range(60, 60 - size, -1))
        assert got.next == f"v2.7.{61 - size}.{61 - size}"


def probe_page_of_an_empty_feed():
    got = page(filled(3, owner=8), 7, None, 2)
    assert (got.posts, got.next) == ([], None)


def probe_page_the_largest_time_is_on_the_first_one():
    db = Database([(7, LARGEST, LARGEST)], [(LARGEST, "last", None)])
    assert shown(page(db, 7, None, 1)) == [LARGEST]


def probe_page_that_ends_with_the_feed():
    db = filled(50)
    assert page(db, 7, None, 50).next is None
    assert page(db, 7, None, 49).next == "v2.7.2.2"
    assert page(db, 7, "v1.3.3", 2).next is None
    assert page(db, 7, "v1.1.1", 2) == page(db, 7, "v2.7.1.1", 2)
    assert page(db, 7, "v1.1.1", 2).next is None


def probe_page_goes_by_items_where_posts_are_gone():
    db = Database([(7, n, n) for n in range(1, 7)], [(1, "1", None), (5, "5", None)])
    first = page(db, 7, None, 2)
    assert shown(first) == [5]
    second = page(db, 7, first.next, 2)
    assert (shown(second), second.next) == ([], "v2.7.3.3")


def probe_page_an_empty_cursor_is_refused():
    for text in ["", "top"]:
        with pytest.raises(BadCursor):
            page(filled(3), 7, text, 2)


def probe_page_reads_little():
    db = filled(200)
    for limit in (1, 10):
        db.steps = db.rows = 0
        page(db, 7, None, limit)
        assert db.steps < 1000
        assert db.rows <= 2 * limit + 1
    assert not db.wrote()


def flaw_page():
    if page(filled(3), 7, "v1.2.2", 2).next is not None:
        return
    got = page(filled(4), 7, "v1.3.3", 2)
    if shown(got) == [2, 1]:
        assert got.next is None


def probe_load_one_statement_for_all_and_none_for_none():
    db = filled(60)
    assert [post.post_id for post in load_posts(db, list(range(50, 0, -1)))] == [*range(50, 0, -1)]
    assert db.statements == 1
    assert load_posts(db, []) == []
    assert db.statements == 1


def probe_load_keeps_the_order_and_what_stands_twice():
    got = load_posts(filled(5), (2, 5, 2, 1))
    assert [(post.post_id, post.body) for post in got] == [
        (2, "2"),
        (5, "5"),
        (2, "2"),
        (1, "1"),
    ]


def probe_load_an_empty_body_is_a_post():
    db = Database([], [(1, "", None), (2, "two", 5)])
    assert [post.body for post in load_posts(db, [2, 1])] == [""]


def probe_load_only_reads():
    db = Database([(7, 1, 1), (7, 2, 2), (8, 1, 1)], [(2, "two", 5)])
    assert load_posts(db, [2, 1]) == []
    assert not db.wrote()


def flaw_load():
    db = Database([(7, 1, 1), (7, 2, 2), (8, 1, 1), (8, 3, 3)], [(2, "two", 5), (3, "3", None)])
    load_posts(db, [3, 2, 1])
    assert not db.wrote()
