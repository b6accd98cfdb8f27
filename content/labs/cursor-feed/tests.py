"""The tests of the feed."""

import sqlite3

import pytest

from feed import BadCursor, Place, items_after, load_posts, page, read_cursor, write_cursor

ANN, BEN = 7, 8


class Database:
    def __init__(self):
        self.real = sqlite3.connect(":memory:")

    def execute(self, sql, params=()):
        return self.real.execute(sql, params).fetchall()


def database(items, posts=()):
    db = Database()
    db.execute(
        "CREATE TABLE feed_items (owner_id INTEGER, shown_ms INTEGER, post_id INTEGER,"
        " PRIMARY KEY (owner_id, shown_ms, post_id)) WITHOUT ROWID"
    )
    db.execute("CREATE TABLE posts (post_id INTEGER PRIMARY KEY, body TEXT, removed_ms INTEGER)")
    db.real.executemany("INSERT INTO feed_items VALUES (?, ?, ?)", items)
    db.real.executemany("INSERT INTO posts VALUES (?, ?, ?)", posts)
    return db


def feed_of(owner, count):
    """So many posts, an item for each: post 1 is the oldest."""
    numbers = range(1, count + 1)
    return database(
        [(owner, 1000 + n, n) for n in numbers], [(n, f"post {n}", None) for n in numbers]
    )


def ids(got):
    return [post.post_id for post in got.posts]


def test_a_cursor_of_either_form_is_read():
    assert read_cursor("v2.7.1005.3", ANN) == Place(ANN, 1005, 3)
    assert read_cursor("v1.1005.3", ANN) == Place(ANN, 1005, 3)


def test_what_is_no_cursor_is_refused():
    for text in ["", "1005.3", "v2.1005.3", "v1.7.1005.3", "v3.7.1005.3", "v1.1005.-3", "v1.x.3"]:
        with pytest.raises(BadCursor):
            read_cursor(text, ANN)


def test_a_place_is_written_as_a_cursor():
    assert write_cursor(Place(ANN, 1005, 3)) == "v2.7.1005.3"


def test_items_of_one_millisecond_are_told_apart():
    db = database([(ANN, 1000, 4), (ANN, 1000, 9), (ANN, 1000, 5), (ANN, 999, 8), (BEN, 999, 2)])
    behind = items_after(db, Place(ANN, 1000, 9), 3)
    assert behind == [Place(ANN, 1000, 5), Place(ANN, 1000, 4), Place(ANN, 999, 8)]


def test_pages_follow_one_another_to_the_end():
    db = feed_of(ANN, 5)
    first = page(db, ANN, None, 2)
    second = page(db, ANN, first.next, 2)
    third = page(db, ANN, second.next, 2)
    assert [ids(first), ids(second), ids(third)] == [[5, 4], [3, 2], [1]]
    assert third.next is None


def test_nothing_follows_the_oldest_item():
    db = feed_of(ANN, 4)
    first = page(db, ANN, None, 2)
    second = page(db, ANN, first.next, 2)
    assert ids(second) == [2, 1]
    assert second.next is None


def test_posts_that_are_gone_are_left_out():
    db = database([], [(1, "one", None), (2, "two", 1700), (3, "three", None)])
    assert [post.body for post in load_posts(db, (3, 4, 2, 1))] == ["three", "one"]
